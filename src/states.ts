/**
 * The table of states and lawful moves. Every write of a state goes through it: `lawful()` in code, and the ledger's
 * updates name the states they come from, so that a move is a compare-and-set.
 */

/**
 * Payment. `new` lives only while a sheet is read and screened. `started` is never stored: a payment in state `batched`
 * whose batch was started is started, so that starting a million payments updates one row. `discrepancy`: the service paid
 * another amount or currency, or to somebody or somewhere else, than the row says; a person decides. `already_paid`: an earlier run has
 * paid the same payment under the same reference; nothing is left to do. `processed` becomes `unknown` only if the service lists it among
 * those that came back, and cannot be understood. `dismissed`: a person has looked at a hold and leaves it unpaid.
 */
export const PAYMENT_MOVES = {
  new: ['invalid', 'held', 'dismissed', 'already_paid', 'ready', 'cancelled'],
  invalid: ['cancelled'],
  already_paid: [],
  held: ['ready', 'dismissed', 'cancelled'],
  dismissed: [],
  ready: ['batched', 'held', 'failed', 'cancelled'],
  batched: ['ready', 'started', 'failed', 'cancelled'],
  started: ['processed', 'failed', 'returned', 'unknown', 'discrepancy'],
  unknown: ['processed', 'failed', 'returned', 'started', 'discrepancy'],
  discrepancy: ['processed', 'returned'],
  processed: ['returned', 'unknown'],
  failed: [],
  returned: [],
  cancelled: [],
} as const;

/**
 * Batch. `creating` and `starting` are intents: a call that changes something is about to be, or was, sent. What is found
 * in them after a crash is looked up at the service before anything is sent. Once a start was attempted the service may
 * begin by itself when money arrives, so such a batch can never become void (G1); the ledger has a constraint for that.
 * `awaiting_service_approval`: the start counts, and somebody at the service has to approve it there; it is never sent again.
 * `rejected_at_service`: they did not, or the service refused every payment of a batch whose start was attempted.
 */
export const BATCH_MOVES = {
  planned: ['creating', 'void'],
  creating: ['open', 'planned', 'unknown', 'void'],
  open: ['quoted', 'void'],
  quoted: ['quoted', 'approved', 'rejected_at_service', 'void'],
  approved: ['starting', 'quoted', 'void'],
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
 * Moves of a batch that the service has begun though Payrun has no start of it in force: somebody sent it there, or it began by itself
 * after its approval was void. Noted on it for ever (`begun_outside_at`), so that it never looks like one that was approved and started.
 */
export const OUTSIDE_MOVES: Readonly<Partial<Record<keyof typeof BATCH_MOVES, readonly (keyof typeof BATCH_MOVES)[]>>> =
  {
    open: ['started', 'awaiting_service_approval'],
    quoted: ['started', 'awaiting_service_approval'],
    approved: ['started', 'awaiting_service_approval'],
    // The first start of all was refused, because it had begun before.
    starting: ['started', 'awaiting_service_approval'],
    // It was not what was planned, its creation came through late, or it was read from the service; then somebody sent it.
    unknown: ['started', 'awaiting_service_approval'],
  };

export type PaymentState = keyof typeof PAYMENT_MOVES;
export type BatchState = keyof typeof BATCH_MOVES;

/** States of a batch at the service of which no start is in force here. */
export const BEFORE_START: readonly BatchState[] = ['open', 'quoted', 'approved'];

/** Where a payment that failed by the word of a person still goes, if the service shows later that it pays it, or has paid it after all. */
export const AFTER_ALL: readonly PaymentState[] = ['processed', 'returned', 'unknown', 'discrepancy'];

/** States in which a payment holds its reference: nobody else may be paid under it. */
export const LIVE_STATES: readonly PaymentState[] = [
  'ready',
  'batched',
  'started',
  'unknown',
  'discrepancy',
  'processed',
];

/** What `counts` of a run speaks of: first what a person has to see first, then in the order of a payment's life. */
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
  'cancelled',
  'dismissed',
  'unknown',
] as const satisfies readonly PaymentState[];

/** Where a run stands, for people; derived from its payments and batches after every pass. */
export const RUN_STATES = [
  'working',
  'waiting_approval',
  'waiting_funds',
  'awaiting_service_approval',
  'needs_person',
  'on_the_way',
  'done',
] as const;

export type RunState = (typeof RUN_STATES)[number];

export function lawful<S extends string>(moves: Readonly<Record<S, readonly string[]>>, from: S, to: S): boolean {
  return moves[from].includes(to);
}
