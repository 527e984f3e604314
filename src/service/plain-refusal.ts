import { isError } from '../errors.ts';
import { type Refusal, refusalSentence, ServiceRefusal } from './service-refusal.ts';

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
