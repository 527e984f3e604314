/**
 * The length of an IBAN by its country, as in the registry. Kept out of the rules, because every error and log line
 * needs it, even of commands that load no rules.
 */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Two letters and two digits that begin a word; the rest of an IBAN may be in groups. */
const IBAN_START = /(?<![A-Za-z0-9])([A-Za-z]{2})[ ._-]?\d[ ._-]?\d/g;
const SEPARATOR = /[ ._-]/;
const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
/** A mistyped IBAN must be masked too: a text of an IBAN's length with this many digits is hardly anything else. */
const MOSTLY_DIGITS = 10;

/** Numbers of 13 to 19 digits, also in groups; not a part of a longer number. */
const LONG_NUMBER = /(?<![A-Za-z0-9]|\d[ .-])\d(?:[ -]?\d){12,18}(?![A-Za-z0-9]|[ .-]\d)/g;
/** Ids of Payrun, which can look like anything. With a group, so that a split keeps them. */
const UUID = /\b([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/gi;
/** The first digits of the card networks. */
const CARD = /^(?:4|5[1-5]|2[2-7]|3[4-8]|6)/;

/**
 * Masks bank details in a text that should have none, by their form: an IBAN by its country's length and its digits, a
 * card by its network and check digit, a CLABE by its check digit. Keeps references, dates and amounts.
 */
export function maskBankDetails(written: string): string {
  const text = written.replace(TOKEN, 'payrun_***');
  // The shortest number is a card of 13 digits, so most texts need no further check.
  if (text.length < 13 || !/\d/.test(text)) return text;
  return text
    .split(UUID)
    .map((part, index) => (index % 2 === 1 ? part : maskPart(part)))
    .join('');
}

function maskPart(text: string): string {
  return maskIbans(text).replace(LONG_NUMBER, (written) => (isAccountNumber(written) ? tail(written) : written));
}

/** The token of a program. */
const TOKEN = /\bpayrun_[\w-]{43}(?![\w-])/g;
const tail = (code: string) => `***${code.slice(-4)}`;

function maskIbans(text: string): string {
  let masked = '';
  let done = 0;
  for (const { index, 1: country } of text.matchAll(IBAN_START)) {
    const length = IBAN_LENGTHS.get(country!.toUpperCase());
    const end = length === undefined || index < done ? null : endOf(text, index, length);
    if (end === null) continue;
    const code = text.slice(index, end).replace(/[^A-Za-z0-9]/g, '');
    if (code.replace(/\D/g, '').length < MOSTLY_DIGITS) continue;
    masked += text.slice(done, index) + tail(code);
    done = end;
  }
  return masked + text.slice(done);
}

/** The end of `length` letters and digits from `start`; null if there are fewer, or more without a gap. */
function endOf(text: string, start: number, length: number): number | null {
  let found = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!;
    if (LETTER_OR_DIGIT.test(sign)) found += 1;
    else if (!SEPARATOR.test(sign) || !LETTER_OR_DIGIT.test(text[at + 1] ?? '')) return null;
    if (found === length) return LETTER_OR_DIGIT.test(text[at + 1] ?? '') ? null : at + 1;
  }
  return null;
}

function isAccountNumber(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  return (digits.length === 18 && hasClabeDigit(digits)) || (CARD.test(digits) && hasLuhnDigit(digits));
}

/** Mexico: weights 3, 7, 1, each product modulo 10. */
function hasClabeDigit(digits: string): boolean {
  const sum = [...digits.slice(0, 17)].reduce((all, digit, i) => all + ((Number(digit) * [3, 7, 1][i % 3]!) % 10), 0);
  return (10 - (sum % 10)) % 10 === Number(digits[17]);
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
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
