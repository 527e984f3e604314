import { CONFIG_FILE, type Config, loadConfig } from '../../../config.ts';
import {
  type RulesChange,
  type RulesInForce,
  rulesChanges,
  rulesInForce,
} from '../../../engine/context/money-rules.ts';
import { EXIT } from '../../../errors.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import {
  describeDifference,
  RULE_NAMES,
  type RuleDifference,
  rulesOf,
  ruleText,
  ruleValue,
  shownRule,
} from '../../../money-rules.ts';
import { systemClock } from '../../../platform/clock.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import type { Command } from '../../command.ts';
import { printedTable } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withLedger } from '../../with-ledger.ts';

/**
 * Shows the rules in force, since when and by whom, and how the configuration of this process differs. Changes nothing.
 */
export const settings: Command = async ({ terminal }) => {
  const config = loadConfig();
  if (!hasLedger(config)) return show({ terminal, config, inForce: null, history: [] });
  return withLedger(async (ledger) =>
    show({
      terminal,
      config,
      inForce: await rulesInForce({ ledger, config, clock: systemClock }),
      history: await rulesChanges(ledger.db),
    }),
  );
};

interface Shown {
  readonly terminal: Terminal;
  readonly config: Config;
  /** Null if the ledger has no rules yet, or there is no ledger. */
  readonly inForce: RulesInForce | null;
  readonly history: readonly RulesChange[];
}

function show({ terminal, config, inForce, history }: Shown): number {
  const rules = inForce?.rules ?? rulesOf(config);
  const differs = inForce?.differs ?? [];
  terminal.document({
    inForce: inForce !== null,
    version: inForce?.version ?? null,
    since: inForce?.since ?? null,
    by: inForce?.by ?? null,
    from: inForce?.source ?? null,
    rules: Object.fromEntries(RULE_NAMES.map((name) => [name, ruleValue(rules, name)])),
    differs,
    history,
  });
  const proposed = new Map(differs.map((one) => [one.rule, one.proposed]));
  terminal.print(serviceLine(config));
  terminal.print(heading(inForce, config));
  terminal.print(
    printedTable(
      [
        { title: 'rule', text: (name) => name },
        { title: inForce ? 'in force' : 'proposed', text: (name) => shownRule(name, ruleText(ruleValue(rules, name))) },
        {
          title: differs.length > 0 ? 'configuration here' : '',
          text: (name) => shownRule(name, proposed.get(name) ?? ''),
        },
      ],
      RULE_NAMES,
    ),
  );
  for (const difference of differs) terminal.print(describeDifference(difference));
  if (differs.length > 0) terminal.print('`payrun settings apply` puts the configuration into force.');
  for (const change of history) terminal.print(changeLine(change));
  return EXIT.done;
}

function heading(inForce: RulesInForce | null, config: Config): string {
  if (!hasLedger(config)) return `There is no ledger yet in ${config.home}. The first run puts these rules into force.`;
  return inForce
    ? `Rules in force: version ${inForce.version}, since ${minute(inForce.since)}, by ${inForce.by}, from ${placeInWords(inForce.source)}.`
    : 'This ledger has no rules yet. `payrun settings apply` puts these into force.';
}

function changeLine({ version, at, actor, source, changed }: RulesChange): string {
  const what = changed.length > 0 ? changed.map(changeText).join('; ') : 'the first rules';
  return `Version ${version}, ${minute(at)}, by ${actor}, from ${placeInWords(source)}: ${what}.`;
}

/** One changed rule with its old and new value. */
export const changeText = ({ rule, inForce, proposed }: RuleDifference) =>
  `${rule} ${shownRule(rule, inForce)} -> ${shownRule(rule, proposed)}`;

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const placeInWords = (source: string) =>
  ({ file: CONFIG_FILE, environment: 'the environment', default: 'the defaults' })[source] ?? source;
