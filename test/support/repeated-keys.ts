import { createKeyFilter, createRepeatedKeys } from '../../src/intake/repeats/repeated-keys.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import type { RepeatedKeys } from '../../src/ledger/payments/holds/hold-within-sheet.ts';

interface Loaded {
  readonly state: 'ready' | 'invalid';
  readonly reference: string | null;
  readonly referenceKey: string | null;
  readonly recipientFp: Buffer | null;
  readonly personFp: Buffer | null;
  readonly accountKey: string | null;
  readonly moneyKey: string | null;
}

/** The kinds of keys that occur twice in the rows of a run, as its intake notes them. */
export async function repeatedKeysOf(db: Db, run: bigint): Promise<RepeatedKeys> {
  const { rows } = await db.query<Loaded>(
    `select state, reference, reference_key as "referenceKey", recipient_fp as "recipientFp", person_fp as "personFp",
       account_key::text as "accountKey", money_key::text as "moneyKey" from payrun.payment_row where run_id = $1 order by row`,
    [run],
  );
  const repeated = createRepeatedKeys(run, createKeyFilter());
  const number = (text: string | null) => (text === null ? null : BigInt(text));
  for (const { accountKey, moneyKey, ...row } of rows)
    repeated.add({ ...row, accountKey: number(accountKey), moneyKey: number(moneyKey) });
  return repeated.result();
}
