import type { CallRecord } from '../../service/call-record.ts';
import type { AppContext } from './app-context.ts';
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

/** The same app context; every attempt of a call that is made through it is told to `saw`, too. */
export function watchCalls(appContext: AppContext, saw: (call: WatchedCall) => void): AppContext {
  return {
    ...appContext,
    service: (merchant, options = {}) =>
      appContext.service(merchant, {
        ...options,
        onCall(record) {
          const { method, path, status, outcome, ms } = record;
          saw({ endpoint: endpointOf(method, path), status, outcome, ms });
          options.onCall?.(record);
        },
      }),
  };
}
