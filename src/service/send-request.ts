import type { MerchantKeys } from '../model.ts';
import type { Clock } from '../platform/clock.ts';
import { readAnswer } from '../platform/read-answer.ts';
import { type Signable, sign } from './sign.ts';

/** The service's answer as it came. */
export interface ServiceAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  /** The time when the body was read completely, ms UTC by our clock. */
  readonly at: number;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

/**
 * No answer came. `not_sent`: no connection was made, so nothing was sent. `timeout`, `dropped`, `stopped` (by our own
 * signal): the call may have arrived.
 */
export class NoAnswer extends Error {
  readonly kind: 'not_sent' | 'timeout' | 'dropped' | 'stopped';
  /** The system's code of the failure, for example ECONNRESET. */
  readonly systemCode: string;

  constructor(kind: NoAnswer['kind'], cause: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.systemCode = systemCodes(cause)[0] ?? 'unknown';
  }
}

export interface SendOptions {
  readonly fetch: typeof fetch;
  readonly clock: Pick<Clock, 'now'>;
  readonly keys: MerchantKeys;
  readonly origin: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A page of the service is less than a tenth. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Failures of a connection that was never made. Any other failure may have happened after the request was sent. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * One request and its answer, signed when it is sent. The time limit covers the whole body. Redirects are not followed,
 * because that would send a call that moves money twice. Throws only `NoAnswer`.
 */
export async function sendRequest(request: Signable, options: SendOptions): Promise<ServiceAnswer> {
  const { clock, keys, signal } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs);
  try {
    const hasBody = request.body.length > 0;
    const response = await options.fetch(options.origin + request.target, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...sign(keys, Math.floor(clock.now() / 1000), request),
      },
      ...(hasBody ? { body: new Uint8Array(request.body) } : {}),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    });
    const read = await readAnswer(response, MOST_BYTES);
    if (read === null) throw Object.assign(new Error('the answer is too long'), { code: 'ANSWER_TOO_LONG' });
    const json = parseJson(new TextDecoder().decode(read));
    return { kind: 'answer', status: response.status, headers: response.headers, at: clock.now(), json };
  } catch (cause) {
    if (timeout.signal.aborted) throw new NoAnswer('timeout', cause);
    if (signal?.aborted) throw new NoAnswer('stopped', cause);
    const codes = systemCodes(cause);
    throw new NoAnswer(
      codes.length > 0 && codes.every((code) => NOT_CONNECTED.has(code)) ? 'not_sent' : 'dropped',
      cause,
    );
  } finally {
    clearTimeout(timer);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The codes in a chain of causes; those of all addresses if several were tried. */
function systemCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(systemCodes);
  if (error.cause) return systemCodes(error.cause);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? [code] : [];
}
