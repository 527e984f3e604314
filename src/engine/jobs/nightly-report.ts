import { type DocumentState, OUTCOMES } from '../../outcomes/run-outcome.ts';
import { stateCountsText } from '../../outcomes/status-words.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { RunStatus } from '../../states.ts';

/** The steps of the nightly job, in order. */
const NIGHTLY_STEPS = ['settle', 'returns', 'late batches', 'resume', 'retry', 'report'] as const;
export type NightlyStep = (typeof NIGHTLY_STEPS)[number];

/** The outcome of one run, or the error that stopped it. */
export interface NightlyLine {
  readonly step: NightlyStep;
  /** The run; in step `returns` the merchant; if a whole step failed, its subject. */
  readonly what: string;
  readonly state: DocumentState | null;
  readonly outcome: RunStatus | null;
  readonly counts: RunOutcome['counts'] | null;
  readonly note: string | null;
  readonly results: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly next: string } | null;
}

/** A run that is not done at the end of the nightly job. */
export type OpenRun = Pick<RunOutcome, 'run' | 'state' | 'outcome' | 'note'> & { readonly merchant: string };

/** What a step did, with the number of its runs. */
const DID: Readonly<Record<NightlyStep, (runs: string) => string>> = {
  settle: (runs) => `${runs} checked`,
  returns: (runs) => `returned payments in ${runs}`,
  'late batches': (runs) => `late batches of ${runs}`,
  resume: (runs) => `${runs} resumed`,
  retry: (runs) => `${runs} retried`,
  report: (runs) => `missing results of ${runs} written`,
};

/** The nightly report as lines: a summary, then one line for each run and each error. */
export function nightlyLines(lines: readonly NightlyLine[], open: readonly OpenRun[], gaveUp: boolean): string[] {
  const errors = lines.filter(({ error }) => error !== null).length;
  const count = (step: NightlyStep) => lines.filter((line) => line.step === step && line.error === null).length;
  const done = (Object.keys(DID) as NightlyStep[]).filter((step) => count(step) > 0);
  const sum = [
    ...done.map((step) => DID[step](runs(count(step)))),
    open.length > 0 ? `${runs(open.length)} still open` : 'all runs are done',
    ...(errors > 0 ? [pluralize(errors, 'error')] : []),
  ];
  return [
    `Nightly job: ${sum.join('; ')}.`,
    ...lines.map((line) => `  ${line.step}, ${line.what}: ${lineText(line)}`),
    ...open.map(
      ({ run, merchant, outcome, note }) =>
        `  open, run ${run} for ${merchant}: ${OUTCOMES[outcome].label}.${note === null ? '' : ` ${note}`}`,
    ),
    ...(gaveUp
      ? ['The payout service did not respond several times in a row. The next nightly job will finish the rest.']
      : []),
  ];
}

function lineText({ outcome, counts, note, error }: NightlyLine): string {
  if (error) return `${error.message} ${error.next}`;
  if (outcome === null) return note ?? '';
  const found = stateCountsText(counts ?? {});
  return `${OUTCOMES[outcome].label}.${found === '' ? '' : ` ${found}.`}${note === null ? '' : ` ${note}`}`;
}

const runs = (n: number) => pluralize(n, 'run');
