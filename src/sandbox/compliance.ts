import type { RecipientRecord } from './records.ts';

/** A small watch list, to test blocked recipients. Names are compared without case and spacing. */
const BLOCKED: ReadonlySet<string> = new Set([
  'blocked person',
  'blocked company',
  'sanctioned person',
  'watchlist match',
  'ivan blockov',
]);
const PENDING: ReadonlySet<string> = new Set(['pending person', 'pending company']);

export type ComplianceStatus = 'verified' | 'blocked' | 'pending';

/** The service was seen to show a new recipient as pending, and pays it meanwhile. */
const SCREENING_MS = 10_000;

/** The time from which the result of screening is shown, of a name that was entered now. */
export function getScreenedAt(name: string, now: number): number {
  return screen(name) === 'verified' ? now + SCREENING_MS : now;
}

/** The compliance of a recipient as the service shows it. */
export function getScreeningResult(recipient: Pick<RecipientRecord, 'name' | 'screenedAt'>, now: number) {
  return now < recipient.screenedAt
    ? ({ status: 'pending', checkedAt: null } as const)
    : { status: screen(recipient.name), checkedAt: new Date(recipient.screenedAt).toISOString() };
}

export function screen(name: string): ComplianceStatus {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ');
  if (BLOCKED.has(plain)) return 'blocked';
  return PENDING.has(plain) ? 'pending' : 'verified';
}
