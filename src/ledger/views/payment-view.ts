import type { FixedSide } from '../../model.ts';
import { CURRENCIES_OF_OTHER_DECIMALS, getDecimals } from '../../money.ts';
import type { PaymentState } from '../../states.ts';
import { approversSql } from '../batches/approvers.ts';
import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';
import { parseUuid, type Scope, visible } from '../merchants/scope.ts';
import { REPORTED_RETURNED_AT } from '../payments/returned-at.ts';
import type { RecipientRow } from '../recipients/recipient.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import { toRecipient } from '../recipients/shown-recipient.ts';
import { retrySql, SHOWN_PAYMENT, type ShownPayment } from './shown-payment.ts';

/** All stored data of a payment. */
export interface PaymentView extends ShownPayment {
  readonly maker: string;
  readonly sheet: string | null;
  readonly derived: boolean;
  readonly generation: number;
  readonly previous: string | null;
  readonly next: string | null;
  readonly fixed: FixedSide | null;
  readonly recipient: string | null;
  /** The last result of the payout service's compliance review of the recipient. */
  readonly compliance: RecipientRow['compliance'];
  /** Empty if it was purged. */
  readonly row_sealed: Buffer;
  /** It is on hold for an account that may be the one last paid, whose whole number is not known. */
  readonly isUncertain: boolean;
  readonly released_by: string | null;
  readonly rules: string | null;
  readonly batch: string | null;
  readonly service_batch: string | null;
  readonly service_payment: string | null;
  readonly service_recipient: string | null;
  /** The approvers of its batch: two users if two were required. */
  readonly approvers: readonly string[];
  readonly approved_at: Date | null;
  readonly recipient_fees: bigint | null;
  /** Tax withheld from the recipient. */
  readonly withheld: bigint | null;
  readonly rate: string | null;
  /** The account that was paid, masked. */
  readonly paid_account: string | null;
  readonly bank_name: string | null;
  readonly arrival_expected_at: Date | null;
  /** When it came back after it was paid; null if it did not. */
  readonly returned_at: Date | null;
  /** When its run was created: a sheet may be read again after the upload. */
  readonly uploaded_at: Date;
}

/** Null if no such payment exists or the reader may not see it. */
export async function selectPayment(db: Db, scope: Scope, id: string | null): Promise<PaymentView | null> {
  const { rows } = await db.query<PaymentView>(
    `select ${SHOWN_PAYMENT}, r.maker, s.name as sheet, p.derived_fp is not null as derived, p.generation, p.previous_id as previous,
       ${retrySql('id')} as next,
       p.fixed, p.recipient_id as recipient, p.row_sealed, p.account_uncertain as "isUncertain", p.released_by, p.rules, p.batch_id as batch, b.remote_id as service_batch, p.remote_id as service_payment, p.paid_recipient_remote_id as service_recipient, ${approversSql('b')} as approvers,
       b.approved_at, p.paid_recipient_fees_minor as recipient_fees,
       p.paid_withheld_minor as withheld, (select c.compliance from payrun.recipient c where c.id = p.recipient_id) as compliance, p.paid_rate as rate, r.created_at as uploaded_at,
       coalesce(p.account_hint, ${hintSql('p.merchant_id', 'p.paid_account_remote_id')}) as paid_account,
       p.paid_bank_name as bank_name, p.arrival_expected_at, ${REPORTED_RETURNED_AT} as returned_at
     from payrun.payment p join payrun.run r on r.id = p.run_id left join payrun.sheet s on s.id = r.sheet_id
       left join payrun.batch b on b.id = p.batch_id
     where p.id = $2 and ${visible('p.merchant_id')}`,
    [scope, id],
  );
  return rows[0] ?? null;
}

/** Payments with exactly one of these references, newest first. */
export async function selectByReference(
  db: Db,
  scope: Scope,
  references: readonly string[],
  limit: number,
): Promise<readonly ShownPayment[]> {
  const { rows } = await db.query<ShownPayment>(
    `select ${SHOWN_PAYMENT} from payrun.payment p left join payrun.batch b on b.id = p.batch_id
     where p.merchant_id in (select m.id from payrun.merchant m where ${visible('m.id')}) and p.reference = any($2::text[]) and ${isNumbered('p.run_id')}
     order by p.run_id desc, p.row limit $3`,
    [scope, references, limit],
  );
  return rows;
}

/** Payments with this id, in Payrun or in the payout service. */
export async function selectByPaymentId(db: Db, scope: Scope, id: string): Promise<readonly ShownPayment[]> {
  const { rows } = await db.query<ShownPayment>(
    `select ${SHOWN_PAYMENT} from payrun.payment p left join payrun.batch b on b.id = p.batch_id
     where ${visible('p.merchant_id')} and p.id in (select $2::uuid union all
       select k.id from payrun.merchant m join payrun.payment k on k.merchant_id = m.id and k.remote_id = $3 where ${visible('m.id')})`,
    [scope, parseUuid(id), id],
  );
  return rows;
}

/** Greater than any character of a reference. */
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Payments whose references begin with one of these but are none of them, in the order of their references. Reads only
 * the first of each merchant, by the index of references, which compares them by their bytes.
 */
export async function selectByReferenceStart(
  db: Db,
  scope: Scope,
  starts: readonly string[],
  limit: number,
): Promise<readonly ShownPayment[]> {
  const { rows } = await db.query<ShownPayment>(
    `with few as materialized (
       select f.merchant_id, f.reference from payrun.merchant m cross join unnest($2::text[]) as start
       cross join lateral (select p.merchant_id, p.reference from payrun.payment p
         where p.merchant_id = m.id and p.reference ~>~ start and p.reference ~<~ (start || $3)
         order by p.reference using ~<~ limit $4) f
       where ${visible('m.id')}
       order by f.reference using ~<~ limit $4)
     select ${SHOWN_PAYMENT} from (select distinct merchant_id, reference from few) f
     join payrun.payment p on p.merchant_id = f.merchant_id and p.reference = f.reference
     left join payrun.batch b on b.id = p.batch_id
     where ${isNumbered('p.run_id')} order by p.reference using ~<~, p.run_id desc, p.row limit $4`,
    [scope, starts, LAST_CHARACTER, limit],
  );
  return rows;
}

/** Payments whose row states one of these amounts, newest first. */
export async function selectByAmount(
  db: Db,
  scope: Scope,
  amounts: readonly {
    readonly from: bigint;
    readonly to: bigint;
    readonly decimals: number;
    readonly currencies: readonly string[] | null;
  }[],
  limit: number,
): Promise<readonly ShownPayment[]> {
  const found = await Promise.all(
    amounts.map(async ({ from, to, decimals, currencies }) => {
      const other = CURRENCIES_OF_OTHER_DECIMALS.filter((currency) => getDecimals(currency) === decimals);
      const { rows } = await db.query<ShownPayment>(
        `select ${SHOWN_PAYMENT} from (select * from payrun.payment p where p.minor between $2 and $7 and ${visible('p.merchant_id')} and ${isNumbered('p.run_id')}
           and case when $3::text[] is not null then p.currency = any($3) when $4 = 2 then p.currency <> all($5) else p.currency = any($5) end
           order by p.run_id desc, p.id desc limit $6) p
         left join payrun.batch b on b.id = p.batch_id`,
        [scope, from, currencies, decimals, decimals === 2 ? CURRENCIES_OF_OTHER_DECIMALS : other, limit, to],
      );
      return rows;
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || a.row - b.row)
    .slice(0, limit);
}

/** Payments to a recipient, under any of their keys, newest first; perhaps only those in one of these states. */
export async function selectPaymentsTo(
  db: Db,
  scope: Scope,
  recipient: { merchant: string; keyFp: Buffer; emailFp: Buffer | null },
  limit: number,
  states: readonly PaymentState[] | null = null,
): Promise<readonly ShownPayment[]> {
  const inState = '($6::text[] is null or k.state = any($6))';
  const { rows } = await db.query<ShownPayment>(
    `select ${SHOWN_PAYMENT} from (
       (select * from payrun.payment k where k.merchant_id = $2 and ${toRecipient('k', '$3')} and ${inState} and ${visible('k.merchant_id')}
         order by k.created_at desc limit $5)
       union (select * from payrun.payment k where k.merchant_id = $2 and ${toRecipient('k', '$4')} and k.person_fp = $4
         and ${inState} and ${visible('k.merchant_id')} order by k.created_at desc limit $5)
       union (select * from payrun.payment k where k.merchant_id = $2 and k.person_fp = $4 and k.person_fp <> k.recipient_fp
         and ${inState} and ${visible('k.merchant_id')} order by k.created_at desc limit $5)) p
     left join payrun.batch b on b.id = p.batch_id order by p.created_at desc, p.row limit $5`,
    [scope, recipient.merchant, recipient.keyFp, recipient.emailFp, limit, states],
  );
  return rows;
}
