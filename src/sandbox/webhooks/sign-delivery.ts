import { createHash, createHmac } from 'node:crypto';

/**
 * The value of X-PaymentRails-Signature: signs the time in unix seconds directly followed by the raw body, without a
 * separator.
 */
export function signDelivery(signingKey: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', signingKey).update(`${seconds}${body}`).digest('hex')}`;
}

/** The same parts give the same id, so that receivers can drop repeated deliveries, even after a restart. */
export function deliveryId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
