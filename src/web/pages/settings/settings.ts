import type { Context } from 'hono';
import { setRules } from '../../../engine/context/money-rules.ts';
import { PayrunError } from '../../../errors.ts';
import { listMerchants, type MerchantRow } from '../../../ledger/merchants/merchant.ts';
import { seesMerchant } from '../../../permissions/access.ts';
import { countryWord } from '../../../references/country-word.ts';
import { serviceLine } from '../../../settings/service-line.ts';
import { readForm } from '../../bodies/read-form.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { rateLimitText } from '../../components/rate-limit-text.ts';
import { moment } from '../../components/relative-time.ts';
import { isWhole, settingsNav } from '../../components/settings-nav.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
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
  const page = async (view: View, refused: RefusedRules | null = null): Promise<Markup> => {
    const merchants = (await listMerchants(ledger.db)).filter(({ id }) => seesMerchant(view.currentUser, id));
    return layout(view, {
      title: 'Settings',
      main: html`${settingsNav(view)}
<p>${serviceLine(config).replaceAll('`', '')}</p>
${table(
  'Merchants',
  merchantColumns(view),
  merchants,
  empty('No merchants yet.', 'An operator adds them on the command line.'),
  { stacks: true },
)}
<p class="quiet">Each may make ${rateLimitText(view, perWindow, config.quotaWindowMs)}, and this machine ${figure(view, perAddress)} in the same time for all of them. An operator changes merchants and their keys on the command line: keys never come to this page.</p>
${await rulesPart(view, deps, refused)}
<h2>Settings of this process</h2>
<p>An operator changes them in the environment or in <code>payrun.config.json</code>; they apply from the next start.</p>
${table('Settings and where they come from', VALUE_COLUMNS, settingValues(appContext), undefined, { stacks: true })}`,
    });
  };
  return (app) => {
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

const merchantColumns = (view: View): readonly PageColumn<MerchantRow>[] => [
  { title: 'Merchant', names: true, cell: ({ id }) => id },
  { title: 'Environment', cell: ({ environment }) => (environment === 'sandbox' ? 'Sandbox' : 'Production') },
  { title: 'Country', cell: ({ country }) => countryWord(country) },
  {
    title: 'Keys',
    cell: ({ key_kind, keys_sealed }) =>
      `${key_kind === 'parent' ? 'of a platform, ' : ''}${keys_sealed === null ? 'from the environment' : 'sealed in the database'}`,
  },
  // An HMAC under the vault key: it distinguishes two accounts and reveals nothing.
  {
    title: 'Fingerprint',
    minor: true,
    cell: ({ access_fp }) => html`<code>***${access_fp.toString('hex').slice(-8)}</code>`,
  },
  { title: 'Since', minor: true, cell: ({ created_at }) => moment(view, created_at) },
];
