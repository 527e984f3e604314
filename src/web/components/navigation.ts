import type { UserRole } from '../../ledger/users/user.ts';

/** A page that the header leads to. */
export interface Destination {
  readonly path: string;
  readonly label: string;
  /** Who sees the link: this role and higher ones; nothing: everybody. */
  readonly role?: UserRole;
}

/** What the header leads to, in this order: one line a page. */
export const NAVIGATION: readonly Destination[] = [
  { path: '/', label: 'Home' },
  { path: '/upload', label: 'Upload', role: 'maker' },
  { path: '/runs', label: 'Runs' },
  { path: '/templates', label: 'Templates' },
  { path: '/recipients', label: 'Recipients' },
  { path: '/reports', label: 'Reports' },
  { path: '/settings', label: 'Settings', role: 'admin' },
];
