import type { Context, MiddlewareHandler } from 'hono';
import { createPasswords, type Passwords } from '../../engine/users/password.ts';
import { recordUserEvent, type UserDeps } from '../../engine/users/users.ts';
import { createRequestThrottle, RATES, type Rates } from '../../http/request-throttle.ts';
import { beginSession, endSession } from '../../ledger/users/session.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import type { PageDeps } from '../components/view.ts';
import { getRateLimitKey, writeDevice } from './known-device.ts';
import { refuse } from './refuse.ts';
import { newSessionId, writeSessionCookie } from './session-cookie.ts';

export interface SessionDeps extends PageDeps {
  /** Default: scrypt with the parameters that OWASP recommends. */
  readonly passwords?: Passwords;
  /** Requests per address. Default: `RATES`. */
  readonly rates?: Pick<Rates, 'pages' | 'logins'>;
}

/** A session expires after this long without use. */
export const IDLE_MS = 30 * 60_000;
/** A session expires this long after the login in any case. */
const LONGEST_MS = 12 * 3_600_000;
/** Time to enter the code after the password. */
const CODE_MS = 10 * 60_000;

/** Shared dependencies of the login routes. */
export interface SessionContext extends UserDeps {
  readonly deps: SessionDeps;
  readonly config: PageDeps['appContext']['config'];
  readonly mayAsk: (address: string) => boolean;
  readonly limitLogins: MiddlewareHandler;
}

export function createSessionContext(deps: SessionDeps): SessionContext {
  const { ledger, clock, config } = deps.appContext;
  const { pages, logins } = deps.rates ?? RATES;
  const mayLogIn = createRequestThrottle(clock, logins);
  return {
    deps,
    ledger,
    clock,
    config,
    passwords: deps.passwords ?? createPasswords(),
    mayAsk: createRequestThrottle(clock, pages),
    limitLogins: async (context, next) =>
      mayLogIn(getRateLimitKey(context))
        ? next()
        : refuse(context, 429, 'Too many logins from your IP address. Wait a moment.'),
  };
}

/** The proof of the user's identity, for the audit log. */
export type Proof =
  | 'password'
  | 'password, code to come'
  | 'password and code'
  | 'password and recovery code'
  | 'password again'
  | 'provider';

/**
 * Begins a session with a new id and ends the session of the cookie, to prevent session fixation. With `password, code
 * to come`, the session admits only to the page that asks for the code. `provedAt`: when the user proved their
 * identity, by default now. Returns its id.
 */
export async function startSession(
  context: Context,
  gate: SessionContext,
  user: UserRow,
  proof: Proof,
  provedAt?: Date,
): Promise<string> {
  const { ledger, clock } = gate;
  const visit = context.get('visit');
  const before = context.get('session');
  const id = newSessionId();
  const at = new Date(clock.now());
  const stage = proof === 'password, code to come' ? 'code' : 'open';
  const until = new Date(at.getTime() + (stage === 'code' ? CODE_MS : LONGEST_MS));
  await ledger.tx(async (db) => {
    if (before) await endSession(db, before.id);
    await beginSession(db, { id, user, stage, at, provedAt: provedAt ?? at, until });
    const by = { by: user.name, from: visit.address };
    if (stage === 'open') await recordUserEvent(db, gate, by, 'login', { user: user.name, proof });
  });
  writeSessionCookie(context, visit, id);
  if (stage === 'open') writeDevice(context, visit, ledger.vault, user.name, at.getTime());
  return id;
}
