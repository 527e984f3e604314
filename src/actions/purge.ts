import type { OperatorActionOfLedger } from './action.ts';

/** Removes what the retention policies do not keep. */
export const purgeDue: OperatorActionOfLedger = {
  name: 'purge',
  of: 'ledger',
  permission: 'purge',
  showsFirst: true,
  command: {
    arguments: '',
    summary: 'shows what the setting `retention` would remove, and removes it after you confirm',
    options: [
      { flags: '--yes', summary: 'removes it without asking' },
      { flags: '--dry-run', summary: 'only shows it (default without a terminal)' },
    ],
    examples: [
      ['payrun purge', 'shows what would be removed; asks on a terminal'],
      ['payrun purge --yes', 'removes it; payments, references and the audit log stay'],
    ],
  },
  async apply(place, _, __, { by, signal }) {
    const { purge } = await import('../engine/maintenance/purge.ts');
    const lines = await purge(place, { by, signal });
    const gone = lines.filter(({ items }) => items > 0).map(({ items, what }) => `${items} ${what}`);
    return {
      answer: {
        document: { removed: true, lines },
        lines: [`Removed: ${gone.join(', ')}. The audit log records it, and \`payrun verify\` still checks every row.`],
      },
    };
  },
};
