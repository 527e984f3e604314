import { createHmac } from 'node:crypto';

const ANSWER_MS = 10_000;

export interface PostedNotice {
  readonly url: string;
  /** What signs it. */
  readonly key: string;
  /** The same at each attempt: whoever has seen it leaves it. */
  readonly id: string;
  readonly body: unknown;
  /** ms UTC. */
  readonly now: number;
  readonly fetch: typeof fetch;
}

/**
 * The signature of a notice: HMAC-SHA-256, in hex, with the key over the timestamp (seconds since 1970, UTC), a full stop and
 * the bytes of the body.
 */
export function signNotice(key: string, timestamp: number, body: string): string {
  return createHmac('sha256', key).update(`${timestamp}.${body}`, 'utf8').digest('hex');
}

/**
 * Posts a notice: `Payrun-Notice` (its id), `Payrun-Timestamp` and `Payrun-Signature: v1=<hex>` (see `signNotice`). Any 2xx
 * within 10 s is a yes; redirects are not followed. Rejects otherwise, with a code that names the status.
 */
export async function postNotice(notice: PostedNotice, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(notice.body);
  const timestamp = Math.floor(notice.now / 1000);
  const answer = await notice.fetch(notice.url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'payrun',
      'payrun-notice': notice.id,
      'payrun-timestamp': String(timestamp),
      'payrun-signature': `v1=${signNotice(notice.key, timestamp, body)}`,
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  await answer.body?.cancel().catch(() => {});
  if (!answer.ok) throw Object.assign(new Error('the webhook did not take it'), { code: `HTTP_${answer.status}` });
}
