import type { UserRow } from '../../ledger/users/user.ts';

/** A user in JSON, without secrets. */
export const userDocument = (user: UserRow) => ({
  user: user.name,
  role: user.role,
  merchants: user.merchants,
  limits: user.limits,
  login: user.password === null ? 'provider' : 'password',
  passwordToChange: user.password_to_change,
  osUser: user.os_user,
  codes: user.totp_confirmed_at !== null,
  disabled: user.disabled_at !== null,
  added: user.created_at.toISOString(),
  lastLogin: user.seen_at?.toISOString() ?? null,
});
