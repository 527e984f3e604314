import { EXIT } from '../errors.ts';

export const EXIT_CODES: readonly (Readonly<Record<'means' | 'next', string>> & { readonly code: number })[] = [
  { code: EXIT.done, means: 'done', next: 'Nothing.' },
  {
    code: EXIT.defect,
    means: 'defect in Payrun',
    next: 'Keep the log and run `payrun verify`. Retrying pays no one twice.',
  },
  { code: EXIT.usage, means: 'usage or configuration', next: 'The message tells you what to correct.' },
  {
    code: EXIT.rowsFailed,
    means: 'finished, but some rows are invalid or failed',
    next: 'Correct the rows in the results workbook and pay that file. A rejected run also ends with this code.',
  },
  {
    code: EXIT.waits,
    means: 'action or funds required',
    next: '`payrun runs` shows what is needed: approve, release, resolve, accept or fund. Some runs need approval in the payout service.',
  },
  { code: EXIT.outOfReach, means: 'service or database unreachable', next: 'Run `payrun resume` later.' },
  { code: 130, means: 'stopped by Ctrl-C', next: 'Nothing is lost. To continue, run `payrun resume`.' },
];
