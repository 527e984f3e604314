import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 leave WebAssembly, which the embedded database is, as it compiles it first. Optimising one function of it, its largest,
 * takes 600 MB and half a second of the processor, and is asked for by the first statements; until it is done the process cannot end.
 * A command earns that back from 30,000 rows on; a process that stays earns it back. To be called before the database is opened.
 */
export function baselineWasm(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
