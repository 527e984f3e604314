import { type Details, type ErrorCode, isError, PayrunError, type Retry } from '../errors.ts';

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

/** A payment that a refusal names: by its position in the list that was sent (from 0), or by the service's id. */
export interface RefusedPayment {
  readonly position: number | null;
  readonly remoteId: string | null;
  readonly sentence: string;
}

/** A final refusal of this one call by the service: nothing has happened. */
export interface PlainRefusal {
  /** The service's code of the first item: `invalid_field`, `duplicate`, `non_sufficient_funds`. */
  readonly code: string;
  /** Field and reason of every item, safe to show. */
  readonly sentence: string;
  readonly fields: readonly string[];
  readonly named: readonly RefusedPayment[];
}

/**
 * The service's refusal and its reasons; null if the error is anything else: an outage, wrong keys, a rate limit, or a
 * call whose outcome is not known.
 */
export function getRefusal(error: unknown): PlainRefusal | null {
  if (isError(error, 'recipient_email_taken')) {
    return { code: error.code, sentence: error.onPage, fields: ['email'], named: [] };
  }
  if (!(error instanceof ServiceRefusal) || !isError(error, 'service_refused', 'service_not_found')) return null;
  const { refusals } = error;
  return {
    code: refusals[0]?.code ?? 'not_found',
    sentence: ended(refusals.map(refusalSentence).join('; ') || 'it does not know what it was asked for'),
    fields: [...new Set(refusals.flatMap(({ field }) => field ?? []))],
    named: refusals.flatMap((refusal) => namedIn(refusal) ?? []),
  };
}

/**
 * The reason why the service refused to show something, as a part of a sentence; null if the error is anything else.
 */
export function refusedReading(error: unknown): string | null {
  if (!(error instanceof ServiceRefusal) || error.effect !== 'reads') return null;
  const { code, refusals } = error;
  if (code === 'service_not_authorized') return 'the keys of this merchant may not read it';
  if (code === 'service_not_found') return 'it does not know what it was asked for';
  if (code !== 'service_read_refused') return null;
  return (
    refusals
      .map(refusalSentence)
      .join('; ')
      .replace(/[.!?]$/, '') || 'without a reason'
  );
}

/** True if the service says that it has this already: it may come from an earlier attempt. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ServiceRefusal && (error.status === 409 || error.refusals.some(({ code }) => code === 'duplicate'));

/** True if a refusal may be about the recipient or account itself, so that what is known of them may be wrong. */
export const refusesRecipient = ({ code, sentence }: Pick<PlainRefusal, 'code' | 'sentence'>): boolean =>
  code === 'not_found' || /\b(?:recipient|account)\b/i.test(sentence);

/** `payments[3].amount`, `payments.3.amount` and "payments[3] (...): ..." name the fourth payment. */
const POSITION = /^payments(?:\[(\d+)\]|\.(\d+))/;
const REMOTE_ID = /\bP-[0-9A-Za-z]{22}\b/;

function namedIn(refusal: Refusal): RefusedPayment | null {
  const place = POSITION.exec(refusal.field ?? '') ?? POSITION.exec(refusal.message);
  const remoteId = REMOTE_ID.exec(refusal.message)?.[0] ?? null;
  if (!place && !remoteId) return null;
  const position = place ? Number(place[1] ?? place[2]) : null;
  return { position, remoteId, sentence: ended(refusalSentence(refusal)) };
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

const LONGEST = 300;

/**
 * The parts that a message may have, tried in this order at every position, with their replacement; null keeps the
 * part.
 */
const PATTERNS: readonly (readonly [RegExp, string | null])[] = [
  [/[^\s@"'<>(),:;]+@[^\s@"'<>(),;]+/, '[e-mail]'],
  [/\b[AS]K-\w+/, '[key]'],
  // The service's own ids: B-91XQ40VT59TSBB9VJ2AJRC, OP-..., RSRC-...
  [/\b(?:R|P|B|T|A|OP|M|RSRC)-[A-Za-z0-9]{6,40}\b/, null],
  // IBAN: country, check digits, then groups.
  [/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){8,30}\b/, '[account]'],
  [/\b\d{1,12}\.\d{2}\b/, null],
  // Payrun's own ids, which the service repeats.
  [/\b[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}\b/, '[ID]'],
  // Account numbers, sort codes, dates of birth, identity numbers.
  [/\d(?:[ ./-]?\d){4,}/, '[number]'],
  // IFSC, alphanumeric account numbers, identity numbers: letters and at least four digits.
  [/\b(?=[A-Za-z]*\d)(?=(?:\w*\d){4})\w{7,}\b/, '[number]'],
  // BIC: bank, country, location, branch.
  [/\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/, '[BIC]'],
];

const ANY = new RegExp(PATTERNS.map(([pattern]) => `(${pattern.source})`).join('|'), 'g');

/**
 * A sentence of the service that is safe to show and log: bank details, identity numbers, keys and e-mail addresses are
 * replaced by their kind, control characters by spaces, and it is cut at 300 characters.
 */
export function cleanMessage(message: string): string {
  return (
    message
      .slice(0, LONGEST * 4)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(ANY, (found, ...groups) => {
        const n = groups.findIndex((group) => group !== undefined);
        return PATTERNS[n]?.[1] ?? found;
      })
      .trim()
      .slice(0, LONGEST)
  );
}
