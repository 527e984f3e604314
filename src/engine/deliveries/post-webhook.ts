import { createHmac } from 'node:crypto';
import { jsonText } from '../../references/json-text.ts';

const ANSWER_MS = 10_000;

export interface PostedWebhook {
  readonly url: string;
  /** The signing key; null for Slack, where the URL is its own secret. */
  readonly key: string | null;
  /** The same for each attempt, so that receivers can ignore duplicates. */
  readonly id: string;
  readonly body: unknown;
  /** ms UTC. */
  readonly now: number;
  readonly fetch: typeof fetch;
}

/**
 * Signs a webhook by the Standard Webhooks specification: base64 of HMAC-SHA-256 over the id, the timestamp (seconds
 * since 1970, UTC) and the bytes of the body, joined by periods. A key `whsec_...` is base64; any other is used as
 * text. If there are several `whsec_...` keys separated by spaces, each one signs, so that a receiver may have either
 * of them during a key change.
 */
export function signWebhook(key: string, id: string, timestamp: number, body: string): string {
  return secretsOf(key)
    .map((secret) => createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

function secretsOf(key: string): readonly Buffer[] {
  const keys = key.trim().split(/\s+/);
  return keys.every((one) => one.startsWith('whsec_'))
    ? keys.map((one) => Buffer.from(one.slice('whsec_'.length), 'base64'))
    : [Buffer.from(key, 'utf8')];
}

/**
 * Posts a webhook, signed with `webhook-id`, `webhook-timestamp` and `webhook-signature` if there is a key.
 * Resolves with any 2xx within 10 s; does not follow redirects. Otherwise rejects with a code that names the status.
 */
export async function postWebhook(webhook: PostedWebhook, signal: AbortSignal): Promise<void> {
  const body = jsonText(webhook.body);
  const timestamp = Math.floor(webhook.now / 1000);
  const { key, id } = webhook;
  const answer = await webhook.fetch(webhook.url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'payrun',
      ...(key === null
        ? {}
        : {
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signWebhook(key, id, timestamp, body),
          }),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  await answer.body?.cancel().catch(() => {});
  if (!answer.ok) throw Object.assign(new Error('the webhook did not take it'), { code: `HTTP_${answer.status}` });
}
