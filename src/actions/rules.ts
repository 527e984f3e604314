import { PayrunError } from '../errors.ts';
import { isRuleName, moneyRule, RULE_NAMES, type RuleName } from '../money-rules.ts';
import { aboutRule, ruleWords } from '../references/rule-words.ts';
import { usageError } from '../references/usage-error.ts';
import type { ActionField, InstallationAction } from './action.ts';

function fieldOf(rule: RuleName): ActionField {
  const { label, choices, form } = moneyRule(rule);
  return choices
    ? { label, choices: choices.map((one) => [one, String(ruleWords(rule, one))]) }
    : { label, hint: `${aboutRule(rule)} Enter ${form}.` };
}

/** Changes rules for payments. `replaces`: the version that the user saw. */
export const changeRules: InstallationAction = {
  name: 'rules',
  permission: 'rules',
  of: 'installation',
  takes: (field) => field === 'replaces' || isRuleName(field),
  // The page says which environment it is.
  fields: Object.fromEntries(RULE_NAMES.flatMap((rule) => (rule === 'environment' ? [] : [[rule, fieldOf(rule)]]))),
  button: 'Apply rules',
  question: 'Changes take effect immediately, for every process that uses this ledger.',
  done: 'Rules applied.',
  command: {
    name: 'rules set',
    arguments: '<name> <value...>',
    summary: 'changes a rule, for every process that uses this ledger',
    options: [{ flags: '--yes', summary: 'changes it without asking' }],
    examples: [
      ['payrun rules set approval.policy manual', 'every run requires approval'],
      [
        'payrun rules set approval.two EUR=50000 USD=60000',
        'runs above these amounts need two approvers; `none` turns this off',
      ],
      ['payrun rules set environment production', 'moves a sandbox ledger to production, with the production defaults'],
    ],
    makesLedger: true,
    input([name = '', ...values]) {
      if (isRuleName(name)) return { [name]: values.join(' ') };
      throw usageError('rule_unknown', { rule: name.slice(0, 40), rules: RULE_NAMES.join(', ') });
    },
  },
  async apply(place, _, { replaces = '', ...typed }, { by }) {
    const { setRules } = await import('../engine/context/money-rules.ts');
    if (!/^\d{1,9}$/.test(replaces)) throw new PayrunError('rules_changed');
    const { changed } = await setRules(place, typed, { by, replaces: Number(replaces) });
    const version = Number(replaces) + 1;
    const line = `In force: version ${version}. Every process that uses this ledger now follows these rules.`;
    return { answer: { document: { applied: true, version, changed }, lines: [line] } };
  },
};
