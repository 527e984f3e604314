import type { Config } from '../../config.ts';
import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import {
  addRules,
  hasProductionMerchant,
  newestRules,
  type RulesRow,
  rulesHistory,
} from '../../ledger/operations/money-rules.ts';
import type { Environment } from '../../model.ts';
import {
  changedRules,
  defaultRules,
  type MoneyRules,
  moneyRule,
  RULE_NAMES,
  type RuleChange,
  type RuleTexts,
  withRuleValue,
} from '../../money-rules.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';
import { usageError } from '../../references/usage-error.ts';

export interface RulesDeps {
  readonly ledger: Pick<Ledger, 'db' | 'tx'>;
  readonly config: Pick<Config, 'environment'>;
  readonly clock: Clock;
}

/**
 * The rules in force, for a process that pays. A ledger of the sandbox without rules gets the defaults. Throws
 * `rules_missing` in production, and `ledger_environment` if this process belongs to the other environment.
 */
export async function rulesToPay(deps: RulesDeps): Promise<RulesRow> {
  const inForce = await rulesForProcess(deps);
  if (inForce) return inForce;
  const rules = defaultRules(deps.config.environment);
  await deps.ledger.tx((db) => addVersion(db, deps, { version: 1, rules, by: 'payrun' }));
  return (await rulesForProcess(deps))!;
}

/**
 * Checks that this process may pay from the ledger, and changes nothing. Null if it is a ledger of the sandbox that has
 * no rules yet. Throws what `rulesToPay` throws.
 */
export async function rulesForProcess({ ledger, config }: Omit<RulesDeps, 'clock'>): Promise<RulesRow | null> {
  const inForce = await newestRules(ledger.db);
  const environment = await environmentOf(ledger.db, inForce);
  if (environment !== null && environment !== config.environment)
    throw new PayrunError('ledger_environment', { ledger: environment, process: config.environment });
  if (!inForce && config.environment === 'production') throw new PayrunError('rules_missing');
  return inForce;
}

/**
 * Throws `ledger_environment` if the ledger belongs to production and this process is configured for the sandbox, in
 * which no one proves who they are.
 */
export async function refuseSandboxOfProduction({
  ledger,
  config,
}: {
  readonly ledger: Pick<Ledger, 'db'>;
  readonly config: Pick<Config, 'environment'>;
}): Promise<void> {
  if (config.environment === 'production') return;
  if ((await environmentOf(ledger.db, await newestRules(ledger.db))) === 'production')
    throw new PayrunError('ledger_environment', { ledger: 'production', process: config.environment });
}

/** The rules in force, or those that a ledger without rules would get. Changes nothing. */
export async function rulesToShow({ ledger, config }: Pick<RulesDeps, 'ledger' | 'config'>): Promise<MoneyRules> {
  return (await newestRules(ledger.db))?.rules ?? defaultRules(config.environment);
}

/** A version of the rules with what it changed. */
export interface RulesVersion extends Omit<RulesRow, 'rules'> {
  readonly changed: readonly RuleChange[];
}

/** The versions of the rules, newest first, at most `most` of them. */
export async function rulesVersions(db: Db, most = 50): Promise<readonly RulesVersion[]> {
  const rows = await rulesHistory(db, most + 1);
  return rows.slice(0, most).map(({ rules, ...version }, i) => {
    const before = rows[i + 1];
    return { ...version, changed: before ? changedRules(before.rules, rules) : [] };
  });
}

export interface NewRules {
  /** The version that it replaces; 0 if the ledger has no rules yet. */
  readonly replaces: number;
  readonly rules: MoneyRules;
  readonly changed: readonly RuleChange[];
}

/**
 * The rules in force with other values of some. A ledger that moves to production keeps no rule of the sandbox. Changes
 * nothing. Throws `usage` for a value that is not valid, and `ledger_environment` if this process belongs to the other
 * environment: a ledger of production never becomes one of the sandbox.
 */
export async function rulesWith({ ledger, config }: RulesDeps, texts: RuleTexts): Promise<NewRules> {
  const inForce = await newestRules(ledger.db);
  const current = await environmentOf(ledger.db, inForce);
  const { environment: process } = config;
  if (texts.environment !== undefined && texts.environment !== process)
    throw usageError('rule_environment', { environment: process });
  if (current !== null && current !== process && (current === 'production' || texts.environment === undefined))
    throw new PayrunError('ledger_environment', { ledger: current, process });
  const before = inForce?.rules.environment === process ? inForce.rules : defaultRules(process);
  const rules = RULE_NAMES.reduce((made, name) => {
    const text = texts[name]?.trim();
    if (text === undefined) return made;
    const value = moneyRule(name).read(text);
    if (value === null) throw usageError('rule_invalid', { rule: name, value: text, form: moneyRule(name).form });
    return withRuleValue(made, name, value);
  }, before);
  return { replaces: inForce?.version ?? 0, rules, changed: inForce ? changedRules(inForce.rules, rules) : [] };
}

/**
 * Changes rules, for every process that uses this ledger: the only way to do so. `replaces`: the version that the
 * user has seen. Throws what `authorize` and `rulesWith` throw, and `rules_changed`.
 */
export async function setRules(
  deps: RulesDeps,
  texts: RuleTexts,
  { by, replaces }: { readonly by: Actor; readonly replaces: number },
): Promise<NewRules> {
  await authorize(deps.ledger.db, by, 'rules');
  const next = await rulesWith(deps, texts);
  if (replaces > 0 && next.changed.length === 0) return next;
  const version = { version: replaces + 1, rules: next.rules, by: by.name, trace: trace(by) };
  if (!(await deps.ledger.tx((db) => addVersion(db, deps, version)))) throw new PayrunError('rules_changed');
  return next;
}

interface NewVersion extends Omit<RulesRow, 'at'> {
  readonly trace?: Readonly<Record<string, string>>;
}

/** Appends a version of the rules and its event. False if another process has already added that version. */
async function addVersion(db: Db, { clock }: RulesDeps, { version, rules, by, trace }: NewVersion) {
  const at = new Date(clock.now());
  const before = await newestRules(db);
  if (!(await addRules(db, { version, rules, by, at }))) return false;
  const changed = before ? changedRules(before.rules, rules) : [];
  const data = { version, rules, changed, ...trace };
  await appendEvent(db, { chain: 'system', at, actor: by, kind: 'rules_changed', data });
  return true;
}

/** A ledger that pays for a production merchant belongs to production even before it has rules. Null: not known yet. */
async function environmentOf(db: Db, inForce: RulesRow | null): Promise<Environment | null> {
  if (inForce) return inForce.rules.environment;
  return (await hasProductionMerchant(db)) ? 'production' : null;
}
