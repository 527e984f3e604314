/** A small watch list, so that a rehearsal can meet a blocked recipient. Names are compared without case and spacing. */
const BLOCKED: ReadonlySet<string> = new Set([
  'blocked person',
  'blocked company',
  'sanctioned person',
  'watchlist match',
  'ivan blockov',
]);
const PENDING: ReadonlySet<string> = new Set(['pending person', 'pending company']);

export type ComplianceStatus = 'verified' | 'blocked' | 'pending';

/** What the screening of a name gives. */
export function screen(name: string): ComplianceStatus {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ');
  if (BLOCKED.has(plain)) return 'blocked';
  return PENDING.has(plain) ? 'pending' : 'verified';
}
