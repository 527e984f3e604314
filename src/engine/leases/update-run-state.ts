import { FOLLOWED } from '../../batches/settlements/follow-batch.ts';
import { type BatchRow, batchesOf } from '../../ledger/batches/batch.ts';
import { openBatchDiscrepancies } from '../../ledger/batches/batch-discrepancy.ts';
import { PAID_TWICE } from '../../ledger/batches/paid-twice.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type MerchantRowState, merchantRows } from '../../ledger/merchants/merchant-row.ts';
import { countRecipientRows, recipientsIn } from '../../ledger/recipients/recipient-row.ts';
import { payDateOf, showPayDate } from '../../ledger/runs/pay-date.ts';
import { getRun, setRunState } from '../../ledger/runs/run.ts';
import { type RunFacts, readRunFacts } from '../../ledger/runs/run-facts.ts';
import { shortfallsOf } from '../../ledger/runs/shortfalls.ts';
import { countPayments } from '../../outcomes/count-payments.ts';
import { runResult } from '../../outcomes/run-result.ts';
import { needsMore } from '../../outcomes/waiting-sums.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { type RunSubject, runKind } from '../../references/run-kinds.ts';
import type { BatchState, RunState } from '../../states.ts';

/**
 * The run state that follows from the states of its batches, with its note if no batch has one: null if the outcome of
 * the run says it all. The first entry that any batch matches decides.
 */
const STATE_OF_BATCHES: readonly (readonly [BatchState, RunState, string | null])[] = [
  ['unknown', 'needs_person', 'A batch is not what it should be.'],
  ['open', 'needs_person', 'A batch could not be quoted.'],
  ['waiting_funds', 'waiting_funds', null],
  ['quoted', 'waiting_approval', null],
  ['awaiting_service_approval', 'awaiting_service_approval', null],
  ['approved', 'working', null],
  ['planned', 'working', 'Interrupted.'],
  ['creating', 'working', 'Interrupted.'],
  ['starting', 'working', 'Interrupted.'],
  ['started', 'on_the_way', null],
];

/** The largest number of discrepancies that the note of a run lists. */
const MOST_NAMED = 5;

const UPDATES: Readonly<Record<RunSubject, (db: Db, run: bigint) => Promise<void>>> = {
  payments: updatePaymentRun,
  recipients: updateRecipientRun,
  merchants: updateMerchantRun,
};

/** Updates the state of the run and its note from its batches and payments, or from its rows if it has none. */
export async function updateRunState(db: Db, run: bigint): Promise<void> {
  return UPDATES[runKind((await getRun(db, run)).job).subject](db, run);
}

async function updatePaymentRun(db: Db, run: bigint): Promise<void> {
  const found = await getRun(db, run);
  const { intake_at, rows_in, note, confirmed_at, options, blocked } = found;
  // The hold rules have not run yet, so no row state shows that the run is unfinished.
  if (!intake_at) return setRunState(db, run, 'working', 'Interrupted.');
  // Its note says why nothing of the sheet could be read.
  if (rows_in === 0) return setRunState(db, run, 'done', note);
  const batches = await batchesOf(db, run);
  const facts = await readRunFacts(db, [run]);
  const { ready, unknown, discrepancy } = runResult(facts).counts;
  const [twice, processing] = [paidTwice(facts, PAID_TWICE.paid), paidTwice(facts, PAID_TWICE.processing)];
  const others = discrepancy - twice - processing;
  const differing = [
    ...(twice > 0
      ? [
          `${pluralize(twice, 'reference was', 'references were')} paid twice: here, though it was said not to be, and by another run.`,
        ]
      : []),
    ...(processing > 0
      ? [
          `${pluralize(processing, 'reference is', 'references are')} being paid twice: here it was paid, though it was said not to be, and another run is paying it.`,
        ]
      : []),
    ...(others > 0
      ? [
          `${pluralize(others, 'payment')} at the payout service ${others === 1 ? 'is' : 'are'} not what the sheet says.`,
        ]
      : []),
    ...(await openBatchDiscrepancies(db, [run])).map(({ what }) => what),
  ];
  if (differing.length > 0) {
    // Batches that are not final are followed despite the discrepancies.
    const followed = STATE_OF_BATCHES.find(
      ([state]) => isFollowed(state) && batches.some((batch) => batch.state === state),
    );
    return setRunState(db, run, followed?.[1] ?? 'needs_person', differing.slice(0, MOST_NAMED).join(' '));
  }
  const unpriced = batches.find((batch) => batch.state === 'quoted' && !batch.quote);
  if (unpriced) return setRunState(db, run, 'needs_person', unpriced.note);
  const match = STATE_OF_BATCHES.find(([state]) => batches.some((batch) => shownStateOf(batch) === state));
  if (unknown > 0 && match?.[0] !== 'unknown') {
    return setRunState(
      db,
      run,
      'needs_person',
      `${pluralize(unknown, 'payment')} unconfirmed: it is not known whether the money moved.`,
    );
  }
  if (!match && ready > 0 && options.ask && !confirmed_at) return setRunState(db, run, 'needs_person', null);
  if (!match) return setRunState(db, run, ready > 0 ? 'working' : 'done', null);
  const [batchState, runState, otherwise] = match;
  if (blocked && (runState === 'working' || batchState === 'approved'))
    return setRunState(db, run, 'needs_person', blocked);
  const date = batchState === 'approved' ? payDateOf(found) : null;
  if (date !== null && facts[0]!.status.early)
    return setRunState(db, run, runState, `It is sent on ${showPayDate(date)}.`);
  const matching = batches.filter((batch) => shownStateOf(batch) === batchState);
  const notes = noteOf(matching.filter(({ missing_minor }) => !missing_minor));
  const missing =
    batchState === 'waiting_funds' ? (await shortfallsOf(db, [run])).filter((one) => one.missing > 0n) : [];
  const words = [
    ...missing.map(({ currency, missing: minor }) => needsMore({ currency, minor })),
    ...(notes ? [notes] : []),
  ];
  await setRunState(db, run, runState, words.length > 0 ? words.join(' ') : otherwise);
}

/** An approved batch counts as waiting for funds only if a shortfall is recorded. */
const shownStateOf = ({ state, missing_minor }: BatchRow): BatchState =>
  state === 'approved' && missing_minor !== null ? 'waiting_funds' : state;

/** Payments that were confirmed as unpaid but turned out paid after another run had paid their references. */
const paidTwice = (facts: readonly RunFacts[], as: string): number =>
  countPayments(
    facts
      .flatMap(({ status: matching }) => matching.reasons)
      .filter(({ state, code }) => state === 'discrepancy' && code === as),
  );

const isFollowed = (state: BatchState) => (FOLLOWED as readonly BatchState[]).includes(state);

function noteOf(batches: readonly BatchRow[]): string | null {
  const notes = [...new Set(batches.flatMap(({ note }) => note ?? []))];
  return notes.length > 0 ? notes.join(' ') : null;
}

/** The run state that follows from the states of its rows. The first entry that any row matches decides. */
const STATE_OF_ROWS: readonly (readonly [MerchantRowState, RunState, string])[] = [
  ['ready', 'working', 'Interrupted.'],
  ['unknown', 'needs_person', 'It is not known whether a sub-merchant was created; its row says what to do.'],
  ['waits', 'on_the_way', 'Awaiting the approval of the service. Resume it afterwards.'],
];

/** Updates the state of a run of sub-merchants from its rows. */
async function updateMerchantRun(db: Db, run: bigint): Promise<void> {
  const rows = await merchantRows(db, run);
  if (rows.length === 0) return setRunState(db, run, 'working', 'Interrupted.');
  const match = STATE_OF_ROWS.find(([state]) => rows.some((row) => row.state === state));
  await setRunState(db, run, match?.[1] ?? 'done', match?.[2] ?? null);
}

/** Updates the state of a run of recipients from its rows. */
async function updateRecipientRun(db: Db, run: bigint): Promise<void> {
  const { ready = 0 } = await countRecipientRows(db, run);
  const { options } = await getRun(db, run);
  const open = (await recipientsIn(db, run)) === null || (ready > 0 && !options.dryRun);
  await setRunState(db, run, open ? 'working' : 'done', open ? 'Interrupted.' : null);
}
