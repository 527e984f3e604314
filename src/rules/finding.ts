import type { Finding } from '../model.ts';
import { MESSAGES, type MessageCode } from './messages.ts';
import { showValue } from './show-value.ts';

export type MessageDetails = Readonly<Record<string, string | number>>;

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
  const message = entry.text.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''));
  return {
    code,
    column,
    severity: severity ?? entry.severity,
    message,
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
