/** Headers are compared without case, accents, spaces and punctuation: "E-Mail *" is `email`. */
export function normaliseHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
