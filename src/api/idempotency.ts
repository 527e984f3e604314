import type { Context } from 'hono';
import type { AppContext } from '../engine/context/app-context.ts';
import { answerOnce, type Keep } from '../engine/runs/answer-once.ts';
import { asJson } from './json-body.ts';
import { problemAnswer } from './problem.ts';

/**
 * Does a request once, by its `Idempotency-Key`: sent again, it gets the first answer; with another content, 409.
 * `hashed` is a hash of the content. Without a key, `work` is done each time.
 */
export async function answeredOnce(
  context: Context,
  appContext: Pick<AppContext, 'ledger' | 'clock'>,
  hashed: () => Promise<Buffer>,
  status: 200 | 201,
  work: (keep: Keep<object>) => Promise<object>,
): Promise<Response> {
  const key = context.req.header('Idempotency-Key');
  if (key === undefined) return asJson(context, await work(async () => {}), status);
  if (key.length < 1 || key.length > 255)
    return problemAnswer(context, 422, 'idempotency_key_invalid', 'An Idempotency-Key has 1 to 255 characters.');
  const { name } = context.get('program');
  const done = await answerOnce(appContext, { name, key, hash: await hashed(), status }, work);
  switch (done.kind) {
    case 'other':
      return problemAnswer(
        context,
        409,
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another request.',
        'Choose another key for another request.',
      );
    case 'in_progress':
      context.header('Retry-After', '10');
      return problemAnswer(
        context,
        409,
        'request_in_progress',
        'This request is still being worked on.',
        'Send it again later.',
      );
    case 'again':
      context.header('Idempotent-Replayed', 'true');
      return asJson(context, done.answer, status);
    default:
      return asJson(context, done.answer, status);
  }
}
