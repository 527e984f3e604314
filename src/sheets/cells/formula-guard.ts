/**
 * A cell that begins with one of these can become a formula when a spreadsheet opens it, or when somebody edits it:
 * = + - @, tab, CR, LF, and the full-width forms that Excel takes for them in Asian locales. Some programs take spaces and
 * characters that cannot be seen away first.
 */
const DANGER = /^'*[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠]|^'*[\t\r\n]/;
const GUARDED = /^'+[\s\u200B-\u200F\u2060]*[=+\-@＝＋－＠]|^'+[\t\r\n]/;
/** A negative number is a value, not a formula. Nothing but digits follows the sign, so nothing can hide in it. */
const NEGATIVE = /^-\d{1,15}(?:[.,]\d{1,10})?$/;

/**
 * Text from data as it may be written into a cell: with one apostrophe in front where it could become a formula. Text
 * that already has apostrophes before such a character gets one more, so that `restore(neutralise(x)) === x` always.
 */
export function neutralise(text: string): string {
  return DANGER.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
}

/** ="0012": how programs that write a CSV keep a spreadsheet from making a number of a text. It shows 0012. */
const KEPT_AS_TEXT = /^="([^"]*)"$/;

/** Takes back what `neutralise` added, and the formula that only keeps a text as it is. Every cell that is read goes through it. */
export function restore(text: string): string {
  const first = text.charCodeAt(0);
  if (first === 39) return GUARDED.test(text) ? text.slice(1) : text;
  return first === 61 ? (KEPT_AS_TEXT.exec(text)?.[1] ?? text) : text;
}
