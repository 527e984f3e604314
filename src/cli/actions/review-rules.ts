import type { LedgerPlace, Typed } from '../../actions/action.ts';
import { rulesWith } from '../../engine/context/money-rules.ts';
import { usageError } from '../../references/usage-error.ts';
import type { Invocation } from '../command.ts';
import { changeText, ruleLines } from '../commands/installations/rules.ts';
import type { Review } from './reviews.ts';

/** Shows exactly what changes. */
export async function reviewRules(place: LedgerPlace, typed: Typed, { terminal, signal }: Invocation): Promise<Review> {
  const { replaces, rules, changed } = await rulesWith(place, typed);
  return {
    lines: (replaces === 0 ? ruleLines(rules) : changed.map(changeText)).map((line) => `  ${line}`),
    document: { applied: false, version: replaces, changed },
    input: { replaces: String(replaces) },
    async agrees() {
      if (!terminal.interactive) throw usageError('no_terminal_to_set_rules');
      return terminal.ask('Put this into force?', signal);
    },
    left: 'Nothing was changed.',
    nothing: replaces > 0 && changed.length === 0 ? 'Nothing to change: this rule is in force.' : undefined,
  };
}
