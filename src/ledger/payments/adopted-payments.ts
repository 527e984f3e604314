import type { Cells } from '../../model.ts';
import { ADOPTABLE } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { otherPayment, sqlMessage } from '../db/message-sql.ts';
import { LIVE, LIVE_IN_BATCH, listed } from '../db/state-lists.ts';
import type { Vault } from '../vault/vault.ts';
import { recipientFingerprint } from './fingerprints.ts';
import { samePersonAsSeen } from './holds/hold-against-adopted.ts';
import { sealRow } from './sealed-row.ts';

/** A remote payment that the ledger does not know, as read back. */
export interface AdoptedPayment {
  /** The id that a ledger gave it, or a new one. */
  readonly id: string;
  readonly remoteId: string;
  /**
   * Null if it cannot be read back: then the service's id replaces it, and duplicates are recognized by recipient and
   * amount.
   */
  readonly reference: string | null;
  readonly fixed: 'source' | 'target';
  readonly currency: string;
  readonly minor: bigint;
  /** Name of the recipient, or the referenceId. */
  readonly recipientName: string | null;
  readonly recipientRemoteId: string | null;
  /** `ref:<referenceId>` or `email:<e-mail>`. */
  readonly recipientKey: string | null;
  readonly personKey: string | null;
  readonly accountRemoteId: string | null;
  /** Text that identifies the account to users: the service shows only its last characters. */
  readonly accountHint: string | null;
  readonly createdAt: Date;
  /** The payment as a row, so that it can be retried if it fails. */
  readonly cells: Cells;
}

/** SQL condition for payments that do not exist in the payout service yet: ready, or in a batch without a remote id. */
const NOT_THERE = `p.merchant_id = $1 and (p.state = 'ready' or (p.state = 'batched' and exists (select 1 from payrun.batch b
  where b.id = p.batch_id and b.state in ('planned', 'creating') and b.remote_id is null)))`;
/**
 * SQL condition for payments that can be in no other batch of the payout service, because no start was attempted and
 * their batch was not adopted.
 */
const MOVABLE = `(p.state in (${listed(ADOPTABLE)}) or (p.state = 'batched' and exists (select 1 from payrun.batch b
  where b.id = p.batch_id and b.start_attempted_at is null and b.resolved_by is null)))`;

/**
 * Those of these payments that the ledger has, because it was restored to an earlier state. `movable`: it is in no
 * other batch of the service.
 */
export async function knownPayments(
  db: Db,
  ids: readonly string[],
): Promise<readonly (PaymentHeldByAdoption & { readonly movable: boolean })[]> {
  const { rows } = await db.query<PaymentHeldByAdoption & { movable: boolean }>(
    `select p.id, p.run_id as run, p.batch_id as batch, ${MOVABLE} as movable from payrun.payment p where p.id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

const CANONICAL = 'coalesce(p.reference_key, p.reference)';
/** SQL condition that payment `p` has one of the references `refs` in any spelling; both columns have an index. */
const hasReference = (refs: string): string =>
  `(p.reference = any(${refs}) or p.reference_key = any(${keysOf(refs)}) or p.reference = any(${keysOf(refs)}))`;
const keysOf = (refs: string): string => `array(select payrun.canonical_reference(r) from unnest(${refs}::text[]) r)`;

/** References held by live payments of the merchant, and their canonical forms; ignores the payments `except`. */
export async function liveReferences(
  db: Db,
  merchant: string,
  references: readonly string[],
  except: readonly string[],
): Promise<{ readonly exact: ReadonlySet<string>; readonly canonical: ReadonlySet<string> }> {
  const { rows } = await db.query<{ reference: string; canonical: string }>(
    `select p.reference, ${CANONICAL} as canonical from payrun.payment p
     where p.merchant_id = $1 and ${hasReference('$2')} and p.id <> all($3::uuid[]) and p.state in (${LIVE})`,
    [merchant, references, except],
  );
  return {
    exact: new Set(rows.map(({ reference }) => reference)),
    canonical: new Set(rows.map(({ canonical }) => canonical)),
  };
}

/**
 * Puts payments that do not exist in the payout service yet and have one of these references, in any spelling, on hold
 * and removes them from their batches. `explainHeld` adds the reason once the duplicated payments are in the ledger.
 * Returns the payments with the batches they left.
 */
export async function holdByReference(
  db: Db,
  merchant: string,
  references: readonly string[],
  except: readonly string[],
): Promise<readonly PaymentHeldByAdoption[]> {
  return hold(db, `${hasReference('$2')} and p.id <> all($3::uuid[])`, [merchant, references, except]);
}

/** A payment that was put on hold, with the batch and run that it was in. */
export interface PaymentHeldByAdoption {
  readonly id: string;
  readonly run: bigint;
  readonly batch: string | null;
}

async function hold(db: Db, which: string, values: readonly unknown[]): Promise<readonly PaymentHeldByAdoption[]> {
  const { rows } = await db.query<PaymentHeldByAdoption>(
    `with held as (select p.id, p.run_id as run, p.batch_id as batch from payrun.payment p where ${NOT_THERE} and ${which} for update of p)
     update payrun.payment p set state = 'held', batch_id = null, reason_code = 'duplicate_reference', reason = null, held_for = null
     from held where p.id = held.id returning held.id, held.run, held.batch`,
    values,
  );
  return rows;
}

const USED_BY = {
  reference: 'o.reference',
  ...otherPayment('s.state'),
} as const;

/** Adds the reason to payments that were put on hold by reference: which payment has the reference, in any spelling. */
export async function explainHeld(db: Db, held: readonly string[]): Promise<void> {
  const explain = (same: string, code: string, sentence: string) =>
    db.query(
      `update payrun.payment p set held_for = o.id, reason_code = $2, reason = ${sentence}
       from payrun.payment o join payrun.payment_status s on s.payment = o.id
       where p.id = any($1::uuid[]) and p.held_for is null and o.merchant_id = p.merchant_id and ${same} and o.id <> p.id
         and o.state in (${LIVE})`,
      [held, code],
    );
  await explain('o.reference = p.reference', 'duplicate_reference', sqlMessage('held_duplicate_reference', USED_BY));
  const spelled = sqlMessage('held_similar_reference', { ...USED_BY, reference: 'p.reference', other: 'o.reference' });
  for (const same of [`o.reference_key = ${CANONICAL}`, `o.reference = ${CANONICAL}`])
    await explain(same, 'similar_reference', spelled);
}

/**
 * SQL condition that payment `o` of an adopted batch pays the same amount to the same recipient, as far as visible, as
 * payment `p`, within the window. The window does not apply if the reference of `o` could not be read back.
 */
const SAME = `o.batch_id = $2 and o.id <> p.id and (o.recipient_fp = p.recipient_fp or o.person_fp = p.person_fp or ${samePersonAsSeen('o', 'p')})
  and (o.minor, o.currency, o.fixed) = (p.minor, p.currency, p.fixed) and o.state in (${LIVE_IN_BATCH})
  and (coalesce(o.final_at, o.created_at) > now() - $3 * interval '1 day' or o.reference = o.remote_id)`;

/**
 * Puts payments that do not exist in the payout service yet on hold if they match a payment of an adopted batch by
 * recipient and amount within the window. The window does not apply if that payment's reference could not be read back.
 */
export async function holdByPersonAndAmount(
  db: Db,
  merchant: string,
  batch: string,
  duplicateDays: number,
): Promise<readonly PaymentHeldByAdoption[]> {
  const held = await hold(db, `exists (select 1 from payrun.payment o where ${SAME})`, [
    merchant,
    batch,
    duplicateDays,
  ]);
  await db.query(
    `update payrun.payment p set reason_code = 'possible_duplicate', held_for = o.id,
       reason = ${sqlMessage('held_possible_duplicate', { ...USED_BY, other: 'o.reference', reference: 'p.reference' })}
     from payrun.payment first join payrun.payment o on o.id = first.id join payrun.payment_status s on s.payment = o.id
     where p.id = any($1::uuid[]) and first.id = (select o.id from payrun.payment o where ${SAME} order by o.row limit 1)`,
    [held.map(({ id }) => id), batch, duplicateDays],
  );
  return held;
}

/** A run with unstarted remote batches that pay the same as an adopted batch. */
export interface WaitingTwins {
  readonly run: bigint;
  readonly payments: number;
}

/**
 * Runs that are about to pay the same as an adopted batch: the same reference in any spelling, or the same amount to
 * the same recipient within the window. Their batches exist in the payout service, so payments cannot be removed from
 * them in the ledger alone.
 */
export async function waitingTwins(
  db: Db,
  merchant: string,
  batch: string,
  references: readonly string[],
  duplicateDays: number,
): Promise<readonly WaitingTwins[]> {
  const { rows } = await db.query<WaitingTwins>(
    `select p.run_id as run, count(*)::int as payments from payrun.payment p join payrun.batch b on b.id = p.batch_id
     where p.merchant_id = $1 and p.state = 'batched' and b.id <> $2 and b.remote_id is not null and b.start_attempted_at is null
       and b.state in ('creating', 'open', 'quoted', 'approved')
       and (${hasReference('$4')} or exists (select 1 from payrun.payment o where ${SAME}))
     group by 1 order by 1`,
    [merchant, batch, duplicateDays, references],
  );
  return rows;
}

/**
 * Moves payments that the ledger has into the batch in which the payout service has them. One that was on hold in the
 * ledger gets the reference that it was sent with: its release may have changed it, because another payment has it.
 */
export async function moveToAdopted(db: Db, batch: string, payments: readonly AdoptedPayment[]): Promise<void> {
  await db.query(
    `update payrun.payment p set state = 'batched', batch_id = $1, reference = a.sent_as,
       reference_key = nullif(payrun.canonical_reference(a.sent_as), a.sent_as), reason_code = null, reason = null, held_for = null, final_at = null,
       paid_recipient_remote_id = a.recipient, paid_account_remote_id = a.account, recipient_id = coalesce(p.recipient_id, a.known),
       paid_account_fp = (select r.account_fp from payrun.recipient r
         where r.id = coalesce(p.recipient_id, a.known) and r.account_remote_id = a.account)
     from (select u.*, r.id as known, case when k.state = 'batched' then k.reference else coalesce(u.reference, k.reference) end as sent_as
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) u(id, recipient, account, reference)
       join payrun.payment k on k.id = u.id
       left join payrun.recipient r on r.remote_id = u.recipient and r.merchant_id = (select merchant_id from payrun.batch where id = $1)) a
     where p.id = a.id`,
    [
      batch,
      payments.map(({ id }) => id),
      payments.map(({ recipientRemoteId }) => recipientRemoteId),
      payments.map(({ accountRemoteId }) => accountRemoteId),
      payments.map(({ reference }) => reference),
    ],
  );
}

/** Rows per statement. */
const ROWS = 1_000;

/**
 * Inserts the payments of an adopted batch as rows of its run. If the ledger does not know the recipient yet, a
 * database trigger assigns the payment to them once it does.
 */
export async function insertAdoptedPayments(
  db: Db,
  vault: Vault,
  {
    id: batch,
    run,
    merchant,
    currency,
  }: { readonly id: string; readonly run: bigint; readonly merchant: string; readonly currency: string },
  payments: readonly AdoptedPayment[],
): Promise<void> {
  for (let at = 0; at < payments.length; at += ROWS) {
    const part = payments.slice(at, at + ROWS);
    const column = <T>(of: (payment: AdoptedPayment, index: number) => T) => part.map(of);
    const key = (text: string | null) => (text === null ? null : recipientFingerprint(vault, text));
    await db.query(
      `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, reference_key, source_currency, fixed, currency, minor,
         recipient_name, account_hint, recipient_fp, person_fp, recipient_id, batch_id, row_sealed, paid_recipient_remote_id, paid_account_remote_id, paid_account_fp, created_at,
         compared_no)
       select a.id, $1, $2, a.row, 'batched', a.reference,
         nullif(payrun.canonical_reference(a.reference), a.reference), $3, a.fixed, a.currency, a.minor, a.recipient_name, a.hint, coalesce(r.key_fp, a.recipient_fp),
         coalesce(r.email_fp, a.person_fp, r.key_fp, a.recipient_fp), r.id, $4, a.sealed, a.recipient,
         a.account, case when r.account_remote_id = a.account then r.account_fp end, a.created_at,
         nextval('payrun.comparison')
       from unnest($5::uuid[], $6::int[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::text[], $12::bytea[], $13::bytea[],
           $14::bytea[], $15::text[], $16::text[], $17::timestamptz[], $18::text[])
         a(id, row, reference, fixed, currency, minor, recipient_name, recipient_fp, person_fp, sealed, recipient, account, created_at, hint)
       left join payrun.recipient r on r.merchant_id = $2 and r.remote_id = a.recipient`,
      [
        run,
        merchant,
        currency,
        batch,
        column(({ id }) => id),
        // Numbered as in a sheet, whose first row is the header.
        column((_, index) => at + index + 2),
        column(({ reference, remoteId }) => reference ?? remoteId),
        column(({ fixed }) => fixed),
        column((payment) => payment.currency),
        column(({ minor }) => minor),
        column(({ recipientName }) => recipientName),
        column(({ recipientKey }) => key(recipientKey)),
        column(({ personKey }) => key(personKey)),
        column(({ id, cells }) => sealRow(vault, merchant, id, { cells, draft: null })),
        column(({ recipientRemoteId }) => recipientRemoteId),
        column(({ accountRemoteId }) => accountRemoteId),
        column(({ createdAt }) => createdAt),
        column(({ accountHint }) => accountHint),
      ],
    );
  }
}
