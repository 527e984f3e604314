import type { Hono } from 'hono';

/** One feature of the web server: adds its routes to the app. */
export type Feature = (app: Hono) => void;
