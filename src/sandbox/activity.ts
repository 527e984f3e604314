import type { Answer, Call, Handler } from './call.ts';
import { maskBody } from './mask.ts';
import { Refusal } from './refusal.ts';

/** Maximum number of entries in a recipient's log. */
const MOST_ENTRIES = 100;

/** Wraps a handler so that its calls are recorded in the log of the recipient. */
export function logged(handler: Handler): Handler {
  return async (call) => {
    try {
      const answer = await handler(call);
      note(call, 200, { ok: true, ...answer });
      return answer;
    } catch (error) {
      if (error instanceof Refusal) note(call, error.status, { ok: false, errors: error.errors });
      throw error;
    }
  };
}

function note(call: Call, code: number, answer: Answer): void {
  const { sandbox, store, method, url, ip, now, headers } = call;
  const recipientId = call.params.id ?? (answer.recipient as { id?: string } | undefined)?.id;
  if (recipientId === undefined || !store.recipient.get(recipientId)) return;
  const old = store.activity.by('recipient', recipientId);
  if (old.size >= MOST_ENTRIES) sandbox.state.remove('activity', store.activity.get(old.values().next().value!)!);
  const { 'user-agent': agent = '', 'content-type': type = '' } = headers;
  sandbox.state.put('activity', {
    id: `${recipientId}:${sandbox.newId('A')}`,
    merchantId: store.merchant.id,
    recipientId,
    at: now,
    ip,
    url: url.split('?', 1)[0]!,
    method,
    headers: { 'user-agent': agent, 'content-type': type },
    request: maskBody(call.body),
    response: JSON.stringify(maskBody(code === 200 ? { ok: true } : answer)),
    code,
  });
}
