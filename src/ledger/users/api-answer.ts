import type { Db } from '../db/db.ts';

/** An answer to a request that changed something; both null while it is in progress, or if its process is gone. */
export interface ApiAnswerRow {
  readonly request_hash: Buffer;
  readonly status: number | null;
  readonly answer: unknown;
}

/** The request of a program with its key. `claim`: the time at which it was taken, which is never that of another. */
export interface ApiRequest {
  readonly name: string;
  readonly key: string;
  readonly claim: Date;
}

/** The retention of an answer. */
const KEPT = `interval '30 days'`;
/** A request that is not answered after this time can be taken again: its process is gone. */
const GONE = `interval '5 minutes'`;

/**
 * Takes a request that was not answered, if no one else has it. Otherwise its row, with the answer or, while in
 * progress, without one.
 */
export async function takeApiRequest(db: Db, request: ApiRequest, hash: Buffer): Promise<ApiAnswerRow | null> {
  const { name, key, claim } = request;
  await db.query(`delete from payrun.api_answer where at < $1::timestamptz - ${KEPT}`, [claim]);
  const { rowCount } = await db.query(
    `insert into payrun.api_answer as kept (name, key, request_hash, at) values ($1, $2, $3, $4)
     on conflict (name, key) do update set at = excluded.at
       where kept.request_hash = excluded.request_hash and kept.answer is null and kept.at < excluded.at - ${GONE}`,
    [name, key, hash, claim],
  );
  if (rowCount === 1) return null;
  const { rows } = await db.query<ApiAnswerRow>(
    'select request_hash, status, answer from payrun.api_answer where name = $1 and key = $2',
    [name, key],
  );
  // Its process failed meanwhile.
  return rows[0] ?? takeApiRequest(db, request, hash);
}

/** Keeps the answer, in the transaction that does what it says. False if another process took the request meanwhile. */
export async function storeApiAnswer(
  db: Db,
  { name, key, claim }: ApiRequest,
  { status, answer }: { readonly status: number; readonly answer: unknown },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.api_answer set status = $4, answer = $5 where name = $1 and key = $2 and at = $3',
    [name, key, claim, status, JSON.stringify(answer)],
  );
  return rowCount === 1;
}

/** Forgets a request that failed and changed nothing: sent again, it is tried again. */
export async function forgetApiRequest(db: Db, { name, key, claim }: ApiRequest): Promise<void> {
  await db.query('delete from payrun.api_answer where name = $1 and key = $2 and at = $3 and answer is null', [
    ...[name, key, claim],
  ]);
}
