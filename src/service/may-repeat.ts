import type { Retry } from '../errors.ts';
import { NoAnswer, type ServiceAnswer } from './send-request.ts';
import { readRefusals } from './service-refusal.ts';
import type { Endpoint } from './shapes/endpoint.ts';

export interface Repeat {
  /** The `retry` of the error that the caller gets. */
  readonly retry: Retry;
  /** Whether the client repeats the call: after a pause, through the limiter as if new, or not at all. */
  readonly again: 'after_pause' | 'through_limiter' | 'no';
  readonly reason: string;
}

/** The outcome of a call that did not succeed. */
export type FailedCall = ServiceAnswer | NoAnswer;

/** Decides whether a call may be sent again after this outcome. The only place that does (G3). */
export function mayRepeat(endpoint: Pick<Endpoint, 'effect' | 'repeatable' | 'sentOnce'>, outcome: FailedCall): Repeat {
  const repeat = repeatOf(endpoint, outcome);
  return endpoint.sentOnce ? { ...repeat, again: 'no' } : repeat;
}

function repeatOf({ effect, repeatable }: Pick<Endpoint, 'effect' | 'repeatable'>, outcome: FailedCall): Repeat {
  const harmless = effect === 'reads' || repeatable === true;
  const unclear = (reason: string): Repeat =>
    harmless
      ? { retry: 'safe', again: 'after_pause', reason: `${reason}, and sending it twice changes nothing` }
      : { retry: 'read-first', again: 'no', reason: `${reason}, so it may have taken effect` };

  if (outcome instanceof NoAnswer) {
    if (outcome.kind === 'not_sent') return { retry: 'safe', again: 'after_pause', reason: 'nothing was sent' };
    if (outcome.kind === 'stopped') return { ...unclear('we stopped waiting'), again: 'no' };
    return unclear(outcome.kind === 'timeout' ? 'no answer came in time' : 'the connection broke');
  }

  const { status, json } = outcome;
  if (isRateLimited(outcome))
    return { retry: 'safe', again: 'through_limiter', reason: 'a refused call has no effect' };
  if (status >= 500 || status === 408) return unclear('the service failed while it worked on it');
  if (json === undefined)
    // A proxy or a wrong address sends an HTML page, and sends it again on a retry.
    return { ...unclear('something else than the service answered'), again: 'no' };
  if (isSuccess(outcome)) return { ...unclear('it succeeded in a form we do not know'), again: 'no' };
  if (status === 401 || status === 403 || status === 404)
    return { retry: 'never', again: 'no', reason: 'the service did not let it in' };
  if (readRefusals(json).length > 0)
    return { retry: 'never', again: 'no', reason: 'the service refused it and said why' };
  return { ...unclear('the answer says neither yes nor why not'), again: 'no' };
}

export function isRateLimited({ status, json }: Pick<ServiceAnswer, 'status' | 'json'>): boolean {
  return status === 429 || readRefusals(json).some(({ code }) => code === 'rate_limit_exceeded');
}

/** A gateway's page in place of an answer: the service is down for a while, for example for maintenance. */
export function isMaintenance(outcome: FailedCall): boolean {
  return !(outcome instanceof NoAnswer) && outcome.json === undefined && [502, 503, 504].includes(outcome.status);
}

/** Success means both HTTP 200 and `ok`; the contract says to check `ok` always. */
export function isSuccess({ status, json }: Pick<ServiceAnswer, 'status' | 'json'>): boolean {
  return status === 200 && (json as { ok?: unknown } | null)?.ok === true;
}
