import { BECAUSE, type RunAction } from './action.ts';

/** Removes payments from runs that are not sent yet. */
export const remove: RunAction = {
  name: 'remove',
  of: 'payments',
  button: 'Remove payment',
  question:
    'It will be canceled, and its reference can be reused. The rest of the run will get a new quote and need approval again.',
  asksPassword: true,
  fields: { because: { label: 'Reason' } },
  done: 'Payment removed. Any payments left in the run get a new quote and need approval.',
  command: {
    arguments: '<reference...>',
    summary: 'removes payments from a run that has not been sent yet; the others get a new quote and need approval',
    options: [BECAUSE, { flags: '--run <run>', summary: 'only from this run' }],
    examples: [
      [
        'payrun remove INV-2041 --because "the supplier sent a credit note" --as anna',
        'cancels the payment; the others await approval',
      ],
    ],
  },
  async apply(appContext, { references, run }, { because = '' }, acting) {
    const { removeFromRun } = await import('../engine/review/remove-from-run.ts');
    return {
      runs: await removeFromRun(appContext, { references, run, because, ...acting }),
    };
  },
};
