import type { Context } from 'hono';
import { notify } from '../../actions/users/notify.ts';
import { newRecoveryCodes, newTotpSecret, totpStep, totpUri } from '../../engine/users/totp.ts';
import { recordUserEvent, setPassword } from '../../engine/users/users.ts';
import { isError } from '../../errors.ts';
import { endOtherSessions } from '../../ledger/users/session.ts';
import { findUser } from '../../ledger/users/user.ts';
import { confirmTotp, countRecoveryCodes, proposeTotp, removeTotp, totpSecret } from '../../ledger/users/user-totp.ts';
import { pageActor } from '../../permissions/actor.ts';
import { readForm } from '../bodies/read-form.ts';
import { pathWithNotice } from '../components/notice-in-url.ts';
import { viewOf } from '../components/view.ts';
import type { Feature } from '../feature.ts';
import { type AccountFeedback, accountPage, enrolPage, recoveryPage } from './account-page.ts';
import { csrfOf } from './session-cookie.ts';
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
    const notifications = (await findUser(ledger.db, row.name))!;
    const page = { row, notifications, recoveryLeft, codesMissing, ...feedback };
    return context.html(accountPage(viewOf(context, deps), page), status);
  };
  const refuse = (context: Context, form: 'password' | 'codes' | 'remove', sentence: string) =>
    show(context, { fault: { form, sentence } }, 400);
  const byOf = (context: Context) => ({ by: context.get('currentUser').name, from: context.get('visit').address });
  /** `csrf`: of the session that is shown the notice. */
  const done = (context: Context, notice: string, csrf = viewOf(context, deps).currentUser.csrf) =>
    context.redirect(pathWithNotice({ currentUser: { csrf } }, '/account', notice), 303);
  /** The change ended this session too, so a new one begins. */
  const goOn = async (context: Context): Promise<string> => {
    const user = (await findUser(ledger.db, context.get('currentUser').name))!;
    return csrfOf(await startSession(context, gate, user, 'password again'));
  };

  return (app) => {
    app.get('/account', (context) => show(context, {}));

    app.post('/account/password', async (context) => {
      const { password = '', new: wanted = '', again } = await readForm(context);
      const { name } = context.get('currentUser');
      if (wanted !== again) return refuse(context, 'password', 'The new password was not typed the same twice.');
      if (wanted === password) return refuse(context, 'password', 'This is the password that you have.');
      const why = await context.get('confirmPassword')({ password });
      if (why !== null) return refuse(context, 'password', why);
      try {
        await setPassword(gate, pageActor(name, context.get('visit').address), name, wanted);
      } catch (error) {
        if (isError(error, 'password_weak', 'user_of_provider')) return refuse(context, 'password', error.message);
        throw error;
      }
      const csrf = await goOn(context);
      return done(context, 'Your password is changed. You are logged out everywhere else.', csrf);
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
      return done(context, 'Your notifications are changed.');
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
      if (row.password === null) return refuse(context, 'codes', 'Your codes are at the identity provider.');
      const proposed = await proposeTotp(ledger.db, ledger.vault, row.name, newTotpSecret());
      return context.redirect(proposed ? '/account/codes' : '/account', 303);
    });

    app.get('/account/codes', (context) => enrol(context, 200));

    app.post('/account/codes/confirm', async (context) => {
      const { code = '' } = await readForm(context);
      const user = (await findUser(ledger.db, context.get('currentUser').name))!;
      const secret = user.totp_confirmed_at === null ? totpSecret(ledger.vault, user) : null;
      if (secret === null) return context.redirect('/account', 303);
      const step = totpStep(secret, code, clock.now());
      if (step === null)
        return enrol(context, 400, 'This is not the code that the device shows now. Type the next one.');
      const codes = newRecoveryCodes();
      const at = new Date(clock.now());
      const done = await ledger.tx(async (db) => {
        const given = { sealed: user.totp_sealed!, step, codes, at };
        if (!(await confirmTotp(db, ledger.vault, user.name, given))) return false;
        await recordUserEvent(db, gate, byOf(context), 'user_codes_set_up', { user: user.name });
        await endOtherSessions(db, user.name, context.get('session')!.id);
        return true;
      });
      return done ? context.html(recoveryPage(viewOf(context, deps), codes)) : context.redirect('/account', 303);
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

  /** Shows the secret that is not confirmed yet. A confirmed secret is never shown. */
  async function enrol(context: Context, status: 200 | 400, fault?: string): Promise<Response> {
    const user = (await findUser(ledger.db, context.get('currentUser').name))!;
    const secret = user.totp_confirmed_at === null ? totpSecret(ledger.vault, user) : null;
    if (secret === null) return context.redirect('/account', 303);
    const uri = totpUri(user.name, secret);
    return context.html(enrolPage(viewOf(context, deps), { secret, uri, ...(fault ? { fault } : {}) }), status);
  }
}
