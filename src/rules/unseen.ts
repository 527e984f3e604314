/**
 * Marks that only say in which direction is written, or where a text begins. Programs put them around numbers that are copied out of
 * them, and what is seen is the same without them. Those that turn a text around (U+202B, U+202D, U+202E, U+2066 to U+2069) are not
 * among them: with those, what is seen is not what is read.
 */
const HARMLESS = /[\u200e\u200f\u061c\u202a\u202c\ufeff]/g;

export function hasUnseenMarks(text: string): boolean {
  return text.search(HARMLESS) >= 0;
}

export function withoutUnseenMarks(text: string): string {
  return text.replace(HARMLESS, '');
}
