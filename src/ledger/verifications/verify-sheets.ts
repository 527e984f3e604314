import type { LedgerCheck } from './ledger-check.ts';

const OF_SHEET = (lead: string) => `($1::bigint is null or ${lead} = (select lead_run from payrun.run where id = $1))`;
/** Sheets of several merchants whose intake is complete. */
const SHEETS = `select count(*) as n from payrun.run where lead_run = id and intake_at is not null and ${OF_SHEET('id')}`;

/** Checks of a sheet with several merchants: it equals the sum of its runs. */
export const SHEET_CHECKS: readonly LedgerCheck[] = [
  {
    guarantee: 'G4',
    what: 'rows and sums of a sheet of several merchants = those of its runs, to the cent',
    count: SHEETS,
    sql: `with lead as (select id, sheet_in from payrun.run where lead_run = id and intake_at is not null and ${OF_SHEET('id')}),
      runs as (select r.lead_run, sum(coalesce(r.rows_in, 0)) as n, count(*) filter (where r.intake_at is null) as missing
        from payrun.run r join lead l on l.id = r.lead_run group by 1),
      came as (select l.id, t.key as currency, (t.value->>'rows')::bigint as n, (t.value->>'minor')::numeric as minor
        from lead l cross join lateral jsonb_each(l.sheet_in->'totals') t),
      are as (select r.lead_run as id, t.key as currency, sum((t.value->>'rows')::bigint) as n, sum((t.value->>'minor')::numeric) as minor
        from payrun.run r join lead l on l.id = r.lead_run cross join lateral jsonb_each(r.totals_in) t group by 1, 2)
      select l.id as run, null::int as row, null::uuid as payment, null::uuid as batch, f.what
      from lead l join runs r on r.lead_run = l.id cross join lateral (values
        (r.missing > 0, format('the sheet was imported, but %s of its runs were not.', r.missing)),
        ((l.sheet_in->>'rows')::bigint is distinct from r.n,
          format('the sheet has %s rows, but its runs have %s.', l.sheet_in->>'rows', r.n))) f(broken, what)
      where f.broken
      union all
      select id, null, null, null, format('the sheet has %s in %s rows, but its runs have %s in %s rows.',
          payrun.amount(coalesce(c.minor, 0)::bigint, currency) || ' ' || currency, coalesce(c.n, 0),
          payrun.amount(coalesce(a.minor, 0)::bigint, currency) || ' ' || currency, coalesce(a.n, 0))
      from came c full join are a using (id, currency) where (c.n, c.minor) is distinct from (a.n, a.minor)`,
  },
  {
    guarantee: 'G4',
    what: 'a row of a sheet of several merchants is in one of its runs',
    count: `select count(*) as n from payrun.payment p join payrun.run r on r.id = p.run_id where r.lead_run is not null and ${OF_SHEET('r.lead_run')}`,
    sql: `select p.run_id as run, p.row, p.id as payment, p.batch_id as batch, format('it is also in run %s.', o.run_id) as what
      from payrun.run r join payrun.payment p on p.run_id = r.id
        join payrun.run s on s.lead_run = r.lead_run and s.id < r.id join payrun.payment o on o.run_id = s.id and o.row = p.row
      where r.lead_run is not null and ${OF_SHEET('r.lead_run')}`,
  },
  {
    guarantee: 'G6',
    what: 'the audit tells of the same sheet of several merchants as its lead',
    count: SHEETS,
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch,
        'the totals of its whole sheet differ from the audit log.' as what
      from payrun.run r left join payrun.event e on e.chain = 'run-' || r.id and e.kind = 'intake'
      where r.lead_run = r.id and r.intake_at is not null and ${OF_SHEET('r.id')} and e.data->'sheet' is distinct from r.sheet_in`,
  },
];
