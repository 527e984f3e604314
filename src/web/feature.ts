import type { Hono } from 'hono';

/** What the web server can do, one feature a file: adds its routes. */
export type Feature = (app: Hono) => void;
