import type { CallRecord } from '../../service/call-record.ts';
import type { AppContext } from './app-context.ts';
import { endpointOf } from './endpoint-of.ts';

/** One attempt of one API call of this process, without anything that identifies its subject. */
export interface WatchedCall {
  /** The name in `ENDPOINTS`. */
  readonly endpoint: string;
  /** Null if no response came. */
  readonly status: number | null;
  readonly outcome: CallRecord['outcome'];
  readonly ms: number;
}

/** The same app context, which also passes every attempt of its API calls to `saw`. */
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
