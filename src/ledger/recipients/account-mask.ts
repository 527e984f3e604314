import { sentence } from '../../messages.ts';
import { type AccountMask, CLEAR_BY_CONTRACT } from '../../model.ts';
import type { Db } from '../db/db.ts';

/** The code of payments on hold because the payout service masks accounts in a form that no user has accepted. */
export const MASKED = 'account_masked';

/** SQL condition that payment `p` is on hold for mask `m`; its reason may also have later findings. */
const heldFor = (p: string): string =>
  `${p}.merchant_id = m.merchant_id and ${p}.reason_code = '${MASKED}' and starts_with(${p}.reason, m.reason)`;

/** SQL condition that payment `p` is on hold for the same mask as payment `$1`. */
export const HELD_FOR_SAME_MASK = `p.state = 'held' and exists (select 1 from payrun.account_mask m
  join payrun.payment o on o.id = $1 and ${heldFor('o')} where ${heldFor('p')})`;

/** Returns why a payment to an account masked like this is on hold; null if a user has accepted that, or none is. */
export type MaskCheck = (mask: AccountMask | null) => Promise<string | null>;

/** Asks the ledger once for each mask. A mask that is new to a merchant is recorded. */
export function createMaskCheck(db: Db, merchant: string): MaskCheck {
  const reasons = new Map<string, Promise<string | null>>();
  return async (mask) => {
    if (mask === null) return null;
    const form = `${mask.start}${mask.character}${mask.end}`;
    if (!reasons.has(form)) reasons.set(form, reasonOf(db, merchant, { ...mask, form }));
    return reasons.get(form)!;
  };
}

async function reasonOf(
  db: Db,
  merchant: string,
  { form, start, end, character }: AccountMask & { readonly form: string },
): Promise<string | null> {
  const clear = start + end;
  const before = await clearBefore(db, merchant);
  const parts = [...(start > 0 ? [`the first ${start}`] : []), ...(end > 0 ? [`the last ${end}`] : [])];
  const reason = sentence('account_masked', {
    shown: `it shows ${parts.join(' and ')} characters, and "${character}" for the others`,
    fewer: clear < before ? `, but fewer characters are shown than before: ${clear} instead of ${before}` : '',
  });
  const { rows } = await db.query<{ reason: string; accepted: boolean }>(
    `insert into payrun.account_mask as m (merchant_id, form, clear, reason) values ($1, $2, $3, $4)
     on conflict (merchant_id, form) do update set form = m.form
     returning m.reason, m.accepted_at is not null as accepted`,
    [merchant, form, clear, reason],
  );
  return rows[0]!.accepted ? null : rows[0]!.reason;
}

async function clearBefore(db: Db, merchant: string): Promise<number> {
  const { rows } = await db.query<{ clear: number }>(
    'select clear from payrun.account_mask where merchant_id = $1 and accepted_at is not null order by accepted_at desc limit 1',
    [merchant],
  );
  return rows[0]?.clear ?? CLEAR_BY_CONTRACT;
}

/** Records that a user accepts the mask for which a payment is on hold. */
export async function acceptMask(db: Db, payment: string, by: string): Promise<void> {
  await db.query(
    `update payrun.account_mask m set accepted_by = $2, accepted_at = now()
     from payrun.payment p where p.id = $1 and ${heldFor('p')} and m.accepted_at is null`,
    [payment, by],
  );
}
