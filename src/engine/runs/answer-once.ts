import { PayrunError } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type ApiRequest, forgetApiRequest, storeApiAnswer, takeApiRequest } from '../../ledger/users/api-answer.ts';
import type { AppContext } from '../context/app-context.ts';

/** Keeps what a request did, in the transaction that does it. */
export type Keep<Answer> = (db: Db, answer: Answer) => Promise<void>;

/** A request that is sent again has the answer of the first. `other`: its key was sent with another content. */
export type AnsweredOnce<Answer> =
  | { readonly kind: 'first' | 'again'; readonly answer: Answer }
  | { readonly kind: 'other' | 'in_progress' };

/**
 * Does a request of a user once, by its key. `hash` is of its content. If `work` calls `keep` in its transaction, the
 * answer is stored with the effect, so that a crash leaves both or none; else it is stored afterwards.
 */
export async function answerOnce<Answer extends object>(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  { name, key, hash, status }: Pick<ApiRequest, 'name' | 'key'> & { readonly hash: Buffer; readonly status: number },
  work: (keep: Keep<Answer>) => Promise<Answer>,
): Promise<AnsweredOnce<Answer>> {
  const request: ApiRequest = { name, key, claim: new Date(clock.now()) };
  const earlier = await takeApiRequest(ledger.db, request, hash);
  if (earlier !== null) {
    if (!earlier.request_hash.equals(hash)) return { kind: 'other' };
    return earlier.status === null ? { kind: 'in_progress' } : { kind: 'again', answer: earlier.answer as Answer };
  }
  const keep: Keep<Answer> = async (db, answer) => {
    // Another process took over the request after this one stalled.
    if (!(await storeApiAnswer(db, request, { status, answer }))) throw new PayrunError('request_taken_over');
  };
  try {
    const answer = await work(keep);
    await storeApiAnswer(ledger.db, request, { status, answer });
    return { kind: 'first', answer };
  } catch (error) {
    await forgetApiRequest(ledger.db, request);
    throw error;
  }
}
