import type { Config } from './config.ts';
import { allowedShare } from './settings/on-invalid.ts';

/**
 * The rules of an installation that decide whether and how much money is paid. The ledger stores them, so that every
 * process that pays from it obeys the same rules. The configuration of a process only proposes them.
 */
export const MONEY_RULES = {
  environment: { label: 'Environment', about: 'where this ledger pays: `sandbox` or `production`' },
  'approval.policy': {
    label: 'Approval',
    about: 'whether a run below the limits is paid without a person: `auto`, or `manual`: every run needs an approval',
  },
  'approval.perPayment': { label: 'Approval limit for a payment', about: 'a payment above it needs an approval' },
  'approval.perRun': { label: 'Approval limit for a run', about: 'a run above it needs an approval' },
  'approval.two': { label: 'Limit for one approver', about: 'a run above it needs two approvers' },
  onInvalid: { label: 'Sheets with invalid rows', about: 'what happens to a sheet with invalid rows' },
  duplicateDays: {
    label: 'Days of the duplicate check',
    about: 'days in which a payment that looks like an earlier one is put on hold',
  },
  duplicatesInSheet: {
    label: 'Duplicates within a sheet',
    about: 'what happens to rows of one sheet that pay one person the same amount with the same memo: `hold` or `warn`',
  },
  rateTolerance: {
    label: 'Rate tolerance',
    about: 'percent by which a rate may move before an approval is needed again',
  },
  enabledCountries: { label: 'Countries', about: 'countries that bank transfers may go to' },
  nightlyRerun: { label: 'Nightly retries', about: 'failed payments that the job `nightly` pays again' },
} as const;

export type RuleName = keyof typeof MONEY_RULES;
export const RULE_NAMES = Object.keys(MONEY_RULES) as readonly RuleName[];

/** The rules by which a ledger pays. */
export type MoneyRules = Pick<
  Config,
  | 'environment'
  | 'approval'
  | 'onInvalid'
  | 'duplicateDays'
  | 'duplicatesInSheet'
  | 'rateTolerance'
  | 'enabledCountries'
  | 'nightlyRerun'
>;

/** The configuration without the rules, because only the ledger's rules count. */
export type ProcessConfig = Omit<Config, Exclude<keyof MoneyRules, 'environment'>>;

/** The rules in a configuration, with the defaults of its environment. */
export function rulesOf(config: MoneyRules): MoneyRules {
  const {
    environment,
    approval,
    onInvalid,
    duplicateDays,
    duplicatesInSheet,
    rateTolerance,
    enabledCountries,
    nightlyRerun,
  } = config;
  return {
    environment,
    approval,
    onInvalid,
    duplicateDays,
    duplicatesInSheet,
    rateTolerance,
    enabledCountries,
    nightlyRerun,
  };
}

/** The value of a rule; `approval.two` names a part of a setting. */
export function ruleValue(rules: MoneyRules, name: RuleName): unknown {
  const [setting, part] = name.split('.') as [keyof MoneyRules, string | undefined];
  const value: unknown = rules[setting];
  return part === undefined ? value : (value as Readonly<Record<string, unknown>>)[part];
}

/** A rule that the configuration of a process sets differently. */
export interface RuleDifference {
  readonly rule: RuleName;
  /** In words, as readers see them. */
  readonly inForce: string;
  readonly proposed: string;
}

/**
 * The differences between a configuration and the rules in force. Only settings that it sets count: a folder without a
 * configuration file proposes nothing.
 */
export function differences(inForce: MoneyRules, config: Config): readonly RuleDifference[] {
  return changes(inForce, proposedRules(inForce, config));
}

/** The rules that differ between two versions. */
export function changes(before: MoneyRules, after: MoneyRules): readonly RuleDifference[] {
  return RULE_NAMES.map((rule) => ({
    rule,
    inForce: ruleText(ruleValue(before, rule)),
    proposed: ruleText(ruleValue(after, rule)),
  })).filter(({ inForce, proposed }) => inForce !== proposed);
}

/**
 * The rules in force with the settings of the configuration. Missing settings keep their rule, so that nothing is
 * loosened by omission. A ledger that moves to production keeps no rule of the sandbox.
 */
export function proposedRules(inForce: MoneyRules, config: Config): MoneyRules {
  const proposed = rulesOf(config);
  if (config.given.environment && proposed.environment !== inForce.environment) return proposed;
  const of = (name: RuleName) => (config.given[name] ? proposed : inForce);
  return {
    environment: of('environment').environment,
    approval: {
      policy: of('approval.policy').approval.policy,
      perPayment: of('approval.perPayment').approval.perPayment,
      perRun: of('approval.perRun').approval.perRun,
      two: of('approval.two').approval.two,
    },
    onInvalid: of('onInvalid').onInvalid,
    duplicateDays: of('duplicateDays').duplicateDays,
    duplicatesInSheet: of('duplicatesInSheet').duplicatesInSheet,
    rateTolerance: of('rateTolerance').rateTolerance,
    enabledCountries: of('enabledCountries').enabledCountries,
    nightlyRerun: of('nightlyRerun').nightlyRerun,
  };
}

/** `{"EUR": "5000.00"}` as `EUR 5000.00`; an empty value is `none`. Equal rules have equal texts. */
export function ruleText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.map(ruleText).toSorted().join(', ') || 'none';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${name} ${ruleText(one)}`);
  return parts.join(', ') || 'none';
}

/** A text of `ruleText` as the command line shows it. */
export function shownRule(rule: RuleName, text: string): string {
  if (rule === 'nightlyRerun' && /\breasons none\b/.test(text)) return 'off';
  if (text !== 'none') return text;
  return rule === 'enabledCountries' ? 'all supported' : 'off';
}

/** One sentence for a difference. */
export function describeDifference({ rule, inForce, proposed }: RuleDifference): string {
  const [here, now] = [shownRule(rule, proposed), shownRule(rule, inForce)];
  return `The configuration here says ${rule}: ${here}. The rules in force say ${now}, and they count.`;
}

/** True if a run asks to pay more of a sheet with invalid rows than the rules allow. */
export function isLooser(asked: MoneyRules['onInvalid'], { onInvalid }: Pick<MoneyRules, 'onInvalid'>): boolean {
  return allowedShare(asked) > allowedShare(onInvalid);
}

/** The stricter one of the run's own option and the rule that is in force now. */
export function stricter(asked: MoneyRules['onInvalid'], rules: Pick<MoneyRules, 'onInvalid'>) {
  return isLooser(asked, rules) ? rules.onInvalid : asked;
}
