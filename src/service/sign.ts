import { createHmac } from 'node:crypto';
import type { MerchantKeys } from '../model.ts';

/** The parts of a request that are signed and sent, byte for byte. */
export interface Signable {
  /** Upper case. */
  readonly method: string;
  /** The path with its query string, as it goes over the wire. */
  readonly target: string;
  /** Empty if there is no body. */
  readonly body: Buffer;
}

/**
 * The headers that authenticate a call: `prsign`, HMAC-SHA256 in hex over `timestamp\nMETHOD\npath?query\nbody\n`, with
 * the exact bytes of the body. `seconds` is Unix time; the service allows 30 s either way.
 */
export function sign(keys: MerchantKeys, seconds: number, { method, target, body }: Signable): Record<string, string> {
  const signature = createHmac('sha256', keys.secretKey)
    .update(`${seconds}\n${method}\n${target}\n`)
    .update(body)
    .update('\n')
    .digest('hex');
  return { authorization: `prsign ${keys.accessKey}:${signature}`, 'x-pr-timestamp': String(seconds) };
}
