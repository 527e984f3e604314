import { html } from 'hono/html';

/** The password field; `of` makes its id unique if a page has several forms. */
export function passwordField(of = 'confirm') {
  return html`<p class="field"><label for="${of}-password">Confirm your password</label>
<input type="password" id="${of}-password" name="password" autocomplete="current-password"></p>`;
}
