import { getBatches } from '../../ledger/batches/batch.ts';
import { openBatchDiscrepancies } from '../../ledger/batches/batch-discrepancy.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { PAID_TWICE } from '../../ledger/payments/paid-twice.ts';
import { getPayDate, showPayDate } from '../../ledger/runs/pay-date.ts';
import { getRun, type RunRow, setRunNote } from '../../ledger/runs/run.ts';
import { readRunStatuses } from '../../ledger/runs/run-facts.ts';
import { updateRunStatus } from '../../ledger/runs/run-status.ts';
import { getShortfalls } from '../../ledger/runs/shortfalls.ts';
import { needsMore } from '../../outcomes/waiting-sums.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { runKind } from '../../references/run-kinds.ts';
import { type BatchState, countPayments, type PaymentState, type RunStatus } from '../../states.ts';

/** The largest number of discrepancies that the note of a run lists. */
const MOST_NAMED = 5;

/** Updates the status of a run whose process ends its work, and the note that gives its reason. */
export async function updateRunAtRest(db: Db, id: bigint): Promise<void> {
  await updateRunStatus(db, [id], true);
  const run = await getRun(db, id);
  await setRunNote(db, id, runKind(run.job).hasPayments ? await noteOf(db, run) : noteOfImport(run));
}

const INTERRUPTED = 'Interrupted.';

const NOTES_OF_IMPORTS: Readonly<Partial<Record<RunStatus, string>>> = {
  preparing: INTERRUPTED,
  action_required: 'Payrun does not know whether a sub-merchant was created. Its row gives the next step.',
  processing: 'Awaiting approval by the payout service. Resume the run after that.',
};

const noteOfImport = ({ status, refused }: RunRow): string | null => refused ?? NOTES_OF_IMPORTS[status] ?? null;

/** The batches of a run in these statuses; their notes say what it waits for. */
const BATCHES_OF: Readonly<Partial<Record<RunStatus, (batch: BatchRow) => boolean>>> = {
  awaiting_approval: ({ state }) => state === 'quoted',
  insufficient_funds: ({ state, missing_minor }) =>
    state === 'waiting_funds' || (state === 'approved' && missing_minor !== null),
  approved: ({ state }) => state === 'approved',
  awaiting_service_approval: ({ state }) => state === 'awaiting_service_approval',
  processing: ({ state }) => state === 'started',
};

async function noteOf(db: Db, run: RunRow): Promise<string | null> {
  const { id, status, note, rows_in } = run;
  // The note of an unreadable sheet gives the reason.
  if (run.finished_at !== null) return rows_in === 0 ? note : null;
  if (status === 'action_required') return noteOfAction(db, run);
  if (status === 'reading_file') return INTERRUPTED;
  if (status === 'scheduled') return `It will be sent on ${showPayDate(getPayDate(run)!)}.`;
  const batches = await getBatches(db, id);
  if (status === 'preparing') return batches.some(({ state }) => UNFINISHED.includes(state)) ? INTERRUPTED : null;
  const missing =
    status === 'insufficient_funds' ? (await getShortfalls(db, [id])).filter((one) => one.missing > 0n) : [];
  const waiting = batches.filter(BATCHES_OF[status] ?? (() => false)).filter(({ missing_minor }) => !missing_minor);
  return joined([
    ...missing.map(({ currency, missing: minor }) => needsMore({ currency, minor })),
    ...notesOf(waiting),
  ]);
}

const UNFINISHED: readonly BatchState[] = ['planned', 'creating', 'starting'];

/** The reason that a user has to act: the first of these. */
async function noteOfAction(db: Db, { id, blocked, refused }: RunRow): Promise<string | null> {
  const [status] = await readRunStatuses(db, [id]);
  const countOf = (state: PaymentState, code?: string) =>
    countPayments(
      status!.reasons.filter((reason) => reason.state === state && (code === undefined || reason.code === code)),
    );
  const [twice, processing] = [countOf('discrepancy', PAID_TWICE.paid), countOf('discrepancy', PAID_TWICE.processing)];
  const others = countOf('discrepancy') - twice - processing;
  const differing = [
    ...(twice > 0
      ? [
          `${pluralize(twice, 'reference was', 'references were')} paid twice: by this run, although it was reported as not paid, and by another run.`,
        ]
      : []),
    ...(processing > 0
      ? [
          `${pluralize(processing, 'reference is', 'references are')} being paid twice: by this run, although it was reported as not paid, and by another run.`,
        ]
      : []),
    ...(others > 0
      ? [`${pluralize(others, 'payment')} in the payout service ${others === 1 ? 'does' : 'do'} not match the sheet.`]
      : []),
    ...(await openBatchDiscrepancies(db, [id])).map(({ what }) => what),
  ];
  if (differing.length > 0) return joined(differing.slice(0, MOST_NAMED));
  const batches = await getBatches(db, id);
  const unpriced = batches.find((batch) => batch.state === 'quoted' && !batch.quote);
  if (unpriced) return unpriced.note;
  const inState = (wanted: BatchState) => batches.filter(({ state }) => state === wanted);
  const unknown = inState('unknown');
  if (unknown.length > 0) return joined(notesOf(unknown)) ?? 'A batch does not match its plan.';
  const unconfirmed = countOf('unknown');
  if (unconfirmed > 0)
    return `${pluralize(unconfirmed, 'payment')} unconfirmed. Payrun does not know whether the money was sent.`;
  const open = inState('open');
  if (open.length > 0) return joined(notesOf(open)) ?? 'A batch could not be quoted.';
  return blocked ?? refused;
}

const notesOf = (batches: readonly BatchRow[]) => [...new Set(batches.flatMap(({ note }) => note ?? []))];
const joined = (notes: readonly string[]) => (notes.length > 0 ? notes.join(' ') : null);
