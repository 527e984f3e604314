import { changeRules } from '../../../actions/rules.ts';
import { merchantList } from '../../../lists/merchants.ts';
import { settingValues } from '../../../lists/tables/setting-values.ts';
import { settingsTable } from '../../../lists/tables/settings-tables.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { rateLimitText } from '../../components/rate-limit-text.ts';
import { isWhole, settingsNav } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { listTable } from '../../lists/list-table.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { rulesPart } from './settings-rules.ts';

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
<p>${serviceLine(config).replaceAll('`', '')}</p>
${await list.section(view)}
<p class="quiet">Each may make ${rateLimitText(view, perWindow, config.quotaWindowMs)}, and this machine ${figure(view, perAddress)} in the same time for all of them. An operator changes merchants and their keys on the command line: keys never come to this page.</p>
${await rulesPart(view, deps, refused)}
<h2>Settings of this process</h2>
<p>An operator changes them in the environment or in <code>payrun.config.json</code>; they apply from the next start.</p>
${listTable(view, settingsTable, settingValues(appContext))}`,
    });
  };
  return (app) => {
    list.add(app);
    get(app, deps, '/settings', 'admin', (_, view) => page(view, null));
    postAction(app, deps, changeRules, {
      path: '/settings',
      page: {
        find: async (_, { currentUser }) => (isWhole(currentUser) ? true : null),
        show: (_, view, __, refused) => page(view, refused),
      },
      subject: () => ({ references: [] }),
      back: () => '/settings',
    });
  };
}
