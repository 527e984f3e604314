import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from optimizing WebAssembly, which the embedded database runs on. Optimizing the largest function of the
 * database takes 600 MB and half a second of processor time. It starts with the first statements and delays the end of
 * the process. It gains little: 30,000 rows are taken in as quickly without it; only sums and searches over 100,000
 * rows and more take up to 1.6 times as long. Call this before the database is opened.
 */
export function baselineWasm(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
