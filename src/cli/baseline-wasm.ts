import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from optimizing WebAssembly, which the embedded database runs on. Optimizing the largest function of the
 * database takes 600 MB and half a second of processor time. It starts with the first statements and delays the end of
 * the process. It pays off only from 30,000 rows on, or in a process that keeps running. Call this before the database
 * is opened.
 */
export function baselineWasm(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
