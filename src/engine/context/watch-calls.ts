import type { CallRecord } from '../../service/call-record.ts';
import type { Workplace } from './app-context.ts';
import { endpointOf } from './endpoint-of.ts';

/** One attempt of one call of this process, without anything that says whom it was about. */
export interface WatchedCall {
  /** As the table of endpoints calls it. */
  readonly endpoint: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly outcome: CallRecord['outcome'];
  readonly ms: number;
}

/** The same workplace; every attempt of a call that is made through it is told to `saw`, too. */
export function watchCalls(workplace: Workplace, saw: (call: WatchedCall) => void): Workplace {
  return {
    ...workplace,
    service: (merchant, options = {}) =>
      workplace.service(merchant, {
        ...options,
        onCall(record) {
          const { method, path, status, outcome, ms } = record;
          saw({ endpoint: endpointOf(method, path), status, outcome, ms });
          options.onCall?.(record);
        },
      }),
  };
}
