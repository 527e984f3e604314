import type { RemotePayment } from './answer-shapes.ts';
import type { CallOptions, Service } from './service.ts';

/** As many payments as the service lists in one answer. */
const PAGE = 1_000;

/** A page of a list of payments, as the service answers it. */
interface Page {
  readonly payments: readonly RemotePayment[];
  readonly meta: { readonly pages: number };
}

/** The pages of a list of payments, from the first to the last, a call each; whoever has seen enough leaves the loop. */
export async function* paymentPages(
  list: (query: { readonly page: number; readonly pageSize: number }) => Promise<Page>,
): AsyncGenerator<readonly RemotePayment[], void> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await list({ page, pageSize: PAGE });
    pages = answer.meta.pages;
    yield answer.payments;
  }
}

/** The payments that the service has in a batch, by its id there; in seats where there are any. Throws what a call throws. */
export function batchPaymentPages(
  { service, ...how }: { readonly service: Service } & CallOptions,
  id: string,
): AsyncGenerator<readonly RemotePayment[], void> {
  const options = { signal: how.signal, seats: how.seats };
  return paymentPages((query) => service.call('listBatchPayments', { params: { id }, query }, options));
}
