import type { Context } from 'hono';
import { addUserAction } from '../../../actions/users/add.ts';
import { disable, enable } from '../../../actions/users/enabled.ts';
import { notify } from '../../../actions/users/notify.ts';
import { changePassword } from '../../../actions/users/password.ts';
import { resetCodes } from '../../../actions/users/reset-totp.ts';
import { changeRights } from '../../../actions/users/rights.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { findUser, type UserRow } from '../../../ledger/users/user.ts';
import { listedUsers, userList } from '../../../lists/users.ts';
import { readForm } from '../../bodies/read-form.ts';
import type { Markup } from '../../components/markup.ts';
import { textQuery } from '../../components/query.ts';
import { isWhole } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { listFeature } from '../list-page.ts';
import { get, notOfAllMerchants } from '../route.ts';
import { passwordPage, USERS_PATH, userPage, userPath, usersPage } from './users-parts.ts';

/**
 * `GET /settings/users?user=`: users and their rights, for admins of all merchants. `POST /settings/users/<action>`
 * changes them with the admin's password. Nobody may change their own rights.
 */
export function users(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const list = listFeature(deps, userList, { path: USERS_PATH });
  const onePage = async (view: View, user: UserRow, refused: RefusedForm | null = null): Promise<Markup> =>
    userPage(view, (await listedUsers(deps.appContext, [user]))[0]!, refused);
  const named = async (context: Context, { currentUser }: View) =>
    isWhole(currentUser) ? findUser(ledger.db, (await readForm(context)).user ?? '') : null;

  return (app) => {
    list.add(app);
    get(app, deps, USERS_PATH, 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return notOfAllMerchants(context, view);
      const name = textQuery(context, 'user');
      if (name === null) return usersPage(view, await list.rows(view));
      const user = await findUser(ledger.db, name);
      return user && onePage(view, user);
    });

    postAction(app, deps, addUserAction, {
      path: USERS_PATH,
      page: {
        find: async (_, { currentUser }) => (isWhole(currentUser) ? currentUser : null),
        show: async (_, view, __, refused) => usersPage(view, await list.rows(view), refused),
      },
      subject: () => ({ references: [] }),
      back: (_, { user }) => userPath(user!),
      shownOnce: passwordPage,
    });
    for (const action of [changeRights, notify, changePassword, disable, enable, resetCodes])
      postAction(app, deps, action, {
        path: USERS_PATH,
        page: { find: named, show: (_, view, user, refused) => onePage(view, user, refused) },
        refusal: ({ name, epoch }, form, { currentUser }) => {
          if (isSamePerson(name, currentUser.name)) return 'Another admin changes what you may.';
          return form.epoch === String(epoch)
            ? null
            : 'Another admin changed this user meanwhile. Check the current role and try again.';
        },
        subject: ({ name }) => ({ references: [], user: name }),
        back: ({ name }) => userPath(name),
        shownOnce: passwordPage,
      });
  };
}
