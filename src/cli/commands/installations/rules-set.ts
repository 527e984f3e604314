import { rulesWith, setRules } from '../../../engine/context/money-rules.ts';
import { EXIT } from '../../../errors.ts';
import { isRuleName, RULE_NAMES } from '../../../money-rules.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { changeText, ruleLines } from './rules.ts';

/** Changes one rule for payments, after a confirmation of exactly the change. */
export const rulesSet: Command = ({ args: [name = '', ...values], options, terminal, signal }) =>
  withLedger(async (ledger, config) => {
    if (!isRuleName(name)) throw usageError('rule_unknown', { rule: name.slice(0, 40), rules: RULE_NAMES.join(', ') });
    const deps = { ledger, config, clock: systemClock };
    const by = await actingUser(deps, 'rules', { options, terminal });
    const texts = { [name]: values.join(' ') };
    const { replaces, rules, changed } = await rulesWith(deps, texts);
    const answer = (applied: boolean, line: string) => {
      terminal.print(line);
      terminal.document({ applied, version: applied ? replaces + 1 : replaces, changed });
      return EXIT.done;
    };
    if (replaces > 0 && changed.length === 0) return answer(false, 'Nothing to change: this rule is in force.');
    for (const line of replaces === 0 ? ruleLines(rules) : changed.map(changeText)) terminal.note(`  ${line}`);
    if (!options.yes && !terminal.interactive) throw usageError('no_terminal_to_set_rules');
    if (!options.yes && !(await terminal.ask('Put this into force?', signal)))
      return answer(false, 'Nothing was changed.');
    await setRules(deps, texts, { by, replaces });
    return answer(
      true,
      `In force: version ${replaces + 1}. Every process that pays from this ledger obeys these rules now.`,
    );
  });
