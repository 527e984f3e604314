/** Decodes _xHHHH_, which Excel writes for characters that XML cannot hold. It writes a literal _x as _x005F_x. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** Characters that XML cannot hold or does not preserve: control characters, CR, and two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const FRAGILE = /[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]/g;

/** The inverse of `unescapeText`: text that survives XML unchanged. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(FRAGILE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
