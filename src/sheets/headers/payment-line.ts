import { readAmountText } from '../cells/amount-text.ts';
import { looksLikeIbanText } from './iban-text.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]+$/;

export function isEmailText(text: string): boolean {
  return EMAIL.test(text);
}

export function isCurrencyCode(text: string): boolean {
  return text.length === 3 && CURRENCIES.has(text.toUpperCase());
}

/** An amount and nothing else: "1,240.50", but not "Amount 1". */
export function isAmountAlone(text: string): boolean {
  return /^\d/.test(text) && /^[\d.,'’\s]+$/.test(text) && readAmountText(text).kind !== 'unreadable';
}

/**
 * Whether a line has data that no header has: an e-mail address, an IBAN, or a currency next to an amount. Such a line
 * is never treated as the header.
 */
export function holdsData(values: readonly string[]): boolean {
  const cells = values.map((value) => value.trim());
  return cells.some(isEmailOrIban) || (cells.some(isCurrencyCode) && cells.some(isAmountAlone));
}

/** Whether a line is a payment: it has an e-mail address or an IBAN, and an amount. */
export function isPaymentLine(values: readonly string[]): boolean {
  const cells = values.map((value) => value.trim());
  return cells.some(isEmailOrIban) && cells.some(isAmountAlone);
}

function isEmailOrIban(text: string): boolean {
  return isEmailText(text) || (text.length > 14 && looksLikeIbanText(text));
}
