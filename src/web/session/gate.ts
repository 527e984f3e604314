import type { Context } from 'hono';
import { createPasswords, type Passwords } from '../../engine/users/password.ts';
import { tellOfUser, type UserDeps } from '../../engine/users/users.ts';
import { beginSession, endSession } from '../../ledger/users/session.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import type { PageDeps } from '../components/view.ts';
import { createRateLimit, type Rate } from './rate-limit.ts';
import { newSessionId, writeSessionCookie } from './session-cookie.ts';

export interface SessionDeps extends PageDeps {
  /** Not given: scrypt as OWASP recommends it. */
  readonly passwords?: Passwords;
  /** Requests from one address; not given: 300 at once and 20 a second; logins 20 at once and one in 3 seconds. */
  readonly rates?: { readonly pages: Rate; readonly logins: Rate };
}

/** A session that was not used for so long is over. */
export const IDLE_MS = 30 * 60_000;
/** And so long after it began, in any case. */
const LONGEST_MS = 12 * 3_600_000;
/** The code comes soon after the password. */
const CODE_MS = 10 * 60_000;

const RATES = { pages: { burst: 300, perSecond: 20 }, logins: { burst: 20, perSecond: 1 / 3 } };

/** What the parts of the login share. */
export interface Gate extends UserDeps {
  readonly deps: SessionDeps;
  readonly config: PageDeps['appContext']['config'];
  readonly mayAsk: (address: string) => boolean;
  readonly mayLogIn: (address: string) => boolean;
}

export function createGate(deps: SessionDeps): Gate {
  const { ledger, clock, config } = deps.appContext;
  const { pages, logins } = deps.rates ?? RATES;
  return {
    deps,
    ledger,
    clock,
    config,
    passwords: deps.passwords ?? createPasswords(),
    mayAsk: createRateLimit(clock, pages),
    mayLogIn: createRateLimit(clock, logins),
  };
}

/** How somebody proved who they are, for the audit. */
export type Proof =
  | 'password'
  | 'password, code to come'
  | 'password and code'
  | 'password and recovery code'
  | 'password again'
  | 'provider';

/**
 * Begins a session with a new id, and ends the one of the cookie: an id that somebody knew before the login is worth nothing
 * after it. With `password, code to come` nothing is open to it but the page that asks for the code.
 */
export async function logIn(context: Context, gate: Gate, user: UserRow, proof: Proof): Promise<void> {
  const { ledger, clock } = gate;
  const visit = context.get('visit');
  const before = context.get('session');
  const id = newSessionId();
  const at = new Date(clock.now());
  const stage = proof === 'password, code to come' ? 'code' : 'open';
  const until = new Date(at.getTime() + (stage === 'code' ? CODE_MS : LONGEST_MS));
  await ledger.tx(async (db) => {
    if (before) await endSession(db, before.id);
    await beginSession(db, { id, user, stage, at, until });
    const by = { by: user.name, from: visit.address };
    if (stage === 'open') await tellOfUser(db, gate, by, 'login', { user: user.name, proof });
  });
  writeSessionCookie(context, visit, id);
}
