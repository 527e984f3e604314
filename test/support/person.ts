import type { Ledger } from '../../src/ledger/ledger.ts';
import { insertUser, listUsers } from '../../src/ledger/users/user.ts';
import { type Actor, cliActor } from '../../src/permissions/actor.ts';

/** Someone of this name at the command line. */
export function person(name: string): Actor {
  return cliActor(name, 'tester');
}

export const VERIFIED = 'Called on the number in the contract';

/** A user who may change users and settings at the command line: an admin of the installation, else the operator. */
export async function anAdmin({ db }: Pick<Ledger, 'db'>): Promise<Actor> {
  const users = await listUsers(db);
  const found = users.find(({ role, merchants, disabled_at }) => role === 'admin' && !merchants && !disabled_at);
  return person(found?.name ?? OPERATOR.name);
}

/** The same; if there are no users yet, the operator becomes the first one. */
export async function firstAdmin({ db }: Pick<Ledger, 'db'>): Promise<Actor> {
  if ((await listUsers(db)).length === 0)
    await insertUser(db, { ...OPERATOR, merchants: null, limits: null, password: null }, new Date());
  return anAdmin({ db });
}

const OPERATOR = { name: 'operator', role: 'admin' } as const;
