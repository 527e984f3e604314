import { type Actor, cliActor } from '../../src/engine/users/actor.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { listUsers } from '../../src/ledger/users/user.ts';

/** Somebody of this name at the command line. */
export function person(name: string): Actor {
  return cliActor(name, 'tester');
}

/** Who may add users at the command line: an admin of the installation, else any enabled user, else the operator. */
export async function anAdmin({ db }: Pick<Ledger, 'db'>): Promise<Actor> {
  const users = await listUsers(db);
  const enabled = users.filter(({ disabled_at }) => !disabled_at);
  const found = enabled.find(({ role, merchants }) => role === 'admin' && !merchants) ?? enabled[0];
  return person(found?.name ?? 'operator');
}
