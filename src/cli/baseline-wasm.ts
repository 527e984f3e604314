import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from optimizing WebAssembly, which the embedded database runs on. Optimizing its largest function takes 600
 * MB and half a second of processor time, starts with the first statements, and keeps the process from exiting until it
 * is done. It pays off for 30,000 rows or more, or in a process that keeps running. Call it before the database is
 * opened.
 */
export function baselineWasm(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
