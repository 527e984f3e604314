import type { Context } from 'hono';
import { DATABASE_ERRORS, type ErrorCode, EXIT, isError, type PayrunError } from '../errors.ts';
import { BodyTooLong } from '../http/bodies/read-body.ts';
import { diskFullError } from '../platform/disk-faults.ts';
import type { Log } from '../platform/log.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** A refusal as problem details (RFC 9457): a stable `code`, what is wrong, and the next step if there is one. */
export function problemAnswer(
  context: Context,
  status: ProblemStatus,
  code: string,
  detail: string,
  next: string | null = null,
): Response {
  const title = `${code[0]!.toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;
  const body = { type: `urn:payrun:problem:${code}`, title, status, code, detail, ...(next === null ? {} : { next }) };
  return context.body(JSON.stringify(body), status, { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' });
}

const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['run_unknown', 'journal_export_unknown']);
const FORBIDDEN: ReadonlySet<ErrorCode> = new Set(['may_not_decide', 'maker_is_approver']);
const OF_DATABASE: ReadonlySet<ErrorCode> = new Set(DATABASE_ERRORS);
/** Errors of what was sent; all others are about the state of what the request is about. */
const OF_THE_REQUEST =
  /^(usage|because_missing|pay_day|recipient_sheet|control_total|rules_looser|merchant_unknown)$|^(sheet|file)_/;

function statusOf(error: PayrunError): ProblemStatus {
  if (NOT_THERE.has(error.code)) return 404;
  if (FORBIDDEN.has(error.code)) return 403;
  if (error.exitCode === EXIT.outOfReach || OF_DATABASE.has(error.code)) return 503;
  if (error.exitCode === EXIT.defect) return 500;
  return OF_THE_REQUEST.test(error.code) ? 422 : 409;
}

/** The answer to a request that failed. Only the log says what went wrong inside. */
export function failedRequest(context: Context, log: Log, thrown: unknown): Response {
  if (thrown instanceof BodyTooLong) {
    // The rest of the body is not read, so the connection cannot be used again.
    context.header('Connection', 'close');
    return problemAnswer(context, 413, 'too_large', thrown.message);
  }
  const error = diskFullError(thrown) ?? thrown;
  const known = isError(error) ? error : null;
  const status = known === null ? 500 : statusOf(known);
  const facts = { method: context.req.method, code: known?.code ?? (error as { code?: unknown }).code, status };
  if (status >= 500) log.error({ ...facts, detail: known?.message }, 'a request of a program failed');
  if (known !== null && OF_DATABASE.has(known.code))
    return problemAnswer(
      context,
      503,
      'unavailable',
      'The database of this server cannot be used now. Try again later.',
    );
  if (known === null || status === 500)
    return problemAnswer(
      context,
      500,
      'internal_error',
      'This did not work.',
      'Read whether it was done before you send it again.',
    );
  return problemAnswer(context, status, known.code, known.message, known.nextOn('api'));
}
