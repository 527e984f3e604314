import type { RefusalCode } from '../refusal.ts';

/** A fault that was ordered: what happens to the next calls that match. */
export interface FaultOrder {
  readonly match: { readonly method?: string | undefined; readonly path?: RegExp | undefined };
  /** Matching calls that go through first. */
  readonly skip: number;
  /** How many calls it then strikes. */
  readonly times: number;
  /** Answer with a status, keep waiting, or cut the connection. */
  readonly do: 'status' | 'hang' | 'drop';
  readonly status: number;
  /** The error's code; not given: the one that fits the status. */
  readonly code?: RefusalCode;
  /** How long a hanging call waits; null: until the client gives up. */
  readonly ms: number | null;
  /** Whether the call took effect: struck before it did, or after. */
  readonly effect: 'before' | 'after';
}

export interface FaultInjector {
  order(orders: readonly FaultOrder[]): void;
  /** The fault that strikes this call, if any; counts it. */
  strike(method: string, url: string): FaultOrder | undefined;
}

export function createFaultInjector(): FaultInjector {
  let open: { order: FaultOrder; skip: number; times: number }[] = [];
  return {
    order(orders) {
      open = orders.map((order) => ({ order, skip: order.skip, times: order.times }));
    },
    strike(method, url) {
      const path = url.split('?', 1)[0]!;
      for (const one of open) {
        const { match } = one.order;
        if (one.times === 0) continue;
        if (match.method !== undefined && match.method.toUpperCase() !== method) continue;
        if (match.path && !match.path.test(path) && !match.path.test(url)) continue;
        if (one.skip > 0) {
          one.skip--;
          continue;
        }
        one.times--;
        return one.order;
      }
      return undefined;
    },
  };
}
