import { PayrunError } from '../errors.ts';
import type { CallOptions, Service } from './service.ts';
import type { RemotePayment } from './shapes/answer-shapes.ts';
import { type OddRecord, oddRecordsOf } from './shapes/unreadable-records.ts';

/** The number of payments that the service lists in one answer. */
const PAGE = 1_000;

/** A page of a list of payments, as the service answers it. */
interface Page {
  readonly payments: readonly RemotePayment[];
  readonly meta: { readonly pages: number };
}

/** Receives the records of a page that cannot be read. */
export type OnOdd = (records: readonly OddRecord[]) => void;

/** A list with such a record proves nothing, so it is refused unless the caller handles the record. */
const refuseOdd: OnOdd = (records) => {
  throw new PayrunError('service_unexpected', {
    call: 'the list of payments',
    detail: `${records.length} of its records`,
  });
};

/**
 * The payments that were not listed before. A list that changes between two pages shows one twice, by the same id; that
 * is not a second payment.
 */
export function listedOnce<T extends { readonly id: string }>(payments: readonly T[], seen: Set<string>): readonly T[] {
  return payments.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * The pages of a list of payments from first to last, one call each, with each payment once; leaving the loop stops the
 * calls. Throws `service_unexpected` if a record cannot be read, unless `onOdd` is given.
 */
export async function* paymentPages(
  list: (query: { readonly page: number; readonly pageSize: number }) => Promise<Page>,
  onOdd: OnOdd = refuseOdd,
): AsyncGenerator<readonly RemotePayment[], void> {
  const seen = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await list({ page, pageSize: PAGE });
    pages = answer.meta.pages;
    const odd = oddRecordsOf(answer);
    if (odd.length > 0) onOdd(odd);
    yield listedOnce(answer.payments, seen);
  }
}

/**
 * The payments that the service has in a batch, by its remote id; uses `permits` if given. Throws what a
 * call throws.
 */
export function batchPaymentPages(
  { service, ...how }: { readonly service: Service } & CallOptions,
  id: string,
  onOdd?: OnOdd,
): AsyncGenerator<readonly RemotePayment[], void> {
  const options = { signal: how.signal, permits: how.permits };
  return paymentPages((query) => service.call('listBatchPayments', { params: { id }, query }, options), onOdd);
}
