import type { UserRole } from '../../ledger/users/user.ts';

/** A link of the header. */
export interface Destination {
  readonly path: string;
  readonly label: string;
  /** The lowest role that sees the link; undefined: everyone. */
  readonly role?: UserRole;
}

/** The links of the header, in this order. */
export const NAVIGATION: readonly Destination[] = [
  { path: '/', label: 'Overview' },
  { path: '/upload', label: 'Upload', role: 'maker' },
  { path: '/runs', label: 'Runs' },
  { path: '/exceptions', label: 'Exceptions' },
  { path: '/templates', label: 'Templates' },
  { path: '/recipients', label: 'Recipients' },
  { path: '/reports', label: 'Reports' },
  { path: '/settings', label: 'Settings', role: 'admin' },
];
