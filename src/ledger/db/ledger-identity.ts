import { randomBytes } from 'node:crypto';
import { readableCode } from '../../platform/readable-code.ts';
import type { Db } from './db.ts';

/**
 * The identity of this ledger: 16 characters, created when it is first opened and the same for every process. A copy or
 * a restored backup has the identity of its original. A remote batch that has the identity but is not in the ledger
 * shows that the ledger is a copy or was restored to an earlier state.
 */
export async function ledgerIdentity(db: Db): Promise<string> {
  const read = () => db.query<{ id: string }>('select id from payrun.ledger_identity');
  const { rows } = await read();
  if (rows[0]) return rows[0].id;
  await db.query('insert into payrun.ledger_identity (id) values ($1) on conflict do nothing', [
    readableCode(randomBytes(10)),
  ]);
  return (await read()).rows[0]!.id;
}

/** Gives this ledger a new identity, if another ledger continues with the old one. Returns the new one. */
export async function renewIdentity(db: Db): Promise<string> {
  const id = readableCode(randomBytes(10));
  await db.query('update payrun.ledger_identity set id = $1, created_at = now()', [id]);
  return id;
}

/** Notes when the last backup was made. */
export async function noteBackup(db: Db, at: Date): Promise<void> {
  await db.query('update payrun.ledger_identity set backed_up_at = $1', [at]);
}
