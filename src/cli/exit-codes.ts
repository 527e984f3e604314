import { EXIT } from '../errors.ts';

/** A way in which a command can end. */
interface ExitCode {
  readonly code: number;
  readonly means: string;
  /** The next step. */
  readonly next: string;
}

/** The exit codes of every command. */
export const EXIT_CODES: readonly ExitCode[] = [
  { code: EXIT.done, means: 'done', next: 'Nothing.' },
  {
    code: EXIT.defect,
    means: 'a defect in Payrun',
    next: 'Keep the log and run `payrun verify`. Retrying pays no one twice.',
  },
  { code: EXIT.usage, means: 'usage or configuration', next: 'The sentence says what to correct.' },
  {
    code: EXIT.rowsFailed,
    means: 'finished, but some rows were refused or failed',
    next: 'Correct the rows in the results workbook and pay that file. A rejected run ends so too.',
  },
  {
    code: EXIT.waits,
    means: 'waits for a person or for funds',
    next: '`payrun runs` names what it waits for: approve, release, resolve, accept or fund. A run that awaits approval in the service is approved there.',
  },
  { code: EXIT.outOfReach, means: 'service or database out of reach', next: 'Run `payrun resume` later.' },
  { code: 130, means: 'stopped by Ctrl-C', next: 'Nothing is lost: `payrun resume` continues.' },
];
