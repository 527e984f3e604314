/**
 * A cell that begins with one of these can become a formula when a spreadsheet opens it or a user edits it: = + - @,
 * tab, CR, LF, and the full-width forms that Excel accepts in Asian locales. Some programs first remove spaces and
 * invisible characters.
 */
const DANGER = /^'*[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠]|^'*[\t\r\n]/;
const GUARDED = /^'+[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠]|^'+[\t\r\n]/;
/** A negative number is a value, not a formula. Only digits follow the sign, so nothing can hide in it. */
const NEGATIVE = /^-\d{1,15}(?:[.,]\d{1,10})?$/;

/**
 * Makes text safe for a cell: adds an apostrophe in front if it could become a formula. Text that already has
 * apostrophes before such a character gets one more, so that `restore(neutralize(x)) === x` always holds.
 */
export function neutralize(text: string): string {
  return DANGER.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

/**
 * The places where a cell begins for a program that splits a CSV at another separator, as Excel does at semicolons in
 * much of Europe, ignoring quotes. "12,-" is a price.
 */
const INNER = /([;,\t\r\n])(?=[=@＝＠]|[+\-＋－].)/gs;

/** For a cell of a CSV that Payrun does not read back: no formula is behind a separator in it either. */
export function neutralizeAll(text: string): string {
  return neutralize(text.replace(INNER, "$1'"));
}

/** ="0012": programs that write a CSV use this so that a spreadsheet keeps a text as text. It shows 0012. */
const KEPT_AS_TEXT = /^="([^"]*)"$/;

/**
 * Removes the apostrophe that `neutralize` added, and a formula that only protects a text. Applied to every cell that
 * is read.
 */
export function restore(text: string): string {
  const first = text.charCodeAt(0);
  if (first === 39) return GUARDED.test(text) ? text.slice(1) : text;
  return first === 61 ? (KEPT_AS_TEXT.exec(text)?.[1] ?? text) : text;
}
