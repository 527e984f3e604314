import { type Config, parseStoredSettings } from '../../config.ts';
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
import {
  changes,
  describeDifference,
  differences,
  type MoneyRules,
  proposedRules,
  RULE_NAMES,
  type RuleDifference,
  rulesOf,
} from '../../money-rules.ts';
import { type Actor, osUserName, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';

export interface RulesDeps {
  readonly ledger: Pick<Ledger, 'db' | 'tx'>;
  readonly config: Config;
  readonly clock: Clock;
}

/** The rules by which this ledger pays, and their origin. */
export interface RulesInForce {
  readonly rules: MoneyRules;
  readonly version: number;
  readonly since: Date;
  readonly by: string;
  /** `file`, `environment`, `default` or `page`. */
  readonly source: string;
  /** Rules that this process's configuration sets differently. They have no effect until they are applied. */
  readonly differs: readonly RuleDifference[];
}

/**
 * The rules in force, for a process that pays. A ledger without rules takes those of the first such process. In
 * production that requires a configuration file that sets `approval`, so that a process in another folder cannot
 * silently establish weaker rules. Throws `rules_missing`, and `ledger_environment` if this process belongs to the
 * other environment.
 */
export async function rulesToPay(deps: RulesDeps): Promise<RulesInForce> {
  const inForce = await rulesForProcess(deps);
  if (inForce) return inForce;
  const rules = rulesOf(deps.config);
  await deps.ledger.tx((db) =>
    addVersion(db, deps, { version: 1, rules, actor: osUserName(), source: sourceOf(deps.config) }),
  );
  return (await rulesForProcess(deps))!;
}

/**
 * Checks that this process may pay from the ledger, and changes nothing. Null if the ledger has no rules yet, so that
 * this process would establish them. Throws what `rulesToPay` throws.
 */
export async function rulesForProcess(deps: RulesDeps): Promise<RulesInForce | null> {
  const { config } = deps;
  const inForce = await rulesInForce(deps);
  const environment = inForce?.rules.environment ?? (await knownEnvironment(deps.ledger.db));
  if (environment !== null && environment !== config.environment)
    throw new PayrunError('ledger_environment', { ledger: environment, process: config.environment });
  if (!inForce && config.environment === 'production' && !setsApprovalInFile(config))
    throw new PayrunError('rules_missing');
  return inForce;
}

/**
 * Throws `ledger_environment` if the ledger belongs to production and this process is configured for the sandbox, in
 * which nobody proves who they are.
 */
export async function refuseSandboxOfProduction({
  ledger,
  config,
}: {
  readonly ledger: Pick<Ledger, 'db'>;
  readonly config: Pick<Config, 'environment'>;
}): Promise<void> {
  if (config.environment === 'production') return;
  const environment = (await newestRules(ledger.db))?.rules.environment ?? (await knownEnvironment(ledger.db));
  if (environment === 'production')
    throw new PayrunError('ledger_environment', { ledger: environment, process: config.environment });
}

/** The rules in force; null if the ledger has none yet. */
export async function rulesInForce({ ledger, config }: RulesDeps): Promise<RulesInForce | null> {
  const row = await newestRules(ledger.db);
  if (!row) return null;
  const rules = readRules(row);
  return {
    rules,
    version: row.version,
    since: row.at,
    by: row.actor,
    source: row.source,
    differs: differences(rules, config),
  };
}

/** The rules in force, or those that this process would establish in a ledger without rules. Changes nothing. */
export async function rulesToShow(deps: RulesDeps): Promise<MoneyRules> {
  return (await rulesInForce(deps))?.rules ?? rulesOf(deps.config);
}

/** A version of the rules with the settings that it changed. */
export interface RulesChange extends Pick<RulesRow, 'version' | 'actor' | 'source' | 'at'> {
  readonly changed: readonly RuleDifference[];
}

/** The versions of the rules, newest first, at most `most` of them. */
export async function rulesChanges(db: Db, most = 50): Promise<readonly RulesChange[]> {
  const rows = await rulesHistory(db, most + 1);
  return rows.slice(0, most).map((row, i) => {
    const { version, actor, source, at } = row;
    const before = rows[i + 1];
    return { version, actor, source, at, changed: before ? changes(readRules(before), readRules(row)) : [] };
  });
}

/** The rules that the configuration of this process would put into force. */
export interface RulesProposal {
  /** The version that it would replace; 0 if the ledger has no rules yet. */
  readonly version: number;
  readonly rules: MoneyRules;
  readonly changed: readonly RuleDifference[];
}

/** Compares the configuration with the rules in force, and changes nothing. */
export async function proposal(deps: RulesDeps): Promise<RulesProposal> {
  const inForce = await rulesInForce(deps);
  if (!inForce) return { version: 0, rules: rulesOf(deps.config), changed: [] };
  const rules = proposedRules(inForce.rules, deps.config);
  return { version: inForce.version, rules, changed: changes(inForce.rules, rules) };
}

/**
 * Puts proposed rules into force if `version` is still the current one. Throws what `authorize` throws,
 * `rules_changed`, and `ledger_environment`: a production ledger never becomes a sandbox ledger.
 */
export async function applyRules(
  deps: RulesDeps,
  { version, rules }: Pick<RulesProposal, 'version' | 'rules'>,
  by: Actor,
): Promise<void> {
  await authorize(deps.ledger.db, by, 'settings');
  const environment = (await rulesInForce(deps))?.rules.environment ?? (await knownEnvironment(deps.ledger.db));
  if (environment === 'production' && rules.environment !== 'production')
    throw new PayrunError('ledger_environment', { ledger: environment, process: rules.environment });
  const next = { version: version + 1, rules, actor: by.name, source: sourceOf(deps.config), trace: trace(by) };
  if (!(await deps.ledger.tx((db) => addVersion(db, deps, next)))) throw new PayrunError('rules_changed');
}

interface NewVersion extends Pick<RulesRow, 'version' | 'actor' | 'source'> {
  readonly rules: MoneyRules;
  readonly trace?: Readonly<Record<string, string>>;
}

/** Appends a version of the rules and its event. False if another process has already added that version. */
async function addVersion(db: Db, { clock }: RulesDeps, next: NewVersion): Promise<boolean> {
  const { version, rules, actor, source, trace } = next;
  const at = new Date(clock.now());
  const before = await newestRules(db);
  if (!(await addRules(db, { version, rules: { ...rules }, actor, source, at }))) return false;
  const changed = before ? changes(readRules(before), rules) : [];
  const data = { version, rules, source, changed, ...trace };
  await appendEvent(db, { chain: 'system', at, actor, kind: 'rules_applied', data });
  return true;
}

/** Logs, once for each version of the rules, how the configuration of this process differs. */
export function createDifferenceLog(warn: (facts: object, message: string) => void): (inForce: RulesInForce) => void {
  let warned = 0;
  return ({ version, differs }) => {
    if (version === warned) return;
    warned = version;
    if (differs.length > 0)
      warn({ rules: differs.map(describeDifference) }, 'the configuration differs from the rules in force');
  };
}

function readRules({ rules }: RulesRow): MoneyRules {
  const stored = parseStoredSettings(rules, [
    'environment',
    'approval',
    'onInvalid',
    'duplicateDays',
    'duplicatesInSheet',
    'rateTolerance',
    'enabledCountries',
    'nightlyRerun',
  ]);
  return { ...stored, approval: { ...stored.approval, policy: stored.approval.policy ?? 'manual' } };
}

/** A ledger that pays for a production merchant belongs to production even before it has rules. */
async function knownEnvironment(db: Db): Promise<'production' | null> {
  return (await hasProductionMerchant(db)) ? 'production' : null;
}

function setsApprovalInFile({ given }: Config): boolean {
  return Object.entries(given).some(([name, by]) => by === 'file' && name.startsWith('approval.'));
}

function sourceOf({ given }: Config): string {
  const places = new Set(RULE_NAMES.flatMap((name) => given[name] ?? []));
  return places.has('file') ? 'file' : places.has('environment') ? 'environment' : 'default';
}
