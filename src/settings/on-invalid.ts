/** What becomes of a sheet with invalid rows: the others are paid, nothing is, or nothing above that share of the rows. */
export type OnInvalid = 'skip' | 'stop' | `${number}%`;

/** In words, for help and mistakes. */
export const ON_INVALID_FORM = 'skip, stop, or a percentage of the rows such as 5%';

const SHARE = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/;

/** Reads `skip`, `stop`, `5%`, `5` or `2.5%`; null where it is none, or more than 100. */
export function parseOnInvalid(text: string): OnInvalid | null {
  if (text === 'skip' || text === 'stop') return text;
  const match = SHARE.exec(text.trim());
  if (!match) return null;
  const share = `${Number(match[1])}${match[2] ? `.${match[2]}` : ''}%` as const;
  return hundredths(share) <= 10_000 ? (share as OnInvalid) : null;
}

/** Whether nothing of a sheet is paid: in whole numbers, so that exactly the share still is. */
export function stopsSheet(policy: OnInvalid, rows: number, invalid: number): boolean {
  if (policy === 'skip' || invalid === 0) return false;
  return policy === 'stop' || invalid * 10_000 > hundredths(policy) * rows;
}

/** The share of invalid rows up to which the others are paid, in hundredths of a percent; `skip` has no limit. */
export function allowedShare(policy: OnInvalid): number {
  if (policy === 'skip') return Number.POSITIVE_INFINITY;
  return policy === 'stop' ? 0 : hundredths(policy);
}

/** "2.5%" as 250. */
function hundredths(share: string): number {
  const [, whole = '', fraction = ''] = SHARE.exec(share) ?? [];
  return Number(whole + fraction.padEnd(2, '0'));
}
