import { expect, it } from 'vitest';
import { createPasswords } from '../../../src/engine/users/password.ts';
import { addUser, type NewUserInput } from '../../../src/engine/users/users.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { describeDatabases } from '../../support/database.ts';
import { person } from '../../support/person.ts';

const NEW: Omit<NewUserInput, 'name' | 'role'> = { merchants: null, limits: null, password: null };

describeDatabases('an installation whose users have no admin', (database) => {
  it('gets one from a user who is known and enabled, never from an unknown name', async () => {
    const to = { ledger: await database.open(), clock: systemClock, passwords: createPasswords() };
    await addUser(to, person('operator'), { ...NEW, name: 'mia', role: 'maker' });
    await addUser(to, person('mia'), { ...NEW, name: 'ines', role: 'admin' });
    await addUser(to, person('ines'), { ...NEW, name: 'gone', role: 'maker' });
    await to.ledger.db.query(`update payrun.user_account set disabled_at = now() where name in ('ines', 'gone')`);

    const added = { ...NEW, name: 'zoe', role: 'admin' as const };
    for (const name of ['nobody', 'ines', 'gone'])
      await expect(addUser(to, person(name), added)).rejects.toMatchObject({ code: 'may_not_decide' });
    await addUser(to, person('mia'), added);
    await expect(addUser(to, person('mia'), { ...added, name: 'yan' })).rejects.toMatchObject({
      code: 'may_not_decide',
    });
  });
});
