import { addToken } from '../../../actions/tokens/add.ts';
import { revokeToken } from '../../../actions/tokens/revoke.ts';
import type { Feature } from '../../../http/feature.ts';
import { type ListedToken, tokenList } from '../../../lists/tokens.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { seesAllMerchants, settingsNav } from '../../components/settings-nav.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { get, notOfAllMerchants } from '../route.ts';

const PATH = '/settings/tokens';

/**
 * `GET /settings/tokens`: programs and their tokens, for admins of all merchants. `POST /settings/tokens/<action>` adds
 * and revokes them with the admin's password.
 */
export function tokens(deps: PageDeps): Feature {
  const list = listFeature(deps, tokenList, { path: PATH });
  const whole = ({ currentUser }: View) => (seesAllMerchants(currentUser) ? currentUser : null);
  const page = { show: async (_: unknown, view: View, __: unknown, refused: RefusedForm) => shown(view, refused) };
  const shown = async (view: View, refused: RefusedForm | null) => tokensPage(view, await list.rows(view), refused);
  return (app) => {
    list.add(app);
    get(app, deps, PATH, 'admin', (context, view) =>
      whole(view) ? shown(view, null) : notOfAllMerchants(context, view),
    );
    postAction(app, deps, addToken, {
      path: PATH,
      page: { ...page, find: async (_, view) => whole(view) },
      subject: () => ({ references: [] }),
      back: () => PATH,
      shownOnce: tokenPage,
    });
    postAction(app, deps, revokeToken, {
      path: PATH,
      page: { ...page, find: async (_, view) => whole(view) },
      subject: (_, { user = '' }) => ({ references: [], user }),
      back: () => PATH,
    });
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

/** Shows the token once; it is stored only as a hash. */
const tokenPage = (view: View, token: string, back: string): Markup =>
  layout(view, {
    title: 'Token added',
    main: html`${settingsNav(view)}
<div class="card">${facts([['Token', html`<strong class="code">${token}</strong>`]])}
<p>It is shown once. Store it where the program reads its secrets.</p></div>
<p><a class="button main" href="${back}">Continue</a></p>`,
  });
