import type { Severity } from '../../model.ts';
import type { AddressNeeds, CountryEntry, FieldEntry, IbanEntry } from '../countries/country.ts';
import type { Need } from '../countries/need.ts';
import { fieldEntry } from './field-entry.ts';
import { type DataRow, readData } from './read-data.ts';

const BRANCH = 'branchId(name,format regex)';
const BANK = 'bankId(name,format)';
const ACCOUNT = 'accountNum(format regex)';
const IBAN = 'iban(required/optional/no)';
const BIC = 'swiftBic(required/optional/no)';
const POSTAL = 'postalCode/region required';

/** Release of the registry, and the month in which the rules of country-rules.csv were collected. */
const REGISTRY = 'SWIFT IBAN registry r102';
const RELEASED = 'June 2026';
const COLLECTED = 'November 2026';

export function ibansTable(): Readonly<Record<string, IbanEntry>> {
  const rows = readData('iban-registry-r102.csv');
  return Object.fromEntries(
    rows.map(({ country = '', length, regex = '', example = '' }) => [
      country,
      { code: country, length: Number(length), pattern: regex, example },
    ]),
  );
}

/**
 * `tables/countries.json`, from three data files: country-rules.csv if it has the country; otherwise the IBAN registry,
 * for which the IBAN is enough; otherwise the general rule of a wire (account number, BIC, address of the bank).
 */
export function countriesTable(): Readonly<Record<string, CountryEntry>> {
  const registry = readData('iban-registry-r102.csv');
  const rules = new Map(readData('country-rules.csv').map((row) => [row.country, row]));
  return Object.fromEntries(
    readData('iso-3166.csv').map((iso) => [iso.code ?? '', countryEntry(iso, rules.get(iso.code ?? ''), registry)]),
  );
}

function countryEntry(iso: DataRow, rule: DataRow | undefined, registry: readonly DataRow[]): CountryEntry {
  const { code = '', name = '' } = iso;
  const shape = registry.find(
    ({ country, alsoCovers = '' }) => country === code || alsoCovers.split(/[^A-Z]+/).includes(code),
  );
  const iban = ibanNeed(code, rule, shape);
  const sepa = shape?.sepaFlagInRegistry === 'Yes';
  const bic = rule?.[BIC] ?? (iban === 'required' && sepa ? 'optional' : 'required');
  const usesIban = iban === 'required';
  const confidence = (rule?.confidence?.charAt(0) ?? '') as CountryEntry['confidence'];
  // An IBAN is enough to identify an account: the service derives the bank from it.
  const ofBank = !usesIban && (rule ? rule.bankAddress === 'required' : true) ? 'required' : 'optional';
  const local = (words: string | undefined, term: string, need: Need, severity: Severity): FieldEntry | null =>
    usesIban || words === undefined ? null : fieldEntry(words, term, need, severity);
  return {
    code,
    name,
    inWords: inWords(name),
    currency: rule?.currency || iso.currency || '',
    receives: 'yes',
    iban,
    ibanCode: shape?.country ?? null,
    sepa,
    localRail: bic.startsWith('no') || bic.startsWith('optional'),
    swiftBic: bicNeed(bic, usesIban),
    bankAddress: ofBank,
    bankCity: ofBank,
    bankRegion: 'optional',
    accountNum: local(rule?.[ACCOUNT] ?? '', 'account number', 'required', confidence === 'H' ? 'error' : 'warning'),
    branchId: local(rule?.[BRANCH] || undefined, 'branch code', 'optional', 'warning'),
    bankId: local(rule?.[BANK] || undefined, 'bank code', 'optional', 'warning'),
    address: addressNeeds(rule),
    postalCode: /(?<=\/)\^.*\$(?=\/i)/.exec(rule?.[POSTAL] ?? '')?.[0] ?? null,
    confidence,
    source: sourceOf(rule, shape),
  };
}

function ibanNeed(code: string, rule: DataRow | undefined, shape: DataRow | undefined): CountryEntry['iban'] {
  const stated = rule?.[IBAN] ?? '';
  if (stated.startsWith('optional')) return 'optional';
  if (stated.startsWith('required') || (!rule && shape)) return 'required';
  const account = rule?.[ACCOUNT] ?? '';
  return account.includes('IBAN-like') || account.includes(`${code} IBAN`) ? 'tolerated' : 'no';
}

/** The contract requires street and city. Post offices or other providers ask for the rest, so it is only advised. */
function addressNeeds(rule: DataRow | undefined): AddressNeeds {
  const words = rule?.[POSTAL] ?? '';
  const postal = words.includes('postal none') ? 'no' : words.includes('postal required') ? 'advised' : 'optional';
  const region = words.includes('region required') ? 'advised' : 'optional';
  const phone = rule?.phoneRequired?.startsWith('yes') ? 'advised' : 'optional';
  return { street1: 'required', city: 'required', postalCode: postal, region, phone };
}

/** The sources with their dates; for the registry, its release and the date of the country's entry. */
function sourceOf(rule: DataRow | undefined, shape: DataRow | undefined): string {
  const changed = shape ? `${RELEASED}, entry of ${shape.lastUpdate}` : RELEASED;
  const listed = (rule?.source ?? (shape ? REGISTRY : 'seed (wire rule)'))
    .split('; ')
    .map((source) => source.replace(/^seed \(wire rule\)$/, 'general rule of a wire'))
    .filter((source) => !source.startsWith('seed'))
    .map((source) => (source === REGISTRY ? `${source} (${changed})` : source));
  return rule ? `${listed.join('; ')}; collected ${COLLECTED}` : listed.join('; ');
}

const WITH_ARTICLE =
  /^(?:United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Isle |Congo|DR |British |French S|U\.S\. )|Islands$|Republic$|Territories$|^Central/;

function inWords(name: string): string {
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** With an IBAN, a BIC is at most advised: the service derives it. */
function bicNeed(stated: string, usesIban: boolean): Need {
  if (stated.startsWith('required'))
    return usesIban ? (stated.includes('unverified') ? 'optional' : 'advised') : 'required';
  return 'optional';
}
