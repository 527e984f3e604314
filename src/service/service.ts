import { PayrunError } from '../errors.ts';
import type { KeyKind, MerchantKeys } from '../model.ts';
import { type Clock, pause } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { BACKOFF, type BackoffOptions, LONGEST_OUTAGE_PAUSE_MS, pauseAfter } from './backoff.ts';
import { type BuiltRequest, buildRequest, describeInvalidFields, type Input } from './build-request.ts';
import type { CallOutcome, CallRecord } from './call-record.ts';
import { type FailedCall, isMaintenance, isRateLimited, isSuccess, mayRepeat } from './may-repeat.ts';
import type { Permits, RateLimit } from './rate-limits/rate-limit.ts';
import { reportedLimit } from './rate-limits/reported-limit.ts';
import { responseError } from './response-error.ts';
import { NoAnswer, type ServiceAnswer, sendRequest } from './send-request.ts';
import { readRefusals } from './service-refusal.ts';
import type { Endpoint } from './shapes/endpoint.ts';
import { type CallAnswer, type CallInput, ENDPOINTS, type EndpointName } from './shapes/endpoints.ts';
import { otherObject, readSuccess } from './shapes/read-success.ts';
import { setUnreadableRecords } from './shapes/unreadable-records.ts';

/** The largest number of times that a call refused with 429 is scheduled again. */
const MOST_REFUSALS = 5;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Permits that `together` took: the first attempt of the call uses one of them at once. */
  readonly permits?: Permits | undefined;
}

export interface Service {
  /**
   * Makes a call and returns its checked answer. Throws `PayrunError` and its `ServiceRefusal`, whose `retry` says
   * whether the call may have taken effect; `keys_of_wrong_kind` if the call takes keys of the other kind; the signal's
   * own reason if it aborts before a call that changes something was sent.
   */
  call<N extends EndpointName>(name: N, input: CallInput<N>, options?: CallOptions): Promise<CallAnswer<N>>;
  /**
   * Takes `slots` slots at once, then calls `work`: calls in it that are given the permits do not wait between each
   * other. For a comparison and the start that follows it. Has the priority of calls that move money.
   */
  together<T>(
    slots: number,
    work: (permits: Permits) => Promise<T>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<T>;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  /**
   * `id` is the merchant's name in Payrun, for messages only. `kind` is the kind of its keys; a merchant's by default.
   */
  readonly merchant: { readonly id: string; readonly keys: MerchantKeys; readonly kind?: KeyKind };
  readonly rateLimit: RateLimit;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  /** Receives every attempt. */
  readonly onCall: (record: CallRecord) => void | Promise<void>;
  readonly log: Log;
  readonly backoff?: BackoffOptions;
  /** The time (ms) that a call that may be repeated waits for the end of a maintenance page. Default: 0. */
  readonly outageWaitMs?: number;
}

/** Creates the client of the payout service for one set of keys. */
export function createService(options: ServiceOptions): Service {
  const { rateLimit, clock, merchant, log, timeoutMs, backoff = BACKOFF, outageWaitMs = 0 } = options;
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  /** For endpoints with two forms of the path: the form that is known to work. */
  const knownPaths = new Map<string, string>();

  async function record(request: BuiltRequest, at: number, attempt: number, outcome: FailedCall) {
    const { method, path } = request;
    const answered = outcome instanceof NoAnswer ? null : outcome;
    const entry: CallRecord = {
      at,
      method,
      path,
      status: answered?.status ?? null,
      codes: answered ? readRefusals(answered.json).map(({ code }) => code) : [(outcome as NoAnswer).systemCode],
      ms: Math.max(0, Math.round(clock.now() - at)),
      attempt,
      outcome: callOutcome(outcome),
    };
    log.debug(entry, 'call');
    try {
      await options.onCall(entry);
    } catch (error) {
      // The call has already happened. Losing its answer because its record failed would make it unconfirmed.
      log.error({ method, path, code: (error as { code?: unknown }).code }, 'the API call was not recorded');
    }
  }

  /**
   * One attempt, in a slot. `permits` are for first attempts only: a repetition must not use up another call's slot.
   */
  async function attempt(
    request: BuiltRequest,
    endpoint: Endpoint,
    n: number,
    { signal, permits }: CallOptions,
  ): Promise<FailedCall> {
    let sentAt: number | null = null;
    const target = prefix + request.target;
    const send = () => {
      sentAt = clock.now();
      return sendRequest({ ...request, target }, { ...options, keys: merchant.keys, origin: base.origin, signal });
    };
    let outcome: FailedCall;
    try {
      signal?.throwIfAborted();
      if (permits && permits.left > 0 && n === 1) outcome = await permits.send(send);
      else {
        permits?.release();
        outcome = await rateLimit.run(endpoint.priority, (own) => own.send(send), { signal });
      }
      rateLimit.served(reportedLimit(outcome));
      if (endpoint.okLeftOut) outcome = withOk(outcome);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      outcome = error;
    }
    await record(request, sentAt ?? clock.now(), n, outcome);
    return outcome;
  }

  /** Repeats attempts until an outcome counts. */
  async function settle(request: BuiltRequest, endpoint: Endpoint, callOptions: CallOptions): Promise<FailedCall> {
    const { signal } = callOptions;
    let refused = 0;
    let downSince: number | null = null;
    for (let n = 1; ; n += 1) {
      const outcome = await attempt(request, endpoint, n, callOptions);
      if (!(outcome instanceof NoAnswer) && isSuccess(outcome)) return outcome;
      const repeat = mayRepeat(endpoint, outcome);
      if (repeat.again === 'through_limiter') refused += 1;
      if (repeat.again === 'after_pause' && isMaintenance(outcome) && outageWaitMs > 0) {
        if (downSince === null) {
          downSince = clock.now();
          const minutes = Math.round(outageWaitMs / 6_000) / 10;
          log.warn({}, `the payout service shows a maintenance page; waiting up to ${minutes} min until it is back`);
        }
        if (clock.now() - downSince < outageWaitMs) {
          await pause(
            clock,
            pauseAfter(n - refused, { ...backoff, capMs: LONGEST_OUTAGE_PAUSE_MS }, options.random),
            signal,
          );
          continue;
        }
      }
      const spent = repeat.again === 'through_limiter' ? refused > MOST_REFUSALS : n - refused >= backoff.attempts;
      if (repeat.again === 'no' || spent) return outcome;
      log.info(
        { method: request.method, path: request.path, attempt: n, reason: repeat.reason },
        'repeating an API call',
      );
      if (repeat.again === 'after_pause') await pause(clock, pauseAfter(n - refused, backoff, options.random), signal);
    }
  }

  /** The answer of the path that works; the other form is tried once if the service answers 404 to the first. */
  async function settlePath(name: string, endpoint: Endpoint, input: Input, callOptions: CallOptions) {
    const known = knownPaths.get(name);
    const request = buildRequest(name, endpoint, known ?? endpoint.path, input);
    const outcome = await settle(request, endpoint, callOptions);
    if (known || !endpoint.otherPath || outcome instanceof NoAnswer) return { request, outcome };
    if (outcome.status !== 404) {
      if (isSuccess(outcome)) knownPaths.set(name, endpoint.path);
      return { request, outcome };
    }
    // A 404 means an unknown path or an unknown object. If the other path answers anything else, it is the known one.
    const other = buildRequest(name, endpoint, endpoint.otherPath, input);
    const second = await settle(other, endpoint, { ...callOptions, permits: undefined });
    if (second instanceof NoAnswer || second.status === 404) return { request, outcome: second };
    if (isSuccess(second)) knownPaths.set(name, endpoint.otherPath);
    return { request: other, outcome: second };
  }

  return {
    async call(name, input, callOptions = {}) {
      const endpoint: Endpoint = ENDPOINTS[name];
      refuseWrongKind(endpoint, merchant);
      const { request, outcome } = await settlePath(name, endpoint, input as Input, callOptions);
      const { retry } = mayRepeat(endpoint, outcome);
      // Nothing has changed, so the caller gets the reason of their own abort.
      if (outcome instanceof NoAnswer && outcome.kind === 'stopped' && retry === 'safe')
        throw callOptions.signal?.reason;
      const asked = {
        call: `${request.method} ${request.path}`,
        merchant: merchant.id,
        timeoutMs,
        retry,
        effect: endpoint.effect,
        refusedAs: endpoint.refusedAs,
      };
      if (outcome instanceof NoAnswer || !isSuccess(outcome)) throw responseError(outcome, asked);
      const { parsed, unreadable, leftOut } = readSuccess(name, outcome.json, (input as Input).query);
      if (leftOut > 0) log.warn({ call: name, records: leftOut }, 'unreadable records of a list were skipped');
      if (!parsed.success) throw responseError(outcome, { ...asked, mismatch: describeInvalidFields(parsed.error) });
      const other = otherObject((input as Input).params ?? {}, parsed.data as object);
      if (other !== null) throw responseError(outcome, { ...asked, mismatch: `it is about another ${other}` });
      setUnreadableRecords(parsed.data as object, unreadable);
      return parsed.data as CallAnswer<typeof name>;
    },
    together: (slots, work, { signal } = {}) => rateLimit.run('money', work, { slots, signal }),
  };
}

/** The keys of a parent and those of a merchant cannot replace each other (contract, Authentication 5). */
function refuseWrongKind(
  { keys: needed, method, path }: Endpoint,
  { id, kind = 'merchant' }: ServiceOptions['merchant'],
) {
  if (kind === needed) return;
  throw new PayrunError('keys_of_wrong_kind', { call: `${method} ${path}`, needed, merchant: id, kind });
}

/** Adds `ok` to a 200 that has neither `ok` nor `errors`, for a call whose answer has no `ok` in the contract. */
export function withOk(answer: ServiceAnswer): ServiceAnswer {
  const { status, json } = answer;
  if (status !== 200 || typeof json !== 'object' || json === null || 'ok' in json || 'errors' in json) return answer;
  return { ...answer, json: { ...json, ok: true } };
}

/** The result of an attempt, for the log of calls. */
export function callOutcome(outcome: FailedCall): CallOutcome {
  if (outcome instanceof NoAnswer) return outcome.kind === 'timeout' ? 'timeout' : 'dropped';
  if (isSuccess(outcome)) return 'ok';
  if (isRateLimited(outcome)) return 'rate_limited';
  return outcome.status >= 400 && outcome.status < 500 && readRefusals(outcome.json).length > 0 ? 'refused' : 'failed';
}
