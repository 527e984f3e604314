import { addToken } from '../../../actions/tokens/add.ts';
import { revokeToken } from '../../../actions/tokens/revoke.ts';
import type { Feature } from '../../../http/feature.ts';
import { type ListedToken, tokenList } from '../../../lists/tokens.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { settingsNav } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { formsOfInstallation, getOfInstallation, shownOncePage } from './of-installation.ts';

const PATH = '/settings/tokens';

/**
 * `GET /settings/tokens`: programs and their tokens, for admins of all merchants. `POST /settings/tokens/<action>` adds
 * and revokes them with the admin's password.
 */
export function tokens(deps: PageDeps): Feature {
  const list = listFeature(deps, tokenList, { path: PATH });
  const show = async (_: unknown, view: View, refused: RefusedForm | null) =>
    tokensPage(view, await list.rows(view), refused);
  const forms = formsOfInstallation(PATH, show);
  return (app) => {
    list.add(app);
    getOfInstallation(app, deps, PATH, show);
    postAction(app, deps, addToken, { ...forms, shownOnce: tokenPage });
    postAction(app, deps, revokeToken, { ...forms, subject: (_, { user = '' }) => ({ references: [], user }) });
  };
}

function tokensPage(view: View, found: readonly ListedToken[], refused: RefusedForm | null): Markup {
  const open = found.filter(({ is_revoked }) => !is_revoked);
  return layout(view, {
    title: 'Tokens',
    actions: csvButton('tokens', `${PATH}.csv`),
    main: html`${settingsNav(view)}
<p>Programs use a token to read data and to create and submit runs. Only people can approve, reject or release.</p>
${listTable(view, tokenList, found)}
${open.map(
  ({ name }) =>
    html`<div class="actions">${name}: ${actionForm(view, revokeToken, {
      ...{ path: PATH, id: `revoke-${name}`, about: { user: name } },
      refused,
    })}</div>`,
)}
<section class="card person" aria-labelledby="add-token"><h2 id="add-token">Add token</h2>
${actionForm(view, addToken, {
  path: PATH,
  shape: 'main',
  fields: { name: { autocomplete: 'off' }, merchants: { value: 'all' } },
  refused,
})}</section>`,
  });
}

const tokenPage = shownOncePage({
  title: 'Token added',
  name: 'Token',
  note: 'Store it where the program reads its secrets.',
});
