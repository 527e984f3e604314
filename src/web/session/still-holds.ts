import { findSession, type SessionRow } from '../../ledger/users/session.ts';
import { type Gate, IDLE_MS } from './gate.ts';

/** While an answer goes on, the ledger is asked at most so often whether it still may. */
const EVERY_MS = 5_000;

/**
 * Is a session still what it was when a request came: not over, not idle for too long, of a user who is enabled and has the same
 * role, merchants and limits? For answers that go on after their request was let in. Once it is not, it is not again.
 */
export function stillHolds({ ledger, clock }: Gate, id: string, before: SessionRow): () => Promise<boolean> {
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
