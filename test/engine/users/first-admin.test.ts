import { expect, it } from 'vitest';
import { createPasswords } from '../../../src/engine/users/password.ts';
import { setNotifications } from '../../../src/engine/users/set-notifications.ts';
import { addUser, type NewUserInput, setEnabled, setPassword, setRights } from '../../../src/engine/users/users.ts';
import { listUsers } from '../../../src/ledger/users/user.ts';
import { cliActor, pageActor } from '../../../src/permissions/actor.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { describeDatabases } from '../../support/database.ts';
import { person } from '../../support/person.ts';
import { addTestMerchant } from '../../support/test-run.ts';

const NEW: Omit<NewUserInput, 'name' | 'role'> = { merchants: null, limits: null, password: null };
const NOTICES = { email: 'mia@example.com', kinds: null, merchants: null };
const OWNER = { ...cliActor('deploy', 'deploy'), owner: true } as const;

describeDatabases('an installation without an admin', (database) => {
  it('gets one as its first user, and from then on only from its owner, who does nothing else', async () => {
    const to = { ledger: await database.open(), clock: systemClock, passwords: createPasswords() };
    await addTestMerchant(to.ledger, 'berlin');
    const admin = { ...NEW, name: 'ines', role: 'admin' } as const;
    const ADMIN_FIRST = { code: 'admin_first', exitCode: 2, next: expect.stringContaining('--role admin') };
    for (const first of [{ ...admin, role: 'maker' } as const, { ...admin, merchants: ['berlin'] }])
      await expect(addUser(to, person('operator'), first)).rejects.toMatchObject(ADMIN_FIRST);
    expect(await listUsers(to.ledger.db)).toEqual([]);
    await addUser(to, person('operator'), admin);
    await addUser(to, person('ines'), { ...NEW, name: 'mia', role: 'maker', password: 'seven blue kites fly' });
    await addUser(to, person('ines'), { ...NEW, name: 'gone', role: 'approver' });
    await to.ledger.db.query(`update payrun.user_account set disabled_at = now() where name in ('ines', 'gone')`);

    const added = { ...NEW, name: 'zoe', role: 'admin' as const };
    for (const name of ['nobody', 'ines', 'gone', 'mia', 'deploy'])
      for (const by of [person(name), pageActor(name, '::1'), { ...pageActor(name, '::1'), owner: true as const }])
        await expect(addUser(to, by, added), `${name} by ${by.channel}`).rejects.toMatchObject({
          code: 'may_not_decide',
        });
    for (const attempt of [
      () => addUser(to, OWNER, { ...added, role: 'approver' }),
      () => setRights(to, OWNER, 'mia', { role: 'approver' }),
      () => setRights(to, OWNER, 'gone', { role: 'admin' }),
      () => setEnabled(to, OWNER, 'gone', true),
      () => setPassword(to, OWNER, 'mia', 'eight blue kites fly'),
      () => setNotifications(to, OWNER, 'mia', NOTICES),
    ])
      await expect(attempt()).rejects.toMatchObject(ADMIN_FIRST);
    for (const by of [person('gone'), person('nobody'), pageActor('mia', '::1')])
      await expect(setNotifications(to, by, 'ines', NOTICES)).rejects.toMatchObject({ code: 'may_not_decide' });
    expect(await setNotifications(to, person('mia'), 'mia', NOTICES)).toMatchObject({ email: NOTICES.email });
    expect(await setEnabled(to, OWNER, 'ines', true)).toBe('changed');
    await expect(addUser(to, OWNER, added)).rejects.toMatchObject({ code: 'may_not_decide' });
    await addUser(to, person('ines'), added);
  });
});
