import { COUNTRIES, IBAN_SHAPES } from './countries.ts';
import type { Country } from './country.ts';
import { idFormOf } from './government-id-rule.ts';
import type { Need } from './need.ts';
import { getPostalCode } from './postal-code.ts';
import { regionExample } from './region.ts';

/** Requirements of a bank transfer to a country for one column of the sheet. */
export interface Guide {
  readonly need: Exclude<Need, 'no'>;
  /** The local term, "routing number"; '' if the column's own name is used. */
  readonly name: string;
  /** The text for the format: "9 digits". */
  readonly form: string;
  /** A real or realistic example. */
  readonly example: string;
}

type Reader = (country: Country) => Guide | null;

const unless = (need: Need, guide: Omit<Guide, 'need'>): Guide | null => (need === 'no' ? null : { need, ...guide });

const local =
  (column: 'accountNum' | 'branchId' | 'bankId'): Reader =>
  (country) => {
    const rule = country[column];
    return rule && unless(rule.need, { name: rule.name, form: rule.form, example: rule.example });
  };

const plain =
  (of: (country: Country) => Need, example: string): Reader =>
  (country) =>
    unless(of(country), { name: '', form: '', example });

/** The columns whose requirements depend on the country of the account, in the order of the sheet. */
const READERS: Readonly<Record<string, Reader>> = {
  street1: plain(({ address }) => address.street1, '12 Example Street'),
  city: plain(({ address }) => address.city, 'Example City'),
  postalCode: (country) => {
    const known = getPostalCode(country.code);
    return known && unless(country.address.postalCode, { name: '', form: '', example: known.example });
  },
  region: (country) => {
    const example = regionExample(country.code);
    return unless(country.address.region, { name: '', form: '', example: example.replace(/ .*/, '') });
  },
  phone: plain(({ address }) => address.phone, '+44 20 7946 0000'),
  governmentId: ({ governmentId }) => {
    const kind = governmentId?.kinds[0];
    return kind && governmentId
      ? { need: governmentId.need, name: governmentId.name, form: idFormOf(governmentId), example: kind.example }
      : null;
  },
  iban: ({ iban, ibanCode }) => {
    const shape = IBAN_SHAPES[ibanCode ?? ''];
    if (iban === 'no' || !shape) return null;
    const need = iban === 'required' ? 'required' : 'optional';
    const form = `${shape.length} characters that begin with ${shape.code}`;
    return { need, name: '', form, example: shape.example };
  },
  accountNum: local('accountNum'),
  branchId: local('branchId'),
  bankId: local('bankId'),
  swiftBic: ({ swiftBic, code }) =>
    unless(swiftBic, { name: 'BIC', form: '8 or 11 characters', example: `BANK${code}22` }),
  bankAddress: plain(({ bankAddress }) => bankAddress, '1 Bank Street'),
  bankCity: plain(({ bankCity }) => bankCity, 'Example City'),
  bankRegion: (country) =>
    unless(country.bankRegion, { name: '', form: '', example: regionExample(country.code).replace(/ .*/, '') }),
};

/** The columns for which `getGuide` may return a guide. */
export const GUIDED_COLUMNS: readonly string[] = Object.keys(READERS);

/**
 * The requirements for a column; null if the country's banks do not use it, or nothing is known about it.
 * @param code ISO 3166, upper case
 */
export function getGuide(code: string, column: string): Guide | null {
  const country = COUNTRIES[code];
  return country ? (READERS[column]?.(country) ?? null) : null;
}
