import { VERIFIED } from '../../actions/release.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING } from './shared-options.ts';

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
    name: 'approve',
    arguments: '<run>',
    summary: 'shows a run that awaits approval, and starts it after you confirm; never by its maker',
    options: [
      ...ACTING,
      { flags: '--yes', summary: 'approves it without asking (default without a terminal)' },
      { flags: '--dry-run', summary: 'shows what awaits approval, and ends' },
      { flags: '--hash <hash>', summary: 'approves only what has the hash that --dry-run showed' },
      VERIFIED.option,
    ],
    examples: [
      ['payrun approve 12 --dry-run', 'changed bank details, new recipients, totals, price, the largest payments'],
      ['payrun approve 12 --as anna', 'Anna approves exactly these payments at this quote'],
      [
        'payrun approve 12 --as anna --verified "Called Ana Tremblay on the number of the contract of 2024"',
        'the same, if an account has changed',
      ],
    ],
    needsLedger: true,
    resumes: true,
    load: async () => (await import('../commands/runs/approve.ts')).approve,
  },
  {
    name: 'reject',
    arguments: '<run>',
    summary: 'rejects a run that awaits approval: its batches are deleted, its payments canceled',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the maker and the audit log' }],
    examples: [['payrun reject 12 --as anna --because "wrong month"', 'nothing of run 12 is paid']],
    needsLedger: true,
    load: async () => (await import('../commands/runs/reject.ts')).reject,
  },
  {
    name: 'rerun',
    arguments: '<run>',
    summary: 'pays failed rows of a run again, as a new run',
    options: [
      {
        flags: '--state <states>',
        summary: 'which rows: failed, returned, invalid, canceled; several with commas (default: failed)',
      },
      { flags: '--reference <references>', summary: 'only these, with commas' },
      { flags: '--yes', summary: 'answers yes to the question before money moves' },
      { flags: '--dry-run', summary: 'shows what would be paid and ends' },
      ...ACTING,
    ],
    examples: [
      ['payrun rerun 12', 'the failed rows of run 12'],
      ['payrun rerun 12 --state failed,returned --dry-run', 'what would run again'],
    ],
    needsLedger: true,
    resumes: true,
    load: async () => (await import('../commands/runs/rerun.ts')).rerun,
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
