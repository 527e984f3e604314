import type { UserRole } from '../ledger/users/user.ts';

/**
 * The requirements of an operation. Every operation that changes something has an entry below; reading is `see`, or the
 * role of a page.
 */
export interface Permission {
  /** As the end of "may not ...". */
  readonly words: string;
  /** The lowest role that may. */
  readonly role: UserRole;
  /** `merchant`: within the user's merchants. `installation`: only a user with access to all merchants. */
  readonly scope: 'merchant' | 'installation';
  /** A decision about money or rights. */
  readonly decision?: true;
  /** The amounts must be within the user's limits. */
  readonly limited?: true;
  /** Never by a user who made the object, or entered or changed its bank details. */
  readonly fourEyes?: true;
  /**
   * At the command line, anybody may as long as there are no users; and as long as no admin of all merchants is
   * enabled, only the account that owns the installation. This creates the first admin, or the next one.
   */
  readonly first?: true;
  /** A schedule or the inbox may do it without a user. */
  readonly unattended?: true;
}

/**
 * The table of permissions. `authorize` checks it before every operation, on every channel. Continuing permitted work
 * (`resume`, `settle`, workers) needs no permission.
 */
export const PERMISSIONS = {
  see: { words: 'see this', role: 'viewer', scope: 'merchant', unattended: true },
  upload: { words: 'upload a sheet', role: 'maker', scope: 'merchant', unattended: true },
  submit: { words: 'submit a sheet', role: 'maker', scope: 'merchant', unattended: true },
  reschedule: { words: 'change the pay date', role: 'maker', scope: 'merchant' },
  discard: { words: 'discard a sheet', role: 'maker', scope: 'merchant' },
  withdraw: { words: 'withdraw this run', role: 'maker', scope: 'merchant' },
  stop: { words: 'stop this run', role: 'maker', scope: 'merchant' },
  remove: { words: 'remove this payment', role: 'maker', scope: 'merchant' },
  correct: { words: 'correct rows', role: 'maker', scope: 'merchant' },
  rerun: { words: 'retry rows', role: 'maker', scope: 'merchant', unattended: true },
  start_job: { words: 'start a job', role: 'maker', scope: 'merchant', unattended: true },
  export_journal: { words: 'export the journal', role: 'maker', scope: 'merchant', unattended: true },
  approve: {
    words: 'approve this run',
    role: 'approver',
    scope: 'merchant',
    decision: true,
    limited: true,
    fourEyes: true,
  },
  reject: { words: 'reject this run', role: 'approver', scope: 'merchant', decision: true },
  release: {
    words: 'release this payment',
    role: 'approver',
    scope: 'merchant',
    decision: true,
    limited: true,
    fourEyes: true,
  },
  dismiss: { words: 'dismiss this payment', role: 'approver', scope: 'merchant', decision: true },
  resolve: {
    words: 'confirm the outcome of this payment',
    role: 'approver',
    scope: 'merchant',
    decision: true,
    limited: true,
  },
  accept: {
    words: 'accept this discrepancy',
    role: 'approver',
    scope: 'merchant',
    decision: true,
    limited: true,
  },
  rules: { words: 'change the payment rules', role: 'admin', scope: 'installation', decision: true },
  merchants: { words: 'change merchants', role: 'admin', scope: 'installation', decision: true },
  service_read: { words: 'read from the payout service', role: 'auditor', scope: 'merchant' },
  service_change: { words: 'change the payout service', role: 'admin', scope: 'installation', decision: true },
  own_notifications: { words: 'change their own notifications', role: 'viewer', scope: 'merchant' },
  users: { words: 'change users', role: 'admin', scope: 'installation', decision: true, first: true },
  endpoints: { words: 'change endpoints', role: 'admin', scope: 'installation', decision: true },
  adopt: { words: 'resolve batches of another ledger', role: 'admin', scope: 'installation', decision: true },
  import_home: { words: 'move the ledger', role: 'admin', scope: 'installation', decision: true },
  purge: { words: 'purge', role: 'admin', scope: 'installation', decision: true, unattended: true },
  rotate_vault: { words: 'change the vault key', role: 'admin', scope: 'installation', decision: true },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof PERMISSIONS;

/** The entry of an operation, with all optional fields. */
export function permission(name: PermissionName): Permission {
  return PERMISSIONS[name];
}
