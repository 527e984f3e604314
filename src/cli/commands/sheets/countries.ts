import { loadConfig } from '../../../config.ts';
import { EXIT } from '../../../errors.ts';
import { usageError } from '../../../references/usage-error.ts';
import { findCountryCode } from '../../../rules/countries/countries.ts';
import {
  allCountryNeeds,
  type ColumnNeed,
  type CountryNeeds,
  countryNeeds,
  type RouteNeed,
} from '../../../rules/country-needs.ts';
import { rulesVersion } from '../../../rules/rules-version.ts';
import type { Answer, Invocation } from '../../command.ts';
import { printedTable, type TableColumn } from '../../terminal/table.ts';

/** Shows the requirements of countries, from the table that checks sheets. */
export async function countries({ args: asked, options }: Invocation): Promise<Answer> {
  if (options.verifySource) return verifySource();
  const { merchantCountry } = loadConfig();
  if (asked.length === 0) {
    const all = allCountryNeeds(merchantCountry);
    const about = `\nRules ${rulesVersion()}. \`payrun countries DE\` shows what a country needs.`;
    return {
      document: { rules: rulesVersion(), merchantCountry, countries: all },
      lines: [printedTable(LIST, all), about],
    };
  }
  const found = asked.map((text) => needsOf(text, merchantCountry));
  return {
    document: found.length === 1 ? found[0] : { countries: found },
    lines: found.flatMap((country, i) => [...(i > 0 ? [''] : []), ...showNeeds(country, merchantCountry)]),
  };
}

/** Finds a country by code or English name, in any case. Throws `usage`. */
function needsOf(text: string, merchantCountry: string): CountryNeeds {
  const needs = countryNeeds(findCountryCode(text) ?? text.toUpperCase(), merchantCountry);
  if (needs) return needs;
  throw usageError('country_unknown', { country: text.slice(0, 40) });
}

/** Compares the tables with their data files. */
async function verifySource(): Promise<Answer> {
  const { compareTables } = await import('../../../rules/build/compare-tables.ts');
  const tables = compareTables();
  const differing = tables.filter(({ differences }) => differences.length > 0);
  const end =
    differing.length > 0
      ? 'Run `npm run rules:build`, review the changes, and commit them.'
      : `${tables.map(({ file }) => file).join(', ')}: match the data files. Rules ${rulesVersion()}.`;
  return {
    document: { rules: rulesVersion(), tables },
    lines: [
      ...differing.flatMap(({ file, differences }) => [
        `${file} does not match the data files:`,
        ...differences.map((line) => `  ${line}`),
      ]),
      end,
    ],
    exitCode: differing.length > 0 ? EXIT.defect : EXIT.done,
  };
}

const RECEIVES: Readonly<Record<CountryNeeds['receives'], string>> = {
  yes: '',
  restricted: 'restricted',
  never: 'no bank transfers',
};

const LIST: readonly TableColumn<CountryNeeds>[] = [
  { title: 'code', text: ({ country }) => country },
  { title: 'country', text: ({ name }) => name },
  { title: 'currency', text: ({ currency }) => currency },
  { title: 'required', text: ({ columns }) => columns.filter(isRequiredAccount).map(termOf).join(', ') },
  { title: 'route', text: ({ routes }) => (routes[0] ? shownRoute(routes[0].route) : '') },
  { title: 'note', text: ({ receives }) => RECEIVES[receives] },
];

const ADDRESS = ['street1', 'city', 'postalCode', 'region', 'phone', 'governmentId'];

function isRequiredAccount({ column, need }: ColumnNeed): boolean {
  return need === 'required' && !ADDRESS.includes(column);
}

function termOf({ column, name }: ColumnNeed): string {
  return name || (column === 'iban' ? 'IBAN' : column);
}

const shownRoute = (route: string) => route.toUpperCase().replace('_NO_FX', '');

function showNeeds(needs: CountryNeeds, merchantCountry: string): string[] {
  const { country, name, currency, columns, routes, notes, source, confidence } = needs;
  return [
    `${name} (${country})${currency ? `, ${currency}` : ''}`,
    ...notes.map((note) => `  ${note}`),
    ...(columns.length > 0 ? ['', ...indented(printedTable(COLUMNS, columns))] : []),
    ...(routes.length > 0 ? ['', ...routes.map((route) => `  ${showRoute(route, merchantCountry)}`)] : []),
    '',
    `  Source: ${source}${CONFIDENCE[confidence]}. Rules ${needs.rules}.`,
  ];
}

const CONFIDENCE: Readonly<Record<CountryNeeds['confidence'], string>> = {
  H: ' (confirmed)',
  M: ' (several sources)',
  L: ' (one source)',
  '': '',
};

const NEEDS: Readonly<Record<ColumnNeed['need'], string>> = {
  required: 'required',
  advised: 'asked for',
  optional: 'optional',
};

/** An advised postal code or region is part of a usual address; no check warns if it is missing. */
function showNeed({ column, need }: ColumnNeed): string {
  return need === 'advised' && (column === 'postalCode' || column === 'region') ? 'usual' : NEEDS[need];
}

const COLUMNS: readonly TableColumn<ColumnNeed>[] = [
  { title: 'column', text: ({ column }) => column },
  { title: 'need', text: showNeed },
  {
    title: 'what',
    text: ({ column, name, form }) =>
      [termOf({ column, name } as ColumnNeed), form].filter((part) => part && part !== column).join(': '),
  },
  { title: 'example', text: ({ example }) => example },
];

function showRoute({ currency, route, minimums }: RouteNeed, merchantCountry: string): string {
  const amounts = Object.entries(minimums);
  const [first] = amounts;
  const alike = first !== undefined && amounts.length > 2 && amounts.every(([, amount]) => amount === first[1]);
  const least = alike ? first[1] : amounts.map(([balance, amount]) => `${amount} ${balance}`).join(', ');
  return `${currency ?? 'Anything else'} goes by ${shownRoute(route)}${least ? `: at least ${least}${alike ? ' of the balance that pays,' : ''} from a merchant in ${merchantCountry}` : ''}.`;
}

const indented = (text: string) => text.split('\n').map((line) => `  ${line}`);
