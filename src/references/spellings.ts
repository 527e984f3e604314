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
