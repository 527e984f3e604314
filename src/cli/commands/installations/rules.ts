import { type Config, loadConfig } from '../../../config.ts';
import { type RulesVersion, rulesVersions } from '../../../engine/context/money-rules.ts';
import { EXIT } from '../../../errors.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import { newestRules, type RulesRow } from '../../../ledger/operations/money-rules.ts';
import { rulesTable } from '../../../lists/tables/settings-tables.ts';
import {
  defaultRules,
  type MoneyRules,
  RULE_NAMES,
  type RuleChange,
  ruleText,
  ruleValue,
  shownRule,
} from '../../../money-rules.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import type { Command } from '../../command.ts';
import { rowsAsTable } from '../../terminal/rows-as-table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withLedger } from '../../with-ledger.ts';

/** Shows the rules for payments, since when and by whom, and their earlier versions. Changes nothing. */
export const rules: Command = async ({ terminal }) => {
  const config = loadConfig();
  if (!hasLedger(config)) return show({ terminal, config, inForce: null, history: [] });
  return withLedger(async ({ db }) =>
    show({ terminal, config, inForce: await newestRules(db), history: await rulesVersions(db) }),
  );
};

interface Shown {
  readonly terminal: Terminal;
  readonly config: Config;
  /** Null if the ledger has no rules yet, or there is no ledger. */
  readonly inForce: RulesRow | null;
  readonly history: readonly RulesVersion[];
}

function show({ terminal, config, inForce, history }: Shown): number {
  const shown = inForce?.rules ?? defaultRules(config.environment);
  terminal.document({
    inForce: inForce !== null,
    version: inForce?.version ?? null,
    since: inForce?.at ?? null,
    by: inForce?.by ?? null,
    rules: Object.fromEntries(RULE_NAMES.map((name) => [name, ruleValue(shown, name)])),
    history,
  });
  terminal.print(serviceLine(config));
  terminal.print(heading(inForce, config));
  terminal.print(rowsAsTable(rulesTable(shown, inForce !== null), RULE_NAMES));
  for (const version of history) terminal.print(versionLine(version));
  return EXIT.done;
}

function heading(inForce: RulesRow | null, { environment }: Config): string {
  if (inForce)
    return `Rules in force: version ${inForce.version}, since ${minute(inForce.at)}, by ${inForce.by}. \`payrun rules set NAME VALUE\` changes one.`;
  return environment === 'production'
    ? 'This ledger has no rules yet, so nothing is paid from it. `payrun rules set NAME VALUE` sets one and takes the defaults of the others.'
    : 'This ledger has no rules yet. The first run takes the defaults.';
}

function versionLine({ version, at, by, changed }: RulesVersion): string {
  const what = changed.length > 0 ? changed.map(changeText).join('; ') : 'the first rules';
  return `Version ${version}, ${minute(at)}, by ${by}: ${what}.`;
}

/** One changed rule with its old and new value. */
export const changeText = ({ rule, before, after }: RuleChange) =>
  `${rule} ${shownRule(rule, before)} -> ${shownRule(rule, after)}`;

/** Every rule with its value. */
export const ruleLines = (all: MoneyRules): readonly string[] =>
  RULE_NAMES.map((name) => `${name} ${shownRule(name, ruleText(ruleValue(all, name)))}`);

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
