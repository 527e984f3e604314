import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signWebhook } from '../../../src/engine/deliveries/post-webhook.ts';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [OLD, NEW, OTHER] = [secret(), secret(), secret()];
const WRITTEN = 'a key that signs notifications';
const library = (key: string) => (key.startsWith('whsec_') ? new Webhook(key) : new Webhook(key, { format: 'raw' }));
const BODY = JSON.stringify({ kind: 'needs_funds', sheet: 'März – 給与.xlsx' });

/** What the library of the specification says of a notice that was signed with a key so many seconds ago. */
function verified(key: string, reader: string, { age = 0, change = (text: string) => text } = {}): boolean {
  const timestamp = Math.floor(Date.now() / 1000) - age;
  const headers = {
    'webhook-id': '17',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(key, '17', timestamp, BODY),
  };
  const changed = Object.fromEntries(
    Object.entries({ ...headers, body: BODY }).map(([n, value]) => [n, change(value)]),
  );
  try {
    return library(reader).verify(changed.body!, changed) !== undefined;
  } catch (error) {
    expect((error as Error).constructor.name).toBe('WebhookVerificationError');
    return false;
  }
}

it.each<[what: string, is: boolean, ...Parameters<typeof verified>]>([
  ['is verified', true, NEW, NEW],
  ['is verified with a key as it is written', true, WRITTEN, WRITTEN],
  ['is not verified with another key', false, NEW, OTHER],
  ['is verified by who has the key of before, while it is changed', true, `${NEW} ${OLD}`, OLD],
  ['is verified by who has the key of after', true, `${NEW} ${OLD}`, NEW],
  ['is not verified with a third key', false, `${NEW} ${OLD}`, OTHER],
  ['is not verified if its body was changed', false, NEW, NEW, { change: (text) => text.replace('needs', 'has') }],
  ['is not verified under another id', false, NEW, NEW, { change: (text) => (text === '17' ? '18' : text) }],
  [
    'is not verified with a later timestamp',
    false,
    NEW,
    NEW,
    { change: (text) => (/^\d{9,}$/.test(text) ? String(Number(text) + 1) : text) },
  ],
  ['is not verified after more than five minutes', false, NEW, NEW, { age: 400 }],
])('a webhook %s by a library of Standard Webhooks', (_, is, key, reader, more) => {
  expect(verified(key, reader, more)).toBe(is);
});
