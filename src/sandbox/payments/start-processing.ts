import { formatMinor } from '../../money.ts';
import { type Answer, type Call, SLICE, yieldToEventLoop } from '../call.ts';
import { recipientState } from '../recipient-status.ts';
import type { PaymentRecord } from '../records.ts';
import { type ErrorItem, Refusal, refusal } from '../refusal.ts';
import { batchView } from './batch-view.ts';
import { getBatchRecord, refuseUnlessOpen, refuseWhilePricing, whileBusy } from './batches.ts';
import { beginOrAwait, getBalance } from './processing.ts';
import { routeTerms } from './route-terms.ts';

const MOST_ERRORS = 100;

/**
 * Starts an open batch with a valid quote. One payment that cannot be paid stops the whole batch. With insufficient
 * funds the batch stays open, and starts automatically when funds arrive.
 */
export async function startProcessing(call: Call): Promise<Answer> {
  const { store, sandbox, now } = call;
  const before = getBatchRecord(call);
  sandbox.state.put('batch', { ...before, startCalls: before.startCalls + 1 });
  refuseUnlessOpen(call, before);
  const { id } = before;
  const { count } = store.totals(id);
  if (count === 0) throw refusal('empty_field', 'the batch has no payments', { field: 'payments' });
  if (before.quoteExpiredAt === null || before.quoteExpiredAt <= now)
    throw refusal('expired_quote', 'Quote expired: generate a new one');
  refuseWhilePricing(call, before);

  refuseUntilApproved(call, id);
  const errors = await whileBusy(call, id, () => findUnpayable(call, id));
  if (errors.length > 0) throw new Refusal(errors);

  const batch = getBatchRecord(call);
  const { amount } = store.totals(id);
  const { sourceCurrency } = batch;
  if (amount > getBalance(store, sourceCurrency)) {
    sandbox.state.put('batch', { ...batch, waiting: true, updatedAt: now });
    throw refusal(
      'non_sufficient_funds',
      `The ${sourceCurrency} balance does not cover ${formatMinor(amount, sourceCurrency)}`,
    );
  }
  return { batch: batchView(store, beginOrAwait(sandbox, store, batch, now)) };
}

/** Refuses bank transfers of a sub-merchant whose bank transfer method awaits the service's approval. */
function refuseUntilApproved({ store }: Call, batchId: string): void {
  if (store.payoutMethod.get('bank-transfer')?.status !== 'pending') return;
  for (const id of store.payment.by('batch', batchId))
    if (store.payment.get(id)!.method === 'bank-transfer')
      throw refusal('invalid_status', 'Bank transfer is not approved for this merchant yet', { field: 'payoutMethod' });
}

/** Payments of the batch that cannot be paid, with their ids and the reason. */
async function findUnpayable({ store }: Call, batchId: string): Promise<ErrorItem[]> {
  const errors: ErrorItem[] = [];
  const ids = [...store.payment.by('batch', batchId)];
  for (const [at, id] of ids.entries()) {
    if (at > 0 && at % SLICE === 0) await yieldToEventLoop();
    const error = faultOf(store, store.payment.get(id)!);
    if (error) errors.push(error);
    if (errors.length >= MOST_ERRORS) break;
  }
  return errors;
}

function faultOf(store: Call['store'], payment: PaymentRecord): ErrorItem | null {
  const name = `Payment ${payment.id}${payment.externalId === null ? '' : ` (externalId ${payment.externalId})`}`;
  const recipient = store.recipient.get(payment.recipientId)!;
  const { payable, status } = recipientState(store, recipient);
  if (!payable)
    return {
      code: 'invalid_field',
      field: 'recipient',
      message: `${name}: the recipient is ${status} and cannot be paid`,
    };
  const account = payment.accountId === null ? undefined : store.account.get(payment.accountId);
  if (!account) return { code: 'invalid_field', field: 'recipient', message: `${name}: the recipient has no account` };
  if (payment.fixed === 'target' && account.currency !== null && account.currency !== payment.targetCurrency)
    return {
      code: 'invalid_field',
      field: 'targetCurrency',
      message: `${name}: the account is in ${account.currency}`,
    };
  const { minimum, route } = routeTerms(account, payment.sourceCurrency, store.merchant.country);
  if (minimum === null || payment.source >= minimum) return null;
  const least = `${formatMinor(minimum, payment.sourceCurrency)} ${payment.sourceCurrency}`;
  return { code: 'invalid_field', field: 'amount', message: `${name}: below the minimum of route ${route}, ${least}` };
}
