import { maskEmail } from '../mask-bank-details.ts';
import { isRefused, NO_FINDINGS } from '../rules/finding.ts';
import { checkEmail } from '../rules/people/contact.ts';
import type { PayoutMethod } from './payout-method.ts';

/**
 * PayPal needs only the e-mail address of the PayPal account. If paypalEmail is empty and payoutMethod is set, that is
 * the recipient's own address.
 */
export const paypal: PayoutMethod = {
  slug: 'paypal',
  columns: ['paypalEmail'],
  chosenBy: ['paypalEmail'],
  setUpByRecipient: null,
  needsAddress: false,
  read(cells) {
    // The check of the recipient reports errors of the recipient's own address, so they are not reported twice.
    const { value, findings } =
      cells.paypalEmail === undefined && cells.payoutMethod !== undefined
        ? { value: (cells.email ?? '').trim(), findings: NO_FINDINGS }
        : checkEmail(cells.paypalEmail ?? '', 'paypalEmail');
    return {
      account: isRefused(findings) ? null : { method: 'paypal', fields: { emailAddress: value } },
      findings,
    };
  },
  payload: (account) => ({ type: 'paypal', ...account.fields }),
  hint: (account) => `PayPal ${maskEmail(account.fields.emailAddress ?? '')}`,
  examples: {
    good: [{ paypalEmail: 'ada@example.com' }],
    bad: [
      [{}, 'paypal_email_missing'],
      [{ paypalEmail: 'ada@example' }, 'email_form'],
    ],
  },
};
