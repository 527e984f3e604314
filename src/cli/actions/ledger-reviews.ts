import type { LedgerPlace, Typed } from '../../actions/action.ts';
import { rulesWith } from '../../engine/context/money-rules.ts';
import { duePurges } from '../../engine/maintenance/purge.ts';
import { purgeTable } from '../../lists/tables/purge.ts';
import { usageError } from '../../references/usage-error.ts';
import type { Invocation } from '../command.ts';
import { changeText, ruleLines } from '../commands/installations/rules.ts';
import { rowsAsTable } from '../terminal/table.ts';
import type { Review } from './reviews.ts';

type LedgerReview = (place: LedgerPlace, typed: Typed, invocation: Invocation) => Promise<Review>;

/** By the name of the action. */
export const LEDGER_REVIEWS: { readonly [name: string]: LedgerReview } = {
  /** Exactly what changes. */
  async rules(place, typed, { terminal, signal }) {
    const { replaces, rules, changed } = await rulesWith(place, typed);
    return {
      lines: (replaces === 0 ? ruleLines(rules) : changed.map(changeText)).map((line) => `  ${line}`),
      document: { applied: false, version: replaces, changed },
      input: { replaces: String(replaces) },
      async agrees() {
        if (!terminal.interactive) throw usageError('no_terminal_to_set_rules');
        return terminal.ask('Apply this change?', signal);
      },
      left: 'Nothing was changed.',
      nothing: replaces > 0 && changed.length === 0 ? 'Nothing changed. The rule already has this value.' : undefined,
    };
  },
  async purge(place, _, { terminal, signal }) {
    const due = await duePurges(place);
    const isKept = due.every(({ days }) => days === null);
    const policy = 'No policy is set, so everything is kept. Set `retention` in payrun.config.json.';
    const lines = [rowsAsTable(purgeTable, due), ...(isKept ? ['', policy] : [])];
    return {
      lines,
      document: { removed: false, lines: due },
      input: {},
      agrees: () => terminal.ask('\nRemove this? It cannot be undone.', signal),
      left: '\nNothing was removed. `payrun purge --yes` removes it.',
      nothing: due.every(({ items }) => items === 0) ? lines.join('\n') : undefined,
    };
  },
};
