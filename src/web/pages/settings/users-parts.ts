import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { type ListedUser, userList } from '../../../lists/users.ts';
import { actButton, confirmButton, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import { settingsNav } from '../../components/settings-nav.ts';
import { facts } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { listFacts, listTable } from '../../lists/list-table.ts';
import { passwordField } from '../../session/confirm-password.ts';
import { notificationFields } from '../../session/notification-form.ts';
import { csvButton } from '../list-page.ts';
import { type FieldErrors, rightsFields } from './users-form.ts';

/** Why a form was refused, as a sentence, and its submitted values. */
export interface UserRefused {
  readonly sentence: string;
  readonly typed?: Readonly<Record<string, string | undefined>>;
  /** The field that the sentence is about; null if it is none. */
  readonly field?: string | null;
}

export const USERS_PATH = '/settings/users';
export const userPath = (name: string): string => pathWith(USERS_PATH, { user: name });

/** All users, and the form to add one. */
export function usersPage(view: View, found: readonly ListedUser[], refused: UserRefused | null = null): Markup {
  const typed = refused?.typed ?? {};
  const errors = errorsOf(refused);
  return layout(view, {
    title: 'Users',
    actions: csvButton('users', `${USERS_PATH}.csv`),
    main: html`${settingsNav(view)}${refusal(refused)}
${listTable(view, userList, found)}
<section class="card person" aria-labelledby="add"><h2 id="add">Add user</h2>
${actButton(view, {
  action: '/settings/users/add',
  button: 'Add user',
  tone: 'main',
  body: html`${field({ name: 'name', label: 'Name', required: true, value: typed.name, error: errors.name, autocomplete: 'off', hint: 'They log in with it, and events name it. It cannot be changed.' })}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: typed.email, error: errors.email, autocomplete: 'off', hint: 'For notifications. Empty: none by e-mail.' })}
${rightsFields({ role: 'viewer', merchants: null, limits: null }, typed, errors)}
${newPasswordField('add', errors.new)}${passwordField('add')}`,
})}</section>`,
  });
}

const DONE: Readonly<Record<string, string>> = {
  notifications: 'Their notifications are changed.',
  rights: 'Their rights are changed. They are logged out and log in again.',
  password: 'They have another password, and are logged out everywhere. With it they can only choose one of their own.',
  disable: 'They cannot log in any more, and are logged out everywhere.',
  enable: 'They can log in.',
  unlock: 'They can log in: wrong logins of before do not count any more.',
  codes: 'Two-factor authentication is reset. They can set it up again.',
  added: 'They can log in, and choose a password of their own first.',
};

/** One user, with forms for everything that can be changed. */
export function userPage(
  view: View,
  user: ListedUser,
  { done = '', refused = null }: { done?: string; refused?: UserRefused | null } = {},
): Markup {
  const { name, disabled_at, totp_confirmed_at, lockedUntil, password } = user;
  const self = isSamePerson(name, view.currentUser.name);
  const notice = DONE[done];
  const of = (action: string) => ({
    action: '/settings/users/change',
    hidden: { intent: action, user: name, epoch: String(user.epoch) },
  });
  return layout(view, {
    title: `User ${name}`,
    ...(notice ? { notice } : {}),
    main: html`${settingsNav(view)}${refusal(refused)}
<div class="card">${listFacts(view, userList, user)}</div>
${
  self
    ? html`<p class="notice">This is you: another admin changes your role and limits. Your password, two-factor authentication and notifications are under <a href="/account">My account</a>.</p>`
    : html`<section class="card person" aria-labelledby="notifications"><h2 id="notifications">Notifications</h2>
${actButton(view, { ...of('notifications'), button: 'Change notifications', body: html`${notificationFields(user, typedOf(refused, 'notifications'))}${passwordField('notifications')}` })}</section>
<section class="card person" aria-labelledby="rights"><h2 id="rights">Role and limits</h2>
${actButton(view, { ...of('rights'), button: 'Change role and limits', tone: 'main', body: html`${rightsFields(user, typedOf(refused, 'rights'), errorsOf(refused))}${passwordField('rights')}` })}</section>
<h2>Login</h2><div class="actions">
${lockedUntil ? opened('Unlock', html`<p>They can log in at once. Make sure that the wrong logins were theirs.</p>${actButton(view, { ...of('unlock'), button: 'Unlock user', body: passwordField('unlock') })}`) : ''}
${
  password === null
    ? ''
    : opened(
        'Set new password',
        html`<p>They are logged out everywhere.</p>${actButton(view, { ...of('password'), button: 'Set password', body: html`${newPasswordField('set', errorsOf(refused).new)}${passwordField('set')}` })}`,
      )
}
${
  totp_confirmed_at
    ? confirmButton(view, {
        ...of('codes'),
        button: 'Reset two-factor authentication',
        question:
          'If the device and the recovery codes are lost. The password alone is enough until two-factor authentication is set up again.',
        sure: 'Reset two-factor authentication',
        tone: 'danger',
        body: passwordField('codes'),
      })
    : ''
}
${
  disabled_at
    ? opened('Enable user', actButton(view, { ...of('enable'), button: 'Enable user', body: passwordField('enable') }))
    : confirmButton(view, {
        ...of('disable'),
        button: 'Disable user',
        question: 'They are logged out at once and can neither log in nor approve. Their events keep their name.',
        sure: 'Disable user',
        tone: 'danger',
        body: passwordField('disable'),
      })
}</div>`
}
<p><a href="${pathWith('/settings/audit', { about: name })}">Changes of this user</a> · <a href="${pathWith('/settings/audit', { who: name })}">Events by this user</a></p>`,
  });
}

/** Shows the generated password once; it is stored only as a hash. */
export function passwordPage(view: View, name: string, password: string): Markup {
  return layout(view, {
    title: `User ${name}`,
    notice: `${name} can log in with the password below.`,
    main: html`${settingsNav(view)}
<div class="card">${facts([['First password', html`<strong class="code">${password}</strong>`]])}
<p>It is shown once. Give it to them on another channel than their name. They choose their own when they log in.</p></div>
<p><a class="button main" href="${userPath(name)}">Continue</a></p>`,
  });
}

function newPasswordField(of: string, error?: string): Markup {
  return html`<p class="field"><label for="${of}-new">Their password</label>
<input type="password" id="${of}-new" name="new" autocomplete="new-password" aria-describedby="${of}-new-hint${error ? ` ${of}-new-error` : ''}"${error ? html` aria-invalid="true" autofocus` : ''}><span class="hint" id="${of}-new-hint">At least 12 characters. Empty: one is made and shown once. They choose their own when they log in.</span>${error ? html`<span class="error" id="${of}-new-error">${error}</span>` : ''}</p>`;
}

function opened(button: string, body: Content): Markup {
  return html`<details class="confirm"><summary>${button}</summary><div>${body}</div></details>`;
}

/** The submitted values, if the form of this action was refused. */
const typedOf = (refused: UserRefused | null, action: string) =>
  refused?.typed?.intent === action ? refused.typed : undefined;

function errorsOf(refused: UserRefused | null): FieldErrors {
  return refused?.field ? { [refused.field]: refused.sentence } : {};
}

/** Why a form was refused; what is wrong with a field stands beside it. */
function refusal(refused: UserRefused | null): Markup | '' {
  if (!refused) return '';
  return html`<p class="notice bad" role="alert">${refused.field ? 'Not saved. Correct the marked field.' : refused.sentence}</p>`;
}
