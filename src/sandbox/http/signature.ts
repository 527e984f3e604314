import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { yieldToEventLoop } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { refusal } from '../refusal.ts';
import type { State } from '../state.ts';

/** Maximum difference in either direction, in milliseconds. */
const TOLERANCE_MS = 30_000;
/** Bytes to hash before yielding. */
const STRETCH = 2_000_000;
const AUTHORIZATION = /^prsign ([!-9;-~]{1,100}):([0-9a-f]{64})$/i;

export interface SignedRequest {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes of the body, not JSON that was serialized again. */
  readonly body: Buffer;
}

/** The access key of a request's signature; not verified. */
export function claimedKey(headers: IncomingHttpHeaders): string | undefined {
  return AUTHORIZATION.exec(headers.authorization ?? '')?.[1];
}

/**
 * Verifies a request's signature and returns the merchant's store. Throws invalid_api_key for every error, so that the
 * response reveals nothing.
 */
export async function authenticate(
  state: State,
  { method, url, headers, body }: SignedRequest,
  now: number,
): Promise<MerchantStore> {
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  const timestamp = headers['x-pr-timestamp'];
  const store = match ? state.byAccessKey(match[1]!) : undefined;
  if (!match || !store || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) throw invalid();
  if (Math.abs(now - Number(timestamp) * 1000) > TOLERANCE_MS) throw invalid();
  const hmac = createHmac('sha256', store.merchant.secretKey);
  hmac.update(`${timestamp}\n${method.toUpperCase()}\n${url}\n`);
  for (let at = 0; at < body.length; at += STRETCH) {
    if (at > 0) await yieldToEventLoop();
    hmac.update(body.subarray(at, at + STRETCH));
  }
  const expected = hmac.update('\n').digest();
  if (!timingSafeEqual(expected, Buffer.from(match[2]!, 'hex'))) throw invalid();
  return store;
}

function invalid() {
  return refusal('invalid_api_key', 'Invalid API key');
}
