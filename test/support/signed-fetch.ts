import { createHmac } from 'node:crypto';
import type { MerchantKeys } from '../../src/model.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  readonly body: any;
}

export interface SignOptions {
  /** Seconds since the epoch; now, where it is left out. */
  readonly timestamp?: number;
  /** The bytes to sign, where they are not those that are sent. */
  readonly signedBody?: string;
  readonly signedPath?: string;
  readonly signedMethod?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The Authorization header of the contract. */
export function sign(keys: MerchantKeys, timestamp: number, method: string, path: string, body: string): string {
  const text = `${timestamp}\n${method}\n${path}\n${body}\n`;
  return `prsign ${keys.accessKey}:${createHmac('sha256', keys.secretKey).update(text).digest('hex')}`;
}

export type SignedFetch = (method: string, path: string, body?: unknown, options?: SignOptions) => Promise<Answered>;

/** A client of the contract that is only for tests; a string as body is sent unchanged. */
export function signedFetch(
  { url, keys }: { url: string; keys: MerchantKeys },
  now: () => number = Date.now,
): SignedFetch {
  return async (method, path, body, options = {}) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const timestamp = options.timestamp ?? Math.round(now() / 1000);
    const response = await fetch(url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: sign(
          keys,
          timestamp,
          options.signedMethod ?? method,
          options.signedPath ?? path,
          options.signedBody ?? text,
        ),
        'X-PR-Timestamp': String(timestamp),
        ...options.headers,
      },
      ...(text === '' ? {} : { body: text }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
