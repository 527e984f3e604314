import type { Context } from 'hono';
import type { AppContext } from '../engine/context/app-context.ts';
import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { type ApiRequest, forgetApiRequest, keepApiAnswer, takeApiRequest } from '../ledger/users/api-answer.ts';
import { asJson } from './json-body.ts';
import { problemAnswer } from './problem.ts';

/** Keeps what a request did, in the transaction that does it; nothing if the request has no key. */
export type Keep = (db: Db, answer: object) => Promise<void>;

/**
 * Does a request once, by its `Idempotency-Key`: sent again, it gets the first answer; with another content, 409.
 * `hashed` is a hash of the content. The answer is kept in the transaction that does what it says if `work` calls
 * `keep` there, so that a crash leaves both or none, and otherwise afterwards.
 */
export async function answeredOnce(
  context: Context,
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  hashed: () => Promise<Buffer>,
  status: 200 | 201,
  work: (keep: Keep) => Promise<object>,
): Promise<Response> {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined) return asJson(context, await work(async () => {}), status);
  if (key.length < 1 || key.length > 255)
    return problemAnswer(context, 422, 'idempotency_key_invalid', 'An Idempotency-Key has 1 to 255 characters.');
  const request: ApiRequest = { name: context.get('program').name, key, claim: new Date(clock.now()) };
  const hash = await hashed();
  const earlier = await takeApiRequest(ledger.db, request, hash);
  if (earlier !== null) {
    if (!earlier.request_hash.equals(hash))
      return problemAnswer(
        context,
        409,
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another request.',
        NEW_KEY,
      );
    if (earlier.status === null) {
      context.header('Retry-After', '10');
      return problemAnswer(
        context,
        409,
        'request_in_progress',
        'This request is still being worked on.',
        'Send it again later.',
      );
    }
    context.header('Idempotent-Replayed', 'true');
    return asJson(context, earlier.answer, earlier.status as 200 | 201);
  }
  const keep: Keep = async (db, answer) => {
    // Another process took the request after this one stood still.
    if (!(await keepApiAnswer(db, request, { status, answer }))) throw new PayrunError('request_taken_over');
  };
  try {
    const answer = await work(keep);
    await keepApiAnswer(ledger.db, request, { status, answer });
    return asJson(context, answer, status);
  } catch (error) {
    await forgetApiRequest(ledger.db, request);
    throw error;
  }
}

const NEW_KEY = 'Choose another key for another request.';
