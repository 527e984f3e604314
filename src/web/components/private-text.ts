const EMAIL = /@/;
/** Two letters and two check digits, then groups as people type them: also one with a mistake in it. */
const IBAN = /\b[a-z]{2}\s?\d{2}(?:[\s.-]?[a-z0-9]){9,30}\b/i;
/** Of an account, a card or an identity: nothing but digits and what people put between them. */
const NUMBER = /^\d(?:[\s./-]*\d){7,}$/;
/** The same with a word before or behind it; `INV-2026-0417` is none. */
const LONG_NUMBER = /\d(?:\s?\d){8,}/;

/** Does it look like an e-mail address or the number of an account? Such a text is in no address of a page. */
export function looksPrivate(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  return [EMAIL, IBAN, NUMBER, LONG_NUMBER].some((form) => form.test(plain));
}

/** Is it the number of an account, by its look? */
export function looksLikeAccount(text: string): boolean {
  return looksPrivate(text) && !EMAIL.test(text.normalize('NFKC'));
}
