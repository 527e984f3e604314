import { newPassword } from '../../../engine/users/new-password.ts';
import { createPasswords } from '../../../engine/users/password.ts';
import { setNotifications } from '../../../engine/users/set-notifications.ts';
import {
  addUser,
  changedBy,
  recordUserEvent,
  resetTotp,
  setEnabled,
  setPassword,
  setRights,
  type UserDeps,
} from '../../../engine/users/users.ts';
import { isError, isMistake } from '../../../errors.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { findUser, type UserRow } from '../../../ledger/users/user.ts';
import { listedUsers, userList } from '../../../lists/users.ts';
import type { Actor } from '../../../permissions/actor.ts';
import { usageError } from '../../../references/usage-error.ts';
import { readForm } from '../../bodies/read-form.ts';
import type { Markup } from '../../components/markup.ts';
import { noticeIn, pathWithNotice } from '../../components/notice-in-url.ts';
import { textQuery } from '../../components/query.ts';
import { isWhole } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { notificationsOf } from '../../session/notification-form.ts';
import { listFeature } from '../list-page.ts';
import { get, notOfAllMerchants, post } from '../route.ts';
import { refusedField, rightsOf } from './users-form.ts';
import { passwordPage, USERS_PATH, type UserRefused, userPage, usersPage } from './users-parts.ts';

type Form = Awaited<ReturnType<typeof readForm>>;

/** Changes a user from a submitted form. Returns the password if one was generated, otherwise null. */
type UserAction = (deps: UserDeps, by: Actor, user: UserRow, form: Form) => Promise<string | null>;

/** All changes of a user, by the same functions as `payrun users`. */
const USER_ACTIONS: Readonly<Record<string, UserAction>> = {
  rights: async (deps, by, { name }, form) => {
    await setRights(deps, by, name, rightsOf(form));
    return null;
  },
  notifications: async (deps, by, { name }, form) => {
    await setNotifications(deps, by, name, notificationsOf(form));
    return null;
  },
  password: async (deps, by, { name }, form) => {
    const made = form.new ? null : newPassword();
    await setPassword(deps, by, name, made ?? form.new!, { toChange: true });
    return made;
  },
  disable: async (deps, by, { name }) => {
    await setEnabled(deps, by, name, false);
    return null;
  },
  enable: async (deps, by, { name }) => {
    await setEnabled(deps, by, name, true);
    return null;
  },
  // `setEnabled` ends the lockout of a user who is already enabled without an event, so it is recorded here.
  unlock: async (deps, by, { name, disabled_at }) => {
    if (disabled_at) throw usageError('user_disabled', { user: name });
    await deps.ledger.tx((db) => recordUserEvent(db, deps, changedBy(by), 'user_lockout_ended', { user: name }));
    await setEnabled(deps, by, name, true);
    return null;
  },
  codes: async (deps, by, { name }) => {
    await resetTotp(deps, by, name);
    return null;
  },
};

/**
 * `GET /settings/users?user=`: users and their rights, for admins of all merchants. `POST /settings/users/add` and
 * `POST /settings/users/change` change them with the admin's password. Nobody may change their own rights.
 */
export function users(deps: PageDeps): Feature {
  const { ledger, clock } = deps.appContext;
  const userDeps: UserDeps = { ledger, clock, passwords: createPasswords() };
  const list = listFeature(deps, userList, { path: USERS_PATH });
  const listPage = async (view: View, refused: UserRefused | null = null): Promise<Markup> =>
    usersPage(view, await list.rows(view), refused);
  const onePage = async (view: View, user: UserRow, feedback: Parameters<typeof userPage>[2] = {}): Promise<Markup> =>
    userPage(view, (await listedUsers(deps.appContext, [user]))[0]!, feedback);

  return (app) => {
    list.add(app);
    get(app, deps, '/settings/users', 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return notOfAllMerchants(context, view);
      const name = textQuery(context, 'user');
      if (name === null) return listPage(view);
      const user = await findUser(ledger.db, name);
      return user && onePage(view, user, { done: noticeIn(context, view) ?? '' });
    });

    post(app, deps, '/settings/users/add', 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const form = await readForm(context);
      const refuse = async (sentence: string, field: string | null = null) =>
        context.html(await listPage(view, { sentence, typed: form, field }), 422);
      const wrong = await confirmPassword(context, form);
      if (wrong) return refuse(wrong);
      try {
        const made = form.new ? null : newPassword();
        const { name } = await addUser(userDeps, actorOf(context), {
          name: form.name ?? '',
          ...rightsOf(form),
          password: made ?? form.new!,
          toChange: true,
          email: form.email?.trim() || null,
        });
        return made === null
          ? context.redirect(pathWithNotice(view, USERS_PATH, 'added', { user: name }), 303)
          : passwordPage(view, name, made);
      } catch (error) {
        return refuse(sentenceOf(error), fieldOf(error, form));
      }
    });

    post(app, deps, '/settings/users/change', 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const form = await readForm(context);
      const user = await findUser(ledger.db, form.user ?? '');
      const act = Object.hasOwn(USER_ACTIONS, form.intent ?? '') ? USER_ACTIONS[form.intent!] : undefined;
      if (!user || !act) return null;
      const refuse = async (sentence: string, field: string | null = null) =>
        context.html(await onePage(view, user, { refused: { sentence, typed: form, field } }), 422);
      if (isSamePerson(user.name, view.currentUser.name)) return refuse('Another admin changes what you may.');
      const wrong = await confirmPassword(context, form);
      if (wrong) return refuse(wrong);
      // The user changed since the form was shown, or the form was sent twice.
      if (form.epoch !== String(user.epoch))
        return refuse('Another admin changed this user meanwhile. Check the current role and try again.');
      try {
        const made = await act(userDeps, actorOf(context), user, form);
        return made === null
          ? context.redirect(pathWithNotice(view, USERS_PATH, form.intent!, { user: user.name }), 303)
          : passwordPage(view, user.name, made);
      } catch (error) {
        const field = fieldOf(error, form);
        return refuse(sentenceOf(error), form.intent === 'rights' || field === 'new' ? field : null);
      }
    });
  };
}

/** The field of a form that an error is about; null if it is none. */
function fieldOf(error: unknown, form: Form): string | null {
  if (isError(error, 'merchant_unknown')) return 'merchants';
  if (isError(error, 'user_exists', 'user_name_reserved', 'user_look_alike')) return 'name';
  return isError(error, 'password_weak') ? 'new' : refusedField(form);
}

/** The message of an error that the admin can act on; any other error is thrown again. */
function sentenceOf(error: unknown): string {
  if (!isMistake(error) && !isError(error, 'login_busy')) throw error;
  return error.onPage;
}
