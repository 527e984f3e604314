/** The job that creates or updates recipients in the payout service. */
export const SYNC_RECIPIENTS = 'sync-recipients';

/** The job of a run for payments that another ledger created, or this one before it was restored. */
export const ADOPT = 'adopt';

/** The objects that a run of a job works on. */
export type RunSubject = 'payments' | 'recipients' | 'merchants';

/** Facts about the runs of a job. Code asks for the fact that it needs, and never for the name of a job. */
export interface RunKind {
  readonly subject: RunSubject;
  /** True if its rows become payments and batches: it has stages, is followed, and has an outcome in money. */
  readonly hasPayments: boolean;
  /** False if its payments were adopted: Payrun follows them and never sends them. */
  readonly sends: boolean;
  /** True if its results can be written at any time, not only after the intake of its sheet. */
  readonly hasResultsFromStart: boolean;
  /** Notifications that it may cause: of every kind, or only that someone has to act. */
  readonly notifies: 'all' | 'action_required';
}

const PAYMENTS: RunKind = {
  subject: 'payments',
  hasPayments: true,
  sends: true,
  hasResultsFromStart: false,
  notifies: 'all',
};
const RECIPIENTS: RunKind = {
  subject: 'recipients',
  hasPayments: false,
  sends: false,
  hasResultsFromStart: true,
  notifies: 'action_required',
};
const MERCHANTS: RunKind = { ...RECIPIENTS, subject: 'merchants' };

const KINDS: Readonly<Record<string, RunKind>> = {
  'onboard-merchants': MERCHANTS,
  'merchant-settings': MERCHANTS,
  [SYNC_RECIPIENTS]: RECIPIENTS,
  [ADOPT]: { ...PAYMENTS, sends: false },
};

/** The jobs whose runs work on these objects. */
export const runJobs = (subject: Exclude<RunSubject, 'payments'>): readonly string[] =>
  Object.keys(KINDS).filter((job) => KINDS[job]!.subject === subject);

/** The title of a run; its kind if the name of its sheet is not known, as after a purge. */
export const runTitle = ({ sheet, job }: { readonly sheet: string | null; readonly job: string }): string =>
  sheet ?? (runKind(job).hasPayments ? 'Payment run' : job);

/** Every job that is not in the table pays: `pay-sheet`, `rerun-failed`, and a team's own jobs. */
export function runKind(job: string): RunKind {
  return Object.hasOwn(KINDS, job) ? KINDS[job]! : PAYMENTS;
}
