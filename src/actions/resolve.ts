import { usageError } from '../references/usage-error.ts';
import type { RunAction } from './action.ts';

/** Confirms the outcome of an unconfirmed payment. */
export const resolve: RunAction = {
  name: 'resolve',
  of: 'payments',
  button: 'Confirm outcome',
  question:
    'Check in the payout service first. If you confirm that the payment was not paid, it can be paid again. If it was paid after all, the recipient would be paid twice.',
  fields: {
    paid: {
      label: 'Outcome',
      choices: [
        ['', 'Choose...'],
        ['yes', 'It was paid'],
        ['no', 'It was not paid'],
      ],
    },
    because: { label: 'How you know' },
  },
  done: 'Outcome confirmed.',
  command: {
    arguments: '<reference>',
    summary: 'confirms the outcome of an unconfirmed payment',
    options: [
      { flags: '--paid', summary: 'the payment was made' },
      { flags: '--not-paid', summary: 'the payment was not made, and will not be' },
      { flags: '--because <how>', summary: 'how you know, for the audit log' },
      { flags: '--run <run>', summary: 'which run, if several have an unconfirmed payment with this reference' },
    ],
    examples: [
      [
        'payrun resolve INV-2041 --not-paid --because "bank statement of 3 June" --as anna',
        'its reference can be reused',
      ],
    ],
    input(_, { because, paid, notPaid }) {
      if ((paid === true) === (notPaid === true)) throw usageError('outcome_missing');
      return { because: String(because), paid: paid === true ? 'yes' : 'no' };
    },
  },
  async apply(appContext, { references, run, payments }, { because = '', paid }, { by }) {
    const { resolveUnknown } = await import('../engine/review/release.ts');
    if (paid !== 'yes' && paid !== 'no') throw usageError('paid_not_chosen');
    const resolution = { reference: references[0]!, paid: paid === 'yes', because, run, payment: payments?.[0] };
    return { runs: [await resolveUnknown(appContext, resolution, by)] };
  },
};
