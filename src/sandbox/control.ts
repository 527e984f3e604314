import { formatMinor } from '../money.ts';
import type { Books } from './books.ts';
import type { Answer, ControlCall } from './call.ts';
import { readFaults, readFunding, readOutcomes } from './control-input.ts';
import { paymentStatus } from './payment-view.ts';
import { advance, beginWaiting, credit, returnLate } from './processing.ts';

/** The merchant that control calls are about: the first one. */
function mainBooks({ sandbox }: ControlCall): Books {
  return sandbox.state.all().next().value!;
}

/** Back to the start: only keys stay. */
export function resetSandbox(call: ControlCall): Answer {
  const { state, quota, faults } = call.sandbox;
  state.reset();
  quota.reset();
  faults.order([]);
  for (const books of state.all()) call.sandbox.fill(books);
  return { ok: true };
}

export function fund(call: ControlCall): Answer {
  const { currency, minor } = readFunding(call.body);
  const books = mainBooks(call);
  credit(call.sandbox, books, currency, minor);
  beginWaiting(call.sandbox, books, call.now);
  return { ok: true };
}

export function settle({ sandbox, now }: ControlCall): Answer {
  return { ok: true, settled: advance(sandbox, now, true) };
}

/** The rules that hold from now on; an empty list ends all. */
export function setOutcomes({ sandbox, body, now }: ControlCall): Answer {
  sandbox.state.setOutcomes(readOutcomes(body));
  returnLate(sandbox, now);
  return { ok: true };
}

/** The faults that are open from now on; an empty list ends all. */
export function setFaults({ sandbox, body }: ControlCall): Answer {
  sandbox.faults.order(readFaults(body));
  return { ok: true };
}

/** What really happened, to compare with what a client believes. */
export function controlLedger({ sandbox }: ControlCall): Answer {
  const all = [...sandbox.state.all()];
  const counts = sandbox.quota.counts();
  return {
    payments: all.flatMap(ledgerPayments),
    batches: all.flatMap((books) =>
      [...books.batch.all()].map(({ id, status, tags, startCalls }) => ({ id, status, tags, startCalls })),
    ),
    recipients: all.reduce((sum, books) => sum + [...books.recipient.all()].filter((one) => !one.archived).length, 0),
    requests: Object.fromEntries(
      all
        .map(({ merchant }) => merchant)
        .filter(({ kind, accessKey }) => kind === 'merchant' || counts[accessKey])
        .map(({ accessKey }) => [accessKey, counts[accessKey] ?? { total: 0, refused: 0, maxInWindow: 0 }]),
    ),
  };
}

/** A payment that failed was not paid; one that was returned was. */
function ledgerPayments(books: Books): Record<string, unknown>[] {
  const payments: Record<string, unknown>[] = [];
  for (const payment of books.payment.all()) {
    const batch = books.batch.get(payment.batchId);
    const recipient = books.recipient.get(payment.recipientId);
    if (!batch || !recipient) continue;
    const status = paymentStatus(payment, batch);
    payments.push({
      id: payment.id,
      externalId: payment.externalId,
      recipientId: recipient.id,
      recipientReferenceId: recipient.referenceId,
      recipientEmail: recipient.email,
      batchId: batch.id,
      amount: formatMinor(payment.source, payment.sourceCurrency),
      currency: payment.sourceCurrency,
      status,
      timesPaid: status === 'failed' ? 0 : batch.begun,
    });
  }
  return payments;
}
