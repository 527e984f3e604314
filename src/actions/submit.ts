import type { RunAction } from './action.ts';

/** Submits a sheet that was uploaded. `shown`: the plan that the user saw. */
export const submit: RunAction = {
  name: 'submit',
  of: 'run',
  button: 'Submit payments',
  done: 'Payments submitted.',
  command: {
    arguments: '<run>',
    summary: 'shows a run that is ready to submit, and submits it after you confirm',
    options: [
      { flags: '--yes', summary: 'submits it without asking' },
      { flags: '--dry-run', summary: 'shows what would be submitted, and exits' },
    ],
    examples: [['payrun submit 12 --as mia', 'shows what would be paid, and asks you to confirm']],
  },
  async apply(appContext, { run = '' }, { shown = '', businesses }, { by }) {
    const { submitRun } = await import('../engine/review/submit-run.ts');
    return {
      runs: await submitRun(appContext, run, { by, shown, businesses: businesses === 'yes' }),
    };
  },
};

/** Discards a sheet that was uploaded: nothing is paid. */
export const discard: RunAction = {
  name: 'discard',
  of: 'run',
  button: 'Discard file',
  title: 'Discard',
  question: 'Nothing in this file will be paid, and your corrections will be lost. You can upload it again.',
  done: 'File discarded. Nothing is paid.',
  endsRun: true,
  command: {
    arguments: '<run>',
    summary: 'discards a run that is ready to submit: nothing is paid, and its references can be reused',
    examples: [['payrun discard 12 --as mia', 'its references can be reused']],
  },
  async apply(appContext, { run = '' }, _, { by }) {
    const { discardRun } = await import('../engine/review/submit-run.ts');
    await discardRun(appContext, run, by);
    return { runs: [run] };
  },
};
