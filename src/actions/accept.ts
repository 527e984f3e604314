import { BECAUSE, type RunAction } from './action.ts';

/** Accepts a discrepancy with the payout service: in a payment, in a batch, or found by a comparison. */
export const accept: RunAction = {
  name: 'accept',
  of: 'payments',
  button: 'Accept discrepancy',
  question:
    'Compare both figures and talk to the recipient first. If you accept the discrepancy, Payrun treats the payment as paid, with the payout service’s figures. Nothing is sent. Until then, the payment is not counted as paid, and its reference can’t be paid again.',
  fields: { because: { label: 'Why you accept it' } },
  done: 'Discrepancy accepted.',
  command: {
    arguments: '<discrepancy>',
    summary: 'accepts a discrepancy with the payout service, by its reference or its code',
    options: [
      BECAUSE,
      { flags: '--run <run>', summary: 'which run, if several have a discrepancy with this reference' },
    ],
    examples: [
      [
        'payrun accept INV-2041 --because "agreed with Mia, the rest is invoiced" --as anna',
        "treats the payment as paid, with the service's figures",
      ],
      [
        'payrun accept P-7Qx2 --because "paid by hand by the treasurer" --as anna',
        'a payment that was added to a batch in the service',
      ],
      [
        'payrun accept 7Q2M4RZ0K1V9X3TD --because "refunded by the bank" --as anna',
        'a finding of `verify --remote` or `reconcile`, which they then omit unless it changes',
      ],
    ],
  },
  async apply(appContext, { references, run, payments }, { because = '' }, { by }) {
    const { acceptDiscrepancy } = await import('../engine/review/accept-discrepancy.ts');
    const { acceptFound } = await import('../engine/review/accept-found.ts');
    const reference = references[0] ?? '';
    const payment = payments?.[0];
    // A discrepancy found by a comparison has a code, and no payment.
    const found = payment === undefined ? await acceptFound(appContext, { code: reference, because }, by) : null;
    if (found?.run === null) {
      const { code, what } = found;
      const lines = [`Accepted (${code}): ${what}`];
      return { answer: { document: { accepted: { code, what } }, lines } };
    }
    return { runs: [found?.run ?? (await acceptDiscrepancy(appContext, { reference, because, run, payment }, by))] };
  },
};
