import type { Context } from 'hono';
import {
  applyRules,
  proposal,
  type RulesChange,
  rulesChanges,
  rulesInForce,
} from '../../../engine/context/money-rules.ts';
import { PayrunError } from '../../../errors.ts';
import {
  MONEY_RULES,
  RULE_NAMES,
  type RuleDifference,
  type RuleName,
  ruleText,
  ruleValue,
} from '../../../money-rules.ts';
import { readForm } from '../../bodies/read-form.ts';
import { confirmButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { differenceWords, ruleWords } from '../../components/rule-words.ts';
import { type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { post } from '../route.ts';
import { isWhole } from './settings-nav.ts';

/** `POST /settings/rules`: applies the rules of the configuration; for admins of all merchants, with their password. */
export function settingsRules(deps: PageDeps): Feature {
  const rulesDeps = rulesDepsOf(deps);
  return (app) => {
    post(app, deps, '/settings/rules', 'admin', async (context: Context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const form = await readForm(context);
      const wrong = await confirmPassword(context, form);
      if (wrong) throw new PayrunError('usage', { detail: wrong });
      const proposed = await proposal(rulesDeps);
      // The proposal must still be the one that was shown.
      if (form.version !== String(proposed.version) || form.changed !== changesIn(proposed.changed))
        throw new PayrunError('rules_changed');
      await applyRules(rulesDeps, proposed, actorOf(context));
      return context.redirect('/settings', 303);
    });
  };
}

/** The rules in force, differences from the configuration of this process, and the changes with their authors. */
export async function rulesPart(view: View, deps: PageDeps): Promise<Markup> {
  const rulesDeps = rulesDepsOf(deps);
  const inForce = await rulesInForce(rulesDeps);
  const proposed = await proposal(rulesDeps);
  const rules = inForce?.rules ?? proposed.rules;
  const differs = new Map(proposed.changed.map((one) => [one.rule, one.proposed]));
  return html`<h2>Rules for payments</h2>
<p>${
    inForce
      ? html`In force since ${exactMoment(view, inForce.since)}, by ${inForce.by}, for every process that pays from this ledger.`
      : 'This ledger has no rules yet. The first process that pays takes these.'
  }</p>
${table('Rules in force', ruleColumns(view, rules, differs), RULE_NAMES, undefined, { stacks: true })}
${applyPart(view, proposed.version, proposed.changed)}
${table('Changes of the rules', changeColumns(view), await rulesChanges(rulesDeps.ledger.db, 20), undefined, { stacks: true })}`;
}

function applyPart(view: View, version: number, changed: readonly RuleDifference[]): Markup | '' {
  if (version > 0 && changed.length === 0) return '';
  if (!isWhole(view.currentUser))
    return html`<p class="quiet">The configuration differs. An admin of all merchants may apply it.</p>`;
  return confirmButton(view, {
    action: '/settings/rules',
    button: 'Apply configuration',
    sure: 'Apply rules',
    question:
      version === 0
        ? 'The rules above will be in force for every process that pays from this ledger.'
        : html`These rules will change for every process that pays from this ledger: ${changed.map((one) => differenceWords(view, one)).join('; ')}.`,
    hidden: { version: String(version), changed: changesIn(changed) },
    body: passwordField('rules'),
    tone: 'danger',
  });
}

/** The changes that a form confirms, as text. */
function changesIn(changed: readonly RuleDifference[]): string {
  return changed.map(({ rule, inForce, proposed }) => `${rule}: ${inForce} -> ${proposed}`).join('; ');
}

function ruleColumns(
  view: View,
  rules: Parameters<typeof ruleValue>[0],
  differs: ReadonlyMap<RuleName, string>,
): readonly PageColumn<RuleName>[] {
  return [
    {
      title: 'Rule',
      names: true,
      cell: (name) => html`${MONEY_RULES[name].label}<br><code class="quiet no-wrap">${name}</code>`,
    },
    {
      title: 'In force',
      cell: (name) => html`<span class="wrap">${ruleWords(view, name, ruleText(ruleValue(rules, name)))}</span>`,
    },
    ...(differs.size > 0
      ? [
          {
            title: 'Configuration',
            cell: (name: RuleName) =>
              html`<span class="wrap">${differs.has(name) ? ruleWords(view, name, differs.get(name)!) : ''}</span>`,
          },
        ]
      : []),
    {
      title: 'Description',
      minor: true,
      cell: (name) => html`<span class="quiet">${aboutRule(name)}</span>`,
    },
  ];
}

/** The choices are said in words by the rule in force. */
const aboutRule = (name: RuleName): string => {
  const about = MONEY_RULES[name].about.replaceAll('`', '').split(':')[0]!;
  return `${about[0]!.toUpperCase()}${about.slice(1)}.`;
};

const changeColumns = (view: View): readonly PageColumn<RulesChange>[] => [
  { title: 'Version', names: true, cell: ({ version }) => String(version) },
  { title: 'At', cell: ({ at }) => moment(view, at) },
  { title: 'By', cell: ({ actor }) => actor },
  {
    title: 'Changed',
    wide: true,
    cell: ({ changed }) => changed.map((one) => differenceWords(view, one)).join('; ') || 'First rules of this ledger',
  },
];

function rulesDepsOf({ appContext: { ledger, clock, proposed: config } }: PageDeps) {
  return { ledger, clock, config };
}
