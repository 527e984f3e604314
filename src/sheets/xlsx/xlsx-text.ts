/** Excel writes characters that XML cannot hold as _xHHHH_, and a literal _x as _x005F_x. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** What XML cannot hold, or does not keep: control characters, CR, and two that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const FRAGILE = /[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g;

/** The opposite of `unescapeText`: text that survives XML as it is. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(FRAGILE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
