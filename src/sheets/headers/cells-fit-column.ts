import { readAmountText } from '../cells/amount-text.ts';
import { isCurrencySign } from '../cells/currency-marks.ts';

/** A purpose that the payout service has a code for. */
export const CATEGORY = /^(?:services|royalties|rent|royalties[ _-]film|prizes|education|refunds)$/i;

/** The form that cells must have under a header that is not in the catalog. */
export const FITS: Readonly<Record<string, { readonly what: string; readonly fits: (text: string) => boolean }>> = {
  amount: { what: 'amounts', fits: isAmount },
  targetAmount: { what: 'amounts', fits: isAmount },
  currency: { what: 'currencies', fits: isCurrencyText },
  targetCurrency: { what: 'currencies', fits: isCurrencyText },
  iban: { what: 'IBANs', fits: (text) => /^[A-Za-z]{2}\s?\d{2}/.test(text) },
  email: { what: 'email addresses', fits: (text) => text.includes('@') },
  paypalEmail: { what: 'email addresses', fits: (text) => text.includes('@') },
  swiftBic: { what: 'BICs', fits: (text) => /^[A-Za-z]{4}/.test(text) },
  branchId: { what: 'numbers of a branch', fits: (text) => /\d{2}/.test(text) },
  bankId: { what: 'numbers of a bank', fits: (text) => /\d{2}/.test(text) },
  name: { what: 'names', fits: (text) => /\p{L}{2}/u.test(text) && !text.includes('@') },
  firstName: { what: 'names', fits: (text) => /\p{L}/u.test(text) && !text.includes('@') },
  lastName: { what: 'names', fits: (text) => /\p{L}/u.test(text) && !text.includes('@') },
  accountHolderName: { what: 'names', fits: (text) => /\p{L}{2}/u.test(text) },
};

/** The name or number of a ledger account: "2000 Accounts Payable", "Checking", "1200", "US-101". */
export function isLedgerAccount(text: string): boolean {
  // "4.5E+21" is an account that a spreadsheet destroyed, which its row reports.
  if (/^\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)) return false;
  return text.replace(/\D/g, '').length < 5 || (/\p{L}{4}/u.test(text) && !/\d{5}/.test(text.replace(/[\s-]/g, '')));
}

export function isAmount(text: string): boolean {
  return readAmountText(text).kind !== 'unreadable';
}

function isCurrencyText(text: string): boolean {
  return /^[A-Za-z]{3}$/.test(text) || isCurrencySign(text) || (text.length <= 20 && !/\d/.test(text));
}
