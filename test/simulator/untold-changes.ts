import type { Db } from '../../src/ledger/db/db.ts';
import { isNumbered } from '../../src/ledger/db/dry-run.ts';

/**
 * An endpoint of every ledger, to which nothing is ever sent: its messages stay in the order in which they were
 * written.
 */
export const ENDPOINT = `insert into payrun.endpoint (name, url, types, secrets_sealed, made_by, made_at)
  values ('everything', 'https://erp.example.com/payrun', '{run.*,payment.*}', '', 'simulator', now())`;

const last = (about: string) =>
  `(select m.type from payrun.endpoint_message m where ${about} order by m.at desc, m.ctid desc limit 1)`;

/**
 * Runs, and payments of submitted ones, that differ from their last message. A run's first message is sent when it
 * changes, and that of an adopted batch's payment when it is read.
 */
export async function untoldChanges(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ what: string; told: string | null }>(
    `select 'run ' || r.id || ' is ' || r.status as what, m.told
     from payrun.run r cross join lateral (select ${last('m.run_id = r.id and m.payment_id is null')} as told) m
     where ${isNumbered('r.id')} and m.told is distinct from 'run.' || r.status and (m.told is not null or r.status <> 'reading_file')
     union all
     select 'payment ' || p.row || ' of run ' || p.run_id || ' is ' || s.state, m.told
     from payrun.payment p join payrun.payment_status s on s.payment = p.id join payrun.run r on r.id = p.run_id
     left join payrun.batch b on b.id = p.batch_id left join payrun.run a on a.id = b.run_id
     cross join lateral (select ${last('m.payment_id = p.id')} as told) m
     where ${isNumbered('r.id')} and r.confirmed_at is not null and s.state not in ('ready', 'batched')
       and m.told is distinct from 'payment.' || s.state
       and not coalesce(a.job = 'adopt' and b.state = 'unknown', false)`,
  );
  return rows.map(({ what, told }) => `${what}, and programs were last told ${told ?? 'nothing'}`);
}
