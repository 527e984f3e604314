import { endpointOf } from '../../../engine/context/endpoint-of.ts';
import type { CallGroup } from '../../../ledger/reports/report-calls.ts';

/** Calls to one endpoint of the service. */
export interface EndpointCalls {
  readonly endpoint: string;
  readonly calls: number;
  readonly refused: number;
  readonly failed: number;
  /** Average duration. */
  readonly ms: number;
}

/** Adds up the calls by endpoint, the most frequent first. */
export function byEndpoint(groups: readonly CallGroup[]): readonly EndpointCalls[] {
  const found = new Map<string, EndpointCalls>();
  for (const { method, path, calls, refused, failed, ms } of groups) {
    const name = endpointOf(method, path);
    const endpoint =
      name === 'other' ? `${method}, other` : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const known = found.get(endpoint) ?? { endpoint, calls: 0, refused: 0, failed: 0, ms: 0 };
    const all = known.calls + calls;
    found.set(endpoint, {
      endpoint,
      calls: all,
      refused: known.refused + refused,
      failed: known.failed + failed,
      ms: (known.ms * known.calls + ms * calls) / all,
    });
  }
  return [...found.values()].sort((a, b) => b.calls - a.calls);
}
