import { maskEmail } from '../mask-bank-details.ts';
import { type AccountDraft, type AccountMask, CLEAR_BY_CONTRACT } from '../model.ts';
import { foldLetters } from '../references/spellings.ts';
import { METHODS } from './methods.ts';

/**
 * `agrees`: every field that the service shows matches the row, and one of them identifies the account.
 * `differs`: at least one field that it shows does not match.
 * `not_shown`: no field differs, but no field identifies the account, so nothing is proven.
 */
export interface AccountComparison {
  readonly verdict: 'agrees' | 'differs' | 'not_shown';
  /** The fields that differ, as parts of a sentence. Of a number, at most the last four characters. */
  readonly differences: readonly string[];
  /** The mask of the account that agrees, if not in the form of the contract; then less of it was compared. */
  readonly mask: AccountMask | null;
}

/**
 * Compares the account of a row with the account that the payout service shows (of a recipient, or with a payment),
 * field by field: payout method, country, currency, holder, branch, bank, BIC, and the visible part of masked numbers.
 * The name and address of the bank are not compared, because the service writes them in its own way. Neither is a field
 * that the service does not show.
 */
export function compareAccount(named: AccountDraft, shown: unknown): AccountComparison {
  const sent = texts(METHODS[named.method].payload(named));
  const remoteFields = texts(shown);
  const differences: string[] = [];
  let isIdentified = false;
  let mask: AccountMask | null = null;
  for (const { field, words, agrees, inPart, identifies } of FIELDS) {
    const mine = sent[field];
    const its = remoteFields[field];
    if (mine === undefined || its === undefined) continue;
    if (!agrees(mine, its, sent))
      differences.push(inPart ? `${words} (${differenceWords(inPart(mine), inPart(its))})` : words);
    const clear = identifies ? clearPart(mine, its) : null;
    isIdentified ||= clear !== null && clear.characters > 0;
    mask ??= clear?.mask ?? null;
  }
  for (const { field, words, instead } of INSTEAD)
    if (
      sent[field] === undefined &&
      remoteFields[field] !== undefined &&
      !instead.some((other) => other in remoteFields && other in sent)
    )
      differences.push(words);
  if (differences.length > 0) return { verdict: 'differs', differences, mask: null };
  return { verdict: isIdentified ? 'agrees' : 'not_shown', differences, mask };
}

/** If the visible parts are the same on both sides, the difference is behind the mask. */
function differenceWords(mine: string, its: string): string {
  return mine.slice(-2) === its.slice(-2) ? 'with a different length or different digits' : `${its} instead of ${mine}`;
}

/** "the IBAN (•••• 29 instead of •••• 00) and the account holder" */
export function describeDifferences({ differences }: Pick<AccountComparison, 'differences'>): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(differences);
}

interface ComparedField {
  /** The name of the field in the contract. */
  readonly field: string;
  readonly words: string;
  readonly agrees: (mine: string, its: string, sent: Readonly<Record<string, string>>) => boolean;
  /** The part of a value that may be shown. Absent if no part may be. */
  readonly inPart?: (value: string) => string;
  /** Identifies the account, in full or behind its mask. */
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
    // The service derives the country of an account from its IBAN: for a French overseas department that is France.
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

/**
 * Fields that the service shows and the row does not name: another kind of account. The service may derive an account
 * number from an IBAN, so an account number next to a matching `instead` field is no difference.
 */
const INSTEAD: readonly { readonly field: string; readonly words: string; readonly instead: readonly string[] }[] = [
  { field: 'iban', words: 'the kind of number (an IBAN instead of an account number)', instead: [] },
  { field: 'accountNum', words: 'the kind of number (an account number instead of an IBAN)', instead: ['iban'] },
  { field: 'emailAddress', words: 'the kind of account (PayPal)', instead: [] },
];

/** Text fields with a value. A field that the service shows as empty is treated as not shown. */
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

/** Ignores case, accents, umlauts and punctuation: banks often change them. */
function isSameName(mine: string, its: string): boolean {
  return plainName(mine) === plainName(its);
}

function plainName(name: string): string {
  return foldLetters(name.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same characters wherever the mask shows them. The service may have removed spaces and, of a number, hyphens. */
function isSameBehindMask(mine: string, its: string): boolean {
  return clearPart(mine, its) !== null;
}

/** Runs of characters that hide others. In an e-mail address, letters and `#` may be its own. */
const HIDDEN = /[*•●·…#]+|x{3,}/;
const HIDDEN_IN_EMAIL = /[*•●…]+/;

/**
 * The clear characters of a masked number, and how it is masked if not in the form of the contract: then its length
 * says nothing. Null if a clear character contradicts the whole number.
 */
function clearPart(
  mine: string,
  its: string,
): { readonly characters: number; readonly mask: AccountMask | null } | null {
  const separators = mine.includes('@') ? /\s/g : /[\s-]/g;
  const [whole, shown] = [mine, its].map((text) => text.replace(separators, '').toLowerCase()) as [string, string];
  const clear = shown.replaceAll('*', '').length;
  if (fits(shown, whole) && (clear === 0 || clear >= Math.min(CLEAR_BY_CONTRACT, whole.length)))
    return { characters: clear, mask: null };
  const hidden = (whole.includes('@') ? HIDDEN_IN_EMAIL : HIDDEN).exec(shown)?.[0];
  if (hidden === undefined) return null;
  const [start = '', ...rest] = shown.split(hidden);
  const end = rest.join(hidden);
  const agrees = whole.startsWith(start) && whole.endsWith(end) && start.length + end.length <= whole.length;
  if (!agrees) return null;
  const mask = { start: start.length, end: end.replace(/@.*/, '').length, character: hidden[0]! };
  const characters = mask.start + mask.end;
  return { characters, mask: characters === 0 ? null : mask };
}

function fits(shown: string, whole: string): boolean {
  return (
    shown.length === whole.length && [...shown].every((character, at) => character === '*' || character === whole[at])
  );
}

/** The same bank, and the same branch if both name one. A head office ("XXX", or no branch code) names none. */
function isSameBic(mine: string, its: string): boolean {
  const [ownBic, shown] = [mine, its].map((bic) => bic.replace(/\s/g, '').toUpperCase().replace(/XXX$/, '')) as [
    string,
    string,
  ];
  if (shown.includes('*')) return fits(shown.slice(0, 8), ownBic.slice(0, 8));
  return ownBic.slice(0, 8) === shown.slice(0, 8) && (ownBic.length === 8 || shown.length === 8 || ownBic === shown);
}

/** The fields by which a reader recognizes an account, as the payout service shows them. */
export interface HintedAccount {
  readonly type?: unknown;
  readonly iban?: unknown;
  readonly accountNum?: unknown;
  readonly emailAddress?: unknown;
}

/** The service masks all but the last two characters. If it shows more, at most four are kept. */
const LAST_SHOWN = /[^\s*]{1,4}$/;

/** A masked account that the service shows, for readers. Null if it shows no field by which they recognize it. */
export function listedAccountHint({ iban, accountNum, emailAddress, type }: HintedAccount): string | null {
  const ending = (text: unknown) => (typeof text === 'string' ? LAST_SHOWN.exec(text)?.[0] : undefined);
  const [ofIban, ofNumber] = [ending(iban), ending(accountNum)];
  if (ofIban) return `IBAN ***${ofIban}`;
  if (ofNumber) return `account ***${ofNumber}`;
  return type === 'paypal' && typeof emailAddress === 'string' && emailAddress !== ''
    ? `PayPal ${maskEmail(emailAddress)}`
    : null;
}
