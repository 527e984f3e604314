import { type RulesDeps, rulesToPay, rulesWith, setRules } from '../../src/engine/context/money-rules.ts';
import type { Environment } from '../../src/model.ts';
import {
  defaultRules,
  isRuleName,
  type MoneyRules,
  moneyRule,
  RULE_NAMES,
  type RuleName,
  type RuleTexts,
  ruleText,
  ruleValue,
  withRuleValue,
} from '../../src/money-rules.ts';
import { anAdmin } from './person.ts';

/** Settings of a test: rules for payments by their names, and settings of a process by their variables. */
export type Given = Readonly<Record<string, string>>;

export function splitGiven(given: Given): { readonly rules: RuleTexts; readonly env: Given } {
  const of = (isRule: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isRuleName(name) === isRule));
  return { rules: of(true), env: of(false) };
}

/** The defaults with these values. */
export function testRules(texts: RuleTexts = {}, environment: Environment = 'sandbox'): MoneyRules {
  return (Object.entries(texts) as [RuleName, string][]).reduce((rules, [name, text]) => {
    const value = moneyRule(name).read(text);
    if (value === null) throw new Error(`${name}: ${text}`);
    return withRuleValue(rules, name, value);
  }, defaultRules(environment));
}

/** Every rule as a person writes it. */
export const textsOf = (rules: MoneyRules): RuleTexts =>
  Object.fromEntries(RULE_NAMES.map((name) => [name, ruleText(ruleValue(rules, name))]));

/** Puts the defaults with these values into force, as an admin would. */
export async function setTestRules(deps: RulesDeps, texts: RuleTexts = {}): Promise<void> {
  await rulesToPay(deps);
  const all = { ...textsOf(defaultRules(deps.config.environment)), ...texts };
  const { replaces, changed } = await rulesWith(deps, all);
  if (changed.length > 0) await setRules(deps, all, { by: await anAdmin(deps.ledger), replaces });
}
