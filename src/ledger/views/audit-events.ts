import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { dataInScope, type HistoryEvent } from './history.ts';

/** An event with its chain: `run-<id>`, `recipient-<id>`, `users` or `system`. */
export interface AuditEvent extends HistoryEvent {
  readonly chain: string;
}

/** Cursor of the audit log: microseconds since 1970 (a Date has none), then chain and sequence number. */
export interface AuditPlace {
  readonly micros: bigint;
  readonly chain: string;
  readonly seq: bigint;
}

export interface AuditFilter {
  /** The actor, in capitals or not; null: all. `kind` and `run` likewise. */
  readonly actor: string | null;
  readonly kind: string | null;
  /** The user whom the event changed. */
  readonly about: string | null;
  readonly run: bigint | null;
  /** Whole days, `2026-11-30`, in `timeZone`; null: no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
  readonly before: AuditPlace | null;
  readonly limit: number;
}

/** Events examined for one page; the next page continues after them. */
const LOOKED_AT = 5_000;

/**
 * Events of all chains, latest first, and the cursor of the next page; null at the end. A reader limited to some
 * merchants sees only the events of their runs and recipients.
 */
export async function selectAudit(
  db: Db,
  scope: Scope,
  { actor, kind, about, run, from, to, timeZone, before, limit }: AuditFilter,
): Promise<{ readonly events: readonly AuditEvent[]; readonly next: AuditPlace | null }> {
  const { rows } = await db.query<AuditEvent & AuditPlace & { fits: boolean; looked_at: number }>(
    `with looked_at as materialized (
       select e.*, row_number() over (order by e.at desc, e.chain desc, e.seq desc)::int as nth from payrun.event e
       where ($4::text is null or e.chain = $4)
         and ($10::date is null or e.at >= $10::date::timestamp at time zone $12) and ($11::date is null or e.at < ($11::date + 1)::timestamp at time zone $12)
         and ($5::bigint is null or (e.at, e.chain, e.seq) < (timestamptz 'epoch' + $5 * interval '1 microsecond', $6::text, $7::bigint))
       order by e.at desc, e.chain desc, e.seq desc limit ${LOOKED_AT}),
     -- Once for each chain, not for each event; and not at all for a reader who sees everything.
     visible as materialized (
       select c.chain from (select distinct chain from looked_at where $1::text[] is not null) c
       join payrun.run r on r.id = case when c.chain ~ '^run-[0-9]{1,18}$' then substr(c.chain, 5)::bigint end
       where ${visible('r.merchant_id')}
       union all
       select c.chain from (select distinct chain from looked_at where $1::text[] is not null) c
       join payrun.recipient w on w.id = case when c.chain ~ '^recipient-[0-9a-f-]{36}$' then substr(c.chain, 11)::uuid end
       where ${visible('w.merchant_id')}),
     filtered as (
       select l.*, ($2::text is null or lower(l.actor) = lower($2)) and ($3::text is null or l.kind = $3)
         and ($9::text is null or (l.chain = 'users' and lower(l.data->>'user') = lower($9)))
         and ($1::text[] is null or l.chain in (select chain from visible)) as fits
       from looked_at l),
     page as (
       (select * from filtered where fits order by nth limit $8::int + 1)
       union all
       (select * from filtered where not fits and nth = ${LOOKED_AT}))
     select chain, seq, at, actor, kind, case when fits then ${dataInScope('page')} else '{}' end as data, fits, nth,
       (extract(epoch from at) * 1000000)::bigint as micros, (select count(*)::int from looked_at) as looked_at
     from page order by nth`,
    [
      scope,
      actor,
      kind,
      run === null ? null : `run-${run}`,
      before?.micros ?? null,
      before?.chain ?? null,
      before?.seq ?? null,
      limit,
      about,
      from,
      to,
      timeZone,
    ],
  );
  const fitting = rows.filter(({ fits }) => fits);
  const events = fitting.slice(0, limit);
  const last = fitting.length > limit ? events.at(-1) : rows[0]?.looked_at === LOOKED_AT ? rows.at(-1) : undefined;
  return { events, next: last ? { micros: last.micros, chain: last.chain, seq: last.seq } : null };
}
