import type { Context } from 'hono';
import { html } from 'hono/html';
import type { SentForm } from '../current-user.ts';

/**
 * Confirms the identity of the visitor before an approval or a similar action. `form` contains the password as
 * `password`. Returns null if it is right, otherwise a sentence to show. Wrong passwords count towards the lockout. For
 * users of an identity provider, the login must be younger than 5 minutes; otherwise the sentence says how to log in
 * again.
 */
export function confirmPassword(context: Context, form: SentForm): Promise<string | null> {
  return context.get('confirmPassword')(form);
}

/** The password field; `of` makes its id unique if a page has several forms. */
export function passwordField(of = 'confirm') {
  return html`<p class="field"><label for="${of}-password">Confirm your password</label>
<input type="password" id="${of}-password" name="password" autocomplete="current-password"></p>`;
}
