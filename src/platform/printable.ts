/**
 * Control characters except tab and line feed, and characters that turn the direction of a text: in a name from a sheet
 * or from the payout service they would move the cursor, or show an amount or a name as another one.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text as it may be written to a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** A piece of JSON with the same value, in which these characters are escaped. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Control characters except tab and line ends, and characters that turn the direction of a text. */
const TURNS = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text for a page that shows it next to others. Direction marks stay: they reorder nothing, and numbers need them.
 */
export function withoutDirectionOverrides(text: string): string {
  return text.replace(TURNS, '');
}
