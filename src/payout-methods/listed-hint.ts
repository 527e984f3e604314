import { maskEmail } from '../rules/show-value.ts';

/** The fields of an account by which people know it, as the service shows them. */
export interface HintedAccount {
  readonly type?: unknown;
  readonly iban?: unknown;
  readonly accountNum?: unknown;
  readonly emailAddress?: unknown;
}

/** The service masks all but the last two characters; whatever it shows, no more than four of them are kept. */
const LAST_SHOWN = /[^\s*]{1,4}$/;

/** What people read of an account that the service shows; null if it shows nothing by which they know it. */
export function hintOfListed({ iban, accountNum, emailAddress, type }: HintedAccount): string | null {
  const ending = (text: unknown) => (typeof text === 'string' ? LAST_SHOWN.exec(text)?.[0] : undefined);
  const [ofIban, ofNumber] = [ending(iban), ending(accountNum)];
  if (ofIban) return `IBAN ***${ofIban}`;
  if (ofNumber) return `account ***${ofNumber}`;
  return type === 'paypal' && typeof emailAddress === 'string' && emailAddress !== ''
    ? `PayPal ${maskEmail(emailAddress)}`
    : null;
}
