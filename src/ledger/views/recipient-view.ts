import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { shownState } from '../payments/shown-state.ts';
import type { RecipientIntent, RecipientRow } from '../recipients/recipient.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import type { NameQuery } from '../recipients/recipient-name.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A recipient with their current account and latest payment. */
export interface ListedRecipient {
  readonly id: string;
  readonly merchant: string;
  readonly reference_id: string | null;
  readonly remote_id: string | null;
  /** Masked account number. */
  readonly account: string | null;
  readonly intent: RecipientIntent | null;
  readonly created_at: Date;
  /** When the payout service last confirmed their profile or account. */
  readonly synced_at: Date | null;
  /** The name that the payout service confirmed last, otherwise that of their latest payment that is in a batch. */
  readonly recipientName: string | null;
  readonly last_payment: string | null;
  readonly last_started_at: Date | null;
  readonly last_state: PaymentState | null;
  readonly last_currency: string | null;
  /** The currency that was debited. */
  readonly last_source_currency: string | null;
  readonly last_minor: bigint | null;
}

/**
 * The exact referenceId, fingerprints of the e-mail or key, words of the name, or the last characters of the account.
 */
export interface WantedRecipients {
  readonly reference: string;
  readonly emailFp: Buffer;
  readonly keyFp: Buffer;
  /** Null: not by name. */
  readonly name: NameQuery | null;
  /** The last four characters of an account that they have or had; null: not by account. */
  readonly accountEnd: string | null;
}

export interface RecipientFilter {
  readonly merchant: string | null;
  /** The search terms, one of which must match; null for all recipients. */
  readonly wanted: WantedRecipients | null;
  /** Cursor: the last id of the previous page; null: the first page. */
  readonly before: string | null;
  readonly limit: number;
}

/** Recipients, newest first. Looks up only the latest payment of each. */
export async function selectRecipients(
  db: Db,
  scope: Scope,
  filter: RecipientFilter,
): Promise<readonly ListedRecipient[]> {
  const { merchant, wanted, before, limit } = filter;
  const { rows } = await db.query<ListedRecipient>(
    `with page as materialized (
       select r.* from ${wanted ? FOUND_ONES : 'payrun.recipient r'}
       where ${visible('r.merchant_id')} and ($2::text is null or r.merchant_id = $2) and ($3::uuid is null or r.id < $3)
       order by ${wanted ? 'w' : 'r'}.id desc limit $4)
     select ${LISTED} from page r ${LAST} order by r.id desc`,
    [
      scope,
      merchant,
      before,
      limit,
      ...(wanted
        ? [
            wanted.reference,
            wanted.emailFp,
            wanted.keyFp,
            wanted.name?.parts ?? null,
            wanted.accountEnd,
            wanted.name?.patterns ?? null,
          ]
        : []),
    ],
  );
  return rows;
}

export interface RecipientView extends ListedRecipient {
  readonly key_fp: Buffer;
  readonly email_fp: Buffer | null;
  readonly account_remote_id: string | null;
  readonly account_country: string | null;
  readonly compliance: RecipientRow['compliance'];
}

/** Null if no such recipient exists or the reader may not see it. */
export async function selectRecipient(db: Db, scope: Scope, id: string | null): Promise<RecipientView | null> {
  const { rows } = await db.query<RecipientView>(
    `select ${LISTED}, r.key_fp, r.email_fp, r.account_remote_id, r.account_country, r.compliance from payrun.recipient r ${LAST}
     where r.id = $2 and ${visible('r.merchant_id')}`,
    [scope, id],
  );
  return rows[0] ?? null;
}

/** An account of a recipient's payments. */
export interface PaidAccount {
  readonly account: string | null;
  readonly payments: number;
  readonly paid: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** A recipient's accounts, most recently used first, from their latest `most` payments in batches. */
export async function selectRecipientAccounts(
  db: Db,
  scope: Scope,
  id: string,
  most: number,
): Promise<readonly PaidAccount[]> {
  const { rows } = await db.query<PaidAccount>(
    `select (array_agg(l.account_hint order by l.created_at desc))[1] as account,
       count(*)::int as payments, count(*) filter (where l.state = 'processed')::int as paid, min(l.created_at) as first_at, max(l.created_at) as last_at
     from (select coalesce(p.account_hint, ${hintSql('p.merchant_id', 'p.paid_account_remote_id')}) as account_hint, p.paid_account_remote_id, p.paid_account_fp, p.created_at, p.state from payrun.payment p
           where p.recipient_id = $2 and p.batch_id is not null and ${visible('p.merchant_id')}
           order by p.created_at desc limit $3) l
     group by l.paid_account_remote_id, l.paid_account_fp order by last_at desc`,
    [scope, id, most],
  );
  return rows;
}

/** All payments to a recipient that were paid, by the currency of the debit. */
export interface PaidTotal {
  readonly currency: string;
  readonly payments: number;
  /** The total debit in minor units; null if that of one of them is not known. */
  readonly debit: bigint | null;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** The largest first, by the number of payments. */
export async function selectPaidTotals(db: Db, scope: Scope, id: string): Promise<readonly PaidTotal[]> {
  const { rows } = await db.query<PaidTotal>(
    `select p.source_currency as currency, count(*)::int as payments,
       case when count(p.paid_source_minor) = count(*) then
         sum(p.paid_source_minor + coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0))::bigint end as debit,
       min(coalesce(b.started_at, p.created_at)) as first_at, max(coalesce(b.started_at, p.created_at)) as last_at
     from payrun.payment p join payrun.batch b on b.id = p.batch_id
     where p.recipient_id = $2 and p.batch_id is not null and p.state = 'processed' and ${visible('p.merchant_id')}
     group by 1 order by payments desc, 1`,
    [scope, id],
  );
  return rows;
}

/** A note of how a changed account of a payment was verified. */
export interface PaymentNote {
  readonly payment: string;
  readonly run: bigint;
  readonly row: number;
  readonly by: string;
  readonly at: Date;
  readonly text: string;
}

/**
 * Notes of how changed accounts of these payments were verified by the users who released or approved them, newest
 * first.
 */
export async function selectNotesOn(
  db: Db,
  scope: Scope,
  payments: readonly string[],
): Promise<readonly PaymentNote[]> {
  const { rows } = await db.query<PaymentNote>(
    `select p.id as payment, p.run_id as run, p.row, e.actor as by, e.at, e.data->>'verified' as text
     from payrun.payment p join payrun.event e on e.chain = 'run-' || p.run_id and (
       e.kind = 'released' and e.data->>'payment' = p.id::text
       -- The note of an approval is about those payments of its batch that were on hold for their account.
       or e.kind in ('batch_approved', 'batch_approved_first') and e.data->>'batch' = p.batch_id::text and exists (
         select 1 from payrun.event r where r.chain = e.chain and r.kind = 'released' and r.data->>'payment' = p.id::text
           and r.data->>'was' = 'account_changed'))
     where p.id = any($2) and e.data->>'verified' is not null and ${visible('p.merchant_id')}
     order by e.at desc`,
    [scope, payments],
  );
  return rows;
}

/** Only the newest of those that share a word or the end of an account: to find an older one, the user adds a word. */
const MOST_NAMED = 2_000;

/** A union, so that each condition uses its own index; Postgres uses none for an `or` of them. */
const WANTED = `select k.id from payrun.recipient k where k.reference_id = $5
  union select k.id from payrun.merchant m join payrun.recipient k on k.merchant_id = m.id and k.email_fp = $6
  union select k.id from payrun.merchant m join payrun.recipient k on k.merchant_id = m.id and k.key_fp = $7
  union (select id from (select k.id from payrun.recipient k where $8::text[] is not null and name_words is not null
    and payrun.name_parts(name_words) @> $8 and '  ' || replace(name_words, ' ', '  ') like all($10::text[]) and ${visible('k.merchant_id')} offset 0) n
    order by id desc limit ${MOST_NAMED})
  union (select k.id from payrun.recipient_account_end e join payrun.recipient k on k.id = e.recipient_id
    where $9::text is not null and e.account_end = $9 and ${visible('k.merchant_id')} order by k.id desc limit ${MOST_NAMED})`;

/** Each is looked up by its id: Postgres expects more of them than there are, and would read all recipients instead. */
const FOUND_ONES = `(select id from (${WANTED}) f order by id desc) w cross join lateral (select * from payrun.recipient o where o.id = w.id offset 0) r`;

const LISTED = `r.id, r.merchant_id as merchant, r.reference_id, r.remote_id, r.account_hint as account, r.intent, r.created_at, r.synced_at,
  coalesce(r.name, l."recipientName") as "recipientName", l.id as last_payment, l.started_at as last_started_at, l.state as last_state, l.currency as last_currency,
  l.source_currency as last_source_currency, l.minor as last_minor`;

const LAST = `left join lateral (
  select k.id, ${shownRecipient('k')} as "recipientName", k.currency, k.source_currency, k.minor, b.started_at, ${shownState('k', 'b')} as state from payrun.payment k join payrun.batch b on b.id = k.batch_id
  where k.recipient_id = r.id and k.batch_id is not null order by k.run_id desc limit 1) l on true`;
