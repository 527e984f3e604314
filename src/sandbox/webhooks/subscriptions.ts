import type { Answer, Call } from '../call.ts';
import { type FieldReader, readFields } from '../read-fields.ts';
import type { SubscriptionRecord } from '../records.ts';
import { notFound, refusal } from '../refusal.ts';
import { isLoopback, targetUrl } from './post-to-target.ts';

const ACTIONS = [
  'created',
  'updated',
  'deleted',
  'processing',
  'completed',
  'failed',
  'returned',
  'processed',
  'password-reset',
  'compliance-check',
  'upload-received',
  'upload-processing',
  'upload-completed',
  '*',
] as const;
/** `merchant` is not in the contract's list, but it is the model of webhooks for sub-merchant profiles. */
const MODELS = ['user', 'recipient', 'upload', 'batch', 'payment', 'recipientAccount', 'merchant', '*'] as const;
/** Maximum number of subscriptions of one merchant. */
const MOST = 100;

/** One subscription for each action, model and target: a second call returns the existing one. */
export async function createSubscription(call: Call): Promise<Answer> {
  const { store, body, sandbox } = call;
  const fields = readFields(body);
  const read = readSubscription(call, fields, null);
  fields.refuse();
  const known = sameAs(call, read);
  if (known) return { subscription: view(known) };
  if (store.subscription.size >= MOST) throw refusal('invalid_field', `There are ${MOST} subscriptions already`);
  const subscription: SubscriptionRecord = {
    ...read,
    id: sandbox.newId('W'),
    merchantId: store.merchant.id,
    signingKey: sandbox.newId('SK').slice(3),
  };
  await refuseUnlessAnswering(call, subscription);
  // The same subscription may have been created while the target was validated.
  const meanwhile = sameAs(call, read);
  if (meanwhile) return { subscription: view(meanwhile) };
  sandbox.state.put('subscription', subscription);
  return { subscription: view(subscription) };
}

export function listSubscriptions({ store }: Call): Answer {
  return { subscriptions: [...store.subscription.all()].map(view) };
}

export function getSubscription(call: Call): Answer {
  return { subscription: view(subscriptionOf(call)) };
}

/** Omitted fields do not change; a new target is validated first. */
export async function updateSubscription(call: Call): Promise<Answer> {
  const before = subscriptionOf(call);
  const fields = readFields(call.body);
  const subscription = { ...before, ...readSubscription(call, fields, before) };
  fields.refuse();
  if (subscription.target !== before.target) await refuseUnlessAnswering(call, subscription);
  // It may have been deleted while the target was validated.
  subscriptionOf(call);
  call.sandbox.state.put('subscription', subscription);
  const { id, action, model, target } = subscription;
  return { id, action, model, target };
}

export function deleteSubscription(call: Call): Answer {
  call.sandbox.state.remove('subscription', subscriptionOf(call));
  return {};
}

function subscriptionOf({ store, params }: Call): SubscriptionRecord {
  const subscription = store.subscription.get(params.id ?? '');
  if (!subscription) throw notFound('Webhook');
  return subscription;
}

function sameAs({ store }: Call, wanted: Pick<SubscriptionRecord, 'action' | 'model' | 'target'>) {
  return [...store.subscription.all()].find(
    ({ action, model, target }) => action === wanted.action && model === wanted.model && target === wanted.target,
  );
}

function readSubscription({ sandbox }: Call, fields: FieldReader, before: SubscriptionRecord | null) {
  const required = before === null;
  const action = fields.text('action', { required, oneOf: ACTIONS }) ?? before?.action ?? '';
  const model = fields.text('model', { required, oneOf: MODELS }) ?? before?.model ?? '';
  const target = fields.text('target', { required, max: 2000 }) ?? before?.target ?? '';
  const url = targetUrl(target);
  if (target !== '' && !url) fields.wrong('invalid_field', 'target', 'target must be a URL');
  else if (url && sandbox.dispatcher.orders.validate && !isLoopback(url))
    fields.wrong(
      'invalid_field',
      'target',
      'target must be on this machine (127.0.0.1 or localhost): this is a sandbox',
    );
  return { action, model, target };
}

async function refuseUnlessAnswering({ sandbox }: Call, subscription: SubscriptionRecord): Promise<void> {
  if (await sandbox.dispatcher.validates(subscription)) return;
  throw refusal('invalid_field', 'target did not answer a POST of {} with 200', { field: 'target' });
}

/** Contains the signing key, because the receiver needs it. */
function view({ id, action, model, target, signingKey }: SubscriptionRecord): Record<string, unknown> {
  return { id, action, model, target, signingKey };
}
