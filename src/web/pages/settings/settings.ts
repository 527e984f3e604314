import { changeRules } from '../../../actions/rules.ts';
import { rulesVersions } from '../../../engine/context/money-rules.ts';
import { PayrunError } from '../../../errors.ts';
import type { Feature } from '../../../http/feature.ts';
import { newestRules } from '../../../ledger/operations/money-rules.ts';
import { merchantList } from '../../../lists/merchants.ts';
import { settingValues } from '../../../lists/tables/setting-values.ts';
import { rulesHistoryTable, rulesTable, settingsTable } from '../../../lists/tables/settings-tables.ts';
import {
  defaultRules,
  type MoneyRules,
  moneyRule,
  RULE_NAMES,
  type RuleName,
  ruleText,
  ruleValue,
} from '../../../money-rules.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import { decimalText, figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { seesAllMerchants, settingsNav } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { formsOfInstallation } from './of-installation.ts';

/**
 * `GET /settings`: merchants, the rules for payments and settings of this process, for admins. No key is shown.
 * `POST /settings/rules` changes the rules; for admins of all merchants, with their password.
 */
export function settings(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { perWindow, perAddress, config } = appContext;
  const list = listFeature(deps, merchantList, { path: '/settings', csv: '/settings/merchants' });
  const page = async (view: View, refused: RefusedForm | null): Promise<Markup> => {
    return layout(view, {
      title: 'Settings',
      actions: csvButton('merchants', '/settings/merchants.csv'),
      main: html`${settingsNav(view)}
<p>${serviceLine(config)}</p>
${await list.section(view)}
<p class="quiet">Rate limits: ${figure(view, perWindow)} API calls per merchant and ${figure(view, perAddress)} for this machine every ${decimalText(view, String(config.quotaWindowMs / 1_000))} s. An operator can change merchants and their keys on the command line. Keys are never shown here.</p>
${await rulesPart(view, deps, refused)}
<h2>Settings of this process</h2>
<p>An operator can change these in the environment or in <code>payrun.config.json</code>. Changes take effect at the next start.</p>
${listTable(view, settingsTable, settingValues(appContext))}`,
    });
  };
  return (app) => {
    list.add(app);
    get(app, deps, '/settings', 'admin', (_, view) => page(view, null));
    postAction(
      app,
      deps,
      changeRules,
      formsOfInstallation('/settings', (_, view, refused) => page(view, refused)),
    );
  };
}

/** The rules for payments, the form that changes them, and the earlier versions with their authors. */
async function rulesPart(
  view: View,
  { appContext: { ledger, config } }: PageDeps,
  refused: RefusedForm | null,
): Promise<Markup> {
  const inForce = await newestRules(ledger.db);
  const rules = inForce?.rules ?? defaultRules(config.environment);
  const since = inForce
    ? html`In effect since ${exactMoment(view, inForce.at)}, set by ${inForce.by}, for every process that uses this ledger.`
    : 'This ledger has no rules yet. These are the defaults.';
  return html`<h2 id="rules">Payment rules</h2>
<p>${since}</p>
${seesAllMerchants(view.currentUser) ? rulesForm(view, rules, inForce?.version ?? 0, config.environment, refused) : html`<p class="quiet">Only an admin of all merchants can change them.</p>`}
${listTable(view, rulesTable(rules, inForce !== null), RULE_NAMES)}
${listTable(view, rulesHistoryTable, await rulesVersions(ledger.db, 20))}`;
}

/** It is open as long as nothing is paid without it. `replaces`: the version in force; 0 if there is none. */
function rulesForm(
  view: View,
  rules: MoneyRules,
  replaces: number,
  environment: MoneyRules['environment'],
  refused: RefusedForm | null,
): Markup | '' {
  const moves = rules.environment !== environment;
  const misfit = new PayrunError('ledger_environment', { ledger: rules.environment, process: environment }).message;
  if (moves && environment === 'sandbox') return html`<p class="notice bad">${misfit}</p>`;
  const missing = new PayrunError('rules_missing').message;
  const open = moves
    ? `${misfit} These rules turn it into a production ledger and replace all sandbox rules.`
    : replaces === 0 && environment === 'production'
      ? `${missing} Nothing is paid until an admin sets them.`
      : undefined;
  const shown = moves ? defaultRules(environment) : rules;
  const faultOf = (name: RuleName) => {
    const { read, form } = moneyRule(name);
    const typed = refused?.form[name];
    return typed === undefined || read(typed) !== null ? undefined : `Enter ${form}.`;
  };
  return actionForm(view, changeRules, {
    path: '/settings',
    title: replaces === 0 ? 'Set rules' : 'Change rules',
    refused,
    open,
    hidden: { replaces: String(replaces), ...(moves ? { environment } : {}) },
    fields: Object.fromEntries(
      RULE_NAMES.map((name) => [name, { value: ruleText(ruleValue(shown, name)), error: faultOf(name) }]),
    ),
  });
}
