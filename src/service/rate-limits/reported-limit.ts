import { isRateLimited } from '../may-repeat.ts';
import type { ServiceAnswer } from '../send-request.ts';
import type { ReportedLimit } from './rate-limit.ts';

/** Larger than any time in seconds (until the year 5138), and smaller than any in milliseconds since 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;
/** Smaller than any current time in seconds, so smaller values are seconds from now. */
const LAST_DELAY = 1_000_000_000;

/**
 * The rate limit in an answer. `X-Rate-Limit-Reset` is Unix seconds by the service's clock, or milliseconds, or seconds
 * from now; `Retry-After` is seconds from now or a date. The answer's own `Date` converts times to our clock, so that
 * clock skew does not change the wait. The quota waits for one window at most, whatever this says.
 */
export function reportedLimit(answer: ServiceAnswer): ReportedLimit {
  const { headers, at } = answer;
  const served = Date.parse(headers.get('date') ?? '');
  const skew = Number.isNaN(served) ? 0 : at - served;
  const reset = timeOf(headers.get('x-rate-limit-reset'), at, skew) ?? timeOf(headers.get('retry-after'), at, skew);
  return { remaining: count(headers.get('x-rate-limit-remaining')), resetAt: reset, refused: isRateLimited(answer) };
}

/** ms UTC by our clock; null if the header is missing or cannot be read. */
function timeOf(text: string | null, at: number, skew: number): number | null {
  const number = count(text);
  if (number === null) {
    const date = /[a-z]{3}/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
    return Number.isNaN(date) ? null : date + skew;
  }
  if (number < LAST_DELAY) return at + number * 1000;
  return (number >= FIRST_MILLISECONDS ? number : number * 1000) + skew;
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
