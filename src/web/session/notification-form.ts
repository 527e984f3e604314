import type { Form } from '../../http/bodies/read-form.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import { notificationWords } from '../../references/notification-words.ts';
import { NOTIFICATION_KINDS } from '../../settings/setting-forms.ts';
import { choice, field } from '../components/form.ts';
import { html, type Markup } from '../components/markup.ts';

/** The fields for e-mail address and kinds of notifications, with the submitted values or the current settings. */
export function notificationFields(
  { email, notification_kinds: kinds }: Pick<UserRow, 'email' | 'notification_kinds'>,
  typed?: Form,
): Markup {
  const isTicked = (kind: string) => (typed ? typed[`kind-${kind}`] === 'yes' : kinds?.includes(kind));
  return html`${field({ name: 'email', label: 'Email address', type: 'email', value: typed?.email ?? email ?? '', hint: 'Leave blank to get no notifications by email.' })}
${choice(
  'told',
  'Notifications',
  [
    ['all', 'Action items, and results of your own runs'],
    ['chosen', 'Only those selected below'],
  ],
  typed?.told ?? (kinds === null ? 'all' : 'chosen'),
)}
<fieldset class="chosen-kinds"><legend>Chosen notifications</legend>${NOTIFICATION_KINDS.map(
    (kind) =>
      html`<p><label><input type="checkbox" name="kind-${kind}" value="yes"${isTicked(kind) ? html` checked` : ''}> ${notificationWords(kind)}</label></p>`,
  )}</fieldset>
<p class="hint">Users are not notified when their own runs need approval.</p>`;
}
