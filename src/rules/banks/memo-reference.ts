import type { Cells, Finding, RecipientDraft } from '../../model.ts';
import { finding } from '../finding.ts';
import { normalizeCode } from '../normalize-code.ts';

/**
 * SIX, Swiss Payment Standards: IIDs 30000 to 31999, the fifth to ninth characters of an IBAN of Switzerland or
 * Liechtenstein, are QR-IIDs. Such an account takes only CHF and EUR, with a QR reference.
 */
const QR_IBAN = /^(?:CH|LI)\d{2}3[01]\d{3}/;
/** 27 digits, also in the groups of the payment part: 21 00000 00003 13947 14300 09017. */
const QR_REFERENCE = /(?<!\d|\d )\d(?: ?\d){26}(?! ?\d)/;
/** ISO 11649: RF, two check digits, and up to 21 letters and digits, also in groups of four. */
const RF_REFERENCE =
  /(?<![\p{L}\p{N}])RF\d{2}(?:[A-Z0-9]{1,21}|(?: [A-Z0-9]{4}){0,5}(?: [A-Z0-9]{1,4})?)(?![\p{L}\p{N}_/-])/iu;

const QR_CURRENCIES: readonly string[] = ['CHF', 'EUR'];

/**
 * Checks the structured reference in the memo, and that a QR-IBAN gets one, in a currency that it takes. The currency
 * is that of the target amount or of the account if the row names one, otherwise that of the amount.
 */
export function checkReferences({ account }: RecipientDraft, cells: Cells, found: Finding[]): void {
  const { memo = '', currency } = cells;
  const iban = account?.fields.iban ?? '';
  const swiss = /^(?:CH|LI)/.test(iban);
  const qr = swiss ? qrReferenceIn(memo) : null;
  if (QR_IBAN.test(iban)) {
    if (qr === null) found.push(finding('qr_reference_missing', 'memo', {}, cells.memo));
    const arrives = (cells.targetCurrency ?? cells.accountCurrency ?? currency)?.toUpperCase();
    if (arrives !== undefined && !QR_CURRENCIES.includes(arrives))
      found.push(finding('qr_iban_currency', 'iban', { currency: arrives }, iban));
  }
  for (const reference of [qr, rfReferenceIn(memo)])
    if (reference?.isValid === false)
      found.push(finding('memo_reference_check_digits', 'memo', { name: reference.name }, memo));
}

interface MemoReference {
  readonly name: 'QR reference' | 'creditor reference (RF)';
  readonly isValid: boolean;
}

/** The QR reference in a memo; null if it has none. Zeros are none, although their check digit is right. */
function qrReferenceIn(memo: string): MemoReference | null {
  const found = QR_REFERENCE.exec(memo)?.[0].replaceAll(' ', '');
  return found === undefined || /^0+$/.test(found) ? null : { name: 'QR reference', isValid: carryOf(found) === 0 };
}

/** The creditor reference (RF) in a memo; null if it has none. */
function rfReferenceIn(memo: string): MemoReference | null {
  const found = normalizeCode(RF_REFERENCE.exec(memo)?.[0] ?? '');
  if (!found || found.length < 5) return null;
  return { name: 'creditor reference (RF)', isValid: restOf(found.slice(4) + found.slice(0, 4)) === 1 };
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** Modulo 10, recursive: 0 if the last digit is the check digit of those before it. */
function carryOf(digits: string): number {
  let carry = 0;
  for (const digit of digits.slice(0, -1)) carry = CARRIES[(carry + Number(digit)) % 10]!;
  return (10 - carry + 10 - Number(digits.at(-1))) % 10;
}

/** ISO 7064 mod 97-10, with letters from 10 on. */
function restOf(code: string): number {
  let rest = 0;
  for (const character of code) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
