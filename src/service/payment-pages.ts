import { PayrunError } from '../errors.ts';
import type { CallOptions, Service } from './service.ts';
import type { RemotePayment } from './shapes/answer-shapes.ts';
import { getUnreadableRecords, type UnreadableRecord } from './shapes/unreadable-records.ts';

/** The number of payments that the service lists in one answer. */
const PAGE = 1_000;

/** A page of a list of payments, as the service answers it. */
interface Page {
  readonly payments: readonly RemotePayment[];
  readonly meta: { readonly pages: number };
}

/** Receives the records of a page that cannot be read. */
export type OnUnreadable = (records: readonly UnreadableRecord[]) => void;

/** A list with such a record proves nothing, so it is refused unless the caller handles the record. */
const refuseUnreadable: OnUnreadable = (records) => {
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

/** The number of pages that are asked for before the caller takes them. */
const AHEAD = 2;

/**
 * The answers to `read` from page `first` to the last, in order. The first page is asked for at once, and each further
 * one when the page before it was answered, up to `AHEAD` pages before the caller. Leaving the loop aborts the signal
 * of the page still awaited.
 */
export function pagesAhead<P extends { readonly meta: Page['meta'] }>(
  read: (page: number, signal: AbortSignal) => Promise<P>,
  first = 1,
): AsyncGenerator<P, void> {
  const leaving = new AbortController();
  const answers: Promise<P>[] = [];
  let [next, last, isAwaited] = [first, first, false];
  const ask = () => {
    if (isAwaited || next > last || answers.length >= AHEAD || leaving.signal.aborted) return;
    isAwaited = true;
    const answer = read(next++, leaving.signal);
    answers.push(answer);
    answer.then(
      ({ meta }) => {
        [last, isAwaited] = [meta.pages, false];
        ask();
      },
      // It reaches the caller when its turn comes, or never if the caller has left. No page is asked for after it.
      () => {},
    );
  };
  ask();
  return (async function* () {
    try {
      for (let answer = answers.shift(); answer; answer = answers.shift()) {
        const page = await answer;
        ask();
        yield page;
      }
    } finally {
      leaving.abort();
      await Promise.allSettled(answers);
    }
  })();
}

/**
 * The pages of a list of payments from first to last, one call each, with each payment once. The first call is made at
 * once, and two pages are read ahead of the caller; leaving the loop stops the calls. Throws `service_unexpected`
 * if a record cannot be read, unless `onUnreadable` is given.
 */
export function paymentPages(
  list: (query: { readonly page: number; readonly pageSize: number }, leaving: AbortSignal) => Promise<Page>,
  onUnreadable: OnUnreadable = refuseUnreadable,
): AsyncGenerator<readonly RemotePayment[], void> {
  const seen = new Set<string>();
  const answers = pagesAhead((page, leaving) => list({ page, pageSize: PAGE }, leaving));
  return (async function* () {
    for await (const answer of answers) {
      const unreadable = getUnreadableRecords(answer);
      if (unreadable.length > 0) onUnreadable(unreadable);
      yield listedOnce(answer.payments, seen);
    }
  })();
}

/** Options of a call that ends as well if its caller stops reading pages. */
export function abortWithReader<O extends CallOptions>(options: O, leaving: AbortSignal): O {
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, leaving]) : leaving };
}

/**
 * The payments that the service has in a batch, by its remote id; uses `permits` if given. Throws what a
 * call throws.
 */
export function batchPaymentPages(
  { service, ...how }: { readonly service: Service } & CallOptions,
  id: string,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<readonly RemotePayment[], void> {
  const options = { signal: how.signal, permits: how.permits };
  return paymentPages(
    (query, leaving) => service.call('listBatchPayments', { params: { id }, query }, abortWithReader(options, leaving)),
    onUnreadable,
  );
}
