import { applyRules, proposal } from '../../../engine/context/money-rules.ts';
import { EXIT } from '../../../errors.ts';
import { RULE_NAMES, ruleText, ruleValue, shownRule } from '../../../money-rules.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { changeText } from './settings.ts';

/** Puts the rules of the configuration into force, after a confirmation of exactly the changes. */
export const settingsApply: Command = ({ options, terminal, signal }) =>
  withLedger(async (ledger, config) => {
    const deps = { ledger, config, clock: systemClock };
    const by = await actingUser(deps, 'settings', { options, terminal });
    const proposed = await proposal(deps);
    const { version, rules, changed } = proposed;
    if (version > 0 && changed.length === 0) {
      terminal.print('Nothing to apply: the configuration here agrees with the rules in force.');
      terminal.document({ applied: false, version, changed });
      return EXIT.done;
    }
    const lines =
      version === 0
        ? RULE_NAMES.map((name) => `${name} ${shownRule(name, ruleText(ruleValue(rules, name)))}`)
        : changed.map((one) => changeText(one));
    for (const line of lines) terminal.note(`  ${line}`);
    if (!options.yes && !terminal.interactive) throw usageError('no_terminal_to_apply');
    if (!options.yes && !(await terminal.ask('Put these rules into force?', signal))) {
      terminal.print('Nothing was changed.');
      terminal.document({ applied: false, version, changed });
      return EXIT.done;
    }
    await applyRules(deps, proposed, by);
    terminal.print(`In force: version ${version + 1}. Every process that pays from this ledger obeys these rules now.`);
    terminal.document({ applied: true, version: version + 1, changed });
    return EXIT.done;
  });
