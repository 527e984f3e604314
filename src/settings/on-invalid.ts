/**
 * The policy for a sheet with invalid rows: pay the others, pay nothing, or pay nothing if more than this share is
 * invalid.
 */
export type OnInvalid = 'skip' | 'stop' | `${number}%`;

/** The description of the form, for help and error messages. */
export const ON_INVALID_FORM =
  'skip to pay the other rows, stop to pay none, or a percentage such as 5%, above which none are paid';

const SHARE = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/;

/** Reads `skip`, `stop`, `5%`, `5` or `2.5%`; null if it is none of these, or more than 100%. */
export function parseOnInvalid(text: string): OnInvalid | null {
  if (text === 'skip' || text === 'stop') return text;
  const match = SHARE.exec(text.trim());
  if (!match) return null;
  const share = `${Number(match[1])}${match[2] ? `.${match[2]}` : ''}%` as const;
  return hundredths(share) <= 10_000 ? (share as OnInvalid) : null;
}

/**
 * Whether the policy stops the whole sheet. Whole numbers keep the limit exact: at exactly the share, the sheet is
 * paid.
 */
export function stopsSheet(policy: OnInvalid, rows: number, invalid: number): boolean {
  if (policy === 'skip' || invalid === 0) return false;
  return policy === 'stop' || invalid * 10_000 > hundredths(policy) * rows;
}

/** The share of invalid rows up to which the others are paid, in hundredths of a percent; infinite for `skip`. */
export function allowedShare(policy: OnInvalid): number {
  if (policy === 'skip') return Number.POSITIVE_INFINITY;
  return policy === 'stop' ? 0 : hundredths(policy);
}

/** "2.5%" as 250. */
function hundredths(share: string): number {
  const [, whole = '', fraction = ''] = SHARE.exec(share) ?? [];
  return Number(whole + fraction.padEnd(2, '0'));
}
