import { maskEmail } from '../rules/finding.ts';

/** The fields by which a reader recognizes an account, as the payout service shows them. */
export interface HintedAccount {
  readonly type?: unknown;
  readonly iban?: unknown;
  readonly accountNum?: unknown;
  readonly emailAddress?: unknown;
}

/** The service masks all but the last two characters. If it shows more, at most four are kept. */
const LAST_SHOWN = /[^\s*]{1,4}$/;

/** A masked account that the service shows, for readers. Null if it shows no field by which they recognize it. */
export function listedAccountHint({ iban, accountNum, emailAddress, type }: HintedAccount): string | null {
  const ending = (text: unknown) => (typeof text === 'string' ? LAST_SHOWN.exec(text)?.[0] : undefined);
  const [ofIban, ofNumber] = [ending(iban), ending(accountNum)];
  if (ofIban) return `IBAN ***${ofIban}`;
  if (ofNumber) return `account ***${ofNumber}`;
  return type === 'paypal' && typeof emailAddress === 'string' && emailAddress !== ''
    ? `PayPal ${maskEmail(emailAddress)}`
    : null;
}
