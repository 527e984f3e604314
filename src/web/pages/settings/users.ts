import type { Context } from 'hono';
import type { UserAction } from '../../../actions/action.ts';
import { addUserAction } from '../../../actions/users/add.ts';
import { disable, enable } from '../../../actions/users/enabled.ts';
import { notify } from '../../../actions/users/notify.ts';
import { changePassword } from '../../../actions/users/password.ts';
import { resetCodes } from '../../../actions/users/reset-totp.ts';
import { changeRights } from '../../../actions/users/rights.ts';
import { readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { findUser, type UserRow } from '../../../ledger/users/user.ts';
import { type ListedUser, limitsText, listedUsers, merchantsText, userList } from '../../../lists/users.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import { textQuery } from '../../components/query.ts';
import { seesAllMerchants, settingsNav } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listFacts, listTable } from '../../lists/list-table.ts';
import { notificationFields } from '../../session/notification-form.ts';
import { actionForm, detachedRefusal, postAction, type RefusedForm } from '../action-form.ts';
import { csvButton, listFeature } from '../list-page.ts';
import { formsOfInstallation, getOfInstallation, shownOncePage } from './of-installation.ts';

/**
 * `GET /settings/users?user=`: users and their rights, for admins of all merchants. `POST /settings/users/<action>`
 * changes them with the admin's password. No one may change their own rights.
 */
export function users(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const list = listFeature(deps, userList, { path: USERS_PATH });
  const onePage = async (view: View, user: UserRow, refused: RefusedForm | null = null): Promise<Markup> =>
    userPage(view, (await listedUsers(deps.appContext, [user]))[0]!, refused);
  const named = async (context: Context, { currentUser }: View) =>
    seesAllMerchants(currentUser) ? findUser(ledger.db, (await readForm(context)).user ?? '') : null;

  return (app) => {
    list.add(app);
    getOfInstallation(app, deps, USERS_PATH, async (context, view) => {
      const name = textQuery(context, 'user');
      if (name === null) return usersPage(view, await list.rows(view));
      const user = await findUser(ledger.db, name);
      return user && !user.is_program ? onePage(view, user) : null;
    });

    postAction(app, deps, addUserAction, {
      ...formsOfInstallation(USERS_PATH, async (_, view, refused) => usersPage(view, await list.rows(view), refused)),
      back: (_, { user }) => userPath(user!),
      shownOnce: passwordPage,
    });
    for (const action of [changeRights, notify, changePassword, disable, enable, resetCodes])
      postAction(app, deps, action, {
        path: USERS_PATH,
        page: { find: named, show: (_, view, user, refused) => onePage(view, user, refused) },
        refusal: ({ name, epoch }, form, { currentUser }) => {
          if (isSamePerson(name, currentUser.name)) return 'Another admin must change your role and limits.';
          return form.epoch === String(epoch)
            ? null
            : 'Another admin has changed this user in the meantime. Check the current role and try again.';
        },
        subject: ({ name }) => ({ references: [], user: name }),
        back: ({ name }) => userPath(name),
        shownOnce: passwordPage,
      });
  };
}

const USERS_PATH = '/settings/users';
const userPath = (name: string): string => pathWith(USERS_PATH, { user: name });

/** All users, and the form to add one. */
function usersPage(view: View, found: readonly ListedUser[], refused: RefusedForm | null = null): Markup {
  return layout(view, {
    title: 'Users',
    actions: csvButton('users', `${USERS_PATH}.csv`),
    main: html`${settingsNav(view)}
${listTable(view, userList, found)}
<section class="card person" aria-labelledby="add-user"><h2 id="add-user">Add user</h2>
${actionForm(view, addUserAction, {
  path: USERS_PATH,
  shape: 'main',
  fields: { name: NAMED, email: NAMED, merchants: { value: 'all' }, limit: { value: 'no limit' } },
  refused,
})}</section>`,
  });
}

/** The browser would fill in the admin's own values. */
const NAMED = { autocomplete: 'off' };

/** One user, with forms for everything that can be changed. */
function userPage(view: View, user: ListedUser, refused: RefusedForm | null = null): Markup {
  const { name, disabled_at, totp_confirmed_at, lockedUntil, password, role } = user;
  const form = (action: UserAction, how: Partial<Parameters<typeof actionForm>[2]> = {}) =>
    actionForm(view, action, {
      ...{ path: USERS_PATH, hidden: { user: name, epoch: String(user.epoch) } },
      refused,
      ...how,
    });
  const forms = isSamePerson(name, view.currentUser.name)
    ? html`<p class="notice">This is your own account: another admin must change your role and limits. Your password, two-factor authentication and notifications are under <a href="/account">My account</a>.</p>`
    : html`<section class="card person" aria-labelledby="notifications"><h2 id="notifications">Notifications</h2>
${form(notify, { shape: 'plain', body: notificationFields(user, refused?.action === notify.name ? refused.form : undefined) })}</section>
<section class="card person" aria-labelledby="rights"><h2 id="rights">Role and limits</h2>
${form(changeRights, {
  shape: 'main',
  fields: {
    role: { value: role },
    merchants: { value: merchantsText(user.merchants) },
    limit: { value: limitsText(user.limits) },
  },
})}</section>
<h2>Login</h2><div class="actions">
${
  lockedUntil
    ? form(enable, {
        ...{ id: 'unlock', shape: 'quiet', title: 'Unlock', button: 'Unlock user' },
        question: 'They can log in at once. Make sure that the failed logins were theirs.',
      })
    : ''
}
${password === null ? '' : form(changePassword, { shape: 'quiet' })}
${totp_confirmed_at ? form(resetCodes) : ''}
${disabled_at ? form(enable, { shape: 'quiet' }) : form(disable)}</div>`;
  return layout(view, {
    title: `User ${name}`,
    refusal: detachedRefusal(refused, [forms]),
    main: html`${settingsNav(view)}
<div class="card">${listFacts(view, userList, user)}</div>
${forms}
<p><a href="${pathWith('/settings/audit', { about: name })}">Changes to this user</a> · <a href="${pathWith('/settings/audit', { who: name })}">Events by this user</a></p>`,
  });
}

function passwordPage(view: View, password: string, back: string): Markup {
  const name = new URLSearchParams(back.split('?')[1]).get('user');
  return shownOncePage({
    ...{ title: `User ${name}`, notice: `${name} can log in with the password below.`, name: 'Temporary password' },
    note: 'Send the password and the user name separately. They choose their own password when they log in.',
  })(view, password, back);
}
