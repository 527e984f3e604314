import { usageError } from '../references/usage-error.ts';
import type { RunAction } from './action.ts';

/** Gives a run another pay date, or none: `on` is empty then. */
export const reschedule: RunAction = {
  name: 'reschedule',
  of: 'run',
  button: 'Set pay date',
  fields: { on: { label: 'Pay on' } },
  done: 'Pay date changed.',
  command: {
    arguments: '<run>',
    summary:
      'changes the pay date of a run that has not been sent yet; only an approver can choose an earlier day than approved',
    options: [
      { flags: '--on <day>', summary: 'new pay date, YYYY-MM-DD; moved to a business day if needed' },
      { flags: '--now', summary: 'removes the pay date: the run is sent as soon as it is approved' },
    ],
    examples: [['payrun reschedule 17 --on 2026-12-01', 'sends it on that day']],
    input(_, { on, now }) {
      if ((on === undefined) === (now !== true)) throw usageError('pay_date_missing');
      return { on: typeof on === 'string' ? on : '' };
    },
  },
  async apply(appContext, { run = '' }, { on }, { by }) {
    const { changePayDate } = await import('../engine/review/change-pay-date.ts');
    const { getRun } = await import('../ledger/runs/run.ts');
    const { id } = await getRun(appContext.ledger.db, run);
    // Only an empty field removes the date.
    if (on === undefined) throw usageError('day_invalid', { day: '' });
    await changePayDate(appContext, id, { on: on.trim() || null, by });
    return { runs: [id] };
  },
};
