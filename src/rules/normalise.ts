/** White space of every kind, zero-width characters, hyphens and dots: what people put between groups of a bank code. */
const SEPARATORS = /[\s\u00a0\u00ad\u1680\u180e\u2000-\u200d\u2010-\u2015\u202f\u205f\u2060\u2212\u3000\ufeff.-]+/g;
const NORMAL = /^[A-Z0-9]+$/;
/** Before upper-casing: "ß" would become "SS", which nobody wrote. */
const CODE = /^[A-Za-z0-9]+$/;

/** Longer than any bank code with its separators: not worth looking into. */
const LONGEST = 200;

/**
 * A bank code without its separators, in upper case. Null where anything outside A-Z 0-9 is left (dropping symbols turns wrong
 * IBANs into right ones), and where the text is too long to be a code.
 */
export function normaliseCode(text: string): string | null {
  if (text.length > LONGEST) return null;
  if (NORMAL.test(text)) return text;
  const code = text.replace(SEPARATORS, '');
  return CODE.test(code) ? code.toUpperCase() : null;
}
