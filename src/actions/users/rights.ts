import type { UserRow } from '../../ledger/users/user.ts';
import type { ActionOption, UserAction } from '../action.ts';

/** The fields of the rights of a user. */
export const RIGHTS = {
  role: {
    label: 'Role',
    choices: [
      ['viewer', 'Viewer: read-only'],
      ['auditor', 'Auditor: read-only, including the audit log'],
      ['maker', 'Maker: reads, uploads, corrects and submits'],
      ['approver', 'Approver: also approves and rejects'],
      ['admin', 'Admin: also sees the audit log and changes settings'],
    ],
  },
  merchants: { label: 'Merchants', hint: 'Merchants to grant access to: all, or names separated by commas.' },
  limit: {
    label: 'Can approve up to',
    hint: '"no limit", or amounts: EUR=5000.00, USD=6000.00. They cannot approve payments in other currencies.',
  },
} as const;

export const RIGHTS_OPTIONS: readonly ActionOption[] = [
  {
    flags: '--merchants <names>',
    summary: 'merchants whose payments they see, comma-separated, or `all` (default for a new user: all)',
  },
  {
    flags: '--limit <limits>',
    summary: 'the most they may approve: EUR=5000,USD=6000, or `none` for no limit (default for a new user: no limit)',
  },
];

/** A user's rights in a few words. */
export function rightsText({ role, merchants, limits }: Pick<UserRow, 'role' | 'merchants' | 'limits'>): string {
  const whose = merchants === null ? 'all merchants' : merchants.join(', ') || 'no merchant';
  const amounts = Object.entries(limits ?? {}).map(([currency, amount]) => `${amount} ${currency}`);
  return `${role} of ${whose}${limits === null ? '' : `, approves up to ${amounts.join(', ') || 'nothing'}`}`;
}

/** Changes a user's rights, and ends their sessions. Rights that are not given stay. */
export const changeRights: UserAction = {
  name: 'role',
  of: 'user',
  button: 'Change role and limits',
  fields: RIGHTS,
  done: 'Role and limits changed. They are logged out and have to log in again.',
  command: {
    arguments: '<name> <role>',
    summary: 'changes the role of a user, who must log in again',
    options: RIGHTS_OPTIONS,
    examples: [
      ['payrun users role ben approver --limit EUR=10000', 'approves up to 10,000 EUR; the merchants do not change'],
    ],
    input: ([, role], { merchants, limit }) => ({ role, merchants: merchants as string, limit: limit as string }),
  },
  async apply(place, { user: name = '' }, typed, { by }) {
    const { setRights, userDeps } = await import('../../engine/users/users.ts');
    const { readRights } = await import('../../engine/users/read-rights.ts');
    const { userDocument } = await import('../../engine/users/user-document.ts');
    const user = await setRights(userDeps(place), by, name, readRights(typed));
    const lines = [`User ${user.name} is ${rightsText(user)}.`];
    return { answer: { document: userDocument(user), lines } };
  },
};
