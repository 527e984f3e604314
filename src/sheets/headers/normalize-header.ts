/** Removes case, accents, spaces and punctuation, so that headers can be compared: "E-Mail *" becomes `email`. */
export function normalizeHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Exports of systems without a built-in format, by the name that the user gave them. */
export type SavedFormats = Readonly<
  Record<string, { readonly header: readonly string[]; readonly columns: Readonly<Record<string, string>> }>
>;

/** A key that is the same for two headers with the same columns in any order. */
export function headerFingerprint(header: readonly string[]): string {
  return header
    .map(normalizeHeader)
    .filter((key) => key !== '')
    .sort()
    .join('\n');
}
