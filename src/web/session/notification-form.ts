import type { UserNotifications, UserRow } from '../../ledger/users/user.ts';
import { NOTIFICATION_KINDS } from '../../settings/setting-forms.ts';
import { choice, field } from '../components/form.ts';
import { html, type Markup } from '../components/markup.ts';
import { notificationWords } from '../components/notification-words.ts';

/** The fields of a form. */
type Form = Readonly<Record<string, string | undefined>>;

type NotificationSettings = Pick<UserRow, 'email' | 'notification_kinds' | 'notification_merchants'>;

/** Number of merchants that the hint lists; others can be typed too. */
const MOST_NAMED = 12;

/**
 * The fields for e-mail address and kinds of notifications, with the submitted values or the current settings.
 * `merchants`: those that the user may see; the field for merchants is omitted if there is only one.
 */
export function notificationFields(now: NotificationSettings, merchants: readonly string[], typed?: Form): Markup {
  const { email, notification_kinds: kinds, notification_merchants: chosen } = now;
  const isTicked = (kind: string) => (typed ? typed[`kind-${kind}`] === 'yes' : kinds?.includes(kind));
  const some = merchants.slice(0, MOST_NAMED).join(', ');
  return html`${field({ name: 'email', label: 'E-mail address', type: 'email', value: typed?.email ?? email ?? '', hint: 'Empty: no notifications by e-mail.' })}
${
  merchants.length > 1 || chosen !== null
    ? field({
        name: 'told-merchants',
        label: 'Merchants',
        value: typed?.['told-merchants'] ?? chosen?.join(', ') ?? 'all',
        hint: `all, or names with commas: ${some}${merchants.length > MOST_NAMED ? ', ...' : ''}`,
      })
    : ''
}
${choice(
  'told',
  'Notifications',
  [
    ['all', 'What needs action, and own results'],
    ['chosen', 'Only those chosen below'],
  ],
  typed?.told ?? (kinds === null ? 'all' : 'chosen'),
)}
<fieldset class="chosen-kinds"><legend>Chosen notifications</legend>${NOTIFICATION_KINDS.map(
    (kind) =>
      html`<p><label><input type="checkbox" name="kind-${kind}" value="yes"${isTicked(kind) ? html` checked` : ''}> ${notificationWords(kind)}</label></p>`,
  )}</fieldset>
<p class="hint">Nobody is notified of approvals of their own runs.</p>`;
}

/** The submitted settings. An empty address is null; kinds and merchants are null for all. */
export function notificationsOf(form: Form): UserNotifications {
  const email = (form.email ?? '').trim();
  const kinds = NOTIFICATION_KINDS.filter((kind) => form[`kind-${kind}`] === 'yes');
  const names = (form['told-merchants'] ?? 'all').split(/[,;]/).flatMap((one) => one.trim() || []);
  return {
    email: email === '' ? null : email,
    kinds: form.told === 'chosen' ? kinds : null,
    merchants: names.length === 0 || (names.length === 1 && names[0]!.toLowerCase() === 'all') ? null : names,
  };
}

export function notificationsText({
  email,
  notification_kinds: kinds,
  notification_merchants: merchants,
}: NotificationSettings): string {
  if (email === null) return 'None';
  const what =
    kinds === null ? 'all that needs them' : kinds.map((kind) => notificationWords(kind)).join(', ') || 'nothing';
  return `${email}: ${what}${merchants === null ? '' : `, of ${merchants.join(', ') || 'no merchant'}`}`;
}
