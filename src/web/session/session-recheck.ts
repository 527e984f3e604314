import { findSession, type SessionRow } from '../../ledger/users/session.ts';
import { IDLE_MS, type SessionContext } from './start-session.ts';

/** The ledger is queried at most this often while a response is streamed. */
const EVERY_MS = 5_000;

/**
 * Checks for a streaming response that the session is unchanged since the request: not expired, not idle for too long,
 * user enabled, same role, merchants and limits. Once false, it stays false.
 */
export function sessionRecheck(
  { ledger, clock }: SessionContext,
  id: string,
  before: SessionRow,
): () => Promise<boolean> {
  let asked = clock.now();
  let holds = true;
  return async () => {
    const now = clock.now();
    if (!holds || now - asked < EVERY_MS) return holds;
    asked = now;
    const row = await findSession(ledger.db, id, new Date(now), IDLE_MS);
    holds = row?.stage === 'open' && !row.password_to_change && rightsOf(row) === rightsOf(before);
    return holds;
  };
}

const rightsOf = ({ name, role, merchants, limits }: SessionRow): string =>
  JSON.stringify([name, role, merchants, limits]);
