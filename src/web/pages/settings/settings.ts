import type { Context } from 'hono';
import { setRules } from '../../../engine/context/money-rules.ts';
import { PayrunError } from '../../../errors.ts';
import { merchantList } from '../../../lists/merchants.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import { readForm } from '../../bodies/read-form.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { rateLimitText } from '../../components/rate-limit-text.ts';
import { isWhole, settingsNav } from '../../components/settings-nav.ts';
import { table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { listTable } from '../../lists/list-table.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { get, post } from '../route.ts';
import { faultsOf, type RefusedRules, rulesOfForm, rulesPart } from './settings-rules.ts';
import { settingValues, VALUE_COLUMNS } from './settings-values.ts';

/**
 * `GET /settings`: merchants, the rules for payments and settings of this process, for admins. No key is shown.
 * `POST /settings/rules` changes the rules; for admins of all merchants, with their password.
 */
export function settings(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger, perWindow, perAddress, config } = appContext;
  const list = listFeature(deps, merchantList, { path: '/settings', csv: '/settings/merchants' });
  const page = async (view: View, refused: RefusedRules | null = null): Promise<Markup> => {
    return layout(view, {
      title: 'Settings',
      actions: csvButton('merchants', '/settings/merchants.csv'),
      main: html`${settingsNav(view)}
<p>${serviceLine(config).replaceAll('`', '')}</p>
${listTable(view, merchantList, await list.rows(view))}
<p class="quiet">Each may make ${rateLimitText(view, perWindow, config.quotaWindowMs)}, and this machine ${figure(view, perAddress)} in the same time for all of them. An operator changes merchants and their keys on the command line: keys never come to this page.</p>
${await rulesPart(view, deps, refused)}
<h2>Settings of this process</h2>
<p>An operator changes them in the environment or in <code>payrun.config.json</code>; they apply from the next start.</p>
${table('Settings and where they come from', VALUE_COLUMNS, settingValues(appContext), undefined, { stacks: true })}`,
    });
  };
  return (app) => {
    list.add(app);
    get(app, deps, '/settings', 'admin', (_, view) => page(view));
    post(app, deps, '/settings/rules', 'admin', async (context: Context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const form = await readForm(context);
      const typed = rulesOfForm(form);
      const refuse = async (why: string) => context.html(await page(view, { why, typed }), 422);
      const wrong = await confirmPassword(context, form);
      if (wrong) return refuse(wrong);
      if (Object.keys(faultsOf(typed)).length > 0) return refuse('Not saved. Correct the marked fields.');
      // The rules must still be those that were shown.
      if (!/^\d{1,9}$/.test(form.replaces ?? '')) throw new PayrunError('rules_changed');
      await setRules({ ledger, clock: appContext.clock, config }, typed, {
        by: actorOf(context),
        replaces: Number(form.replaces),
      });
      return context.redirect('/settings#rules', 303);
    });
  };
}
