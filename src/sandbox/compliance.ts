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

/** The result of screening a name. */
export function screen(name: string): ComplianceStatus {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ');
  if (BLOCKED.has(plain)) return 'blocked';
  return PENDING.has(plain) ? 'pending' : 'verified';
}
