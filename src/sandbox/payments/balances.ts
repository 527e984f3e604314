import { formatMinor } from '../../money.ts';
import type { Answer, Call } from '../call.ts';
import { type MerchantStore, recordsBy } from '../merchant-store.ts';
import type { MerchantRecord } from '../records.ts';
import { notFound } from '../refusal.ts';

/**
 * The balances, all or of one type. PayPal payments are also paid from the service's own balance, so one of type
 * `paypal` is listed only if all are, and is empty. A balance is listed if it is the primary one or was used: by a
 * deposit, or by a batch in its currency.
 */
export function listBalances(call: Call): Answer {
  const { store, params, sandbox } = call;
  const { type } = params;
  if (type !== undefined && type !== 'paymentrails' && type !== 'paypal') throw notFound('Balance');
  const pending = pendingDebits(call);
  const used = [...store.balance.all()].filter((balance) => balance.used !== false);
  const balances = used.map(({ id: currency, minor }) => {
    const amount = formatMinor(minor, currency);
    const debit = formatMinor(pending.get(currency) ?? 0n, currency);
    return {
      primary: currency === store.merchant.currency,
      type: 'paymentrails',
      accountNumber: balanceId(store, currency),
      display: true,
      amount,
      currency,
      pendingCredit: formatMinor(0n, currency),
      pendingDebit: debit,
      amountPending: debit,
      amountCleared: amount,
      provider: sandbox.provider,
      providerId: null,
      providerAcct: null,
    };
  });
  const paypal = sandbox.allBalances ? [paypalBalance(store.merchant)] : [];
  if (type === 'paypal') return { balances: paypal };
  return { balances: type === undefined ? [...balances, ...paypal] : balances };
}

const paypalBalance = ({ currency }: MerchantRecord) => ({
  ...{ primary: false, type: 'paypal', accountNumber: null, display: true, currency },
  ...{ amount: '0.00', pendingCredit: '0.00', pendingDebit: '0.00', amountPending: '0.00', amountCleared: '0.00' },
  ...{ provider: 'paypal', providerId: null, providerAcct: null },
});

/** The id of a balance, which its answers call an account number. */
export const balanceId = ({ merchant }: MerchantStore, currency: string): string =>
  `BL-${merchant.id.slice(2)}${currency}`;

/** Total debit of the batches that await funds, by currency. */
function pendingDebits({ store }: Call): Map<string, bigint> {
  const pending = new Map<string, bigint>();
  for (const { id, sourceCurrency } of recordsBy(store.batch, 'moving', 'waiting'))
    pending.set(sourceCurrency, (pending.get(sourceCurrency) ?? 0n) + store.totals(id).amount);
  return pending;
}
