/**
 * `npm run rules:build`: generates the tables from the data files in src/rules/data. With `--check` it writes nothing
 * and exits with 1 if a table differs from the data. With `--regions` it first writes the data file of the regions from
 * its package. A new release of the IBAN registry needs a new data file and one run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { countriesSource } from './countries-source.ts';
import { currenciesSource } from './currencies-source.ts';
import { regionsSource } from './regions-source.ts';

export const TARGETS = [
  { file: new URL('../countries/countries.generated.ts', import.meta.url), source: countriesSource },
  { file: new URL('../countries/currencies.generated.ts', import.meta.url), source: currenciesSource },
  { file: new URL('../countries/regions.generated.ts', import.meta.url), source: regionsSource },
] as const;

if (import.meta.main) {
  if (process.argv.includes('--regions')) {
    // A development dependency, so it is loaded only here.
    const { regionsData } = await import('./regions-data.ts');
    writeFileSync(new URL('../data/iso-3166-2.csv', import.meta.url), regionsData());
  }
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
