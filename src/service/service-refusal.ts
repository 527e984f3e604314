import { type Details, type ErrorCode, PayrunError, type Retry } from '../errors.ts';
import { cleanMessage } from './clean-message.ts';

/** One item of the `errors` of an answer. */
export interface Refusal {
  /** The service's code: `invalid_field`, `duplicate`, `non_sufficient_funds`. */
  readonly code: string;
  /** The name of the field, never its value. */
  readonly field?: string;
  /** The service's sentence without bank details, identity numbers or e-mail addresses. */
  readonly message: string;
}

type Effect = 'reads' | 'changes';

/** An answer of the service with a list of errors. */
export class ServiceRefusal extends PayrunError {
  readonly status: number;
  readonly refusals: readonly Refusal[];
  /** Whether the call reads or changes something. */
  readonly effect: Effect;

  constructor(
    code: ErrorCode,
    details: Details,
    options: { retry: Retry; status: number; refusals: readonly Refusal[]; effect?: Effect },
  ) {
    super(code, details, { retry: options.retry });
    this.status = options.status;
    this.refusals = options.refusals;
    this.effect = options.effect ?? 'changes';
  }
}

/** The list of errors in an answer, safe to show; empty if it has none. */
export function readRefusals(json: unknown): readonly Refusal[] {
  const errors = (json as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors
    .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    .map(({ code, field, message }) => ({
      code: typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown',
      ...(typeof field === 'string' && /^[A-Za-z][\w.[\]-]{0,79}$/.test(field) ? { field } : {}),
      message: typeof message === 'string' ? cleanMessage(message) : '',
    }));
}

/** For example `iban: is not valid`. */
export function refusalSentence({ code, field, message }: Refusal): string {
  return [field, message || code].filter(Boolean).join(': ');
}
