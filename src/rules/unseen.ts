/**
 * Marks of writing direction or of the start of a text. Programs add them to numbers that are copied, and the text
 * looks the same without them. Marks that reverse a text (U+202B, U+202D, U+202E, U+2066 to U+2069) are not included:
 * they change how the text looks.
 */
const HARMLESS = /[\u200e\u200f\u061c\u202a\u202c\ufeff]/g;

export function hasUnseenMarks(text: string): boolean {
  return text.search(HARMLESS) >= 0;
}

export function withoutUnseenMarks(text: string): string {
  return text.replace(HARMLESS, '');
}
