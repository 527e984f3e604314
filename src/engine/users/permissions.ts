import type { UserRole } from '../../ledger/users/user.ts';

/** What a deed needs. Everything that changes something is an entry below; reading is `see`. */
export interface Permission {
  /** As the end of "may not ...". */
  readonly words: string;
  /** The least role that may. */
  readonly role: UserRole;
  /** `merchant`: within the merchants of the user. `installation`: only somebody who may all merchants. */
  readonly scope: 'merchant' | 'installation';
  /** A person judges: asks for the password in production, and nobody unattended may. */
  readonly decision?: true;
  /** Amounts stay within the limits of the user. */
  readonly limited?: true;
  /** Never by who made what it is about, typed or brought its bank details. */
  readonly fourEyes?: true;
  /** At the command line anybody may as long as there are no users, and any user as long as no admin is enabled: this is how an installation gets one. */
  readonly first?: true;
  /** A schedule and the inbox may, without a person. */
  readonly unattended?: true;
}

/**
 * THE TABLE of deeds. `authorize` asks it before every one of them, whichever door it comes by. Carrying on what was permitted
 * (`resume`, `settle`, workers) is no deed: it asks nobody.
 */
export const PERMISSIONS = {
  see: { words: 'see this', role: 'viewer', scope: 'merchant', unattended: true },
  upload: { words: 'upload a sheet', role: 'maker', scope: 'merchant', unattended: true },
  submit: { words: 'submit a sheet', role: 'maker', scope: 'merchant', unattended: true },
  discard: { words: 'discard a sheet', role: 'maker', scope: 'merchant' },
  correct: { words: 'correct rows', role: 'maker', scope: 'merchant' },
  rerun: { words: 'run rows again', role: 'maker', scope: 'merchant', unattended: true },
  start_job: { words: 'start a job', role: 'maker', scope: 'merchant', unattended: true },
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
  settings: { words: 'change settings', role: 'admin', scope: 'installation', decision: true },
  merchants: { words: 'change merchants', role: 'admin', scope: 'installation', decision: true },
  own_notices: { words: 'change their own notifications', role: 'viewer', scope: 'merchant' },
  users: { words: 'change users', role: 'admin', scope: 'installation', decision: true, first: true },
  adopt: { words: 'decide about batches of another ledger', role: 'admin', scope: 'installation', decision: true },
  import_home: { words: 'move the ledger', role: 'admin', scope: 'installation', decision: true },
  purge: { words: 'purge', role: 'admin', scope: 'installation', decision: true, unattended: true },
  rotate_vault: { words: 'change the vault key', role: 'admin', scope: 'installation', decision: true },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof PERMISSIONS;

/** The entry of a deed, with every field. */
export function permission(name: PermissionName): Permission {
  return PERMISSIONS[name];
}
