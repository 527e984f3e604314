import type { Ledger } from '../../src/ledger/ledger.ts';
import { pastRules } from './past-rules.ts';
import { hideLoaded, startTestRun } from './test-run.ts';

/** Runs of a history; the payments are spread over them. */
const RUNS = 12;

/** SQL for one of `words` by chance; a word that occurs twice is twice as likely. */
const oneOf = (words: string): string =>
  `(string_to_array('${words}', ' '))[1 + floor(random() * ${words.split(' ').length})::int]`;
const chance = (share: number): string => `random() < ${share}`;
const hashed = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;

/**
 * Columns of earlier and of new payments, by chance: of a person `who`, who is known by e-mail, by
 * referenceId, or by both, and who nearly always has the account and the name of their own.
 */
const ROW = `
  'acme' as merchant_id, n as row, m.id_text as reference, nullif(payrun.canonical_reference(m.id_text), m.id_text) as reference_key,
  case when ${chance(0.3)} then ${hashed(`'d' || m.derived`)} end as derived_fp,
  m.currency as source_currency, ${oneOf('source source source target')} as fixed, ${oneOf('EUR EUR EUR USD')} as currency, m.minor,
  case when ${chance(0.9)} then 'Person ' || m.named else 'PERSON, ' || m.named end as recipient_name,
  ${hashed(`case when m.who % 3 = 0 then 'email' || m.mail else 'ref' || m.who end`)} as recipient_fp,
  case when m.who % 3 = 0 or m.who % 3 = 1 then ${hashed(`'email' || m.mail`)} end as person_fp,
  ${hashed(`'profile' || m.who`)} as profile_fp,
  case when m.account is not null then ${hashed(`'account' || m.account`)} end as account_fp,
  m.account as account_key,
  case when m.account is null then null when m.account % 9 = 0 then 'PayPal ' || m.account else 'IBAN •••• ' || 1000 + m.account end as account_hint`;

const drawn = (people: number, amounts: string): string => `cross join lateral (
    select who, mail, named, id_text, derived, minor, currency,
      (case when ${chance(0.1)} and n > 0 then null when ${chance(0.1)} then floor(random() * ${people})::int else who end)::bigint as account
    from (select w as who, case when ${chance(0.05)} then floor(random() * ${people})::int else w - w % 2 end as mail,
        case when ${chance(0.05)} then floor(random() * ${people})::int else w - w % 3 end as named,
        case when ${chance(0.1)} then 'inv-' else 'INV-' end || floor(random() * ${people} * 40)::int as id_text,
        floor(random() * ${people} * 4)::int as derived, (${oneOf(amounts)})::bigint as minor,
        ${oneOf('EUR EUR EUR USD')} as currency
      from (select floor(random() * ${people})::int as w where n > 0) one) two) m`;

/**
 * A merchant with payments by chance in every state, of batches that are planned, started or adopted: paid to their
 * account, to another, or to an unknown one, up to 60 days ago. The same `seed` makes the same.
 */
export async function addRandomHistory(
  ledger: Ledger,
  { seed, payments, people }: { seed: number; payments: number; people: number },
): Promise<readonly bigint[]> {
  const runs: bigint[] = [];
  for (let n = 0; n < RUNS; n++) runs.push((await startTestRun(ledger, { merchant: 'acme' })).id);
  await ledger.db.query(`update payrun.run set intake_at = now() where id = any($1::bigint[])`, [runs]);
  const guarded = (sql: string, values: readonly unknown[]) => pastRules(ledger, sql, values);
  await guarded(
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor, state, started_at, start_no, resolved_by)
     select gen_random_uuid(), run, 'acme', 'EUR', 'tag-' || run || '-' || kind, 'mia', 1, 1,
       case kind when 1 then 'planned' else 'settled' end, case when kind > 1 then now() - run * interval '1 day' end,
       case when kind > 1 then run * 10 + kind end, case when kind > 1 then 'cleo' end
     from unnest($1::bigint[]) as run, generate_series(1, 3) as kind`,
    [runs],
  );
  await guarded(
    `update payrun.batch set approved_hash = sha256('x'), approved_by = 'cleo' where tag like '%-2' and run_id = any($1::bigint[])`,
    [runs],
  );
  await ledger.db.query(`select setseed($1)`, [seed / 1_000]);
  await guarded(
    `insert into payrun.payment (id, run_id, merchant_id, row, reference, reference_key, derived_fp, source_currency, fixed, currency, minor, recipient_name,
       recipient_fp, person_fp, profile_fp, account_fp, account_key, account_hint, row_sealed, state, batch_id, reason_code, dismissed_by, held_for,
       paid_account_fp, paid_account_remote_id, paid_source_minor, paid_target_minor, paid_target_currency, created_at, final_at, money_key)
     select gen_random_uuid(), run_id, merchant_id, row, reference, reference_key, derived_fp, source_currency, fixed, currency, minor, recipient_name,
       recipient_fp, person_fp, profile_fp, account_fp, account_key, account_hint, '\\x03', state, case when is_in_batch then batch end,
       case when state = 'held' then ${oneOf('account_changed possible_duplicate duplicate_reference')} when state = 'dismissed' then 'duplicate_reference' end,
       case when state = 'dismissed' then 'cleo' end, null,
       case when is_in_batch or ${chance(0.1)} then case when ${chance(0.9)} then account_fp when ${chance(0.5)} then ${hashed(`'account' || row % 50`)} end end,
       case when is_in_batch then 'A-' || row end,
       case when state = 'processed' then case when fixed = 'source' then minor else (${oneOf('1000 2000')})::bigint end end,
       case when state = 'processed' then case when fixed = 'target' then minor else (${oneOf('1000 2000')})::bigint end end,
       case when state = 'processed' then case when fixed = 'target' then currency else ${oneOf('EUR USD')} end end,
       created_at, case when state in ('processed', 'failed', 'returned', 'canceled', 'dismissed') then created_at + random() * interval '5 days' end, minor * 7919 + row % 3
     from (select r.*, state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy') as is_in_batch,
         (select id from payrun.batch b where b.run_id = r.run_id order by md5(b.tag || r.row) limit 1) as batch
       from (select ($1::bigint[])[1 + n % ${RUNS}] as run_id, ${ROW},
           ${oneOf('ready batched processed processed processed processed processed processed failed returned unknown discrepancy held invalid canceled dismissed')} as state,
           now() - random() * interval '60 days' as created_at
         from generate_series(1, $2::int) as n ${drawn(people, '1000 1000 2000 2500')}) r) drawn
     on conflict do nothing`,
    [runs, payments],
  );
  await ledger.db.query('analyze payrun.payment_row');
  return runs;
}

/** Loads rows by chance for the people of that history, as they come from a sheet. Returns their run. */
export async function loadRandomSheet(
  ledger: Ledger,
  { rows, people, rerunOf }: { rows: number; people: number; rerunOf?: bigint | undefined },
): Promise<bigint> {
  const { id } = await startTestRun(ledger, {
    merchant: 'acme',
    ...(rerunOf === undefined ? {} : { parent: rerunOf }),
  });
  await hideLoaded(ledger, { id });
  await ledger.db.query(
    `insert into payrun.payment_row (id, run_id, merchant_id, row, reference, reference_key, derived_fp, source_currency, fixed, currency, minor, recipient_name,
       recipient_fp, person_fp, profile_fp, account_fp, account_key, account_hint, row_sealed, state, money_key, replaces)
     select gen_random_uuid(), $1, merchant_id, row, reference, reference_key, derived_fp, source_currency, fixed, currency, minor, recipient_name,
       recipient_fp, person_fp, profile_fp, account_fp, account_key, account_hint, '\\x03', 'ready', minor * 7919,
       (select e.id from payrun.payment e where e.run_id = $3 and e.row = drawn.row)
     from (select n, ${ROW} from generate_series(1, $2::int) as n ${drawn(people, '1000 2000 2500 30000')}) drawn`,
    [id, rows, rerunOf ?? null],
  );
  return id;
}
