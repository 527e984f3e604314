import type { Answer, ControlCall } from '../call.ts';
import { readFields } from '../read-fields.ts';
import { refusal } from '../refusal.ts';

const FLAGS = ['reorder', 'paused', 'validate'] as const;
const LARGEST: Readonly<Record<string, number>> = { duplicate: 100, retryMs: 600_000 };

/**
 * `POST /_sandbox/webhooks {duplicate?, reorder?, paused?, validate?, retryMs?}`: changes how webhooks are delivered.
 */
export function orderWebhooks(call: ControlCall): Answer {
  const body = (typeof call.body === 'object' ? call.body : null) ?? {};
  const fields = readFields(body as Record<string, unknown>);
  const orders: Record<string, boolean | number> = {};
  for (const flag of FLAGS) {
    const value = fields.flag(flag);
    if (value !== undefined) orders[flag] = value;
  }
  fields.refuse();
  for (const [name, largest] of Object.entries(LARGEST)) {
    const value = (body as Record<string, unknown>)[name];
    // `duplicate: true` means once.
    const count = value === true ? 1 : value === false ? 0 : value;
    if (count === undefined) continue;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > largest)
      throw refusal('invalid_field', `${name} is a whole number from 0 to ${largest}`, { field: name });
    orders[name] = count;
  }
  call.sandbox.dispatcher.order(orders);
  return showWebhooks(call);
}

/** The delivery settings and counts. */
export function showWebhooks({ sandbox }: ControlCall): Answer {
  return { ok: true, orders: sandbox.dispatcher.orders, counts: sandbox.dispatcher.counts() };
}
