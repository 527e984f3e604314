import { type EventData, type EventKind, FROM, type Sentences } from './event-kind.ts';

const FAILED: Readonly<Record<string, string>> = {
  login: 'Wrong name or password',
  confirmation: 'Wrong password when confirming a decision',
  code: 'Wrong code',
  provider: 'The identity provider verified someone who is not allowed to log in',
};

const OF_USER: Sentences = ['{user:user}.', FROM];

/** An admin who sets a password knows it, so the user must change it. */
const toChange = (data: EventData) => data.toChange === true && 'They must change it at the next login.';

export const USER_EVENTS = {
  user_added: {
    title: 'User added',
    says: (data) => [
      '{user:user}: {:rights}.',
      data.login === 'provider' ? 'Logs in through the identity provider.' : 'Logs in with a password.',
      'Operating system account: {account:word}.',
      toChange(data),
      FROM,
    ],
  },
  user_rights_changed: {
    title: 'User permissions changed',
    says: ['{user:user}: {after:rights}.', 'Previously: {before:rights}.', FROM],
  },
  user_notices_changed: {
    title: 'User notifications changed',
    says: ({ told }) => [`{user:user}: ${told === true ? 'by email' : 'no email'}[: {kinds:notifications}].`, FROM],
  },
  user_password_changed: { title: 'Password changed', says: (data) => ['{user:user}.', toChange(data), FROM] },
  token_added: { title: 'Token added', says: ['{user:user}: {:rights}.', 'Valid through {until:word}.', FROM] },
  program_requests: {
    title: 'API requests',
    says: ['{request:word}[: {requests:count:more request} in the hour from {hour:time}].', FROM],
  },
  token_revoked: { title: 'Token revoked', says: OF_USER },
  user_enabled: { title: 'User enabled', says: OF_USER },
  user_disabled: { title: 'User disabled', says: OF_USER },
  user_linked: { title: 'User linked to the identity provider', says: OF_USER },
  user_lockout_ended: { title: 'Lockout ended', says: OF_USER },
  user_codes_set_up: { title: 'Two-factor authentication set up', says: OF_USER },
  user_codes_removed: { title: 'Two-factor authentication reset', says: OF_USER },
  recovery_code_used: { title: 'Recovery code used', says: ['{user:user}: {left:count:code} left.', FROM] },
  login: { title: 'Login', says: ['{user:user}. Method: {proof}.', FROM] },
  login_failed: {
    title: 'Login failed',
    says: ({ purpose, deed, why }) => [
      `${FAILED[String(purpose || deed)] ?? 'Refused'}${why === 'used before' ? ', already used' : ''}: {user:user}.`,
      'Name in the identity provider: {subject:word}.',
      why === 'look_alike' && 'Their name looks too much like another user’s.',
      FROM,
    ],
  },
  logout: { title: 'Logout', says: OF_USER },
  logout_elsewhere: { title: 'Other sessions ended', says: ['{user:user}: {sessions:count:session} ended.', FROM] },
} as const satisfies Record<string, EventKind>;
