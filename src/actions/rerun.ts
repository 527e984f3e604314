import { paymentStateNamed } from '../outcomes/status-words.ts';
import { namesIn, type RunAction } from './action.ts';

/** Pays rows of a run again, as a new run: those in the states, or of them only those with the references. */
export const rerun: RunAction = {
  name: 'rerun',
  of: 'run',
  button: 'Retry payments',
  done: 'Retry submitted.',
  paysAnew: true,
  command: {
    arguments: '<run>',
    summary: 'retries failed rows of a run, as a new run',
    options: [
      {
        flags: '--state <states>',
        summary: 'which rows: failed, returned, invalid, canceled; comma-separated (default: failed)',
      },
      { flags: '--reference <references>', summary: 'only these references, comma-separated' },
      { flags: '--yes', summary: 'confirms the run without asking' },
      { flags: '--dry-run', summary: 'shows what would be paid, and exits' },
    ],
    examples: [
      ['payrun rerun 12', 'the failed rows of run 12'],
      ['payrun rerun 12 --state failed,returned --dry-run', 'shows what would be retried'],
    ],
  },
  async apply(appContext, { run = '', references }, { state, reference }, { by, isDryRun = false, asks }) {
    const { createRerun } = await import('../engine/runs/rerun.ts');
    const states = namesIn(state ?? '').map((name) => paymentStateNamed(name) ?? name);
    const id = await createRerun(appContext, {
      ...{ run, maker: by, dryRun: isDryRun, confirmed: asks !== true },
      states: states.length > 0 ? states : ['failed'],
      references: references.length > 0 ? references : namesIn(reference ?? ''),
    });
    return { runs: [id] };
  },
};
