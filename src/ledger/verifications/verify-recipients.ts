import type { LedgerCheck } from './ledger-check.ts';

const OF_RUN = `($1::bigint is null or r.id = $1)`;
const RUNS = `payrun.run r where r.recipients_in is not null and ${OF_RUN}`;

/** Checks of runs that import recipients and pay no one. */
export const RECIPIENT_CHECKS: readonly LedgerCheck[] = [
  {
    guarantee: 'G4',
    what: 'recipients in = rows of recipients by state, for every run, and none of them is a payment',
    count: `select count(*) as n from ${RUNS}`,
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch, f.what
      from payrun.run r left join payrun.event e on e.chain = 'run-' || r.id and e.kind = 'recipients_in'
      cross join lateral (select count(*)::int as n from payrun.recipient_row w where w.run_id = r.id) w
      cross join lateral (values
        (w.n <> r.recipients_in, format('%s recipients were imported, but the ledger has %s rows.', r.recipients_in, w.n)),
        ((e.data->>'rows')::int is distinct from r.recipients_in, 'the number of imported recipients differs from the audit log.'),
        (exists (select 1 from payrun.payment p where p.run_id = r.id), 'it is a run of recipients only, but has payments.')) f(broken, what)
      where r.recipients_in is not null and ${OF_RUN} and f.broken`,
  },
];
