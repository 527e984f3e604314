import type { UserRole } from '../../ledger/users/user.ts';
import { decimalText } from '../components/amount.ts';
import { notificationWords } from '../components/notification-words.ts';
import { roleWord } from '../components/role-word.ts';
import { counted, type EventContext, from, list, recordIn, sentences, some, text, word } from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** Texts of events of users and logins. */
export const USER_EVENTS = {
  user_added: {
    title: 'User added',
    describe: (event) =>
      sentences(
        `${who(event)}: ${rights(event, event.data)}.`,
        word(event, 'login') === 'provider' ? 'Logs in at the identity provider.' : 'Logs in with a password.',
        word(event, 'account') && `Account of the operating system: ${word(event, 'account')}.`,
        toChange(event),
        from(event),
      ),
  },
  user_rights_changed: {
    title: 'User rights changed',
    describe: (event) =>
      sentences(
        `${who(event)}: ${rights(event, recordIn(event, 'after'))}.`,
        `Before: ${rights(event, recordIn(event, 'before'))}.`,
        from(event),
      ),
  },
  user_notices_changed: {
    title: 'Notifications of a user changed',
    describe: (event) =>
      sentences(
        `${who(event)}: ${event.data.told === true ? 'by e-mail' : 'no e-mail'}${
          list(event, 'kinds').length > 0
            ? `: ${list(event, 'kinds')
                .map((kind) => notificationWords(String(kind)))
                .join('; ')}`
            : ''
        }.`,
        from(event),
      ),
  },
  user_password_changed: {
    title: 'Password changed',
    describe: (event) => sentences(`${who(event)}.`, toChange(event), from(event)),
  },
  user_enabled: { title: 'User enabled', describe: ofUser },
  user_disabled: { title: 'User disabled', describe: ofUser },
  user_linked: { title: 'User linked to the identity provider', describe: ofUser },
  user_lockout_ended: { title: 'Lockout ended', describe: ofUser },
  user_codes_set_up: { title: 'Two-factor authentication set up', describe: ofUser },
  user_codes_removed: { title: 'Two-factor authentication reset', describe: ofUser },
  recovery_code_used: {
    title: 'Recovery code used',
    describe: (event) => sentences(`${who(event)}: ${counted(event, 'left', 'code')} left.`, from(event)),
  },
  login: { title: 'Login', describe: (event) => sentences(`${who(event)}, by ${text(event, 'proof')}.`, from(event)) },
  login_failed: {
    title: 'Login failed',
    describe: (event) => {
      const why = FAILED[word(event, 'purpose') || word(event, 'deed')] ?? 'Refused';
      const used = word(event, 'why') === 'used before' ? ', which was used before' : '';
      const subject = word(event, 'subject');
      return sentences(
        `${why}${used}: ${who(event)}.`,
        subject && `The provider calls them ${subject}.`,
        word(event, 'why') === 'look_alike' && 'Their name looks like that of another user.',
        from(event),
      );
    },
  },
  logout: { title: 'Logout', describe: ofUser },
  logout_elsewhere: {
    title: 'Other sessions ended',
    describe: (event) => sentences(`${who(event)}: ${counted(event, 'sessions', 'login')} ended.`, from(event)),
  },
} as const satisfies Record<string, EventFormatter>;

/** Roles to which the limits apply. */
const MAY_APPROVE: ReadonlySet<string> = new Set(['approver', 'admin']);

const FAILED: Readonly<Record<string, string>> = {
  login: 'Wrong name or password',
  confirmation: 'Wrong password when a decision was confirmed',
  code: 'Wrong code',
  provider: 'The identity provider confirmed a person who may not log in here',
};

const who = (event: EventContext): string => word(event, 'user') || 'no user of this installation';

/** An admin who sets a password knows it, so the user must change it. */
function toChange({ data }: EventContext) {
  return data.toChange === true && 'They choose another one when they log in with it.';
}

function ofUser(event: EventContext) {
  return sentences(`${who(event)}.`, from(event));
}

function rights({ view }: EventContext, data: Readonly<Record<string, unknown>>): string {
  const merchants = Array.isArray(data.merchants) ? some(list({ data }, 'merchants').map(String)) || 'none' : 'all';
  const limits = Object.entries(recordIn({ data }, 'limits')).map(
    ([currency, amount]) =>
      `${/^\d{1,18}(\.\d{1,6})?$/.test(String(amount)) ? decimalText(view, String(amount)) : String(amount)} ${currency}`,
  );
  const upTo = typeof data.limits === 'object' && data.limits !== null ? some(limits) || 'nothing' : 'any amount';
  const role = word({ data }, 'role');
  const approves = MAY_APPROVE.has(role) ? `, approves up to ${upTo}` : '';
  return `${role === '' ? 'No role' : roleWord(role as UserRole)}, merchants: ${merchants}${approves}`;
}
