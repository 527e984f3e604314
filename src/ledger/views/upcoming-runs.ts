import { approversSql } from '../batches/approvers.ts';
import type { Db } from '../db/db.ts';
import { UNSENT_DEBIT } from '../merchants/balances.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { SHOWN_RUNS, type ShownRun } from './shown-run.ts';

/** A run that is approved and awaits its pay date. */
export interface UpcomingRun extends Pick<ShownRun, 'id' | 'merchant' | 'sheet'> {
  readonly starts_at: Date;
  readonly approvers: readonly string[];
  /** The total debit of each balance, in minor units as text. */
  readonly debits: readonly { readonly currency: string; readonly minor: string }[];
}

/** The runs that are sent next, at most `most`, the soonest first. */
export async function selectUpcoming(db: Db, scope: Scope, most: number): Promise<readonly UpcomingRun[]> {
  const { rows } = await db.query<UpcomingRun>(
    `select r.id, r.merchant_id as merchant, s.name as sheet, r.starts_at,
       array(select distinct a.name from payrun.batch b cross join unnest(${approversSql('b')}) a(name)
         where b.run_id = r.id and b.state = 'approved' order by 1) as approvers,
       array(select jsonb_build_object('currency', b.currency, 'minor', (${UNSENT_DEBIT})::text)
         from payrun.batch b where b.run_id = r.id and b.state = 'approved' group by b.currency order by b.currency) as debits
     from ${SHOWN_RUNS} where r.status = 'scheduled' and r.finished_at is null and ${visible('r.merchant_id')}
     order by r.starts_at, r.id limit $2`,
    [scope, most],
  );
  return rows;
}
