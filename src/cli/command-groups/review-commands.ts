import type { CommandEntry } from '../command.ts';

/** Commands for approvals and for payments that require action. */
export const REVIEW_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'settle',
    arguments: '',
    summary: 'reads the outcomes of payments in progress',
    options: [],
    examples: [['payrun settle', 'checks whether payments were paid, failed or returned']],
    load: async () => (await import('../commands/runs/resume.ts')).settle,
  },
];
