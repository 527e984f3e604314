/**
 * `npm run rules:build`: writes the generated tables from the data files in src/rules/data. With `--check` it writes nothing
 * and ends with 1 where a table is not what the data say. A new release of the IBAN registry is a new data file and one run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { countriesSource } from './countries-source.ts';
import { currenciesSource } from './currencies-source.ts';

export const TARGETS = [
  { file: new URL('../countries.generated.ts', import.meta.url), source: countriesSource },
  { file: new URL('../currencies.generated.ts', import.meta.url), source: currenciesSource },
] as const;

if (import.meta.main) {
  for (const { file, source } of TARGETS) {
    const text = source();
    if (!process.argv.includes('--check')) {
      writeFileSync(file, text);
      console.log(`${file.pathname} written`);
    } else if (readFileSync(file, 'utf8') !== text) {
      console.error(`${file.pathname} is not what the data files say: run npm run rules:build`);
      process.exitCode = 1;
    }
  }
}
