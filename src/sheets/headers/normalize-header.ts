/** Removes case, accents, spaces and punctuation, so that headers can be compared: "E-Mail *" becomes `email`. */
export function normalizeHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
