import type { Context } from 'hono';
import { notify } from '../../actions/users/notify.ts';
import { newRecoveryCodes, newTotpSecret, totpStep, totpUri } from '../../engine/users/totp.ts';
import { recordUserEvent, setPassword } from '../../engine/users/users.ts';
import { isError } from '../../errors.ts';
import { readForm } from '../../http/bodies/read-form.ts';
import type { Feature } from '../../http/feature.ts';
import { endOtherSessions, type SessionRow } from '../../ledger/users/session.ts';
import { findUser } from '../../ledger/users/user.ts';
import { confirmTotp, countRecoveryCodes, proposeTotp, removeTotp, totpSecret } from '../../ledger/users/user-totp.ts';
import { type ListedUser, listedUsers, userList } from '../../lists/users.ts';
import { pageActor } from '../../permissions/actor.ts';
import { actButton, confirmButton, csrfField, field, refusalNotice } from '../components/form.ts';
import { layout } from '../components/layout.ts';
import { html, type Markup } from '../components/markup.ts';
import { pathWithNotice } from '../components/notice-in-url.ts';
import { qrCode } from '../components/qr-code.ts';
import { createView, type View } from '../components/view.ts';
import { listFacts } from '../lists/list-table.ts';
import { notificationFields } from './notification-form.ts';
import { csrfToken } from './session-cookie.ts';
import { type SessionContext, startSession } from './start-session.ts';

/**
 * `/account`: shows a visitor's rights, and lets them change notifications, password and two-factor authentication, and
 * end their other sessions.
 */
export function accountRoutes(gate: SessionContext): Feature {
  const { ledger, clock, deps, config } = gate;

  const show = async (context: Context, feedback: AccountFeedback, status: 200 | 400 = 200) => {
    const { row } = context.get('session')!;
    const recoveryLeft = await countRecoveryCodes(ledger.db, row.name);
    const codesMissing = config.loginCodes === 'required' && row.password !== null && row.totp_confirmed_at === null;
    const [user] = await listedUsers(deps.appContext, [(await findUser(ledger.db, row.name))!]);
    const page = { row, user: user!, recoveryLeft, codesMissing, ...feedback };
    return context.html(accountPage(createView(context, deps), page), status);
  };
  const refuse = (context: Context, form: 'password' | 'codes' | 'remove', sentence: string) =>
    show(context, { fault: { form, sentence } }, 400);
  const byOf = (context: Context) => ({ by: context.get('currentUser').name, from: context.get('visit').address });
  /** `csrf`: of the session that is shown the notice. */
  const done = (context: Context, notice: string, csrf = createView(context, deps).currentUser.csrf) =>
    context.redirect(pathWithNotice({ currentUser: { csrf } }, '/account', notice), 303);
  /** The change ended this session too, so a new one begins. */
  const goOn = async (context: Context): Promise<string> => {
    const user = (await findUser(ledger.db, context.get('currentUser').name))!;
    return csrfToken(await startSession(context, gate, user, 'password again'));
  };

  return (app) => {
    app.get('/account', (context) => show(context, {}));

    app.post('/account/password', async (context) => {
      const { password = '', new: wanted = '', again } = await readForm(context);
      const { name } = context.get('currentUser');
      if (wanted !== again) return refuse(context, 'password', 'The new passwords do not match.');
      if (wanted === password) return refuse(context, 'password', 'This is your current password.');
      const why = await context.get('confirmPassword')({ password });
      if (why !== null) return refuse(context, 'password', why);
      try {
        await setPassword(gate, pageActor(name, context.get('visit').address), name, wanted);
      } catch (error) {
        if (isError(error, 'password_weak', 'user_of_provider')) return refuse(context, 'password', error.message);
        throw error;
      }
      const csrf = await goOn(context);
      return done(context, 'Password changed. You are logged out everywhere else.', csrf);
    });

    app.post('/account/notifications', async (context) => {
      const typed = await readForm(context);
      const { name } = context.get('currentUser');
      try {
        const by = pageActor(name, context.get('visit').address);
        const wanted = { ...typed, told: typed.told ?? 'all' };
        await notify.apply(deps.appContext, { references: [], user: name }, wanted, { by, progress: () => {} });
      } catch (error) {
        if (!isError(error, 'usage')) throw error;
        return show(context, { fault: { form: 'notifications', sentence: error.message }, typed }, 400);
      }
      return done(context, 'Notifications saved.');
    });

    app.post('/account/others', async (context) => {
      const { id, row } = context.get('session')!;
      await ledger.tx(async (db) => {
        const ended = await endOtherSessions(db, row.name, id);
        await recordUserEvent(db, gate, byOf(context), 'logout_elsewhere', { user: row.name, sessions: ended });
      });
      return done(context, 'You are logged out everywhere else.');
    });

    app.post('/account/codes', async (context) => {
      const why = await context.get('confirmPassword')({ password: (await readForm(context))['password-for-codes'] });
      if (why !== null) return refuse(context, 'codes', why);
      const { row } = context.get('session')!;
      if (row.password === null)
        return refuse(context, 'codes', 'Two-factor authentication is managed by your identity provider.');
      const proposed = await proposeTotp(ledger.db, ledger.vault, row.name, newTotpSecret());
      return context.redirect(proposed ? '/account/codes' : '/account', 303);
    });

    app.get('/account/codes', (context) => enrol(context, 200));

    app.post('/account/codes/confirm', async (context) => {
      const { code = '' } = await readForm(context);
      const { user, secret } = await proposedSecret(context);
      if (secret === null) return context.redirect('/account', 303);
      const step = totpStep(secret, code, clock.now());
      if (step === null) return enrol(context, 400, 'This code is incorrect or has expired. Enter the next one.');
      const codes = newRecoveryCodes();
      const at = new Date(clock.now());
      const done = await ledger.tx(async (db) => {
        const given = { sealed: user.totp_sealed!, step, codes, at };
        if (!(await confirmTotp(db, ledger.vault, user.name, given))) return false;
        await recordUserEvent(db, gate, byOf(context), 'user_codes_set_up', { user: user.name });
        await endOtherSessions(db, user.name, context.get('session')!.id);
        return true;
      });
      return done ? context.html(recoveryPage(createView(context, deps), codes)) : context.redirect('/account', 303);
    });

    app.post('/account/codes/remove', async (context) => {
      const typed = (await readForm(context))['password-to-remove'];
      const why = await context.get('confirmPassword')({ password: typed });
      if (why !== null) return refuse(context, 'remove', why);
      const { name } = context.get('currentUser');
      await ledger.tx(async (db) => {
        await removeTotp(db, name);
        await recordUserEvent(db, gate, byOf(context), 'user_codes_removed', { user: name });
      });
      const csrf = await goOn(context);
      return done(context, 'Two-factor authentication is off.', csrf);
    });
  };

  /** The visitor with the secret that is not confirmed yet. A confirmed secret is never shown. */
  async function proposedSecret(context: Context) {
    const user = (await findUser(ledger.db, context.get('currentUser').name))!;
    return { user, secret: user.totp_confirmed_at === null ? totpSecret(ledger.vault, user) : null };
  }

  async function enrol(context: Context, status: 200 | 400, fault?: string): Promise<Response> {
    const { user, secret } = await proposedSecret(context);
    if (secret === null) return context.redirect('/account', 303);
    const uri = totpUri(user.name, secret);
    return context.html(enrolPage(createView(context, deps), { secret, uri, ...(fault ? { fault } : {}) }), status);
  }
}

interface AccountFeedback {
  readonly fault?: { readonly form: 'password' | 'codes' | 'remove' | 'notifications'; readonly sentence: string };
  /** The submitted values of the notification form. */
  readonly typed?: Readonly<Record<string, string | undefined>>;
}

interface AccountPage extends AccountFeedback {
  readonly row: SessionRow;
  readonly user: ListedUser;
  readonly recoveryLeft: number;
  /** The visitor must set up two-factor authentication before anything else. */
  readonly codesMissing: boolean;
}

/** The page "My account": rights, notifications, password and two-factor authentication. */
function accountPage(view: View, page: AccountPage): Markup {
  const { row, user, recoveryLeft, codesMissing, fault } = page;
  if (row.password_to_change)
    return layout(view, {
      title: 'Choose your password',
      main: html`<p class="notice wait" role="status">Another person knows this password. To continue, choose one that only you know.</p>
${passwordPart(view, fault, 'main')}`,
    });
  return layout(view, {
    title: 'My account',
    about: user.name,
    main: html`${codesMissing ? html`<p class="notice wait" role="status">Set up two-factor authentication first: this installation requires it.</p>` : ''}
<div class="card">${listFacts(view, userList, user)}</div>
${notificationsPart(view, page)}
${row.password === null ? providerPart() : html`${passwordPart(view, fault)}${codesPart(view, row, recoveryLeft, fault)}`}
<section class="card"><h2>Other devices</h2>
${actButton(view, { action: '/account/others', button: 'Log out everywhere else' })}</section>`,
  });
}

function notificationsPart(view: View, { user, fault, typed }: AccountPage): Markup {
  return html`<section class="card person"><h2 id="notifications">My notifications</h2>
${refusalNotice(fault?.form === 'notifications' && fault.sentence)}
${actButton(view, { action: '/account/notifications', button: 'Save notifications', body: notificationFields(user, typed) })}</section>`;
}

function providerPart(): Markup {
  return html`<section class="card"><h2>Login</h2>
<p>You log in through your identity provider, which manages your password and two-factor codes. Decisions such as approvals and releases require a login within the last 5 minutes.</p>
<p><a class="button" href="/login/oidc?again=1&next=%2Faccount">Log in again</a></p></section>`;
}

function passwordPart(view: View, fault: AccountFeedback['fault'], tone: '' | 'main' = ''): Markup {
  return html`<section class="card person"><h2>Password</h2>
${refusalNotice(fault?.form === 'password' && fault.sentence)}
<form method="post" action="/account/password">${csrfField(view)}
<input type="text" name="username" autocomplete="username" value="${view.currentUser.name}" hidden>
${ownPassword('password', 'Current password')}
${field({ name: 'new', label: 'New password', type: 'password', required: true, autocomplete: 'new-password', hint: 'At least 12 characters; several words are easiest.' })}
${field({ name: 'again', label: 'Confirm new password', type: 'password', required: true, autocomplete: 'new-password' })}
<p><button${tone === 'main' ? html` class="main"` : ''}>Change password</button></p></form></section>`;
}

const ownPassword = (name: string, label = 'Your password'): Markup =>
  field({ name, label, type: 'password', required: true, autocomplete: 'current-password' });

function codesPart(view: View, row: SessionRow, left: number, fault: AccountFeedback['fault']): Markup {
  if (row.totp_confirmed_at === null)
    return html`<section class="card person"><h2>Two-factor authentication</h2>
${refusalNotice(fault?.form === 'codes' && fault.sentence)}
<p>After your password, you enter a code from an authenticator app on your phone.</p>
<form method="post" action="/account/codes">${csrfField(view)}
${ownPassword('password-for-codes')}
<p><button>Set up two-factor authentication</button></p></form></section>`;
  return html`<section class="card person"><h2>Two-factor authentication</h2>
${refusalNotice(fault?.form === 'remove' && fault.sentence)}
<p>It is on. ${left === 0 ? html`<strong>No recovery codes are left:</strong> remove it and set it up again.` : left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}</p>
${confirmButton(view, {
  action: '/account/codes/remove',
  button: 'Remove two-factor authentication',
  sure: 'Remove two-factor authentication',
  tone: 'danger',
  question: 'You will then log in with your password alone.',
  body: ownPassword('password-to-remove'),
})}</section>`;
}

/** The secret for the authenticator app, and a form to confirm it with a code. */
function enrolPage(view: View, { secret, uri, fault }: { secret: string; uri: string; fault?: string }): Markup {
  const groups = secret.match(/.{1,4}/g)!.join(' ');
  return layout(view, {
    title: 'Set up two-factor authentication',
    main: html`${refusalNotice(fault)}
<section class="card"><ol><li>Scan this code with the authenticator app on your phone:
<p>${qrCode(uri, 'QR code for the authenticator app')}</p>
<p>Or <a href="${uri}">open its address on the phone</a>, or type the key:</p>
<p class="code">${groups}</p>
<details><summary>For other apps</summary><p class="hint">Time-based, SHA-1, 6 digits, 30 seconds. The address: <span class="code">${uri}</span></p></details></li>
<li>Type the code that it shows now.</li></ol>
<form method="post" action="/account/codes/confirm">${csrfField(view)}
${field({ name: 'code', label: 'Six-digit code', required: true, autocomplete: 'one-time-code', keyboard: 'numeric' })}
<p><button class="main">Confirm code</button> <a href="/account">Not now</a></p></form></section>`,
  });
}

/** The recovery codes, which are shown only once. */
function recoveryPage(view: View, codes: readonly string[]): Markup {
  return layout(view, {
    title: 'Recovery codes',
    notice: 'Two-factor authentication is on.',
    main: html`<section class="card"><p>Write these down, or print this page, and keep it apart from your device. Each opens your account once, in place of the six digits, if you lose the device. They are not shown again.</p>
<ul>${codes.map((code) => html`<li class="code">${code}</li>`)}</ul></section>
<p class="actions"><a class="button main" href="/">I have them</a></p>`,
  });
}
