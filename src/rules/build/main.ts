/**
 * `npm run rules:build`: writes src/rules/tables from the data files in src/rules/data. With `--check` it writes
 * nothing and exits with 1 if a table differs from the data. With `--regions` it first writes the data file of the
 * regions from its package. A new release of the IBAN registry needs a new data file and one run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { countriesTable, ibansTable } from './countries-table.ts';
import { readData, tableText } from './read-data.ts';

/** The currencies of ISO 4217 by code. */
const currenciesTable = () =>
  Object.fromEntries(
    readData('iso-4217.csv').map(({ code = '', name, decimals }) => [code, { name, decimals: Number(decimals) }]),
  );

/** ISO 3166-2 by country: one text for each, "CA=California|NY=New York", because most are never used. */
function regionsTable(): Readonly<Record<string, string>> {
  const byCountry = Map.groupBy(readData('iso-3166-2.csv'), ({ code = '' }) => code.slice(0, 2));
  return Object.fromEntries(
    [...byCountry].map(([country, regions]) => [
      country,
      regions.map(({ code = '', name }) => `${code.slice(3)}=${name}`).join('|'),
    ]),
  );
}

const target = (name: string, table: () => Readonly<Record<string, unknown>>) => ({
  file: new URL(`../tables/${name}.json`, import.meta.url),
  source: () => tableText(table()),
});

export const TARGETS = [
  target('ibans', ibansTable),
  target('countries', countriesTable),
  target('currencies', currenciesTable),
  target('regions', regionsTable),
] as const;

if (import.meta.main) {
  if (process.argv.includes('--regions')) {
    // A development dependency, so only this command loads it.
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
