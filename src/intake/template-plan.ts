import { METHODS } from '../payout-methods/methods.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { GUIDED_COLUMNS, type Guide, getGuide } from '../rules/countries/country-guide.ts';
import { CURRENCIES } from '../rules/countries/currencies.ts';
import { columnNamed } from '../sheets/headers/columns.ts';
import type { KnownRecipient, TemplateColumn, TemplatePlan } from '../sheets/write/template-plan.ts';

/** The columns of payment and recipient, which are in every template. */
const PAYMENT = ['paymentReference', 'amount', 'currency', 'memo', 'referenceId'];
const RECIPIENT = ['type', 'firstName', 'lastName', 'name', 'email'];
/** The countries in the comments of a template for all countries. */
const NAMED = ['US', 'GB', 'DE', 'CA', 'AU', 'MX'];
const MOST_NAMED = 12;

/**
 * The content of a template for payments to these countries: columns with the requirements of each country, and an
 * example for each.
 *
 * @param countries codes of ISO 3166; if empty, all countries
 * @param currency of the balance that pays; null leaves the column open
 */
export function planTemplate(
  countries: readonly string[],
  currency: string | null,
  recipients: readonly KnownRecipient[],
): TemplatePlan {
  const payable = Object.values(COUNTRIES).filter(({ receives, currency: own }) => receives !== 'never' && own !== '');
  const all = countries.length > 0 ? countries : payable.map(({ code }) => code);
  const named = countries.length > 0 ? countries.slice(0, MOST_NAMED) : NAMED;
  const guides = new Map(
    GUIDED_COLUMNS.map((column) => [column, all.map((code) => [code, getGuide(code, column)] as const)]),
  );
  const used = GUIDED_COLUMNS.filter((column) =>
    // A column that every country leaves optional is included only if it is common.
    guides.get(column)!.some(([, guide]) => guide && (guide.need !== 'optional' || COMMON.has(column))),
  );
  const columns = [
    ...PAYMENT,
    ...RECIPIENT,
    ...used.filter((column) => ADDRESS.has(column)),
    'country',
    ...used.filter((column) => !ADDRESS.has(column)),
    'payoutMethod',
    'paypalEmail',
  ];
  const pairs = (need: Guide['need']) =>
    used.flatMap((column) =>
      guides.get(column)!.flatMap(([code, guide]) => (guide?.need === need ? [`${code}/${column}`] : [])),
    );
  return {
    columns: columns.map((name) => columnOf(name, named, currency)),
    guided: used,
    countries: all,
    currencies: [
      ...new Set([
        ...(currency ? [currency] : []),
        ...all.map((code) => COUNTRIES[code]!.currency),
        'EUR',
        'USD',
        'GBP',
      ]),
    ].filter((code) => CURRENCIES[code] !== undefined),
    methods: Object.values(METHODS)
      .filter(({ slug }) => slug === 'bank-transfer' || slug === 'paypal')
      .map(({ slug }) => slug),
    required: pairs('required'),
    advised: pairs('advised'),
    ibanInstead: all.filter((code) => getGuide(code, 'iban')?.need === 'optional'),
    examples: named.map((code) => exampleOf(code, columns, currency ?? COUNTRIES[code]!.currency)),
    recipients,
    currency,
  };
}

const ADDRESS: ReadonlySet<string> = new Set(['street1', 'city', 'postalCode', 'region', 'phone', 'governmentId']);
const COMMON: ReadonlySet<string> = new Set(['postalCode', 'iban', 'swiftBic']);

function columnOf(name: string, countries: readonly string[], currency: string | null): TemplateColumn {
  const { kind, summary, example } = columnNamed(name)!;
  const lines = countries.flatMap((code) => lineOf(code, name));
  const head = [
    `${summary}.`,
    ...(lines.length > 0 ? [] : [`For example ${name === 'currency' && currency ? currency : example}.`]),
  ];
  return { name, text: kind !== 'amount', comment: [...head, ...lines].join('\n') };
}

const NEEDS: Readonly<Record<Guide['need'], string>> = {
  required: 'required',
  advised: 'asked for by banks',
  optional: 'may be left empty',
};

function lineOf(code: string, column: string): string[] {
  if (!GUIDED_COLUMNS.includes(column)) return [];
  const country = COUNTRIES[code]!;
  const guide = getGuide(code, column);
  if (!guide) return [`${country.name}: not used`];
  const form = [guide.name, guide.form].filter(Boolean).join(', ');
  const example = guide.example ? `, for example ${guide.example}` : '';
  return [`${country.name}: ${NEEDS[guide.need]}${form ? `, ${form}` : ''}${example}`];
}

/** A row that could be paid if it had an amount: its cells satisfy the rules of the country. */
function exampleOf(code: string, columns: readonly string[], currency: string): Record<string, string> {
  const cells: Record<string, string> = {
    paymentReference: `EXAMPLE-${code}`,
    currency,
    memo: 'An example, not to be paid',
    type: 'individual',
    firstName: 'Ada',
    lastName: 'Example',
    email: `ada.${code.toLowerCase()}@example.com`,
    country: code,
    payoutMethod: 'bank-transfer',
  };
  for (const column of columns) {
    const guide = getGuide(code, column);
    if (guide && (guide.need !== 'optional' || column === 'postalCode') && guide.example) cells[column] = guide.example;
  }
  return cells;
}
