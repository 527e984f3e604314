import { type Actor, cliActor } from '../../src/engine/users/actor.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { listUsers } from '../../src/ledger/users/user.ts';

/** Somebody of this name at the command line. */
export function person(name: string): Actor {
  return cliActor(name, 'tester');
}

/** An admin of the installation at the command line; while there is none, the operator who adds the first one. */
export async function anAdmin({ db }: Pick<Ledger, 'db'>): Promise<Actor> {
  const users = await listUsers(db);
  const found = users.find(({ role, merchants, disabled_at }) => role === 'admin' && !merchants && !disabled_at);
  return person(found?.name ?? 'operator');
}
