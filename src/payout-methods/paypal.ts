import { isRefused, NOTHING } from '../rules/finding.ts';
import { checkEmail } from '../rules/people/email.ts';
import { maskEmail } from '../rules/show-value.ts';
import type { PayoutMethod } from './payout-method.ts';

/**
 * PayPal needs one thing: the e-mail address of the PayPal account. Without paypalEmail it is the recipient's own, and only where
 * payoutMethod says paypal.
 */
export const paypal: PayoutMethod = {
  slug: 'paypal',
  columns: ['paypalEmail'],
  chosenBy: ['paypalEmail'],
  setUpByRecipient: null,
  needsAddress: false,
  read(cells) {
    // What is wrong with the recipient's own address is said once, by the recipient's check.
    const { value, findings } =
      cells.paypalEmail === undefined && cells.payoutMethod !== undefined
        ? { value: (cells.email ?? '').trim(), findings: NOTHING }
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
