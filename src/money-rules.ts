import type { Environment } from './model.ts';
import { parseMinor } from './money.ts';
import { allowedShare, ON_INVALID_FORM, type OnInvalid, parseOnInvalid } from './settings/on-invalid.ts';

/** Decimal amounts by currency: `{"EUR": "5000.00"}`. */
type Limits = Readonly<Record<string, string>>;

/**
 * The rules by which a ledger pays. They are stored in the ledger and nowhere else, so that every process that pays
 * from it obeys the same rules.
 */
export interface MoneyRules {
  readonly environment: Environment;
  readonly approval: {
    readonly policy: 'auto' | 'manual';
    readonly perPayment: Limits;
    readonly perRun: Limits;
    readonly two: Limits;
  };
  readonly onInvalid: OnInvalid;
  readonly duplicateDays: number;
  readonly duplicatesInSheet: 'hold' | 'warn';
  readonly rateTolerance: number;
  readonly enabledCountries: readonly string[];
  readonly nightlyRerun: { readonly reasons: readonly string[]; readonly times: number; readonly days: number };
}

interface Rule {
  readonly label: string;
  readonly about: string;
  readonly form: string;
  /** The valid values, if there are only some. */
  readonly choices?: readonly string[];
  /** Reads a value as a person writes it; null if it is not valid. */
  readonly read: (text: string) => unknown;
}

const choice = (...choices: readonly string[]) => ({
  choices,
  form: choices.join(' or '),
  read: (text: string) => (choices.includes(text) ? text : null),
});

const number = (least: number, most: number, isWhole: boolean) => ({
  form: `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`,
  read(text: string) {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most && (!isWhole || Number.isInteger(value)) ? value : null;
  },
});

const NONE = /^(none)?$/i;

const limits = { form: 'amounts such as EUR=5000.00 USD=6000.00, or none', read: readLimits };

export const MONEY_RULES = {
  environment: {
    label: 'Environment',
    about: '`sandbox` or `production`. A production ledger can never go back to the sandbox',
    ...choice('sandbox', 'production'),
  },
  'approval.policy': {
    label: 'Approval',
    about:
      'whether a run below the thresholds is paid without approval: `auto`, or `manual`: every run requires approval',
    ...choice('auto', 'manual'),
  },
  'approval.perPayment': {
    label: 'Approval threshold for a payment',
    about: 'payments above this amount need approval',
    ...limits,
  },
  'approval.perRun': {
    label: 'Approval threshold for a run',
    about: 'runs above this amount, including fees on top, need approval',
    ...limits,
  },
  'approval.two': {
    label: 'Limit for one approver',
    about: 'runs above this amount, including fees on top, need two approvers',
    ...limits,
  },
  onInvalid: {
    label: 'Sheets with invalid rows',
    about: 'what happens to a sheet with invalid rows',
    form: ON_INVALID_FORM,
    read: parseOnInvalid,
  },
  duplicateDays: {
    label: 'Duplicate check window',
    about: 'number of days to look back for a similar payment. If there is one, the new payment is put on hold',
    ...number(0, 3650, true),
  },
  duplicatesInSheet: {
    label: 'Duplicates within a sheet',
    about:
      'what happens to rows of one sheet that pay the same person the same amount with the same memo under different references: `hold` puts all but the first on hold, `warn` pays them with a warning',
    ...choice('hold', 'warn'),
  },
  rateTolerance: {
    label: 'Rate tolerance',
    about: 'percentage by which a rate may move before a run needs a new approval',
    ...number(0, 100, false),
  },
  enabledCountries: {
    label: 'Countries',
    about: 'countries to which bank transfers are allowed',
    form: 'country codes such as DE FR, or none to allow every country that the payout service supports',
    read(text) {
      const codes = NONE.test(text) ? [] : text.split(/[\s,;]+/);
      return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes : null;
    },
  },
  'nightlyRerun.reasons': {
    label: 'Nightly retries',
    about:
      'failure reasons for which the nightly job retries payments: failure codes, or words from the payout service’s message',
    form: 'reasons separated by commas, each at least 3 letters long, or none',
    read(text) {
      const reasons = NONE.test(text) ? [] : text.split(/[,;]/).map((one) => one.trim());
      return reasons.every((reason) => reason.length >= 3) ? reasons : null;
    },
  },
  'nightlyRerun.times': {
    label: 'Nightly retries per payment',
    about: 'maximum number of retries per payment',
    ...number(1, 10, true),
  },
  'nightlyRerun.days': {
    label: 'Nightly retry window',
    about: 'only payments that failed within this number of days are retried',
    ...number(1, 90, true),
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof MONEY_RULES;
export const RULE_NAMES = Object.keys(MONEY_RULES) as readonly RuleName[];

/** Values of rules as a person writes them. */
export type RuleTexts = { readonly [name in RuleName]?: string };

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(MONEY_RULES, name);

/** The entry of a rule, with all optional fields. */
export const moneyRule = (name: RuleName): Rule => MONEY_RULES[name];

/** `EUR=5000.00 USD=6000.00`, also with commas, or as `ruleText` writes it. */
export function readLimits(text: string): Limits | null {
  if (NONE.test(text)) return {};
  if (!/^[A-Z]{3}[\s=]+[\d.]+([\s,;]+[A-Z]{3}[\s=]+[\d.]+)*$/.test(text)) return null;
  const found: Record<string, string> = {};
  for (const [, currency = '', amount = ''] of text.matchAll(/([A-Z]{3})[\s=]+([\d.]+)/g)) {
    const minor = parseMinor(amount, currency);
    if (currency in found || minor === 'form' || minor === 'scale') return null;
    found[currency] = amount;
  }
  return found;
}

/** The rules of a ledger of this environment for which no one has set others. */
export function defaultRules(environment: Environment): MoneyRules {
  return {
    environment,
    approval: { policy: environment === 'production' ? 'manual' : 'auto', perPayment: {}, perRun: {}, two: {} },
    onInvalid: 'skip',
    duplicateDays: 7,
    duplicatesInSheet: 'hold',
    rateTolerance: 1,
    enabledCountries: [],
    nightlyRerun: { reasons: [], times: 1, days: 7 },
  };
}

/** The value of a rule; `approval.two` names a part of a group of rules. */
export function ruleValue(rules: MoneyRules, name: RuleName): unknown {
  const [group, part] = name.split('.') as [keyof MoneyRules, string | undefined];
  const value: unknown = rules[group];
  return part === undefined ? value : (value as Readonly<Record<string, unknown>>)[part];
}

/** The rules with another value of one of them. */
export function withRuleValue(rules: MoneyRules, name: RuleName, value: unknown): MoneyRules {
  const [group, part] = name.split('.') as [keyof MoneyRules, string | undefined];
  return { ...rules, [group]: part === undefined ? value : { ...(rules[group] as object), [part]: value } };
}

export interface RuleChange {
  readonly rule: RuleName;
  /** In words, as readers see them. */
  readonly before: string;
  readonly after: string;
}

/** The rules that differ between two versions. */
export function changedRules(before: MoneyRules, after: MoneyRules): readonly RuleChange[] {
  return RULE_NAMES.map((rule) => ({
    rule,
    before: ruleText(ruleValue(before, rule)),
    after: ruleText(ruleValue(after, rule)),
  })).filter((change) => change.before !== change.after);
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
  if (text !== 'none') return text;
  return rule === 'enabledCountries' ? 'all supported' : 'off';
}

/** True if a run asks to pay more of a sheet with invalid rows than the rules allow. */
export function isLooser(asked: OnInvalid, { onInvalid }: Pick<MoneyRules, 'onInvalid'>): boolean {
  return allowedShare(asked) > allowedShare(onInvalid);
}

/** The stricter one of the run's own option and the rule that is in force now. */
export function stricter(asked: OnInvalid, rules: Pick<MoneyRules, 'onInvalid'>): OnInvalid {
  return isLooser(asked, rules) ? rules.onInvalid : asked;
}
