import type { LedgerCheck } from './ledger-check.ts';

const OF_RUN = (column: string) => `($1::bigint is null or ${column} = $1)`;

/** Every missing row and sheet was removed by a purge that the audit records. */
export const PURGE_CHECKS: readonly LedgerCheck[] = [
  {
    guarantee: 'G6',
    what: 'the contents of rows and sheets are there, or the audit log records their purge',
    count: `select count(*) as n from payrun.run where ${OF_RUN('id')} and intake_at is not null`,
    // A rerun made after the purge of its sheet has the same sheet, but no purge event in its own chain.
    sql: `with recorded as (select kind, case kind when 'sheet_purged' then data->>'sheet' else substr(chain, 5) end as of
        from payrun.event where kind in ('sheet_purged', 'payloads_purged'))
      select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch, f.what
      from payrun.run r left join payrun.sheet s on s.id = r.sheet_id cross join lateral (values
        (r.payloads_purged_at is not null and not exists (select 1 from recorded where kind = 'payloads_purged' and of = r.id::text),
          'its rows are marked as purged, but the audit log records no purge.'),
        (r.payloads_purged_at is null and exists (select 1 from payrun.payment p where p.run_id = r.id and p.row_sealed = ''),
          'the contents of some of its rows are missing, but were not purged.'),
        (s.purged_at is not null and not exists (select 1 from recorded where kind = 'sheet_purged' and of = s.id::text),
          'its sheet is marked as purged, but the audit log records no purge.'),
        (s.purged_at is null and s.size > 0 and not exists (select 1 from payrun.sheet_part t where t.sheet_id = s.id and t.part = 0),
          'its sheet is missing, but was not purged.')) f(broken, what)
      where ${OF_RUN('r.id')} and f.broken`,
  },
];
