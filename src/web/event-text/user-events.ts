import { codeWords } from './code-words.ts';
import { counted, type EventContext, from, list, recordIn, sentences, some, text, word } from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** Texts of events of users and logins. */
export const USER_EVENTS = {
  user_added: {
    title: 'User added',
    tell: (said) =>
      sentences(
        `${who(said)}: ${rights(said.data)}.`,
        word(said, 'login') === 'provider' ? 'Logs in at the identity provider.' : 'Logs in with a password.',
        word(said, 'account') && `Account of the operating system: ${word(said, 'account')}.`,
        toChange(said),
        from(said),
      ),
  },
  user_rights_changed: {
    title: 'User rights changed',
    tell: (said) =>
      sentences(
        `${who(said)}: ${rights(recordIn(said, 'after'))}.`,
        `Before: ${rights(recordIn(said, 'before'))}.`,
        from(said),
      ),
  },
  user_notices_changed: {
    title: 'Notifications of a user changed',
    tell: (said) =>
      sentences(
        `${who(said)}: ${said.data.told === true ? 'by e-mail' : 'no e-mail'}${
          list(said, 'kinds').length > 0
            ? `, ${list(said, 'kinds')
                .map((kind) => codeWords(String(kind)))
                .join(', ')}`
            : ''
        }${list(said, 'merchants').length > 0 ? `, of ${list(said, 'merchants').join(', ')}` : ''}.`,
        from(said),
      ),
  },
  user_password_changed: {
    title: 'Password changed',
    tell: (said) => sentences(`${who(said)}.`, toChange(said), from(said)),
  },
  user_enabled: { title: 'User enabled', tell: ofUser },
  user_disabled: { title: 'User disabled', tell: ofUser },
  user_look_alike_disabled: {
    title: 'User disabled for a look-alike name',
    tell: (said) =>
      sentences(
        `${who(said)} reads like ${word(said, 'other')}, so only ${word(said, 'other')} can log in.`,
        'If they are two people, add the other one under another name.',
      ),
  },
  user_linked: { title: 'User linked to the identity provider', tell: ofUser },
  user_lockout_ended: { title: 'Lockout ended', tell: ofUser },
  user_codes_set_up: { title: 'Codes set up', tell: ofUser },
  user_codes_removed: { title: 'Codes removed', tell: ofUser },
  recovery_code_used: {
    title: 'Recovery code used',
    tell: (said) => sentences(`${who(said)}: ${counted(said, 'left', 'code')} left.`, from(said)),
  },
  login: { title: 'Login', tell: (said) => sentences(`${who(said)}, by ${text(said, 'proof')}.`, from(said)) },
  login_failed: {
    title: 'Login failed',
    tell: (said) => {
      const why = FAILED[word(said, 'deed')] ?? 'Refused';
      const used = word(said, 'why') === 'used before' ? ', which was used before' : '';
      const subject = word(said, 'subject');
      return sentences(
        `${why}${used}: ${who(said)}.`,
        subject && `The provider calls them ${subject}.`,
        word(said, 'why') === 'look_alike' && 'Their name looks like that of another user.',
        from(said),
      );
    },
  },
  logout: { title: 'Logout', tell: ofUser },
  logout_elsewhere: {
    title: 'Logged out everywhere else',
    tell: (said) => sentences(`${who(said)}: ${counted(said, 'sessions', 'login')} ended.`, from(said)),
  },
} as const satisfies Record<string, EventFormatter>;

const FAILED: Readonly<Record<string, string>> = {
  login: 'Wrong name or password',
  confirmation: 'Wrong password at a decision',
  code: 'Wrong code',
  provider: 'The identity provider confirmed a person who may not log in here',
};

const who = (said: EventContext): string => word(said, 'user') || 'nobody of this installation';

/** An admin who sets a password knows it, so the user must change it. */
function toChange({ data }: EventContext) {
  return data.toChange === true && 'They choose another one when they log in with it.';
}

function ofUser(said: EventContext) {
  return sentences(`${who(said)}.`, from(said));
}

function rights(data: Readonly<Record<string, unknown>>): string {
  const merchants = Array.isArray(data.merchants) ? some(list({ data }, 'merchants').map(String)) || 'none' : 'all';
  const limits = Object.entries(recordIn({ data }, 'limits')).map(
    ([currency, amount]) => `${String(amount)} ${currency}`,
  );
  const upTo = typeof data.limits === 'object' && data.limits !== null ? some(limits) || 'nothing' : 'any amount';
  return `${word({ data }, 'role') || 'no role'}, merchants: ${merchants}, approves up to ${upTo}`;
}
