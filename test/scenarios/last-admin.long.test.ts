import { expect, it } from 'vitest';
import { createPasswords } from '../../src/engine/users/password.ts';
import { addUser, type NewUserInput, setEnabled, setRights } from '../../src/engine/users/users.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { describeDatabases } from '../support/database.ts';
import { person } from '../support/person.ts';
import { addTestMerchant } from '../support/test-run.ts';

const NEW: Omit<NewUserInput, 'name' | 'role'> = { merchants: null, limits: null, password: null };

describeDatabases('the admins of an installation', (database) => {
  const deps = async () => ({ ledger: await database.open(), clock: systemClock, passwords: createPasswords() });

  it('are never none: the last one cannot be disabled, demoted or limited to some merchants', async () => {
    const to = await deps();
    await addTestMerchant(to.ledger, 'berlin');
    await addUser(to, person('operator'), { ...NEW, name: 'ines', role: 'admin' });
    await addUser(to, person('ines'), { ...NEW, name: 'berta', role: 'admin', merchants: ['berlin'] });
    for (const attempt of [
      () => setEnabled(to, person('ines'), 'ines', false),
      () => setRights(to, person('ines'), 'ines', { role: 'approver' }),
      () => setRights(to, person('ines'), 'ines', { merchants: ['berlin'] }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'last_admin' });
  });
});
