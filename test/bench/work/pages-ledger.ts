import type { Ledger } from '../../../src/ledger/ledger.ts';
import { sealRow } from '../../../src/ledger/payments/sealed-row.ts';

export const RUNS = 10_000;
export const PAYMENTS = 1_000_000;
const MERCHANTS = 10;
const RECIPIENTS = 200_000;
/** One run is as large as a tenth of all, ten have a hundredth each; the others share what is left. */
const LARGE = PAYMENTS / 100;
const LARGE_RUNS = 10;
const OTHERS = Math.floor((PAYMENTS * 0.8) / (RUNS - 1 - LARGE_RUNS));
const LARGEST = PAYMENTS - LARGE * LARGE_RUNS - OTHERS * (RUNS - 1 - LARGE_RUNS);
/** First and last names of recipients; every combination is some people's, as in any large ledger. */
const FIRST = [
  'Ada',
  'Amara',
  'Björn',
  'Carla',
  'Chen',
  'Diego',
  'Elif',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'João',
  'Kenji',
  'Lucía',
  'Mike',
  'Noor',
];
const LAST = [
  'Alvarez',
  'Bauer',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'García',
  'Haddad',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lovelace',
  'Müller',
  'Nakamura',
  'Okafor',
  'Petrov',
  'Quispe',
  'Rossi',
  'Santos',
  'Tanaka',
  'Usman',
  'Vargas',
  'Wagner',
  'Xu',
  'Yilmaz',
  'Zhang',
];
const COUNTRIES = ['DE', 'FR', 'GB', 'MX', 'US', 'PL', 'IN', 'PH', 'BR', 'ES', 'IT', 'NL', 'JP', 'CA', 'AU', 'ZA'];
/** Runs that go into the ledger by one statement. */
const SLICE = 1_000;

/**
 * A ledger of years, made by SQL: payments that were paid, and of every hundred some that failed, came back, are invalid or held;
 * runs that wait; events and calls. Its rows are sealed under the id of another payment, because sealing a million takes longer
 * than all the rest; one payment of every run is sealed as it should be.
 */
export async function generateLedger({ db, vault }: Ledger): Promise<void> {
  const filler = sealRow(vault, 'filler', 'filler', {
    cells: { amount: '10.00', currency: 'EUR', firstName: 'Ada', memo: 'x'.repeat(200) },
    draft: null,
  });
  await db.query(
    `insert into payrun.merchant (id, environment, country, access_fp)
     select 'merchant-' || n, 'sandbox', 'US', convert_to(n::text, 'UTF8') from generate_series(1, $1::int) n`,
    [MERCHANTS],
  );
  await db.query(
    `insert into payrun.sheet (id, name, content_hash, size, understood)
     select md5('sheet' || n)::uuid, 'sheet-' || n || '.csv', sha256(n::text::bytea), 1000, '{"readAs": "Read as UTF-8."}'
     from generate_series(1, $1::int) n`,
    [RUNS],
  );
  await db.query(
    `insert into payrun.run (job, sheet_id, merchant_id, maker, options, status, note, confirmed_at, intake_at, rows_in, totals_in, created_at, finished_at)
     select 'pay-sheet', md5('sheet' || n)::uuid, 'merchant-' || (1 + n % $2::int), 'maker-' || (n % 7), '{"onInvalid": "skip", "dryRun": false}',
       case when n % 200 = 0 then 'awaiting_approval' when n % 311 = 0 then 'action_required' when n % 173 = 0 then 'processing' else 'paid' end, null,
       t.at, t.at, s.size, jsonb_build_object('EUR', jsonb_build_object('rows', s.size, 'minor', (s.size * 1000)::text)), t.at, case when n % 200 <> 0 and n % 311 <> 0 and n % 173 <> 0 then t.at + interval '1 hour' end
     from generate_series(1, $1::int) n
     cross join lateral (select now() - ($1::int - n) * interval '1 hour' as at) t
     cross join lateral (select ${sizeOf('n')} as size) s order by n`,
    [RUNS, MERCHANTS],
  );
  await db.query(
    `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id, remote_id, account_remote_id, account_fp, account_hint, synced_at,
       account_country, account_country_of, name_words)
     select md5('recipient' || n)::uuid, 'merchant-' || (1 + n % $2::int), sha256(('r' || n)::bytea), sha256(('e' || n)::bytea), 'V-' || n, 'R-' || n, 'A-' || n,
       sha256(('a' || n)::bytea), 'IBAN ***' || lpad((n % 10000)::text, 4, '0'), now(), ${countryOf('n', '$3')}, 'A-' || n, lower(${nameOf('n', '$4', '$5')}) from generate_series(0, $1::int - 1) n`,
    [RECIPIENTS, MERCHANTS, COUNTRIES, FIRST, LAST],
  );
  await db.query(
    'insert into payrun.recipient_account_end (account_end, recipient_id) select right(account_hint, 4), id from payrun.recipient',
  );
  await db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, state, tag, maker, payments, source_minor, remote_id, quote, approved_hash, approved_by, approved_at,
       start_attempted_at, started_at, settled_at)
     select md5('batch' || r.id)::uuid, r.id, r.merchant_id, 'EUR', case when r.status = 'awaiting_approval' then 'quoted' when r.status = 'processing' then 'started' else 'settled' end,
       'payrun-' || r.id, r.maker, r.rows_in, r.rows_in * 1000, 'B-' || r.id,
       jsonb_build_object('count', r.rows_in, 'sendingMinor', (r.rows_in * 1000)::text, 'debitMinor', (r.rows_in * 1000)::text, 'feesMinor', '100', 'expiresAt', '2099-01-01T00:00:00Z'),
       case when r.status = 'awaiting_approval' then null else sha256('x') end, case when r.status = 'awaiting_approval' then null else 'cleo' end,
       case when r.status = 'awaiting_approval' then null else r.created_at + interval '20 minutes' end,
       case when r.status = 'awaiting_approval' then null else r.created_at + interval '21 minutes' end,
       case when r.status = 'awaiting_approval' then null else r.created_at + interval '22 minutes' end,
       case when r.status in ('awaiting_approval', 'processing') then null else r.finished_at end
     from payrun.run r`,
  );
  for (let from = 1; from <= RUNS; from += SLICE)
    await db.query(INSERT_PAYMENTS, [from, from + SLICE - 1, filler, MERCHANTS, RECIPIENTS, COUNTRIES, FIRST, LAST]);
  await db.query(
    `insert into payrun.call (at, run_id, merchant_id, method, path, status, ms, attempt, outcome)
     select r.created_at + n * interval '1 second', r.id, r.merchant_id, 'GET', '/v1/batches/B-' || r.id, 200, 120, 1, 'ok'
     from payrun.run r cross join generate_series(1, 50) n`,
  );
  await db.query(
    `insert into payrun.event (chain, seq, at, actor, kind, data, previous_hash, hash, mac)
     select 'run-' || r.id, n, r.created_at + n * interval '1 minute', case when n = 20 then 'cleo' else r.maker end,
       case n when 10 then 'batch_quoted' when 20 then 'batch_approved' else 'quoted' end,
       jsonb_build_object('batch', md5('batch' || r.id)::uuid, 'n', n, 'quote', jsonb_build_object('debitMinor', '100')), '', '', '' from payrun.run r cross join generate_series(1, 30) n`,
  );
  const { rows } = await db.query<{ id: string; merchant: string }>(
    'select id, merchant_id as merchant from payrun.payment where row = 17',
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    `update payrun.payment p set row_sealed = s.sealed from unnest($1::uuid[], $2::bytea[]) as s (id, sealed) where p.id = s.id`,
    [
      ids,
      rows.map(({ id, merchant }) =>
        sealRow(vault, merchant, id, { cells: { amount: '10.00', currency: 'EUR', firstName: 'Ada' }, draft: null }),
      ),
    ],
  );
  await db.query('vacuum analyze');
}

/** Where the account of the n-th person is, in SQL. */
function countryOf(n: string, countries: string): string {
  return `(${countries}::text[])[1 + ${n} / ${MERCHANTS} % ${COUNTRIES.length}]`;
}

/** The name of the n-th person, in SQL. The number keeps those with a common name apart. */
function nameOf(n: string, first: string, last: string): string {
  const of = (names: string, nth: string) => `(${names}::text[])[1 + ${nth} % cardinality(${names}::text[])]`;
  return `${of(first, `${n} / ${MERCHANTS}`)} || ' ' || ${of(last, `${n} / ${MERCHANTS * FIRST.length}`)} || ' ' || ${n}`;
}

/** Rows of the n-th run, in SQL. */
function sizeOf(n: string): string {
  return `case when ${n} = ${RUNS / 2} then ${LARGEST} when ${n} % ${RUNS / LARGE_RUNS} = 1 then ${LARGE} else ${OTHERS} end`;
}

const INSERT_PAYMENTS = `
insert into payrun.payment (id, run_id, merchant_id, row, state, reference, source_currency, fixed, currency, minor, recipient_name, recipient_fp, person_fp,
  account_hint, recipient_id, batch_id, row_sealed, problems, reason_code, reason, paid_recipient_remote_id, paid_account_remote_id, paid_account_country, remote_id, paid_source_minor, paid_fees_minor, paid_target_currency,
  paid_target_minor, final_at, created_at)
select md5('payment' || r.id || '/' || n)::uuid, r.id, r.merchant_id, n + 1, s.state, 'REF-' || r.id || '-' || n, 'EUR', 'source', 'EUR', a.minor,
  ${nameOf('w.person', '$7', '$8')}, sha256(('r' || w.person)::bytea), sha256(('e' || w.person)::bytea), 'IBAN ***' || lpad((w.person % 10000)::text, 4, '0'),
  case when s.state in ('invalid', 'held') then null else md5('recipient' || w.person)::uuid end,
  case when s.state in ('batched', 'processed', 'returned') then md5('batch' || r.id)::uuid end, $3,
  case when s.state = 'invalid' then jsonb_build_array(jsonb_build_object('code', 'iban_check_digits', 'column', 'iban', 'severity', 'error', 'row', n + 1,
    'message', 'The check digits of the IBAN are wrong. Check it against the original.')) end,
  case when s.state in ('held', 'failed', 'returned') then 'account_closed' end, case when s.state in ('held', 'failed', 'returned') then 'The account is closed.' end,
  'R-' || w.person, 'A-' || w.person, ${countryOf('w.person', '$6')}, case when s.state in ('processed', 'returned') then 'P-' || r.id || '-' || n end,
  case when s.state in ('processed', 'returned') then a.minor end, 5, 'EUR', case when s.state = 'processed' then a.minor - 5 end,
  r.finished_at, r.created_at
from payrun.run r cross join lateral generate_series(1, r.rows_in) n
-- From 10.00 to 5,010.00, and every third of a whole amount.
cross join lateral (select 1000 + (r.id * 7919 + n::bigint * 104729) % 500000 as any_minor) v
cross join lateral (select case when n % 3 = 0 then v.any_minor - v.any_minor % 100 else v.any_minor end as minor) a
-- Of the merchant of the run.
cross join lateral (select r.id % $4::int + $4::int * ((r.id * 37 + n) % ($5::int / $4::int)) as person) w
cross join lateral (select case when n % 100 = 7 then 'failed' when n % 100 = 31 then 'returned' when n % 50 = 13 then 'invalid' when n % 500 = 44 then 'held'
  when r.status in ('awaiting_approval', 'processing') then 'batched' else 'processed' end as state) s
where r.id between $1 and $2`;
