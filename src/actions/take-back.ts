import { type Apply, BECAUSE, type RunAction, stopsLater } from './action.ts';

const takingBack =
  (verb: 'rejectRun' | 'withdrawRun' | 'stopRun'): Apply =>
  async (appContext, { run = '' }, { because = '' }, acting) => {
    const { [verb]: takeBack } = await import('../engine/review/take-back.ts');
    const { isDone, left } = await takeBack(appContext, run, { because, ...acting });
    if (!isDone) return { runs: [run], note: stopsLater(run) };
    return { runs: [run], ...(left.length > 0 ? { note: `Not everything was canceled. ${left.join(' ')}` } : {}) };
  };

/** Rejects a run that awaits approval. */
export const reject: RunAction = {
  name: 'reject',
  of: 'run',
  button: 'Reject run',
  title: 'Reject',
  question:
    'None of these payments will be sent. Their batches are withdrawn, the payments are canceled, and their references can be reused.',
  fields: { because: { label: 'Reason', hint: 'Shown to the uploader.' } },
  done: 'Run rejected.',
  endsRun: true,
  command: {
    arguments: '<run>',
    summary: 'rejects a run that awaits approval: its batches are deleted, its payments canceled',
    options: [{ ...BECAUSE, summary: 'the reason, for the maker and the audit log' }],
    examples: [['payrun reject 12 --as anna --because "wrong month"', 'nothing in run 12 is paid']],
  },
  apply: takingBack('rejectRun'),
};

export const withdraw: RunAction = {
  name: 'withdraw',
  of: 'run',
  button: 'Withdraw run',
  question:
    'Nothing will be paid. The batches are deleted, the payments are canceled, and their references can be reused.',
  fields: { because: { label: 'Reason' } },
  done: 'Run withdrawn.',
  endsRun: true,
  command: {
    arguments: '<run>',
    summary:
      'withdraws a run that awaits approval or whose payments are all on hold: nothing is paid, and its references can be reused',
    options: [BECAUSE],
    examples: [['payrun withdraw 12 --because "wrong file"', 'nothing in run 12 is paid']],
  },
  apply: takingBack('withdrawRun'),
};

/** Stops a run: what was sent stays sent, and nothing else is sent. */
export const stop: RunAction = {
  name: 'stop',
  of: 'run',
  button: 'Stop run',
  question:
    'Payments already sent cannot be recalled, and Payrun keeps tracking them. Nothing else will be sent. The other payments are canceled, and their references can be reused.',
  fields: { because: { label: 'Reason' } },
  done: 'Run stopped. Payments already sent cannot be recalled.',
  endsRun: true,
  command: {
    arguments: '<run>',
    summary: 'stops a run: what was sent stays sent, and nothing else is sent',
    options: [BECAUSE],
    examples: [['payrun stop 12 --because "wrong month"', 'its payments that were not sent are canceled']],
  },
  apply: takingBack('stopRun'),
};
