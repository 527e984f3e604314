import type { Db } from '../../src/ledger/db/db.ts';
import { documentState } from '../../src/outcomes/run-outcome.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import type { RunStatus } from '../../src/states.ts';
import { untoldChanges } from './untold-changes.ts';

export interface BookedPayment {
  readonly id: string;
  readonly run: string;
  readonly row: number;
  readonly state: string;
  readonly reference: string | null;
  /** Minor units, in digits. */
  readonly paid: string | null;
  readonly reason: string | null;
  /** The payment that it is held for, or that paid it before. */
  readonly earlier: string | null;
}

export interface BookedBatch {
  readonly id: string;
  readonly run: string;
  readonly remoteId: string | null;
}

export interface BookedRun {
  readonly id: string;
  readonly state: string;
  readonly note: string | null;
  readonly rowsIn: number | null;
  /** The run whose rows it pays again. */
  readonly parent: string | null;
  /** The first run of its sheet, if that has several merchants and this is another one's; otherwise null. */
  readonly lead: string | null;
  /** Whether its rows were corrected on the page. */
  readonly isCorrection: boolean;
  /** The name of its sheet. */
  readonly file: string | null;
}

/** A run with the code with which a command would end now: 4 asks for a person. */
export interface JudgedRun extends BookedRun {
  readonly exitCode: number;
}

/** Facts of a ledger that can be judged. */
export interface Judged extends Booked<JudgedRun> {
  /** Changes without a message to programs, as sentences. */
  readonly untold: readonly string[];
}

/** Facts of the ledger, to compare with what really happened. */
export interface Booked<Run extends BookedRun = BookedRun> {
  readonly runs: readonly Run[];
  readonly payments: readonly BookedPayment[];
  readonly batches: readonly BookedBatch[];
}

/** With exit codes, which take a dozen statements a run. */
export async function readJudged(db: Db): Promise<Judged> {
  const { runs, ...rest } = await readBooked(db);
  const judged: JudgedRun[] = [];
  for (const run of runs) judged.push({ ...run, exitCode: (await runOutcome(db, BigInt(run.id))).exitCode });
  return { runs: judged, untold: await untoldChanges(db), ...rest };
}

export async function readBooked(db: Db): Promise<Booked> {
  const { rows: found } = await db.query<Omit<BookedRun, 'state'> & { status: RunStatus; ended: boolean }>(
    `select r.id::text, status, finished_at is not null as ended, note, rows_in as "rowsIn", parent_run::text as parent,
       nullif(lead_run, r.id)::text as lead, job = 'correct-rows' as "isCorrection",
       s.name as file
     from payrun.run r left join payrun.sheet s on s.id = r.sheet_id order by r.id`,
  );
  const { rows: payments } = await db.query<BookedPayment>(
    `select p.id, p.run_id::text as run, p.row, s.state, p.reference, p.paid_source_minor::text as paid, p.reason,
       p.held_for as earlier
     from payrun.payment p join payrun.payment_status s on s.payment = p.id order by p.run_id, p.row`,
  );
  const { rows: batches } = await db.query<BookedBatch>(
    `select id, run_id::text as run, remote_id as "remoteId" from payrun.batch order by run_id, id`,
  );
  const runs = found.map(({ status, ended, ...run }) => ({ ...run, state: documentState(status, ended) }));
  return { runs, payments, batches };
}
