import { MESSAGES, type MessageCode, type MessageDetails, sentence } from '../messages.ts';
import type { Finding } from '../model.ts';
import { showValue } from './show-value.ts';

export type { MessageDetails };

/**
 * A finding from the catalogue of messages.
 *
 * @param column canonical sheet column, null for the whole row
 * @param value the cell's text, in full: it is masked and cut here
 */
export function finding(
  code: MessageCode,
  column: string | null,
  details: MessageDetails = {},
  value?: string,
  severity?: Finding['severity'],
): Finding {
  const entry = MESSAGES[code];
  return {
    code,
    column,
    severity: severity ?? entry.severity,
    message: sentence(code, details),
    ...(value === undefined ? {} : { value: showValue(column, value) }),
  };
}

/** What a check returns: the normalised value, and what is wrong with it. */
export interface Checked {
  readonly value: string;
  readonly findings: readonly Finding[];
}

/** Shared by every check that finds nothing, so that a good value costs no array. */
export const NOTHING: readonly Finding[] = Object.freeze([]);

export function isRefused(findings: readonly Finding[]): boolean {
  for (const { severity } of findings) if (severity === 'error') return true;
  return false;
}
