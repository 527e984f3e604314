import { type Config, loadConfig } from '../../../config.ts';
import { type RulesVersion, rulesVersions } from '../../../engine/context/money-rules.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import { newestRules, type RulesRow } from '../../../ledger/operations/money-rules.ts';
import { rulesHistoryTable, rulesTable } from '../../../lists/tables/settings-tables.ts';
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
import type { Answer, Command } from '../../command.ts';
import { rowsAsTable, tableLines } from '../../terminal/table.ts';
import { withLedger } from '../../with-ledger.ts';

/** Shows the rules for payments, since when and by whom, and their earlier versions. Changes nothing. */
export const rules: Command = async () => {
  const config = loadConfig();
  if (!hasLedger(config)) return shown(config, null, []);
  return withLedger(async ({ db }) => shown(config, await newestRules(db), await rulesVersions(db)));
};

/** `inForce`: null if the ledger has no rules yet, or there is no ledger. */
function shown(config: Config, inForce: RulesRow | null, history: readonly RulesVersion[]): Answer {
  const all = inForce?.rules ?? defaultRules(config.environment);
  return {
    document: {
      inForce: inForce !== null,
      version: inForce?.version ?? null,
      since: inForce?.at ?? null,
      by: inForce?.by ?? null,
      rules: Object.fromEntries(RULE_NAMES.map((name) => [name, ruleValue(all, name)])),
      history,
    },
    lines: [
      serviceLine(config),
      heading(inForce, config),
      rowsAsTable(rulesTable(all, inForce !== null), RULE_NAMES),
      ...(history.length === 0 ? [] : ['', ...tableLines(rulesHistoryTable, history)]),
    ],
  };
}

function heading(inForce: RulesRow | null, { environment }: Config): string {
  if (inForce)
    return `Rules in force: version ${inForce.version}, since ${minute(inForce.at)}, by ${inForce.by}. \`payrun rules set NAME VALUE\` changes one.`;
  return environment === 'production'
    ? 'This ledger has no rules yet, so nothing is paid from it. `payrun rules set NAME VALUE` sets one rule, and the others to their defaults.'
    : 'This ledger has no rules yet. The first run sets the defaults.';
}

/** One changed rule with its old and new value. */
export const changeText = ({ rule, before, after }: RuleChange) =>
  `${rule} ${shownRule(rule, before)} -> ${shownRule(rule, after)}`;

export const ruleLines = (all: MoneyRules): readonly string[] =>
  RULE_NAMES.map((name) => `${name} ${shownRule(name, ruleText(ruleValue(all, name)))}`);

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
