import type { AccountDraft } from '../model.ts';
import { METHODS } from './methods.ts';

/**
 * `agrees`: everything that the service shows is what was named, and the number that identifies the account is among it.
 * `differs`: something shown is not what was named. `not_shown`: nothing differs, but no such number is shown, so nothing is proven.
 */
export interface AccountComparison {
  readonly verdict: 'agrees' | 'differs' | 'not_shown';
  /** The fields that differ, as parts of a sentence. Of a number never more than its last four characters. */
  readonly differences: readonly string[];
}

/**
 * Compares the account that a row names with the one that the service shows (of a recipient, or with a payment), field by field:
 * how it is paid, country, currency, holder, branch, bank, BIC, and the visible rest of masked numbers. Names and addresses of the
 * bank itself are left out: the service writes them in its own way. A field that is not shown is not compared.
 */
export function compareAccount(named: AccountDraft, shown: unknown): AccountComparison {
  const sent = texts(METHODS[named.method].payload(named));
  const there = texts(shown);
  const differences: string[] = [];
  let isIdentified = false;
  for (const { field, words, agrees, inPart, identifies } of FIELDS) {
    const mine = sent[field];
    const its = there[field];
    if (mine === undefined || its === undefined) continue;
    if (agrees(mine, its, sent)) isIdentified ||= identifies === true;
    else differences.push(inPart ? `${words} (${beside(inPart(mine), inPart(its))})` : words);
  }
  for (const { field, words, instead } of INSTEAD)
    if (
      sent[field] === undefined &&
      there[field] !== undefined &&
      !instead.some((other) => other in there && other in sent)
    )
      differences.push(words);
  if (differences.length > 0) return { verdict: 'differs', differences };
  return { verdict: isIdentified ? 'agrees' : 'not_shown', differences };
}

/** What can be shown may be the same on both sides: then what differs is behind the mask. */
function beside(mine: string, its: string): string {
  return mine.slice(-2) === its.slice(-2) ? 'of another length or with other digits' : `${its} instead of ${mine}`;
}

/** "the IBAN (•••• 29 instead of •••• 00) and the account holder" */
export function describeDifferences({ differences }: Pick<AccountComparison, 'differences'>): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(differences);
}

interface ComparedField {
  /** The contract's name. */
  readonly field: string;
  readonly words: string;
  readonly agrees: (mine: string, its: string, sent: Readonly<Record<string, string>>) => boolean;
  /** As much of a value as people may see; absent where none of it. */
  readonly inPart?: (value: string) => string;
  /** It says by itself, or behind its mask, which account it is. */
  readonly identifies?: true;
}

const asItIs = (value: string) => value.slice(0, 40);
const lastDigits = (value: string) => {
  const compact = value.replace(/[\s*-]/g, '');
  return `•••• ${compact.length > 8 || value.includes('*') ? compact.slice(-4) : compact.slice(-2)}`;
};

const FIELDS: readonly ComparedField[] = [
  { field: 'type', words: 'the payout method', agrees: isSameText, inPart: asItIs },
  {
    field: 'country',
    words: 'the country of the account',
    // Of an account with an IBAN the service derives the country from it: that of a French overseas department is France.
    agrees: (mine, its, { iban }) =>
      isSameText(mine, its) || iban?.slice(0, 2).toUpperCase() === its.trim().toUpperCase(),
    inPart: asItIs,
  },
  { field: 'currency', words: 'the currency of the account', agrees: isSameText, inPart: asItIs },
  { field: 'accountHolderName', words: 'the account holder', agrees: isSameName },
  { field: 'iban', words: 'the IBAN', agrees: isSameBehindMask, inPart: lastDigits, identifies: true },
  { field: 'accountNum', words: 'the account number', agrees: isSameBehindMask, inPart: lastDigits, identifies: true },
  { field: 'branchId', words: 'the branch code', agrees: isSameBehindMask, inPart: lastDigits },
  { field: 'bankId', words: 'the bank code', agrees: isSameBehindMask, inPart: lastDigits },
  { field: 'swiftBic', words: 'the BIC', agrees: isSameBic },
  { field: 'emailAddress', words: 'the PayPal account', agrees: isSameBehindMask, identifies: true },
];

/** Another kind of number than was named, and not beside the one that was: the service may derive an account number from an IBAN. */
const INSTEAD: readonly { readonly field: string; readonly words: string; readonly instead: readonly string[] }[] = [
  { field: 'iban', words: 'the kind of number (an IBAN instead of an account number)', instead: [] },
  { field: 'accountNum', words: 'the kind of number (an account number instead of an IBAN)', instead: ['iban'] },
  { field: 'emailAddress', words: 'the kind of account (PayPal)', instead: [] },
];

/** Fields with a value; what the service shows as empty is not shown. */
function texts(account: unknown): Readonly<Record<string, string>> {
  if (typeof account !== 'object' || account === null) return {};
  return Object.fromEntries(
    Object.entries(account).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    ),
  );
}

function isSameText(mine: string, its: string): boolean {
  return mine.trim().toLowerCase() === its.trim().toLowerCase();
}

/** Case, accents and punctuation are often lost on the way. */
function isSameName(mine: string, its: string): boolean {
  return plainName(mine) === plainName(its);
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of the same length and the same in every character that its mask shows; spaces and hyphens may have been removed. */
function isSameBehindMask(mine: string, its: string): boolean {
  const shown = its.replace(/\s/g, '').toLowerCase();
  const whole = mine.replace(/\s/g, '').toLowerCase();
  return fits(shown, whole) || fits(shown.replaceAll('-', ''), whole.replaceAll('-', ''));
}

function fits(shown: string, whole: string): boolean {
  return (
    shown.length === whole.length && [...shown].every((character, at) => character === '*' || character === whole[at])
  );
}

/** The same bank, and the same branch if both name one: a head office ("XXX", or nothing) names none. */
function isSameBic(mine: string, its: string): boolean {
  const [ours, shown] = [mine, its].map((bic) => bic.replace(/\s/g, '').toUpperCase().replace(/XXX$/, '')) as [
    string,
    string,
  ];
  if (shown.includes('*')) return fits(shown.slice(0, 8), ours.slice(0, 8));
  return ours.slice(0, 8) === shown.slice(0, 8) && (ours.length === 8 || shown.length === 8 || ours === shown);
}
