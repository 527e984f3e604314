import { hostname } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { actingUser } from '../../src/cli/acting-user.ts';
import type { PermissionName } from '../../src/engine/users/permissions.ts';
import { addUser, setEnabled } from '../../src/engine/users/users.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { describeDatabases } from '../support/database.ts';
import { anAdmin } from '../support/person.ts';
import { recordingTerminal } from '../support/recording-terminal.ts';
import { cheapPasswords, movableClock } from '../support/web-visit.ts';

const PASSWORD = 'seven blue kites fly';

describeDatabases('who acts at the command line', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  interface Sits {
    readonly osUser?: string;
    readonly as?: string;
    readonly stdin?: string;
    readonly typed?: string;
    readonly environment?: 'sandbox' | 'production';
  }
  const acting = (
    deed: PermissionName,
    { osUser = 'mike', as, stdin, typed, environment = 'production' }: Sits = {},
  ) => {
    const { terminal } = recordingTerminal({ tty: typed !== undefined });
    const options = {
      ...(as === undefined ? {} : { as }),
      ...(stdin === undefined ? {} : { confirmStdin: true as const }),
    };
    return actingUser(
      { ledger, config: { environment } },
      deed,
      { options, terminal },
      {
        osUser,
        passwords: cheapPasswords,
        ask: async () => typed ?? null,
        standardInput: async () => stdin ?? '',
      },
    );
  };

  it('is the account of the operating system while there are no users; only in the sandbox --as plays somebody else', async () => {
    expect(await acting('approve')).toEqual({ name: 'mike', door: 'cli', host: hostname(), osUser: 'mike' });
    expect(await acting('approve', { as: 'MIKE' })).toMatchObject({ name: 'MIKE', osUser: 'mike' });
    await expect(acting('approve', { as: 'anna' })).rejects.toThrow(
      'In production --as names a user, and there is none',
    );
    expect(await acting('approve', { as: 'anna', environment: 'sandbox' })).toMatchObject({
      name: 'anna',
      osUser: 'mike',
    });
  });

  it('is an enabled user once there are users, who may do it', async () => {
    const deps = { ledger, clock: movableClock(), passwords: cheapPasswords };
    const add = async (
      name: string,
      role: 'admin' | 'approver' | 'maker' | 'viewer',
      password: string | null = PASSWORD,
    ) => addUser(deps, await anAdmin(ledger), { name, role, merchants: null, limits: null, password });
    await add('root', 'admin');
    await add('anna', 'approver');
    await add('mike', 'maker');
    await add('vera', 'viewer');
    await add('gone', 'admin');
    await add('petra', 'approver', null);
    await setEnabled(deps, await anAdmin(ledger), 'gone', false);
    for (const environment of ['sandbox', 'production'] as const) {
      const said = { environment, stdin: `${PASSWORD}\n` };
      await expect(acting('approve', { ...said, as: 'somebody' })).rejects.toMatchObject({ code: 'user_unknown' });
      await expect(acting('approve', { ...said, osUser: 'deploy' })).rejects.toMatchObject({ code: 'os_user_unknown' });
      for (const as of ['vera', 'gone', 'VERA', ' mike'])
        await expect(acting('approve', { ...said, as }), as).rejects.toMatchObject({ code: 'may_not_decide' });
    }
    expect(await acting('approve', { environment: 'sandbox', as: 'ANNA' })).toMatchObject({
      name: 'anna',
      osUser: 'mike',
    });
  });

  it('proves it with the password of that user, for a decision and for acting as somebody else than the account', async () => {
    const unproven = { code: 'not_proven' };
    expect(await acting('submit')).toMatchObject({ name: 'mike' });
    await expect(acting('submit', { as: 'anna' })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { osUser: 'anna' })).rejects.toMatchObject(unproven);
    for (const wrong of ['', 'x', `${PASSWORD} high`])
      await expect(acting('approve', { as: 'anna', stdin: wrong })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { as: 'anna', typed: 'x' })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { as: 'petra', stdin: PASSWORD })).rejects.toThrow('Decide on the page.');
    expect(await acting('approve', { as: 'root', typed: PASSWORD })).toMatchObject({ name: 'root', osUser: 'mike' });
    expect(await acting('submit', { as: 'root', stdin: `${PASSWORD}\r\n` })).toMatchObject({ name: 'root' });
  });
});
