import { type Actor, cliActor } from '../../src/engine/users/actor.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { insertUser, listUsers } from '../../src/ledger/users/user.ts';

/** Somebody of this name at the command line. */
export function person(name: string): Actor {
  return cliActor(name, 'tester');
}

/** Who may add users at the command line: an admin of the installation. The first user is one, and is called operator. */
export async function anAdmin({ db }: Pick<Ledger, 'db'>): Promise<Actor> {
  const users = await listUsers(db);
  const found = users.find(({ role, merchants, disabled_at }) => role === 'admin' && !merchants && !disabled_at);
  if (users.length === 0)
    await insertUser(db, { ...OPERATOR, merchants: null, limits: null, password: null }, new Date());
  return person(found?.name ?? OPERATOR.name);
}

const OPERATOR = { name: 'operator', role: 'admin' } as const;
