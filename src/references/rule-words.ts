import { MONEY_RULES, type RuleChange, type RuleName } from '../money-rules.ts';
import { as, type Value } from './value.ts';

/** Texts for values of `ruleText` that do not explain themselves. */
const WORDS: { readonly [rule in RuleName]?: Readonly<Record<string, string>> } = {
  environment: { sandbox: 'Sandbox', production: 'Production' },
  'approval.policy': { auto: 'Automatic below the thresholds', manual: 'Every run requires approval' },
  'approval.perPayment': { none: 'No limit' },
  'approval.perRun': { none: 'No limit' },
  'approval.two': { none: 'No limit' },
  onInvalid: { skip: 'The other rows are paid', stop: 'Nothing is paid' },
  duplicatesInSheet: { hold: 'Put on hold', warn: 'Paid with a warning' },
  enabledCountries: { none: 'All that the payout service supports' },
  'nightlyRerun.reasons': { none: 'None' },
};

const UNITS: { readonly [rule in RuleName]?: (text: string) => string } = {
  duplicateDays: (text) => `${text} ${text === '1' ? 'day' : 'days'}`,
  rateTolerance: (text) => `${text}%`,
  onInvalid: (text) => `The other rows are paid if at most ${text} are invalid`,
  'nightlyRerun.days': (text) => `${text} ${text === '1' ? 'day' : 'days'}`,
};

/** The readable form of a text of `ruleText`; amounts in it are values. */
export function ruleWords(rule: RuleName, text: string): Value {
  const words = WORDS[rule]?.[text] ?? UNITS[rule]?.(text) ?? text;
  const parts = words.split(/\b([A-Z]{3} \d+(?:\.\d+)?)/).map((part, i) => {
    const [currency = '', plain = ''] = part.split(' ');
    return i % 2 === 1 ? as.decimal(plain, currency) : part;
  });
  return parts.length === 1 ? words : as.joined(parts, '');
}

/** `Rate tolerance: 1 % → 2 %`. A rule of another version has its name only. */
export const changeWords = ({ rule, before, after }: RuleChange): Value =>
  as.words`${MONEY_RULES[rule]?.label ?? rule}: ${ruleWords(rule, before)} → ${ruleWords(rule, after)}`;

/** The rule itself describes its choices. */
export function aboutRule(name: RuleName): string {
  const about = MONEY_RULES[name].about.split(':')[0]!.replaceAll('`', '');
  return `${about[0]!.toUpperCase()}${about.slice(1)}.`;
}
