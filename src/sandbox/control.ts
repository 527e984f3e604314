import { formatMinor } from '../money.ts';
import type { Answer, ControlCall } from './call.ts';
import { readAdvance, readFaults, readFunding, readOutcomes } from './control-input.ts';
import type { MerchantStore } from './merchant-store.ts';
import { paymentStatus } from './payments/payment-view.ts';
import { advance, beginWaiting, credit, returnLate, settled } from './payments/processing.ts';
import { notFound, refusal } from './refusal.ts';

/** The merchant of a control call: the one named by `merchant` (id, access key or name), otherwise the first one. */
export function getStore({ sandbox, body }: ControlCall): MerchantStore {
  const all = [...sandbox.state.all()].filter(({ merchant }) => merchant.kind === 'merchant');
  const wanted = (body as { merchant?: unknown } | undefined | null)?.merchant;
  if (wanted === undefined) return all[0]!;
  const found = all.find(({ merchant: { id, accessKey, name } }) => [id, accessKey, name].includes(wanted as string));
  if (!found) throw notFound('Merchant');
  return found;
}

/** Resets the sandbox: only the first merchants and their keys remain. */
export function resetSandbox(call: ControlCall): Answer {
  const { state, quota, faults, dispatcher } = call.sandbox;
  state.reset();
  dispatcher.reset();
  call.sandbox.resetSwitches();
  quota.reset();
  faults.order([]);
  for (const store of state.all()) call.sandbox.fill(store);
  return { ok: true };
}

export function fund(call: ControlCall): Answer {
  const { currency, minor } = readFunding(call.body);
  const store = getStore(call);
  credit(call.sandbox, store, currency, minor);
  beginWaiting(call.sandbox, store, call.now);
  return { ok: true };
}

export async function settle({ sandbox, now }: ControlCall): Promise<Answer> {
  const count = advance(sandbox, now, true);
  await settled(sandbox);
  return { ok: true, settled: count };
}

/** Moves the sandbox's own time ahead; signatures and rate limits keep the machine's time. */
export function moveClock({ sandbox, body }: ControlCall): Answer {
  const { state, clock } = sandbox;
  state.moveClock(state.aheadMs + readAdvance(body));
  advance(sandbox, clock.now());
  return { ok: true, now: new Date(clock.now()).toISOString() };
}

/** Replaces the outcome rules; an empty list removes all. */
export function setOutcomes({ sandbox, body, now }: ControlCall): Answer {
  sandbox.state.setOutcomes(readOutcomes(body));
  returnLate(sandbox, now);
  return { ok: true };
}

/** `{unique}`: whether a second payment with the same `externalId` is refused from now on. */
export function setExternalIds({ sandbox, body }: ControlCall): Answer {
  const { unique } = (body ?? {}) as { unique?: unknown };
  if (typeof unique !== 'boolean') throw refusal('invalid_field', 'unique is true or false', { field: 'unique' });
  sandbox.switches.uniqueExternalIds = unique;
  return { ok: true, unique };
}

/** Replaces the open faults; an empty list removes all. */
export function setFaults({ sandbox, body }: ControlCall): Answer {
  sandbox.faults.order(readFaults(body));
  return { ok: true };
}

/** The actual state, to compare with the client's own records. */
export function controlLedger({ sandbox }: ControlCall): Answer {
  const all = [...sandbox.state.all()];
  const counts = sandbox.quota.counts();
  return {
    payments: all.flatMap(ledgerPayments),
    batches: all.flatMap((store) =>
      [...store.batch.all()].map(({ id, status, tags, startCalls }) => ({ id, status, tags, startCalls })),
    ),
    balances: all.flatMap((store) =>
      [...store.balance.all()].map(({ id, minor }) => ({
        merchant: store.merchant.name,
        currency: id,
        amount: formatMinor(minor, id),
      })),
    ),
    recipients: all.reduce((sum, store) => sum + [...store.recipient.all()].filter((one) => !one.archived).length, 0),
    requests: Object.fromEntries(
      all
        .map(({ merchant }) => merchant)
        .filter(({ kind, accessKey }) => kind === 'merchant' || counts[accessKey])
        .map(({ accessKey }) => [accessKey, counts[accessKey] ?? { total: 0, refused: 0, maxInWindow: 0 }]),
    ),
  };
}

/** A failed payment was never paid; a returned one was. */
function ledgerPayments(store: MerchantStore): Record<string, unknown>[] {
  const payments: Record<string, unknown>[] = [];
  for (const payment of store.payment.all()) {
    const batch = store.batch.get(payment.batchId);
    const recipient = store.recipient.get(payment.recipientId);
    if (!batch || !recipient) continue;
    const status = paymentStatus(payment, batch);
    payments.push({
      id: payment.id,
      externalId: payment.externalId,
      recipientId: recipient.id,
      recipientReferenceId: recipient.referenceId,
      recipientEmail: recipient.email,
      accountId: payment.accountId,
      batchId: batch.id,
      amount: formatMinor(payment.source, payment.sourceCurrency),
      currency: payment.sourceCurrency,
      recipientFees: formatMinor(payment.recipientFees, payment.sourceCurrency),
      merchantFees: formatMinor(payment.merchantFees, payment.sourceCurrency),
      targetAmount: formatMinor(payment.target, payment.targetCurrency),
      targetCurrency: payment.targetCurrency,
      reason: payment.reason,
      status,
      timesPaid: status === 'failed' ? 0 : batch.begun,
    });
  }
  return payments;
}
