import type { Workplace } from '../../../src/engine/workplace.ts';
import type { Ledger } from '../../../src/ledger/open-ledger.ts';
import { verifyLedger } from '../../../src/report/verify.ts';

export interface BookedPayment {
  readonly id: string;
  readonly run: string;
  readonly row: number;
  readonly state: string;
  readonly reference: string | null;
  readonly currency: string | null;
  /** Minor units, in digits. */
  readonly minor: string | null;
  readonly paid: string | null;
  readonly batch: string | null;
  readonly reason: string | null;
}

export interface BookedBatch {
  readonly id: string;
  readonly run: string;
  readonly state: string;
  readonly remoteId: string | null;
  readonly payments: number;
  readonly note: string | null;
}

export interface BookedRun {
  readonly id: string;
  readonly state: string;
  readonly note: string | null;
  readonly confirmed: boolean;
  readonly rowsIn: number | null;
}

/** What the ledger says, to compare with what really happened. */
export interface Books {
  readonly runs: readonly BookedRun[];
  readonly payments: readonly BookedPayment[];
  readonly batches: readonly BookedBatch[];
  /** What `verify --remote` finds; empty while a run is unfinished. */
  readonly findings: readonly string[];
}

/** `ledger`: that of the workplace, without its numbered points. */
export async function readBooks(ledger: Ledger, { service }: Workplace): Promise<Books> {
  const { db } = ledger;
  const { rows: runs } = await db.query<BookedRun>(
    `select id::text, state, note, confirmed_at is not null as confirmed, rows_in as "rowsIn" from payrun.run order by id`,
  );
  const { rows: payments } = await db.query<BookedPayment>(
    `select p.id, p.run_id::text as run, p.row, s.state, p.reference, p.source_currency as currency, p.minor::text,
       p.paid_source_minor::text as paid, p.batch_id as batch, p.reason
     from payrun.payment p join payrun.payment_status s on s.payment = p.id order by p.run_id, p.row`,
  );
  const { rows: batches } = await db.query<BookedBatch>(
    `select id, run_id::text as run, state, remote_id as "remoteId", payments, note from payrun.batch order by run_id, id`,
  );
  const over = runs.every(({ state }) => state === 'done');
  const { findings } = over ? await verifyLedger({ ledger, service }, { remote: true }) : { findings: [] };
  return { runs, payments, batches, findings: findings.map(({ what }) => what) };
}
