import { commonColumn, splitHeader, withoutNeutralWords } from './composed-header.ts';
import { type HeaderUnit, splitUnit } from './header-unit.ts';
import { getPhrase } from './phrases/header-phrases.ts';
import { headerKey, headerWords, withoutJoints, wordSet } from './phrases/header-words.ts';
import { CHANGING_WORDS, OTHER_AMOUNT_PARTS, OTHER_AMOUNT_WORDS } from './phrases/other-amounts.ts';
import {
  HOLDER_WORDS,
  OWN_PARTS,
  OWN_WORDS,
  RECIPIENT_PREFIXES,
  RECIPIENT_SIDE_WORDS,
  RECIPIENT_WORDS,
} from './phrases/party-words.ts';
import type { Phrase, Strength } from './phrases/phrase.ts';

/** The meaning of a header by its words alone, without its neighbors and cells. */
export interface HeaderMeaning {
  /** Canonical name; null if the words mean none. */
  readonly column: string | null;
  readonly strength: Strength;
  /** It names the recipient: "Beneficiary IBAN". */
  readonly recipient: boolean;
  /**
   * The reason why no column is meant, whatever the cells contain. `payer`: it belongs to the merchant. `amount`: an
   * amount other than the one to pay; `changes`: an amount that changes the one to pay. `known`: a column that no
   * payment needs.
   */
  readonly not: 'payer' | 'amount' | 'changes' | 'known' | null;
  readonly unit: HeaderUnit;
  /** Only a part of its words means the column, so its cells have to differ by recipient: "Deposit account". */
  readonly composed: boolean;
}

const MOST_REMEMBERED = 5_000;
const remembered = new Map<string, HeaderMeaning>();

/** Longer texts are sentences, not headers. */
const LONGEST = 80;

export function headerMeaning(header: string): HeaderMeaning {
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const meaning = understand(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(header, meaning);
  return meaning;
}

function understand(header: string): HeaderMeaning {
  const whole = understandWhole(header);
  if (whole.column !== null || whole.not === 'payer') return whole;
  const parts = splitHeader(header);
  const meanings = parts.length < 2 ? [] : parts.map(understandWhole);
  const column = commonColumn(meanings.map((one) => one.column));
  if (column === null) return whole;
  const strength = meanings.some((one) => one.strength === 'weak') ? 'weak' : 'plain';
  return { ...whole, column, strength, not: null, recipient: meanings.some((one) => one.recipient) };
}

function understandWhole(header: string): HeaderMeaning {
  const { text, unit } = header.length > LONGEST ? { text: '', unit: NO_UNIT } : splitUnit(header);
  const words = headerWords(text);
  const is = (column: string | null, rest: Partial<HeaderMeaning> = {}): HeaderMeaning => ({
    column,
    strength: 'plain',
    recipient: false,
    not: null,
    unit,
    composed: false,
    ...rest,
  });
  if (words.length === 0) return is(null);
  const key = headerKey(words);
  // In French, "à payer" means to be paid; the English word "payer" means the merchant.
  const ofPayer = withoutFrenchToPay(words);
  // The set has words and pairs of words, such as "Debtor" and "Source account"; the parts cover compounds and scripts
  // without spaces.
  if (hasOneOf(OWN_WORDS, ofPayer) || OWN_PARTS.some((part) => key.includes(part))) return is(null, { not: 'payer' });
  const phrase = phraseWithBank(key);
  if (phrase)
    return phrase.column === null ? is(null, { not: 'known' }) : is(phrase.column, { strength: phrase.strength });
  const rest = withoutRecipient(words, key);
  if (rest !== null) {
    const column = ofRecipient(rest.key, rest.holder, rest.person);
    if (column !== undefined) return is(column.column, { ...column, recipient: true });
  }
  const others = withoutJoints(words).filter((word) => !RECIPIENT_WORDS.has(word) && !RECIPIENT_SIDE_WORDS.has(word));
  const composed = withoutNeutralWords(others, (one) => getPhrase(one)?.column ?? null);
  if (composed !== null) return is(composed, { recipient: rest !== null, composed: true });
  // "Discount code" and "Last name" hold no amount, whatever other word is in them.
  if (hasOneOf(NO_AMOUNT, words) && (hasOneOf(CHANGING_WORDS, words) || hasOneOf(OTHER_AMOUNT_WORDS, words)))
    return is(null, { not: 'known' });
  if (hasOneOf(CHANGING_WORDS, words)) return is(null, { not: 'changes' });
  if (hasOneOf(OTHER_AMOUNT_WORDS, words) || OTHER_AMOUNT_PARTS.some((part) => key.includes(part)))
    return is(null, { not: 'amount' });
  return is(null);
}

const NO_AMOUNT: ReadonlySet<string> = new Set(['reference', 'name', 'code', 'date', 'datum', 'email', 'address']);

function withoutFrenchToPay(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => word !== 'payer' || words[at - 1] !== 'a');
}

const NO_UNIT: HeaderUnit = { currency: null, scale: null };

/** Whether a header names the recipient: "Vendor name", "Payee". */
export function namesRecipient(header: string): boolean {
  const words = headerWords(header);
  return words.some((word) => RECIPIENT_WORDS.has(word)) || withoutRecipient(words, headerKey(words)) !== null;
}

/** The key of a header without its words for the recipient; the whole key if it has none. */
export function keyWithoutRecipient(header: string): string {
  const words = headerWords(header);
  const key = headerKey(words);
  return withoutRecipient(words, key)?.key ?? key;
}

/** Whether a header is nothing but a word for the recipient: "Vendor", "Kreditor". */
export function isBareRecipient(header: string): boolean {
  const words = headerWords(header);
  const rest = withoutRecipient(words, headerKey(words));
  return rest?.person === true && rest.key === '';
}

/** Whether the set has one of the words, or two or three in a row as one. */
function hasOneOf(set: ReadonlySet<string>, words: readonly string[]): boolean {
  const meaningful = withoutJoints(words);
  return meaningful.some(
    (word, at) =>
      set.has(word) ||
      set.has(word + (meaningful[at + 1] ?? '')) ||
      set.has(word + (meaningful[at + 1] ?? '') + (meaningful[at + 2] ?? '')),
  );
}

/**
 * The rest of the header without words for the recipient; null if it has none. `holder`: a word means the account
 * holder. `person`: a word names the recipient, not only the recipient's side.
 */
function withoutRecipient(
  words: readonly string[],
  key: string,
): { readonly key: string; readonly holder: boolean; readonly person: boolean } | null {
  const meaningful = withoutJoints(words);
  const named = meaningful.filter((word) => RECIPIENT_WORDS.has(word));
  const other = meaningful.filter((word) => !RECIPIENT_WORDS.has(word) && !RECIPIENT_SIDE_WORDS.has(word));
  if (other.length < meaningful.length)
    return {
      key: other.join(''),
      holder: named.some((word) => HOLDER_WORDS.has(word)),
      person: named.length > 0,
    };
  const prefixes = RECIPIENT_PREFIXES.filter((one) => key.startsWith(one) && key.length > one.length);
  // "Toimittajanumero" is the number of the "toimittaja", and also begins with "toimittajan".
  const prefix = prefixes.find((one) => NUMBER.has(key.slice(one.length))) ?? prefixes[0];
  if (prefix === undefined) return null;
  const rest = key.slice(prefix.length).replace(/^[のs](?=.)/u, '');
  return { key: rest, holder: HOLDER_WORDS.has(prefix), person: true };
}

/** An ID or a code after a word for the recipient. */
const NUMBER = wordSet([
  'id|clave|uuid|guid|display id|external id|ref id|reference id|user id|number|code|key|identification|number id|id number|account code',
  'numero|nummer|numer|numarası|nro|no|kodu|koodi|kod|kennung|číslo|コード|番号|番號|编号|編號|编码|編碼|代码|번호|코드',
]);
/**
 * Columns about the payment rather than the recipient. After a word for the recipient, their meaning needs a question.
 */
const UNCLEAR: ReadonlySet<string> = new Set([
  'paymentReference',
  'amount',
  'currency',
  'memo',
  'referenceId',
  'category',
]);

/** Columns of an account; their header may also name the bank. */
const ACCOUNT: ReadonlySet<string> = new Set([
  'iban',
  'accountNum',
  'swiftBic',
  'branchId',
  'bankId',
  'accountHolderName',
]);
const BANKS = [
  'banka',
  'bank',
  'pankin',
  'banky',
  'banku',
  'băncii',
  'banque',
  'banco',
  'banca',
  'банка',
  'банку',
  '銀行',
  '金融機関',
  '银行',
  '은행',
].map(headerOf);

/** "Beneficiary bank ABA" means the same as "ABA"; but the city of the bank is not that of the recipient. */
function phraseWithBank(key: string): Phrase | undefined {
  // "Transaction reference number" is the same as "transaction reference".
  const phrase =
    getPhrase(key) ?? (key.endsWith('referencenumber') ? getPhrase(key.slice(0, -'number'.length)) : undefined);
  if (phrase) return phrase;
  for (const bank of BANKS) {
    const without = key.includes(bank) ? getPhrase(key.replace(bank, '')) : undefined;
    if (without?.column && ACCOUNT.has(without.column) && without.column !== 'accountHolderName') return without;
  }
  return undefined;
}

function headerOf(text: string): string {
  return headerKey(headerWords(text));
}

/** After a word for the recipient, these mean the name: "Intitulé du tiers". */
const TITLES = wordSet(['名|名称|名稱|명|이름|intitulé|title|libellé|bezeichnung|název']);
const NAMED: Phrase = { column: 'name', strength: 'plain' };

function ofRecipient(
  key: string,
  holder: boolean,
  person: boolean,
): Pick<HeaderMeaning, 'column' | 'strength'> | undefined {
  if (!person) {
    const phrase = phraseWithBank(key);
    const is = (column: string) => ACCOUNT.has(column) || column === 'amount' || (column === 'name' && key === 'name');
    return phrase?.column && is(phrase.column) ? phrase : undefined;
  }
  if (key === '') return { column: holder ? 'accountHolderName' : 'name', strength: 'plain' };
  // "Payout to driver" is what is paid out, and no other amount of a driver is.
  if (key === 'payout') return { column: 'amount', strength: 'strong' };
  if (NUMBER.has(key)) return { column: 'referenceId', strength: 'plain' };
  // 取引先名: after a word for the recipient, 名 means the name.
  const phrase = TITLES.has(key) ? NAMED : phraseWithBank(key);
  if (!phrase) return undefined;
  if (phrase.column === 'name') return { column: holder ? 'accountHolderName' : 'name', strength: 'plain' };
  if (phrase.column === 'paymentReference' && /invoice|rechnung|facture|factura|fattura|bill/.test(key)) return phrase;
  if (
    phrase.column !== null &&
    UNCLEAR.has(phrase.column) &&
    phrase.strength !== 'strong' &&
    phrase.strength !== 'earned'
  )
    return { column: null, strength: 'plain' };
  return phrase;
}
