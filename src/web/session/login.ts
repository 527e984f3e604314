import type { Context } from 'hono';
import { checkCode, checkPassword, type LoginAnswer } from '../../engine/users/login.ts';
import { recordUserEvent } from '../../engine/users/users.ts';
import { isError } from '../../errors.ts';
import { readForm } from '../../http/bodies/read-form.ts';
import type { Feature } from '../../http/feature.ts';
import { endSession } from '../../ledger/users/session.ts';
import { findUser, hasUsers } from '../../ledger/users/user.ts';
import { field, refusalNotice } from '../components/form.ts';
import { bare, brand } from '../components/layout.ts';
import { html, type Markup } from '../components/markup.ts';
import { isEqual } from '../constant-time-equal.ts';
import { deviceOf } from './known-device.ts';
import { lockoutSentence } from './lockout-sentence.ts';
import { pathAfterLogin } from './path-after-login.ts';
import { refuse } from './refuse.ts';
import { csrfToken, writeSessionCookie } from './session-cookie.ts';
import { type SessionContext, startSession } from './start-session.ts';

const WRONG = 'Incorrect name or password.';
const LOGGED_OUT = 'You are logged out.';
const OVER = 'Session expired. Log in to continue.';

/** `/login` with name and password, `/login/code` with a code of an authenticator app, and `POST /logout`. */
export function login(gate: SessionContext): Feature {
  const { ledger, clock, config } = gate;
  const page = async (context: Context, status: 200 | 401 | 429, given: Partial<LoginPage>) => {
    const banner = context.get('banner');
    const provider = config.oidc?.label ?? null;
    const noUsers = !(await hasUsers(ledger.db)) && provider === null;
    return context.html(loginPage({ banner, next: '/', provider, noUsers, ...given }), status);
  };
  const code = (context: Context, status: 200 | 401 | 429, next: string, fault?: string) => {
    const { id } = context.get('session')!;
    const banner = context.get('banner');
    return context.html(codePage({ banner, next, csrf: csrfToken(id), ...(fault ? { fault } : {}) }), status);
  };
  const waits = (context: Context) => context.get('session')?.row.stage === 'code';

  return (app) => {
    app.get('/login', async (context) => {
      const next = pathAfterLogin(context.req.query('next'));
      if (context.get('session')?.row.stage === 'open') return context.redirect(next, 303);
      const hasQuery = (name: string) => context.req.query(name) !== undefined;
      const notice = hasQuery('out') ? LOGGED_OUT : hasQuery('over') ? OVER : null;
      return page(context, 200, { next, ...(notice === null ? {} : { notice }) });
    });

    app.post('/login', gate.limitLogins, async (context) => {
      const visit = context.get('visit');
      const form = await readForm(context);
      const next = pathAfterLogin(form.next);
      const { name = '', password = '' } = form;
      const user = context.get('device') === null ? null : await findUser(ledger.db, name);
      const knownDevice = user !== null && deviceOf(ledger.vault, user.name) === context.get('device');
      const given = { name, password, from: visit.address, purpose: 'login', knownDevice } as const;
      const answer = await orBusy(checkPassword(gate, given));
      if (answer === null) return refuse(context, 503, 'Too many users are logging in at once.');
      if (answer.kind === 'wait')
        return page(context, 429, { next, name, fault: lockoutSentence(answer.until, clock.now()) });
      if (answer.kind === 'wrong') return page(context, 401, { next, name, fault: WRONG });
      if (answer.user.totp_confirmed_at === null) {
        await startSession(context, gate, answer.user, 'password');
        return context.redirect(next, 303);
      }
      await startSession(context, gate, answer.user, 'password, code to come');
      return context.redirect(`/login/code?next=${encodeURIComponent(next)}`, 303);
    });

    app.get('/login/code', (context) =>
      waits(context) ? code(context, 200, pathAfterLogin(context.req.query('next'))) : context.redirect('/login', 303),
    );

    app.post('/login/code', gate.limitLogins, async (context) => {
      const session = context.get('session');
      if (!session || !waits(context)) return context.redirect('/login', 303);
      const visit = context.get('visit');
      const form = await readForm(context);
      const next = pathAfterLogin(form.next);
      if (!isEqual(form.csrf ?? '', csrfToken(session.id)))
        return refuse(context, 403, 'This form belongs to another session.');
      const answer = await checkCode(gate, { name: session.row.name, code: form.code ?? '', from: visit.address });
      if (answer.kind === 'wait') return code(context, 429, next, lockoutSentence(answer.until, clock.now()));
      if (answer.kind === 'wrong')
        return code(context, 401, next, 'Incorrect code, or one already used. Wait for the next one.');
      const recovered = answer.recoveryLeft !== undefined;
      await startSession(context, gate, answer.user, recovered ? 'password and recovery code' : 'password and code');
      return context.redirect(recovered ? '/account' : next, 303);
    });

    app.post('/logout', async (context) => {
      const { id, row } = context.get('session')!;
      const visit = context.get('visit');
      await ledger.tx(async (db) => {
        if (await endSession(db, id))
          await recordUserEvent(db, gate, { by: row.name, from: visit.address }, 'logout', { user: row.name });
      });
      writeSessionCookie(context, visit, null);
      return context.redirect('/login?out', 303);
    });
  };
}

async function orBusy(answer: Promise<LoginAnswer>): Promise<LoginAnswer | null> {
  return answer.catch((error: unknown) => {
    if (isError(error, 'login_busy')) return null;
    throw error;
  });
}

interface LoginPage {
  readonly banner: string | null;
  readonly next: string;
  readonly name?: string;
  readonly fault?: string;
  readonly notice?: string;
  /** Name of the identity provider; null: none is configured. */
  readonly provider: string | null;
  /** No user exists yet: the page says how to add one. */
  readonly noUsers: boolean;
}

/** The login page: name and password, and a link to the identity provider. */
function loginPage({ banner, next, name = '', fault, notice, provider, noUsers }: LoginPage): Markup {
  const to = `/login/oidc?next=${encodeURIComponent(next)}`;
  return bare({
    title: 'Log in',
    banner,
    body: html`<main id="main">${brand}<h1>Log in to Payrun</h1>
${noticePart(fault, notice)}
${noUsers ? html`<p class="notice">No users yet. The operator of this installation adds the first one, an admin, on the command line.</p>` : ''}
${
  provider === null
    ? ''
    : html`<p><a class="button main" href="${to}">Log in with ${provider}</a></p>
<h2>Or with a password</h2>`
}
<form method="post" action="/login">
<input type="hidden" name="next" value="${next}">
${field({ name: 'name', label: 'Name', value: name, required: true, autocomplete: 'username' })}
${field({ name: 'password', label: 'Password', type: 'password', required: true, autocomplete: 'current-password' })}
<p><button${provider === null ? html` class="main"` : ''}>Log in</button></p>
</form></main>`,
  });
}

/** The page that asks for a code of the authenticator app. `csrf`: of the session that awaits the code. */
function codePage({
  banner,
  next,
  csrf,
  fault,
}: Pick<LoginPage, 'banner' | 'next' | 'fault'> & { readonly csrf: string }): Markup {
  return bare({
    title: 'Two-factor authentication',
    banner,
    body: html`<main id="main">${brand}<h1>Two-factor authentication</h1>
${noticePart(fault)}
<form method="post" action="/login/code">
<input type="hidden" name="next" value="${next}"><input type="hidden" name="csrf" value="${csrf}">
${field({
  name: 'code',
  label: 'Code from your authenticator app',
  hint: 'Six digits. Without the device, use a recovery code; each works once.',
  required: true,
  autocomplete: 'one-time-code',
})}
<p><button class="main">Continue</button></p>
</form>
<p><a href="/login">Log in as another user</a></p></main>`,
  });
}

function noticePart(fault?: string, notice?: string): Markup | '' {
  if (fault) return refusalNotice(fault);
  return notice ? html`<p class="notice" role="status">${notice}</p>` : '';
}
