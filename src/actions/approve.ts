import type { RunAction } from './action.ts';
import { VERIFIED } from './release.ts';

/** Approves a run. `hash`: the payments, accounts and quote that the approver saw. */
export const approve: RunAction = {
  name: 'approve',
  of: 'run',
  button: 'Approve run',
  fields: { verified: VERIFIED.field },
  done: 'Run approved.',
  command: {
    arguments: '<run>',
    summary: 'shows a run that awaits approval, and approves it after you confirm; its maker cannot',
    options: [
      { flags: '--yes', summary: 'approves it without asking (default without a terminal)' },
      { flags: '--dry-run', summary: 'shows what awaits approval, and exits' },
      { flags: '--hash <hash>', summary: 'approves only if the hash is still the one that --dry-run showed' },
      VERIFIED.option,
    ],
    examples: [
      ['payrun approve 12 --dry-run', 'changed bank details, new recipients, totals, quote, the largest payments'],
      ['payrun approve 12 --as anna', 'Anna approves exactly these payments at this quote'],
      [
        'payrun approve 12 --as anna --verified "Called Ana Tremblay on the number in her 2024 contract"',
        'the same, with changed bank details',
      ],
    ],
  },
  async apply(appContext, { run = '' }, { hash, verified }, acting) {
    const { recordApproval } = await import('../engine/review/approvals.ts');
    // Only exactly what was shown is approved: a form without it approves nothing.
    const isWhole = await recordApproval(appContext, run, { ...acting, shown: hash ?? '', verified });
    return { runs: [run], ...(isWhole ? {} : { done: FIRST }) };
  },
};

const FIRST = 'First approval recorded. Another approver must approve the run too.';
