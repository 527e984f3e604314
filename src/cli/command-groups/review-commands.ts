import type { CommandEntry, OptionEntry } from '../command.ts';
import { ACTING } from './shared-options.ts';

const VERIFIED: OptionEntry = {
  flags: '--verified <note>',
  summary: 'how changed bank details were verified: who was called, on which number from where; for the audit log',
};

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
      VERIFIED,
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
    name: 'withdraw',
    arguments: '<run>',
    summary:
      'withdraws a run that awaits approval or is all on hold: nothing of it is paid, and its references are free again',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the audit log' }],
    examples: [['payrun withdraw 12 --because "wrong file"', 'nothing of run 12 is paid']],
    needsLedger: true,
    load: async () => (await import('../commands/runs/take-back.ts')).withdraw,
  },
  {
    name: 'stop',
    arguments: '<run>',
    summary: 'stops a run: what was sent stays sent, and nothing else of it is sent',
    options: [...ACTING, { flags: '--because <why>', summary: 'the reason, for the audit log' }],
    examples: [['payrun stop 12 --because "wrong month"', 'its payments that were not sent are canceled']],
    needsLedger: true,
    load: async () => (await import('../commands/runs/take-back.ts')).stop,
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
    name: 'reschedule',
    arguments: '<run>',
    summary:
      'gives a run another pay date, until it is sent; earlier than an approver released it only by one who may approve it',
    options: [
      { flags: '--on <day>', summary: 'the day on which it is sent, YYYY-MM-DD; or the next business day' },
      { flags: '--now', summary: 'removes the pay date: it is sent as soon as it is approved' },
      ...ACTING,
    ],
    examples: [['payrun reschedule 17 --on 2026-12-01', 'sends it on that day']],
    needsLedger: true,
    load: async () => (await import('../commands/runs/reschedule.ts')).reschedule,
  },
  {
    name: 'release',
    arguments: '<reference...>',
    summary: 'releases payments on hold; those with changed bank details never by the maker of the run',
    options: [
      ...ACTING,
      { flags: '--run <run>', summary: 'if several runs have different payments on hold under the reference' },
      VERIFIED,
    ],
    examples: [['payrun release INV-2041 --as anna', 'pays it']],
    needsLedger: true,
    resumes: true,
    load: async () => (await import('../commands/runs/release.ts')).release,
  },
  {
    name: 'remove',
    arguments: '<reference...>',
    summary: 'removes payments from a run that is not sent yet; the rest is priced again and needs its approval',
    options: [
      { flags: '--because <why>', summary: 'the reason, for the audit log' },
      { flags: '--run <run>', summary: 'only from this run' },
      ...ACTING,
    ],
    examples: [
      [
        'payrun remove INV-2041 --because "the supplier sent a credit note" --as anna',
        'it is canceled, the rest waits',
      ],
    ],
    needsLedger: true,
    resumes: true,
    load: async () => (await import('../commands/runs/remove.ts')).remove,
  },
  {
    name: 'dismiss',
    arguments: '[reference...]',
    summary:
      'dismisses payments on hold, one by one or all of one kind of a run; they come back only if the row changes',
    options: [
      { flags: '--because <why>', summary: 'the reason, for the audit log' },
      { flags: '--run <run>', summary: 'the run; all of its payments on hold of a kind, if no reference is given' },
      { flags: '--kind <code>', summary: 'the reason of the hold, for example duplicate_reference; with --run' },
      ...ACTING,
    ],
    examples: [
      [
        'payrun dismiss INV-2041 --because "sent twice by the supplier" --as anna',
        'it stays unpaid, and needs no attention any more',
      ],
      ['payrun dismiss --run 12 --kind possible_duplicate --because "checked with sales" --as anna', 'all of the kind'],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/runs/dismiss.ts')).dismiss,
  },
  {
    name: 'resolve',
    arguments: '<reference>',
    summary: 'confirms the outcome of an unconfirmed payment',
    options: [
      { flags: '--paid', summary: 'the money arrived' },
      { flags: '--not-paid', summary: 'it did not, and will not' },
      { flags: '--because <how>', summary: 'how you know it, for the audit log' },
      ...ACTING,
      { flags: '--run <run>', summary: 'if several merchants have one under the reference' },
    ],
    examples: [
      [
        'payrun resolve INV-2041 --not-paid --because "bank statement of 3 June" --as anna',
        'its reference is free again',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/runs/resolve.ts')).resolve,
  },
  {
    name: 'accept',
    arguments: '<discrepancy>',
    summary: 'accepts a discrepancy with the payout service, by its reference or its code',
    options: [
      { flags: '--because <why>', summary: 'the reason, for the audit log' },
      ...ACTING,
      { flags: '--run <run>', summary: 'if several runs have one under the reference' },
    ],
    examples: [
      [
        'payrun accept INV-2041 --because "agreed with Mia, the rest is invoiced" --as anna',
        'it counts as paid, with the figures of the payout service',
      ],
      [
        'payrun accept P-7Qx2 --because "paid by hand by the treasurer" --as anna',
        'a payment that was added to a batch there',
      ],
      [
        'payrun accept 7Q2M4RZ0K1V9X3TD --because "refunded by the bank" --as anna',
        'what `verify --remote` or `reconcile` found: they say nothing of it any more, unless its facts change',
      ],
    ],
    needsLedger: true,
    load: async () => (await import('../commands/runs/accept.ts')).accept,
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
