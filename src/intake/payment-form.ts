import { capitalized } from '../platform/capitalize.ts';
import { columnTitle } from '../references/column-label.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { GUIDED_COLUMNS, getGuide } from '../rules/countries/country-guide.ts';
import { type ColumnKind, columnNamed } from '../sheets/headers/columns.ts';
import { CODES_OF_KIND } from './codes-of-kind.ts';

/** A column of a sheet as a field of a form for one payment. */
export interface PaymentField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: ColumnKind;
  /** The words or codes that it takes; empty: any text. */
  readonly choices: readonly string[];
}

/** The properties of a new recipient that decide which columns are needed. */
export interface NewRecipient {
  readonly type: 'individual' | 'business';
  readonly payoutMethod: 'bank-transfer' | 'paypal';
  /** Of the account; ISO 3166, upper case. */
  readonly country: string;
}

/** The columns that say what is paid, and those that are seldom needed. */
export const AMOUNT_FIELDS = getPaymentFields(['amount', 'currency', 'paymentReference', 'memo'], ['memo']);
export const MORE_AMOUNT_FIELDS = getPaymentFields(['targetAmount', 'targetCurrency', 'category', 'tags'], []);

/** The countries to whose banks a merchant can pay; `enabled` by the rules, all if empty. */
export function payableCountries(enabled: readonly string[]): readonly string[] {
  return Object.values(COUNTRIES)
    .filter(({ code, receives, currency }) => receives !== 'never' && currency !== '' && isEnabled(enabled, code))
    .map(({ code }) => code);
}

const isEnabled = (enabled: readonly string[], code: string) => enabled.length === 0 || enabled.includes(code);

/**
 * The columns of a new recipient and their account: those that the rules of the country of the account need, and more
 * that its banks or the country of the address may need.
 */
export function recipientFields({ type, payoutMethod, country }: NewRecipient): {
  readonly needed: readonly PaymentField[];
  readonly more: readonly PaymentField[];
} {
  const names = [...(type === 'individual' ? ['firstName', 'lastName'] : ['name']), 'email', 'country'];
  const needed = getPaymentFields(names, []).map((one) => ({ ...one, hint: '' }));
  const more = getPaymentFields(['referenceId'], ['referenceId']);
  if (payoutMethod === 'paypal')
    return { needed: [...needed, ...getPaymentFields(['paypalEmail'], ['paypalEmail'])], more };
  const guided = GUIDED_COLUMNS.flatMap((column) => guidedField(country, column));
  const isNeeded = ({ name }: PaymentField) => {
    const guide = getGuide(country, name);
    return guide !== null && (guide.need !== 'optional' || COMMON.has(name));
  };
  const holder = getPaymentFields(['accountHolderName'], ['accountHolderName']);
  return {
    needed: [...needed, ...guided.filter(isNeeded)],
    more: [...more, ...holder, ...guided.filter((one) => !isNeeded(one))],
  };
}

/** Columns of an account that are usual even if they are optional. */
const COMMON: ReadonlySet<string> = new Set(['iban', 'swiftBic']);
/** Columns of the address, which may be that of another country. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['street1', 'city', 'postalCode', 'region', 'phone', 'governmentId']);
/** Columns whose examples say nothing. */
const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set(['street1', 'city', 'bankAddress', 'bankCity']);

function guidedField(country: string, column: string): readonly PaymentField[] {
  const guide = getGuide(country, column);
  if (!guide) return OF_ADDRESS.has(column) ? getPaymentFields([column], [column]) : [];
  const { name, form, example, need } = guide;
  const label = name === '' ? columnTitle(column) : capitalized(name);
  const hints = [form, example === '' || WITHOUT_EXAMPLE.has(column) ? '' : `for example ${example}`];
  const advice = need === 'advised' ? 'Banks ask for this.' : '';
  const [field] = getPaymentFields([column], []);
  return [
    {
      ...field!,
      label: need === 'required' ? label : `${label} (optional)`,
      hint: [advice, capitalized(hints.filter(Boolean).join(', '))].filter(Boolean).join(' '),
    },
  ];
}

/** These columns as fields. */
export function getPaymentFields(names: readonly string[], optional: readonly string[]): readonly PaymentField[] {
  return names.map((name) => {
    const { kind, choices, summary } = columnNamed(name)!;
    const label = `${columnTitle(name)}${optional.includes(name) ? ' (optional)' : ''}`;
    return {
      name,
      label,
      hint: CODES_OF_KIND[kind] || choices.length > 0 ? '' : summary,
      kind,
      choices: CODES_OF_KIND[kind] ?? choices,
    };
  });
}
