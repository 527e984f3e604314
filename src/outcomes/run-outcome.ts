import { type BatchState, countIn, FINAL_STATUSES, type PaymentState, type RunStatus } from '../states.ts';

type Tone = 'good' | 'bad' | 'wait' | 'busy' | 'plain';

interface OutcomeEntry {
  /** The words that readers see. */
  readonly label: string;
  readonly tone: Tone;
  /** The next step, for readers on any channel: no command and no link. Empty if there is none. */
  readonly next: string;
}

/**
 * The words for the statuses of a run on every channel. The most urgent one comes first. Of several runs of one sheet,
 * the first open one in this order counts.
 */
export const OUTCOMES = {
  action_required: {
    label: 'Action required',
    tone: 'wait',
    next: 'A user must correct or review this run before it can continue.',
  },
  insufficient_funds: {
    label: 'Insufficient funds',
    tone: 'wait',
    next: 'The run continues once the balance covers it.',
  },
  awaiting_approval: {
    label: 'Awaiting approval',
    tone: 'wait',
    next: 'Someone other than the uploader must approve this run before anything is sent.',
  },
  awaiting_service_approval: {
    label: 'Awaiting approval in the service',
    tone: 'wait',
    next: 'Approve it in the payout service. Payrun does not send it again.',
  },
  ready_to_submit: { label: 'Ready to submit', tone: 'wait', next: 'Nothing is paid until the run is submitted.' },
  reading_file: { label: 'Reading file', tone: 'busy', next: 'Payrun is checking the rows.' },
  scheduled: { label: 'Scheduled', tone: 'busy', next: 'Payrun checks the balance when it sends the run.' },
  approved: {
    label: 'Approved (queued)',
    tone: 'busy',
    next: 'It is sent after the runs that are ahead in the queue.',
  },
  preparing: { label: 'Processing', tone: 'busy', next: 'Payrun is preparing the payments. None have been sent yet.' },
  processing: { label: 'Processing', tone: 'busy', next: 'The payout service is still processing some payments.' },
  partly_paid: {
    label: 'Partly paid',
    tone: 'wait',
    next: 'Invalid, failed and returned rows can be corrected and paid.',
  },
  not_submitted: {
    label: 'Not submitted',
    tone: 'wait',
    next: 'Nothing can be paid until the errors are corrected.',
  },
  nothing_paid: { label: 'Nothing paid', tone: 'bad', next: '' },
  rejected: { label: 'Rejected', tone: 'bad', next: '' },
  canceled: { label: 'Canceled', tone: 'plain', next: '' },
  /** All rows that are to be paid; users dismissed the others. */
  paid: { label: 'Paid', tone: 'good', next: '' },
  /** The same, by earlier runs. */
  already_paid: { label: 'Already paid', tone: 'good', next: '' },
  /** Only for runs that pay no one: imports of recipients or sub-merchants. */
  done: { label: 'Done', tone: 'good', next: '' },
} as const satisfies Readonly<Record<RunStatus, OutcomeEntry>>;

const SENT: readonly PaymentState[] = ['started', 'processed', 'returned', 'discrepancy'];
/** The steps of a run that was sent but for payments that were released later. */
const REST_PREPARED = 'Payrun is preparing the payments that have not been sent yet.';
const REST_AWAITS_APPROVAL = 'Someone other than the uploader must approve the payments that have not been sent yet.';
/** States of rows that a corrected sheet or a retry may still pay. */
export const CORRECTABLE = ['invalid', 'failed', 'returned'] as const satisfies readonly PaymentState[];

/** A user's action for payments in these states. */
const REVIEWS = [
  ['unknown', 'An approver must confirm the outcome of the unconfirmed payments.'],
  ['discrepancy', 'An approver must review the discrepancies.'],
  ['held', 'An approver must release or dismiss the payments on hold.'],
] as const satisfies readonly (readonly [PaymentState, string])[];

const DISMISS_HELD = 'An approver must dismiss the payments on hold, which cannot be released.';

/**
 * The next event, for readers on any channel: no command and no link. Empty if there is none. `releasable`: whether a
 * payment on hold can be released, and not only dismissed.
 */
export function getNextStep(
  outcome: RunStatus,
  counts: Readonly<Partial<Record<PaymentState, number>>>,
  releasable = true,
): string {
  if (outcome === 'action_required') {
    const reviews = REVIEWS.flatMap(([state, next]) =>
      countIn(counts, [state]) === 0 ? [] : state === 'held' && !releasable ? DISMISS_HELD : next,
    );
    const corrects = countIn(counts, CORRECTABLE) > 0 ? [correctWords(counts)] : [];
    if (reviews.length > 0) return [...reviews, ...corrects].join(' ');
  }
  if (outcome === 'awaiting_approval' && countIn(counts, SENT) > 0) return REST_AWAITS_APPROVAL;
  if (outcome === 'preparing' && countIn(counts, SENT) > 0) return REST_PREPARED;
  if (outcome === 'partly_paid') return countIn(counts, CORRECTABLE) === 0 ? '' : correctWords(counts);
  return OUTCOMES[outcome].next;
}

/** "Failed and returned rows can be corrected and paid.": those of a run that has some. */
function correctWords(counts: Readonly<Partial<Record<PaymentState, number>>>): string {
  const [last = '', ...others] = CORRECTABLE.filter((state) => countIn(counts, [state]) > 0).toReversed();
  const words = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} rows can be corrected and paid.`;
}

const IN_DOCUMENTS: Readonly<Partial<Record<RunStatus, DocumentState>>> = {
  action_required: 'needs_person',
  ready_to_submit: 'needs_person',
  insufficient_funds: 'waiting_funds',
  awaiting_approval: 'waiting_approval',
  awaiting_service_approval: 'awaiting_service_approval',
  processing: 'on_the_way',
};

/** `state` of a run in JSON documents, what it waits for: first those that need action most. */
export const DOCUMENT_STATES = [
  'needs_person',
  'waiting_funds',
  'waiting_approval',
  'awaiting_service_approval',
  'working',
  'on_the_way',
  'done',
] as const;

export type DocumentState = (typeof DOCUMENT_STATES)[number];

export function documentState(status: RunStatus, isFinished: boolean): DocumentState {
  return isFinished ? 'done' : (IN_DOCUMENTS[status] ?? 'working');
}

export const OUTCOME_CODES = Object.keys(OUTCOMES) as readonly RunStatus[];

/** The statuses that have the same words. */
export function statusesShownAs(outcome: RunStatus): readonly RunStatus[] {
  return OUTCOME_CODES.filter((one) => OUTCOMES[one].label === OUTCOMES[outcome].label);
}

/** Rows of a run that ended in the same state for the same reason. */
export interface ReasonFact {
  readonly state: PaymentState;
  /** Stable code; null if only the sentence gives the reason, as with most failures in the service. */
  readonly code: string | null;
  readonly sentence: string;
  readonly payments: number;
}

/** Batches of one run in one state and currency. */
export interface BatchSum {
  readonly state: BatchState;
  readonly currency: string;
  readonly payments: number;
  /** The quoted debit in minor units; null if a batch has no quote. */
  readonly totalDebit: bigint | null;
  /** Whether the balance does not cover it, though it is approved. */
  readonly isShort: boolean;
}

/** The status of a run in the ledger, with the facts that pages show next to it. */
export interface StatusFacts {
  readonly run: bigint;
  readonly outcome: RunStatus;
  readonly isFinished: boolean;
  /** False if its job imports recipients or sub-merchants. */
  readonly hasPayments: boolean;
  readonly readIn: boolean;
  /** True if it only showed what would be paid: no one can release or dismiss its rows. */
  readonly dryRun: boolean;
  readonly confirmed: boolean;
  /** True if its pay date has not come. */
  readonly early: boolean;
  /** True if a process is executing it now. */
  readonly leased: boolean;
  readonly rows: number;
  readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
  readonly reasons: readonly ReasonFact[];
  readonly batches: Readonly<Partial<Record<BatchState, number>>>;
  /** The number of unconfirmed batches that exist in the payout service and that no one has sent. */
  readonly unsent: number;
  readonly batchSums: readonly BatchSum[];
  /** True if some rows are neither in a batch nor final. */
  readonly hasReady: boolean;
  /** The number of approved batches that the balance does not cover, as far as is known. */
  readonly short: number;
  /** The number of its batches' discrepancies that were not accepted. */
  readonly batchDiscrepancies: number;
}

/** Whether payments on hold are all that is left of a run that sent nothing: its uploader can withdraw it. */
export function isAllOnHold({
  isFinished,
  hasPayments,
  readIn,
  dryRun,
  hasReady,
  counts,
  batches,
}: StatusFacts): boolean {
  const isUnsent = !hasReady && Object.keys(batches).every((one) => one === 'void');
  return isFinished && hasPayments && readIn && !dryRun && isUnsent && (counts.held ?? 0) > 0;
}

/** The outcome of several runs together: those of one sheet, one per merchant. */
export function getSheetOutcome(runs: readonly StatusFacts[]): RunStatus {
  const open = OUTCOME_CODES.find((code) => !isFinalOutcome(code) && runs.some(({ outcome }) => outcome === code));
  if (open) return open;
  const withRows = runs.filter(({ rows, counts }) => rows > (counts.dismissed ?? 0));
  const all = new Set((withRows.length > 0 ? withRows : runs).map(({ outcome }) => outcome));
  if (all.size === 1) return [...all][0]!;
  if ([...all].every((one) => one === 'paid' || one === 'already_paid')) return 'paid';
  return all.has('paid') || all.has('partly_paid') ? 'partly_paid' : 'nothing_paid';
}

export function isFinalOutcome(outcome: RunStatus): boolean {
  return FINAL_STATUSES.includes(outcome);
}

/** Outcomes that need an approval, a review or funds before the run continues. */
const WAITS_FOR_USER: ReadonlySet<RunStatus> = new Set([
  'action_required',
  'insufficient_funds',
  'awaiting_approval',
  'awaiting_service_approval',
]);

export function waitsForUser(outcome: RunStatus): boolean {
  return WAITS_FOR_USER.has(outcome);
}
