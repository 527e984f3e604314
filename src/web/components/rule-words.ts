import { MONEY_RULES, type RuleChange, type RuleName } from '../../money-rules.ts';
import { decimalText } from './amount.ts';
import type { View } from './view.ts';

/** The texts of `ruleText` that do not say what they mean, in words. */
const WORDS: { readonly [rule in RuleName]?: Readonly<Record<string, string>> } = {
  environment: { sandbox: 'Sandbox', production: 'Production' },
  'approval.policy': { auto: 'Automatic below the limits', manual: 'Every run needs an approval' },
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
  rateTolerance: (text) => `${text} %`,
  onInvalid: (text) => `The other rows are paid if at most ${text} are invalid`,
  'nightlyRerun.days': (text) => `${text} ${text === '1' ? 'day' : 'days'}`,
};

/** A text of `ruleText`, in words. */
export function ruleWords(view: View, rule: RuleName, text: string): string {
  const words = WORDS[rule]?.[text] ?? UNITS[rule]?.(text) ?? text;
  return words.replace(
    /\b([A-Z]{3}) (\d+(?:\.\d+)?)/g,
    (_, currency, plain) => `${decimalText(view, plain)} ${currency}`,
  );
}

/** `Rate tolerance: 1 % → 2 %`. A rule of another version has its name only. */
export function changeWords(view: View, { rule, before, after }: RuleChange): string {
  return `${MONEY_RULES[rule]?.label ?? rule}: ${ruleWords(view, rule, before)} → ${ruleWords(view, rule, after)}`;
}
