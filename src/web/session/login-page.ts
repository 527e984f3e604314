import { field } from '../components/form.ts';
import { bare, brand } from '../components/layout.ts';
import { html, type Markup } from '../components/markup.ts';

export interface LoginPage {
  readonly banner: string | null;
  readonly next: string;
  readonly name?: string;
  /** The error message, as a sentence. */
  readonly fault?: string;
  /** A confirmation, as a sentence. */
  readonly notice?: string;
  /** Name of the identity provider; null: none is configured. */
  readonly provider: string | null;
  /** No user exists yet: the page says how to add one. */
  readonly nobody: boolean;
}

/** The login page: name and password, and a link to the identity provider. */
export function loginPage({ banner, next, name = '', fault, notice, provider, nobody }: LoginPage): Markup {
  const to = `/login/oidc?next=${encodeURIComponent(next)}`;
  return bare({
    title: 'Log in',
    banner,
    body: html`<main id="main">${brand}<h1>Log in to Payrun</h1>
${noticePart(fault, notice)}
${nobody ? html`<p class="notice">No users yet. The operator of this installation adds the first one, an admin, on the command line.</p>` : ''}
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
export function codePage(given: {
  readonly banner: string | null;
  readonly next: string;
  readonly csrf: string;
  readonly fault?: string;
}): Markup {
  const { banner, next, csrf, fault } = given;
  return bare({
    title: 'Two-factor authentication',
    banner,
    body: html`<main id="main">${brand}<h1>Two-factor authentication</h1>
${noticePart(fault)}
<form method="post" action="/login/code">
<input type="hidden" name="next" value="${next}"><input type="hidden" name="csrf" value="${csrf}">
${field({
  name: 'code',
  label: 'Code of your authenticator app',
  hint: 'Six digits. Without the device: one of your recovery codes, each of which works once.',
  required: true,
  autocomplete: 'one-time-code',
})}
<p><button class="main">Continue</button></p>
</form>
<p><a href="/login">Log in as another user</a></p></main>`,
  });
}

function noticePart(fault?: string, notice?: string): Markup | '' {
  if (fault) return html`<p class="notice bad" tabindex="-1" autofocus role="alert">${fault}</p>`;
  return notice ? html`<p class="notice" role="status">${notice}</p>` : '';
}
