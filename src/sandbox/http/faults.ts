import type { RefusalCode } from '../refusal.ts';

/** A configured fault: what happens to the next calls that match. */
export interface FaultOrder {
  readonly match: { readonly method?: string | undefined; readonly path?: RegExp | undefined };
  /** Number of matching calls that succeed first. */
  readonly skip: number;
  /** Number of calls that it then applies to. */
  readonly times: number;
  /** Answer with a status, hang, or drop the connection. */
  readonly do: 'status' | 'hang' | 'drop';
  readonly status: number;
  /** The error code; default: that of the status. */
  readonly code?: RefusalCode;
  /** The time that a hanging call waits, in ms; null: until the client gives up. */
  readonly ms: number | null;
  /** Whether the fault occurs before or after the call takes effect. */
  readonly effect: 'before' | 'after';
}

export interface FaultInjector {
  order(orders: readonly FaultOrder[]): void;
  /** The fault that applies to this call, if any; counts it. */
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
