import { checkEmail } from '../rules/email.ts';
import { isRefused } from '../rules/finding.ts';
import { maskEmail } from '../rules/show-value.ts';
import type { PayoutMethod } from './payout-method.ts';

/** PayPal needs one thing: the e-mail address of the PayPal account. It is never guessed from the recipient's own. */
export const paypal: PayoutMethod = {
  slug: 'paypal',
  columns: ['paypalEmail'],
  refusal: null,
  needsAddress: false,
  read(cells) {
    const { value, findings } = checkEmail(cells.paypalEmail ?? '', 'paypalEmail');
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
