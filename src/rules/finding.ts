import { showValue } from '../mask-bank-details.ts';
import { MESSAGES, type MessageCode, type MessageDetails, sentence } from '../messages.ts';
import type { Finding } from '../model.ts';

export type { MessageDetails };

/**
 * Creates a finding from the catalog of messages.
 * @param column canonical sheet column, null for the whole row
 * @param value the cell's full text: it gets masked and shortened
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

/** The result of a check: the normalized value, and its errors and warnings. */
export interface Checked {
  readonly value: string;
  readonly findings: readonly Finding[];
}

/** Shared by all checks without findings, to avoid an array for each valid value. */
export const NO_FINDINGS: readonly Finding[] = Object.freeze([]);

export function isRefused(findings: readonly Finding[]): boolean {
  for (const { severity } of findings) if (severity === 'error') return true;
  return false;
}
