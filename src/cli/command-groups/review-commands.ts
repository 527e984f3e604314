import type { CommandEntry } from '../command.ts';

export const REVIEW_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'settle',
    summary: 'reads the outcomes of payments in progress',
    examples: [['payrun settle', 'checks whether payments were paid, failed or returned']],
    load: async () => (await import('../commands/runs/resume.ts')).settle,
  },
];
