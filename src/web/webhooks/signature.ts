import { createHmac, timingSafeEqual } from 'node:crypto';

const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
/** Stand-in key for a merchant without keys, so that a refusal takes the same time. */
const NOBODY = 'no key';

/**
 * Whether one of `keys` signed these bytes within `toleranceMs` of `now` (ms). `X-PaymentRails-Signature` is `t=<unix
 * seconds>,v1=<hex>`: HMAC-SHA-256 over the seconds directly followed by the raw body. Every key is tried in constant
 * time, so that the duration reveals nothing.
 */
export function isSigned(
  header: string | undefined,
  body: Uint8Array,
  keys: readonly string[],
  { now, toleranceMs }: { now: number; toleranceMs: number },
): boolean {
  const [, seconds = '', hex = ''] = FORM.exec(header ?? '') ?? [];
  const given = Buffer.from(hex.padEnd(64, '0'), 'hex');
  let known = false;
  for (const key of keys.length > 0 ? keys : [NOBODY]) {
    const right = createHmac('sha256', key).update(seconds).update(body).digest();
    known = timingSafeEqual(right, given) || known;
  }
  return known && keys.length > 0 && seconds !== '' && Math.abs(now - Number(seconds) * 1000) <= toleranceMs;
}
