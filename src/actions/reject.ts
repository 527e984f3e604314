import { PayrunError } from '../errors.ts';
import { BECAUSE, type RunAction } from './action.ts';

/** Rejects a run that awaits approval. */
export const reject: RunAction = {
  name: 'reject',
  of: 'run',
  button: 'Reject run',
  fields: { because: { label: 'Reason', hint: 'The maker of the run sees it.' } },
  done: 'Run rejected.',
  endsRun: true,
  command: {
    arguments: '<run>',
    summary: 'rejects a run that awaits approval: its batches are deleted, its payments canceled',
    options: [{ ...BECAUSE, summary: 'the reason, for the maker and the audit log' }],
    examples: [['payrun reject 12 --as anna --because "wrong month"', 'nothing of run 12 is paid']],
  },
  async apply(appContext, { run = '' }, { because = '' }, acting) {
    const { rejectRun } = await import('../engine/review/approvals.ts');
    if (!because.trim()) throw new PayrunError('because_missing');
    await rejectRun(appContext, run, { because: because.trim(), ...acting });
    return { runs: [run] };
  },
};
