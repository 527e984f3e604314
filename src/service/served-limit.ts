import type { Answer } from './exchange.ts';
import { isRateLimited } from './may-repeat.ts';
import type { ServedLimit } from './quota.ts';

/**
 * What an answer says of the rate limit. `X-Rate-Limit-Reset` is Unix seconds by the service's clock; the answer's own `Date`
 * brings it to ours, so that a skewed clock neither waits too long nor too short.
 */
export function servedLimit(answer: Answer): ServedLimit {
  const remaining = count(answer.headers.get('x-rate-limit-remaining'));
  const reset = count(answer.headers.get('x-rate-limit-reset'));
  const served = Date.parse(answer.headers.get('date') ?? '');
  const skew = Number.isNaN(served) ? 0 : answer.at - served;
  return { remaining, resetAt: reset === null ? null : reset * 1000 + skew, refused: isRateLimited(answer) };
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
