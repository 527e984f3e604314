import type { CommandEntry } from '../command.ts';
import { ACTING } from '../shared-options.ts';

/** Commands for approvals and for payments that require action. */
export const REVIEW_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'settle',
    arguments: '',
    summary: 'reads the outcomes of payments that were started and are not final',
    options: [],
    examples: [['payrun settle', 'whether they are paid, failed or returned']],
    load: async () => (await import('../commands/runs/settle.ts')).settle,
  },
  {
    name: 'adopt',
    arguments: '',
    summary: 'handles batches at the service that this ledger does not know',
    options: [
      { flags: '--merchant <name>', summary: 'only of this one' },
      {
        flags: '--installation <name>',
        summary: 'does not read them in: notes that this installation made them and may pay too',
      },
      { flags: '--yes', summary: 'does not ask' },
      { flags: '--dry-run', summary: 'shows them, and decides nothing' },
      ...ACTING,
    ],
    examples: [
      ['payrun adopt', 'reads them in as history: whoever they pay is not paid again'],
      ['payrun adopt --installation berlin', 'the installation called berlin pays other people from the same balance'],
    ],
    load: async () => (await import('../commands/runs/adopt.ts')).adopt,
  },
];
