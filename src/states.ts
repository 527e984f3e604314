/**
 * The states and their allowed moves. The ledger's updates name the states they come from, so that a move is a
 * compare-and-set; `moveBatch` asks `lawful()`, and a trigger refuses any other move of a payment.
 */

/**
 * Payment. `started` is never stored: a payment in state `batched` whose batch was started is started, so that starting
 * a million payments updates one row. `discrepancy`: the service paid another amount, currency, recipient or account
 * than the row says; it has to be accepted or resolved. `already_paid`: an earlier run has paid the same payment under
 * the same reference; nothing is left to do. `processed` becomes `unknown` only if the service lists the payment as
 * returned in a format that Payrun cannot read or shows it as failed, and `discrepancy` only if its reference turns out
 * to be paid twice.
 * `dismissed`: a payment on hold that was reviewed and stays unpaid.
 */
export const PAYMENT_MOVES = {
  invalid: ['canceled'],
  already_paid: [],
  held: ['ready', 'dismissed', 'canceled'],
  dismissed: [],
  ready: ['already_paid', 'batched', 'held', 'failed', 'canceled'],
  batched: ['ready', 'started', 'held', 'failed', 'canceled'],
  started: ['processed', 'failed', 'returned', 'unknown', 'discrepancy'],
  unknown: ['processed', 'failed', 'returned', 'started', 'discrepancy'],
  discrepancy: ['processed', 'returned'],
  processed: ['returned', 'unknown', 'discrepancy'],
  failed: [],
  returned: [],
  canceled: [],
} as const;

/**
 * Batch. `creating` and `starting` are intents: a call that changes something is about to be sent, or was sent. After a
 * crash, a batch in one of them is looked up in the payout service before anything is sent. When a start was attempted,
 * the service may start it automatically as soon as funds arrive, so such a batch can never become void (G1), unless
 * the start was refused and the service has deleted the batch; the ledger has a constraint for that.
 * `awaiting_service_approval`: the start took effect, and the batch needs an approval in the payout service; it is
 * never sent again. `rejected_at_service`: it was not approved, or the service refused every payment of a batch whose
 * start was attempted.
 */
export const BATCH_MOVES = {
  planned: ['creating', 'void'],
  creating: ['open', 'planned', 'unknown', 'void'],
  open: ['quoted', 'void'],
  quoted: ['quoted', 'approved', 'rejected_at_service', 'void', 'unknown'],
  approved: ['starting', 'quoted', 'void', 'unknown'],
  starting: ['started', 'waiting_funds', 'awaiting_service_approval', 'quoted', 'rejected_at_service', 'unknown'],
  waiting_funds: ['starting', 'started', 'awaiting_service_approval', 'quoted', 'unknown'],
  awaiting_service_approval: ['started', 'rejected_at_service', 'unknown'],
  started: ['settled', 'unknown'],
  unknown: [
    'planned',
    'open',
    'quoted',
    'starting',
    'started',
    'waiting_funds',
    'awaiting_service_approval',
    'settled',
    'void',
  ],
  settled: [],
  rejected_at_service: [],
  void: [],
} as const;

/**
 * Moves of a batch that was started without a start by Payrun in force: from outside, or automatically after its
 * approval was void. It keeps the mark `started_outside_at`, so that it never looks like one that was approved and
 * started.
 */
export const OUTSIDE_MOVES: Readonly<Partial<Record<keyof typeof BATCH_MOVES, readonly (keyof typeof BATCH_MOVES)[]>>> =
  {
    open: ['started', 'awaiting_service_approval'],
    quoted: ['started', 'awaiting_service_approval'],
    approved: ['started', 'awaiting_service_approval'],
    // Its first start was refused, because it had begun before.
    starting: ['started', 'awaiting_service_approval'],
    // It did not match the plan, its creation took effect late, or it was read from the service; then it was started
    // from outside Payrun.
    unknown: ['started', 'awaiting_service_approval'],
  };

export type PaymentState = keyof typeof PAYMENT_MOVES;
export type BatchState = keyof typeof BATCH_MOVES;

/** States of a batch that exists in the payout service without a start in force. */
export const BEFORE_START: readonly BatchState[] = ['open', 'quoted', 'approved'];

/** Moves of a payment that ended unpaid, if the service later shows that it pays or has paid it. */
export const AFTER_ALL: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  failed: ['processed', 'returned', 'unknown', 'discrepancy'],
  returned: ['processed', 'unknown', 'discrepancy'],
};

/** States of a payment that `adopt` moves into the batch in which the payout service has it. */
export const ADOPTABLE: readonly PaymentState[] = ['ready', 'held', 'dismissed', 'already_paid', 'canceled'];

/** States from which a payment becomes paid if a user accepts that the payout service has paid it. */
export const ACCEPTABLE_AS_PAID: readonly PaymentState[] = ['failed', 'returned', 'canceled'];

/** The moves that the trigger `payment_moves` of the ledger allows, where `started` is `batched` in a started batch. */
export function storedPaymentMoves(): ReadonlyMap<PaymentState, ReadonlySet<PaymentState>> {
  const stored = (state: PaymentState) => (state === 'started' ? 'batched' : state);
  const moves = new Map<PaymentState, Set<PaymentState>>();
  const add = (from: PaymentState, to: readonly PaymentState[]) =>
    moves.set(stored(from), new Set([...(moves.get(stored(from)) ?? []), ...to.map(stored)]));
  for (const from of Object.keys(PAYMENT_MOVES) as PaymentState[]) add(from, PAYMENT_MOVES[from]);
  for (const from of Object.keys(AFTER_ALL) as PaymentState[]) add(from, AFTER_ALL[from]!);
  for (const from of ADOPTABLE) add(from, ['batched']);
  for (const from of ACCEPTABLE_AS_PAID) add(from, ['processed']);
  return moves;
}

/** States in which a payment holds its reference: no other payment may use it. */
export const LIVE_STATES: readonly PaymentState[] = [
  'ready',
  'batched',
  'started',
  'unknown',
  'discrepancy',
  'processed',
];

/** The states in `counts` of a run: the most urgent first, then in the order of a payment's life cycle. */
export const COUNTED_STATES = [
  'discrepancy',
  'invalid',
  'held',
  'ready',
  'batched',
  'started',
  'processed',
  'already_paid',
  'failed',
  'returned',
  'canceled',
  'dismissed',
  'unknown',
] as const satisfies readonly PaymentState[];

/** Statuses of a run that was submitted and whose payments are not final. */
const SUBMITTED = [
  'preparing',
  'action_required',
  'awaiting_approval',
  'insufficient_funds',
  'scheduled',
  'approved',
  'awaiting_service_approval',
  'processing',
] as const;

/** Statuses in which a run ends. `done`: only of runs that pay no one. */
const ENDED = ['partly_paid', 'paid', 'already_paid', 'rejected', 'canceled', 'nothing_paid', 'done'] as const;

/** Moves of an ended run: payments are returned or turn out to be paid, and copies are dismissed. */
const AFTER_THE_END = ['action_required', ...ENDED] as const;

/**
 * Run: its status. The transaction that changes its payments or batches writes it, by the table in
 * `ledger/runs/run-status.ts`. A submitted run is never read or submitted again, and what was paid is not prepared
 * again. `preparing`: a process has it, or had it and was interrupted. `action_required` is open or ended: rows on hold
 * end a run, and their release continues it.
 */
export const RUN_MOVES = {
  reading_file: ['ready_to_submit', 'not_submitted', ...SUBMITTED, ...ENDED],
  ready_to_submit: ['reading_file', 'not_submitted', ...SUBMITTED, ...ENDED],
  not_submitted: ['reading_file', 'ready_to_submit', ...AFTER_THE_END],
  preparing: [...SUBMITTED, ...ENDED],
  action_required: ['reading_file', 'ready_to_submit', 'not_submitted', ...SUBMITTED, ...ENDED],
  awaiting_approval: [...SUBMITTED, ...ENDED],
  insufficient_funds: [...SUBMITTED, ...ENDED],
  scheduled: [...SUBMITTED, ...ENDED],
  approved: [...SUBMITTED, ...ENDED],
  awaiting_service_approval: [...SUBMITTED, ...ENDED],
  processing: [...SUBMITTED, ...ENDED],
  partly_paid: AFTER_THE_END,
  paid: AFTER_THE_END,
  already_paid: ['reading_file', ...AFTER_THE_END],
  rejected: AFTER_THE_END,
  canceled: ['reading_file', ...AFTER_THE_END],
  nothing_paid: ['reading_file', ...AFTER_THE_END],
  done: ['preparing', 'action_required'],
} as const;

export type RunStatus = keyof typeof RUN_MOVES;

/** Statuses in which nothing more happens automatically. */
export const FINAL_STATUSES: readonly RunStatus[] = ['not_submitted', ...ENDED];

/** Statuses in which a process has a run, or soon takes it. */
export const IN_WORK: readonly RunStatus[] = ['reading_file', 'preparing', 'scheduled', 'approved'];

/** Statuses in which a submitted run is looked at again without a user. */
export const CONTINUED: readonly RunStatus[] = [
  ...IN_WORK,
  'insufficient_funds',
  'awaiting_service_approval',
  'processing',
];

export function lawful<S extends string>(moves: Readonly<Record<S, readonly string[]>>, from: S, to: S): boolean {
  return moves[from].includes(to);
}

export function countPayments(groups: readonly { readonly payments: number }[]): number {
  return groups.reduce((sum, { payments }) => sum + payments, 0);
}

/** The number of payments in any of these states. */
export function countIn(
  counts: Readonly<Partial<Record<PaymentState, number>>>,
  states: readonly PaymentState[],
): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

export function countAll(counts: Readonly<Partial<Record<PaymentState, number>>>): number {
  return countIn(counts, Object.keys(counts) as PaymentState[]);
}
