import type { Db } from '../db/db.ts';

/** Anybody can send the headers of a proxy, so the number of recorded addresses is limited. */
const MOST = 20;

/** Records that requests came through a proxy that is not trusted. */
export async function noteProxy(db: Db, address: string, at: Date): Promise<void> {
  await db.query(
    `insert into payrun.proxy_seen (address, seen_at)
     select $1, $2 where exists (select 1 from payrun.proxy_seen where address = $1) or (select count(*) from payrun.proxy_seen) < ${MOST}
     on conflict (address) do update set seen_at = greatest(payrun.proxy_seen.seen_at, excluded.seen_at)`,
    [address, at],
  );
  await db.query(`delete from payrun.proxy_seen where seen_at < $1::timestamptz - interval '30 days'`, [at]);
}

/** The addresses seen since then, the latest first. */
export async function proxiesSeen(db: Db, since: Date): Promise<readonly string[]> {
  const { rows } = await db.query<{ address: string }>(
    'select address from payrun.proxy_seen where seen_at >= $1 order by seen_at desc, address',
    [since],
  );
  return rows.map(({ address }) => address);
}
