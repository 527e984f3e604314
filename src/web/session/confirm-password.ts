import type { Context } from 'hono';
import { html } from 'hono/html';
import type { SentForm } from '../current-user.ts';

/**
 * Is it still the same person, who types the password again for a decision? `form` has it as `password`. Null where it is
 * right; else a sentence to show. Wrong ones count towards the lockout. Who logs in at an identity provider has no password
 * here: for them the login must be younger than 5 minutes, and the sentence says where to renew it.
 */
export function confirmPassword(context: Context, form: SentForm): Promise<string | null> {
  return context.get('confirmPassword')(form);
}

/** The field for it; `of` tells fields of several forms of a page apart. */
export function passwordField(of = 'confirm') {
  return html`<p class="field"><label for="${of}-password">Your password, again</label>
<input type="password" id="${of}-password" name="password" autocomplete="current-password"></p>`;
}
