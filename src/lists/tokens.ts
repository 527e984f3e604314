import type { ApiTokenRow } from '../ledger/users/api-token.ts';
import { roleWord } from '../permissions/role-word.ts';
import { as, type Value } from '../references/value.ts';
import { defineList } from './list.ts';

/** A program, and whether its token is accepted now. */
export interface ListedToken extends ApiTokenRow {
  readonly isExpired: boolean;
}

const tokenStatus = ({ is_revoked, isExpired }: ListedToken): Value => {
  if (is_revoked) return as.status('bad', 'Revoked', 'revoked');
  return isExpired ? as.status('bad', 'Expired', 'expired') : as.status('good', 'Accepted', 'accepted');
};

/** The programs that act by a token. No token is stored. */
export const tokenList = defineList({
  name: 'tokens',
  title: 'Tokens',
  role: 'admin',
  installation: true,
  filters: {},
  columns: [
    { name: 'name', title: 'Program', names: true, value: ({ name }: ListedToken) => name },
    { name: 'role', title: 'Role', value: ({ role }) => roleWord(role) },
    { name: 'merchants', title: 'Merchants', value: ({ merchants }) => merchants?.join(', ') ?? 'All' },
    { name: 'networks', title: 'Networks', unless: 'empty', value: ({ networks }) => networks?.join(', ') ?? null },
    { name: 'until', title: 'Until', value: ({ expires_at }) => as.time(expires_at) },
    { name: 'used', title: 'Last use', value: ({ used_at }) => as.time(used_at) ?? 'Never' },
    { name: 'usedFrom', title: 'From', under: 'used', value: ({ used_from }) => used_from },
    { name: 'by', title: 'Added by', minor: true, value: ({ made_by }) => made_by },
    { name: 'added', title: 'Added', minor: true, value: ({ made_at }) => as.time(made_at) },
    { name: 'status', title: 'Status', value: tokenStatus },
  ],
  read: async ({ ledger, clock }, scope) => {
    const { listApiTokens } = await import('../ledger/users/api-token.ts');
    const found = scope === null ? await listApiTokens(ledger.db) : [];
    return { rows: found.map((one) => ({ ...one, isExpired: one.expires_at.getTime() < clock.now() })), next: null };
  },
  empty: {
    what: 'There are no tokens.',
    page: 'Add one below.',
    command: '`payrun tokens add NAME --role viewer --until DAY` adds one.',
  },
  perPage: 1_000,
  command: {
    name: 'tokens list',
    group: 'Administration',
    summary: 'the programs with a token, with their roles and last use',
    examples: [['payrun tokens list', 'roles, merchants, last use']],
    most: 1_000,
  },
  document: ({ name, role, merchants, networks, ...token }) => ({
    ...{ name, role, merchants, networks },
    status: token.is_revoked ? 'revoked' : token.isExpired ? 'expired' : 'accepted',
    until: token.expires_at.toISOString(),
    lastUse: token.used_at?.toISOString() ?? null,
    lastUseFrom: token.used_from,
    addedBy: token.made_by,
    added: token.made_at.toISOString(),
  }),
});
