import type { BatchState, PaymentState, RunState } from '../states.ts';

type Tone = 'good' | 'bad' | 'wait' | 'busy' | 'plain';

interface OutcomeEntry {
  /** As people read it. */
  readonly label: string;
  readonly tone: Tone;
  /** What happens next, for people on any channel: no command and no link. Empty if nothing does. */
  readonly next: string;
}

/**
 * What became of a run, or what it waits for: the word for it on every channel. What needs somebody most comes first; of several
 * runs of one sheet the first that any of them is in counts, as long as one is not finished.
 */
export const OUTCOMES = {
  action_required: {
    label: 'Action required',
    tone: 'wait',
    next: 'Somebody has to decide or to find out before it goes on.',
  },
  insufficient_funds: {
    label: 'Insufficient funds',
    tone: 'wait',
    next: 'It goes on when the balance at the payout service covers it.',
  },
  awaiting_approval: {
    label: 'Awaiting approval',
    tone: 'wait',
    next: 'Nothing is paid until an approver who did not make this run approves it.',
  },
  awaiting_service_approval: {
    label: 'Awaiting approval at the service',
    tone: 'wait',
    next: 'Somebody approves it in the payout service. It is not sent again.',
  },
  ready_to_submit: { label: 'Ready to submit', tone: 'wait', next: 'Nothing is paid until somebody submits it.' },
  reading_file: { label: 'Reading file', tone: 'busy', next: 'Its rows are being checked.' },
  approved: { label: 'Approved (queued)', tone: 'busy', next: 'It is sent after the runs before it.' },
  processing: { label: 'Processing', tone: 'busy', next: 'The payout service has not finished all of its payments.' },
  partly_paid: { label: 'Partly paid', tone: 'wait', next: 'The rows that were not paid can be corrected and paid.' },
  nothing_paid: { label: 'Nothing paid', tone: 'bad', next: '' },
  rejected: { label: 'Rejected', tone: 'bad', next: '' },
  canceled: { label: 'Canceled', tone: 'plain', next: '' },
  paid: { label: 'Paid', tone: 'good', next: '' },
  /** Earlier runs have paid every row of it. */
  already_paid: { label: 'Already paid', tone: 'good', next: '' },
  /** Only of runs that pay nobody: they bring recipients or sub-merchants. */
  done: { label: 'Done', tone: 'good', next: '' },
} as const satisfies Readonly<Record<string, OutcomeEntry>>;

export type Outcome = keyof typeof OUTCOMES;

export const OUTCOME_CODES = Object.keys(OUTCOMES) as readonly Outcome[];

/** Outcomes after which nothing happens by itself. */
const FINAL: ReadonlySet<Outcome> = new Set([
  'partly_paid',
  'nothing_paid',
  'rejected',
  'canceled',
  'paid',
  'already_paid',
  'done',
]);

/** Rows of a run that ended in one way for one reason. */
export interface ReasonFact {
  readonly state: PaymentState;
  /** Stable code; null if only the sentence says why, as with most failures at the service. */
  readonly code: string | null;
  readonly sentence: string;
  readonly payments: number;
}

/** Batches of one run in one state and currency. */
export interface BatchSum {
  readonly state: BatchState;
  readonly currency: string;
  readonly payments: number;
  /** What leaves the balance, as it is quoted; minor units, null if some have no quote. */
  readonly totalDebit: bigint | null;
}

/** Where a run stands, from the ledger: all that its outcome depends on. */
export interface RunStanding {
  readonly run: bigint;
  readonly state: RunState;
  /** Its job is about recipients or sub-merchants. */
  readonly paysNobody: boolean;
  readonly readIn: boolean;
  readonly confirmed: boolean;
  /** A process carries it out now. */
  readonly leased: boolean;
  readonly rows: number;
  readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
  readonly reasons: readonly ReasonFact[];
  readonly batches: Readonly<Partial<Record<BatchState, number>>>;
  readonly batchSums: readonly BatchSum[];
  /** Some rows are neither in a batch nor at an end. */
  readonly hasReady: boolean;
  /** Approved batches that the balance does not cover, as far as is known. */
  readonly short: number;
  /** What the service did with its batches that nobody ordered or accepted. */
  readonly batchDiscrepancies: number;
}

/** What became of a run. */
export function outcomeOf(run: RunStanding): Outcome {
  if (run.paysNobody) return OF_OTHER_JOBS[run.state];
  if (!run.readIn) return run.state === 'done' ? 'nothing_paid' : 'reading_file';
  return unfinished(run) ?? ending(run);
}

const OF_OTHER_JOBS: Readonly<Record<RunState, Outcome>> = {
  working: 'processing',
  waiting_approval: 'awaiting_approval',
  waiting_funds: 'insufficient_funds',
  awaiting_service_approval: 'awaiting_service_approval',
  needs_person: 'action_required',
  on_the_way: 'processing',
  done: 'done',
};

function unfinished(run: RunStanding): Outcome | null {
  const { batches, counts, confirmed, state } = run;
  const has = (...states: readonly BatchState[]) => states.some((one) => (batches[one] ?? 0) > 0);
  const isWaiting = state === 'needs_person' || state === 'working';
  if (run.batchDiscrepancies > 0 || (counts.discrepancy ?? 0) + (counts.unknown ?? 0) > 0 || has('unknown'))
    return 'action_required';
  if (!confirmed && isWaiting) return 'ready_to_submit';
  if (state === 'needs_person') return 'action_required';
  if (run.leased && state === 'working') return 'processing';
  if (has('waiting_funds') || run.short > 0) return 'insufficient_funds';
  if (has('quoted')) return 'awaiting_approval';
  if (has('awaiting_service_approval')) return 'awaiting_service_approval';
  if (has('approved')) return 'approved';
  if (state !== 'done') return 'processing';
  return null;
}

/** Nothing of it goes on by itself. */
function ending(run: RunStanding): Outcome {
  const { counts } = run;
  const n = (state: PaymentState) => counts[state] ?? 0;
  if (n('held') > 0) return 'action_required';
  const paid = n('processed');
  const elsewhere = n('already_paid') + replaced(run);
  if (paid > 0) return paid + elsewhere >= run.rows ? 'paid' : 'partly_paid';
  if (n('already_paid') > 0 && elsewhere >= run.rows) return 'already_paid';
  const cancelled = (...codes: readonly string[]) =>
    payments(run, ({ state, code }) => state === 'cancelled' && codes.includes(code ?? ''));
  if (cancelled('rejected') > 0 || (run.batches.rejected_at_service ?? 0) > 0) return 'rejected';
  if (cancelled('declined', 'not_confirmed') > 0) return 'canceled';
  return 'nothing_paid';
}

const payments = ({ reasons }: RunStanding, wanted: (reason: ReasonFact) => boolean) =>
  reasons.filter(wanted).reduce((sum, one) => sum + one.payments, 0);

/** Rows in whose place the same payment was released elsewhere. */
const replaced = (run: RunStanding) =>
  payments(run, ({ state, code }) => state === 'cancelled' && code === 'superseded');

/** What became of several runs together: those of one sheet, one for each merchant. */
export function outcomeOfAll(runs: readonly RunStanding[]): Outcome {
  const found = runs.map((run) => ({ run, outcome: outcomeOf(run) }));
  const open = OUTCOME_CODES.find((code) => !FINAL.has(code) && found.some(({ outcome }) => outcome === code));
  if (open) return open;
  const told = found.filter(({ run }) => run.rows > 0);
  const all = new Set((told.length > 0 ? told : found).map(({ outcome }) => outcome));
  if (all.size === 1) return [...all][0]!;
  if ([...all].every((one) => one === 'paid' || one === 'already_paid')) return 'paid';
  return all.has('paid') || all.has('partly_paid') ? 'partly_paid' : 'nothing_paid';
}

/** Batches of which state an outcome waits. */
const WAITING_BATCHES: Readonly<Partial<Record<Outcome, readonly BatchState[]>>> = {
  awaiting_approval: ['quoted'],
  insufficient_funds: ['waiting_funds', 'approved'],
  awaiting_service_approval: ['awaiting_service_approval'],
  approved: ['approved'],
};

/** What waits with a run: payments and total debit by currency, the same on home, approval page and notification. */
export function waitingSums(
  runs: readonly Pick<RunStanding, 'batchSums'>[],
  outcome: Outcome,
): readonly { readonly currency: string; readonly payments: number; readonly totalDebit: bigint }[] {
  const states = WAITING_BATCHES[outcome] ?? [];
  const found = runs.flatMap(({ batchSums }) => batchSums.filter(({ state }) => states.includes(state)));
  return [...Map.groupBy(found, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sums]) => ({
      currency,
      payments: sums.reduce((all, one) => all + one.payments, 0),
      totalDebit: sums.reduce((all, one) => all + (one.totalDebit ?? 0n), 0n),
    }));
}

export function isFinalOutcome(outcome: Outcome): boolean {
  return FINAL.has(outcome);
}

/** It goes on when somebody has decided, or when there is money. */
const WAITS_FOR_SOMEBODY: ReadonlySet<Outcome> = new Set([
  'action_required',
  'insufficient_funds',
  'awaiting_approval',
  'awaiting_service_approval',
]);

export function waitsForSomebody(outcome: Outcome): boolean {
  return WAITS_FOR_SOMEBODY.has(outcome);
}
