import { MESSAGES, type MessageCode, type MessageDetails, sentence } from '../messages.ts';
import type { Finding } from '../model.ts';
import { maskBankDetails } from '../mask-bank-details.ts';

export type { MessageDetails };

/**
 * Creates a finding from the catalog of messages.
 * @param column canonical sheet column, null for the whole row
 * @param value the cell's full text: it gets masked and shortened
 */
export function finding(
  code: MessageCode,
  column: string | null,
  details: MessageDetails = {},
  value?: string,
  severity?: Finding['severity'],
): Finding {
  const entry = MESSAGES[code];
  return {
    code,
    column,
    severity: severity ?? entry.severity,
    message: sentence(code, details),
    ...(value === undefined ? {} : { value: showValue(column, value) }),
  };
}

/** The result of a check: the normalized value, and its errors and warnings. */
export interface Checked {
  readonly value: string;
  readonly findings: readonly Finding[];
}

/** Shared by all checks without findings, to avoid an array for each valid value. */
export const NO_FINDINGS: readonly Finding[] = Object.freeze([]);

export function isRefused(findings: readonly Finding[]): boolean {
  for (const { severity } of findings) if (severity === 'error') return true;
  return false;
}

/** Columns with bank details or IDs, shown as "***" and their last characters. */
const MASKED: ReadonlySet<string> = new Set([
  'iban',
  'accountNum',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  'passport',
  'ssn',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const LONGEST_SHOWN = 80;

/** "***4242": the last four characters of eight or more, the last two of five or more, otherwise none. */
export function mask(text: string): string {
  const compact = text.slice(-16).replace(/[\s\u200b-\u200f\ufeff-]/g, '');
  if (text.length >= 8) return `***${compact.slice(-4)}`;
  return text.length >= 5 ? `***${compact.slice(-2)}` : '***';
}

/** "a***@example.com" */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 1 ? mask(text) : `${text.slice(0, 1)}***${text.slice(at)}`;
}

/**
 * A cell's text for a message: masked if the column contains a bank detail or an ID, otherwise cut to 80 characters.
 */
export function showValue(column: string | null, text: string): string {
  const shown = shownOf(column, text);
  const cut = shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
  return cut.replace(UNPRINTABLE, '\ufffd').toWellFormed();
}

function shownOf(column: string | null, text: string): string {
  if (column === null) return maskBankDetails(text);
  if (MASKED.has(column)) return mask(text);
  if (column === 'paypalEmail') return maskEmail(text);
  // Its last characters would reveal the year or the day.
  return column === 'dob' ? '***' : maskBankDetails(text);
}
