/** References that are canonical already. Most are, and they take only this test. */
const AS_IT_IS =
  /^(?:(?!AUTO-)[A-Z][A-Z0-9_/-]*|[1-9][0-9]*(?:[A-DF-Z_/-][A-Z0-9_/-]*)?|auto-[0-9A-Z]{16}(?:-[0-9]+)?)$/;

/** Characters of other scripts that look like an ASCII one. `payrun.canonical_reference` has the same list. */
const LOOK_ALIKES: readonly (readonly [ascii: string, alike: string])[] = [
  ['-', '‐‒–—―−'],
  ["'", '‘’‚‛′ʼ'],
  ['"', '“”„″'],
  ['/', '⁄∕'],
  // Cyrillic and Greek, upper and lower case.
  ['A', 'АаΑα'],
  ['B', 'ВвΒβ'],
  ['C', 'Сс'],
  ['E', 'ЕеΕε'],
  ['H', 'НнΗη'],
  ['I', 'ІіΙι'],
  ['J', 'Јј'],
  ['K', 'КкΚκ'],
  ['M', 'МмΜμ'],
  ['N', 'Νν'],
  ['O', 'ОоΟο'],
  ['P', 'РрΡρ'],
  ['S', 'Ѕѕ'],
  ['T', 'ТтΤτ'],
  ['X', 'ХхΧχ'],
  ['Y', 'УуΥυ'],
  ['Z', 'Ζζ'],
];
const ASCII_OF = new Map(LOOK_ALIKES.flatMap(([ascii, alike]) => [...alike].map((one) => [one, ascii] as const)));

const NUMBER = /^\+?(?=[0-9]{1,60}(?:\.[0-9]{0,60})?$)0*([0-9]+?)(?:\.([0-9]*?)0*)?$/;
const EXPONENT = /^([0-9]{1,15})(?:\.([0-9]{1,15}))?E\+?([0-9]{1,2})$/;
/** Spreadsheets keep 15 digits of a number. */
const DIGITS_KEPT = 15;
const DERIVED = /^AUTO(-[0-9A-Z]{16}(?:-[0-9]+)?)$/;

/**
 * One form for all spellings of a reference that a spreadsheet or a retyped sheet can produce: `00123` and `123.0` are
 * `123`, `inv–77` and `INV-77` are `INV-77`. A payment whose reference has the form of another goes on hold until it is
 * released. `payrun.canonical_reference` is the same function in SQL.
 */
export function canonicalReference(reference: string): string {
  if (AS_IT_IS.test(reference)) return reference;
  const plain = reference
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/g, (character) => ASCII_OF.get(character) ?? character)
    .replace(/[ \t\n\r\v\f]+/g, ' ')
    .replace(/^ | $/g, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const number = NUMBER.exec(plain);
  if (number) return number[2] ? `${number[1]}.${number[2]}` : number[1]!;
  return withoutExponent(plain) ?? plain.replace(DERIVED, 'auto$1');
}

/** A spreadsheet reads `1E5` as 100000. Null if the result is not a whole number that a spreadsheet keeps exactly. */
function withoutExponent(text: string): string | null {
  const [, whole, fraction = '', exponent] = EXPONENT.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.replace(/(?<!0)0+$/, '');
  const zeros = Number(exponent) - digits.length;
  if (zeros < 0) return null;
  const number = `${whole}${digits}`.replace(/^0+(?=.)/, '');
  if (number === '0') return '0';
  return number.length + zeros <= DIGITS_KEPT ? `${number}${'0'.repeat(zeros)}` : null;
}

/** Letters that no decomposition of Unicode turns into ASCII, and their spelling without them. */
const WRITTEN: Readonly<Record<string, string>> = { ß: 'SS', ẞ: 'SS', æ: 'AE', Æ: 'AE', œ: 'OE', Œ: 'OE' };
const WITHOUT_STROKE: Readonly<Record<string, string>> = { ø: 'O', Ø: 'O', ł: 'L', Ł: 'L', đ: 'D', Đ: 'D' };

/**
 * One form for the ways to write a name without the letters of its language: of `Müller`, `Mueller` and `Muller`, of
 * `Bjørn`, `Bjoern` and `Bjorn`, of `Åse`, `Aase` and `Ase`. The result has no accents. Use it only to compare names
 * with further evidence that they are equal: `Manuel` becomes `Manul`.
 */
export function foldLetters(text: string): string {
  return text
    .replace(/[ßẞæÆœŒøØłŁđĐ]/g, (letter) => WRITTEN[letter] ?? WITHOUT_STROKE[letter]!)
    .replace(/([AOU])E|(A)A/gi, '$1$2');
}

/** The same as an SQL expression, for text in capitals. */
export function foldedLetters(text: string): string {
  const strokes = Object.entries(WITHOUT_STROKE);
  const plain = `translate(${text}, '${strokes.map(([letter]) => letter).join('')}', '${strokes.map(([, ascii]) => ascii).join('')}')`;
  const written = Object.entries(WRITTEN).reduce(
    (sql, [letter, ascii]) => `replace(${sql}, '${letter}', '${ascii}')`,
    plain,
  );
  return `regexp_replace(${written}, '([AOU])E|(A)A', '\\1\\2', 'g')`;
}

/** Codes by the keys of their words, which are separated by `|`. */
export const codesByWord = (lines: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(lines).flatMap(([value, words]) => words.split('|').map((word) => [wordKey(word), value] as const)),
  );

/** A word as it is compared: only its letters and digits, in lower case. */
export function wordKey(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Symbols and names that mean only one currency; "$" and "kr" mean several. */
const CURRENCY_WORDS = codesByWord({
  EUR: 'euro|euros|978',
  USD: 'us dollar|us dollars|usdollar|united states dollar|840',
  GBP: 'pound sterling|pounds sterling|sterling|british pound|826',
  JPY: 'yen|japanese yen|日本円|円|392',
  CHF: 'swiss franc|schweizer franken|franc suisse|756',
  CNY: 'renminbi|人民币|人民元|rmb|156',
  INR: 'indian rupee|rupees|356',
  BRL: 'real brasileiro|reais|986',
  PLN: 'złoty|zloty|985',
  CAD: 'canadian dollar|124',
  AUD: 'australian dollar|036',
  MXN: 'peso mexicano|484',
});
const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  US$: 'USD',
  '£': 'GBP',
  '₹': 'INR',
  R$: 'BRL',
  A$: 'AUD',
  AU$: 'AUD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  MX$: 'MXN',
  '₩': 'KRW',
  '₺': 'TRY',
  '₪': 'ILS',
  '₱': 'PHP',
  '฿': 'THB',
  '₫': 'VND',
  '₦': 'NGN',
};

/** The code of a currency by its name or sign; undefined if the text is neither, or may mean several. */
export function currencyOfWord(text: string): string | undefined {
  return CURRENCY_SIGNS[text.toUpperCase()] ?? CURRENCY_WORDS.get(wordKey(text));
}

/** The code that the text of a currency cell means; the text in upper case if it is no known word. */
export function currencyCodeOf(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return CURRENCY_WORDS.get(text.toLowerCase()) ?? text;
  const seen = text.replace(/\p{Cf}/gu, '').trim();
  return currencyOfWord(seen) ?? seen.toUpperCase();
}
