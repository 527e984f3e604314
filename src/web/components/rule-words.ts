import { MONEY_RULES, type RuleDifference, type RuleName } from '../../money-rules.ts';
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
};

const UNITS: { readonly [rule in RuleName]?: (text: string) => string } = {
  duplicateDays: (text) => `${text} ${text === '1' ? 'day' : 'days'}`,
  rateTolerance: (text) => `${text} %`,
  onInvalid: (text) => `The other rows are paid if at most ${text} are invalid`,
  nightlyRerun: (text) => {
    const [, days, reasons, times] = /^days (\d+), reasons (.*), times (\d+)$/.exec(text) ?? [];
    if (reasons === undefined) return text;
    return reasons === 'none' ? 'None' : `${reasons}: at most ${times} times within ${days} days`;
  },
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
export function differenceWords(view: View, { rule, inForce, proposed }: RuleDifference): string {
  return `${MONEY_RULES[rule]?.label ?? rule}: ${ruleWords(view, rule, inForce)} → ${ruleWords(view, rule, proposed)}`;
}
