import { isError } from '../errors.ts';
import { refusalSentence, ServiceRefusal } from './service-refusal.ts';

/** A final no of the service, in short. */
export interface RefusalInShort {
  /** The first code. */
  readonly code: string;
  readonly codes: readonly string[];
  /** The fields that it names, each once. */
  readonly fields: readonly string[];
  /** Positions in the call's `payments` that it names, from 0, each once. */
  readonly payments: readonly number[];
  /** Field and reason of every item, safe to show. */
  readonly sentence: string;
}

/**
 * What the service refused and why; null where the error is anything else: the keys, an unknown object, a rate limit, or a
 * call whose outcome is not known.
 */
export function refusalOf(error: unknown): RefusalInShort | null {
  if (!(error instanceof ServiceRefusal) || !isError(error, 'service_refused')) return null;
  const { refusals } = error;
  const fields = [...new Set(refusals.flatMap(({ field }) => field ?? []))];
  const positions = fields.flatMap((field) => /^payments[.[](\d+)/.exec(field)?.[1] ?? []);
  return {
    code: refusals[0]?.code ?? 'unknown',
    codes: refusals.map(({ code }) => code),
    fields,
    payments: [...new Set(positions.map(Number))],
    sentence: refusals.map(refusalSentence).join('; '),
  };
}
