const EMAIL = /@/;
/** Two letters, two check digits, then groups as people type them. Matches IBANs with a typing error too. */
const IBAN = /\b[a-z]{2}\s?\d{2}(?:[\s.-]?[a-z0-9]){9,30}\b/i;
/** A number of an account, card or identity document: only digits and common separators. */
const NUMBER = /^\d(?:[\s./-]*\d){7,}$/;
/** An amount with cents or a currency: what someone is paid. "1042" may be a reference or a run. */
const AMOUNT = /^(?:(?:[A-Z]{3}\s|\p{Sc}\s?)\d[\d.,' ]*|\d[\d.,' ]*[.,]\d{1,2}|\d[\d.,' ]*(?:[A-Z]{3}|\p{Sc}))$/iu;
/** The same inside other text. `INV-2026-0417` does not match. */
const LONG_NUMBER = /\d(?:\s?\d){8,}/;

/**
 * Whether a text looks like an e-mail address, an account number or an amount. Such a text must not appear in a URL.
 */
export function looksPrivate(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  return [EMAIL, IBAN, NUMBER, LONG_NUMBER, AMOUNT].some((form) => form.test(plain));
}

export function looksLikeAccount(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  return [IBAN, NUMBER, LONG_NUMBER].some((form) => form.test(plain));
}
