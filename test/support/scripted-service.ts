import type { BatchRow } from '../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { formatMinor } from '../../src/money.ts';
import type { Permits } from '../../src/service/rate-limits/rate-limit.ts';
import type { Service } from '../../src/service/service.ts';
import { ServiceRefusal } from '../../src/service/service-refusal.ts';

interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}
type Script = Readonly<Record<string, (asked: Asked) => unknown>>;

/** A service that answers each call by its name. A call that is not in the script fails the test. */
export function scriptedService(script: Script): { readonly service: Service; readonly calls: string[] } {
  const calls: string[] = [];
  const call = async (name: string, asked: Partial<Asked> = {}) => {
    calls.push(name);
    const answer = script[name];
    if (!answer) throw new Error(`${name} was called`);
    return answer({ params: {}, body: {}, ...asked });
  };
  const permits = { release: () => {} } as unknown as Permits;
  const together = (_: number, work: (permits: Permits) => unknown) => work(permits);
  return { calls, service: { call, together } as unknown as Service };
}

/** The service's answer to a refused call: nothing has happened. */
export function refused(code: string, message: string, field?: string): ServiceRefusal {
  const refusals = [{ code, message, ...(field ? { field } : {}) }];
  return new ServiceRefusal('service_refused', { detail: message }, { retry: 'never', status: 400, refusals });
}

/** The service's answer about an unknown object. */
export const notFound = () =>
  new ServiceRefusal('service_not_found', {}, { retry: 'never', status: 404, refusals: [], effect: 'reads' });

/** A list of batches or payments, as one page. */
export const onePage = (name: 'batches' | 'payments', items: readonly object[]) => ({
  [name]: items,
  meta: { page: 1, pages: 1, records: items.length },
});

/** The payments of a batch as the service lists them, with the ledger's recipients, accounts and amounts. */
export async function listedPayments(ledger: Ledger, batch: BatchRow, more: object = {}): Promise<object[]> {
  const { rows } = await ledger.db.query<{ id: string; minor: bigint; recipient: string; account: string }>(
    `select id, minor, paid_recipient_remote_id as recipient, paid_account_remote_id as account
       from payrun.payment where batch_id = $1 order by row`,
    [batch.id],
  );
  return rows.map(({ id, minor, recipient, account }) => ({
    id: `P-${id}`,
    externalId: id,
    status: 'pending',
    recipient: { id: recipient },
    account: { id: account },
    batch: { id: batch.remote_id },
    sourceAmount: formatMinor(BigInt(minor), batch.currency),
    sourceCurrency: batch.currency,
    targetAmount: formatMinor(BigInt(minor), batch.currency),
    targetCurrency: batch.currency,
    exchangeRate: '1',
    ...more,
  }));
}
