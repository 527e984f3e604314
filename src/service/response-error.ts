import { type Details, type ErrorCode, PayrunError, type Retry } from '../errors.ts';
import { type FailedCall, isRateLimited, isSuccess } from './may-repeat.ts';
import { NoAnswer, type ServiceAnswer } from './send-request.ts';
import { type Refusal, readRefusals, refusalSentence, ServiceRefusal } from './service-refusal.ts';
import type { Endpoint } from './shapes/endpoint.ts';

export interface AskedCall {
  /** Method and path without the query string. */
  readonly call: string;
  /** The merchant's name. */
  readonly merchant: string;
  readonly timeoutMs: number;
  readonly retry: Retry;
  readonly effect: Endpoint['effect'];
  /** The meaning of a 403 or 404 for this call, if it is more specific than the status. */
  readonly refusedAs?: Endpoint['refusedAs'];
  /** The difference between a successful answer and the contract. */
  readonly mismatch?: string;
}

/** The difference between the clocks, in seconds, from which a message mentions it; the service allows 30 s. */
const MIN_REPORTED_SKEW = 5;

/** HTTP statuses of codes, for an answer of 200 with `ok: false` (contract, section Errors). */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  invalid_api_key: 401,
  not_authorized: 403,
  not_found: 404,
  partner_integration_error: 500,
  internal_server_error: 500,
};

/** Turns any outcome other than a good answer into the one error that the caller gets. The only place that does. */
export function responseError(outcome: FailedCall, asked: AskedCall): PayrunError {
  const { call, merchant, retry, effect } = asked;
  if (outcome instanceof NoAnswer) {
    const options = { cause: outcome, retry };
    if (outcome.kind === 'timeout')
      return new PayrunError('service_timeout', { call, seconds: Math.round(asked.timeoutMs / 100) / 10 }, options);
    const why = {
      not_sent: `no connection (${outcome.systemCode})`,
      dropped: `the connection broke during ${call} (${outcome.systemCode})`,
      stopped: `${call} was interrupted by this program`,
    }[outcome.kind];
    return new PayrunError('service_unreachable', { detail: why }, options);
  }

  const refusals = readRefusals(outcome.json);
  const code = meaning(errorCode(outcome, refusals), asked);
  const detail = {
    service_keys_refused: skewHint(outcome),
    service_refused: refusals.map(refusalSentence).join('; '),
    service_read_refused: refusals.map(refusalSentence).join('; '),
    service_unexpected: asked.mismatch ?? `HTTP ${outcome.status} without a list of errors`,
  }[code as string];
  const details: Details = { call, merchant, status: outcome.status, ...(detail === undefined ? {} : { detail }) };
  return new ServiceRefusal(code, details, { retry, status: outcome.status, refusals, effect });
}

/**
 * The more specific code that the call has for a 403 or 404. A refused reading says nothing about a change, so it has a
 * code of its own.
 */
function meaning(code: ErrorCode, { refusedAs = {}, effect }: AskedCall): ErrorCode {
  if (code === 'service_refused' && effect === 'reads') return 'service_read_refused';
  if (code === 'service_not_authorized') return refusedAs[403] ?? code;
  return code === 'service_not_found' ? (refusedAs[404] ?? code) : code;
}

function errorCode(answer: ServiceAnswer, refusals: readonly Refusal[]): ErrorCode {
  if (isRateLimited(answer)) return 'service_rate_limited';
  const named = answer.status === 200 ? refusals.map(({ code }) => STATUS_OF_CODE[code]).find(Boolean) : undefined;
  const status = named ?? answer.status;
  if (status >= 500 && refusals.length > 0) return 'service_failed';
  if (answer.json === undefined) return 'service_not_json';
  if (status >= 500 || status === 408) return 'service_failed';
  if (isSuccess(answer)) return 'service_unexpected';
  if (status === 401) return 'service_keys_refused';
  // A 403 with invalid_field is a wrong parameter, not a missing right (contract, section Errors, note 3).
  if (status === 403 && !refusals.some(({ code }) => code !== 'not_authorized')) return 'service_not_authorized';
  if (status === 404) return 'service_not_found';
  return refusals.length > 0 ? 'service_refused' : 'service_unexpected';
}

/**
 * The service also refuses a signature as a wrong key if the clocks differ; the answer's `Date` shows which one it is.
 */
function skewHint({ headers, at }: ServiceAnswer): string {
  const served = Date.parse(headers.get('date') ?? '');
  const seconds = Math.round((at - served) / 1000);
  if (Number.isNaN(seconds) || Math.abs(seconds) < MIN_REPORTED_SKEW) return '';
  return ` (the clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's, which allows 30 s)`;
}
