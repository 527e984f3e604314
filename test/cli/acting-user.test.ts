import { hostname } from 'node:os';
import { TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import { actingUser } from '../../src/cli/acting-user.ts';
import { newTotpSecret } from '../../src/engine/users/totp.ts';
import { addUser, setEnabled } from '../../src/engine/users/users.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { setEnvironmentSeen } from '../../src/ledger/merchants/environment-seen.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import { addRules } from '../../src/ledger/operations/money-rules.ts';
import { findUser } from '../../src/ledger/users/user.ts';
import { confirmTotp, proposeTotp } from '../../src/ledger/users/user-totp.ts';
import { defaultRules } from '../../src/money-rules.ts';
import { PERMISSIONS, type PermissionName } from '../../src/permissions/permissions.ts';
import { describeDatabases } from '../support/database.ts';
import { anAdmin } from '../support/person.ts';
import { type RecordingTerminal, recordingTerminal } from '../support/recording-terminal.ts';
import { testFolder } from '../support/test-folder.ts';
import { cheapPasswords, movableClock } from '../support/web-visit.ts';

/** A folder of whoever runs the tests, and one of the administrator. */
const OURS = testFolder();
const NOT_OURS = '/usr';
const PASSWORD = 'seven blue kites fly';

describeDatabases('the acting user of a command', (database) => {
  let ledger: Ledger;
  let output: RecordingTerminal['output'];
  beforeAll(async () => {
    ledger = await database.open();
  });

  interface Sits {
    readonly osUser?: string;
    readonly as?: string;
    readonly stdin?: string;
    /** An option by which the command reads standard input too. */
    readonly also?: string;
    readonly typed?: string;
    readonly environment?: 'sandbox' | 'production';
    readonly home?: string;
    /** Whether the sandbox is the embedded one. Another one counts once the payout service has said so. */
    readonly embedded?: boolean;
  }
  const acting = (
    permission: PermissionName,
    {
      osUser = 'mike',
      as,
      stdin,
      also,
      typed,
      environment = 'production',
      home = OURS,
      embedded = environment === 'sandbox',
    }: Sits = {},
  ) => {
    const recorded = recordingTerminal({ tty: typed !== undefined });
    const { terminal } = recorded;
    output = recorded.output;
    const options = {
      ...(as === undefined ? {} : { as }),
      ...(stdin === undefined ? {} : { confirmStdin: true as const }),
      ...(also === undefined ? {} : { [also]: true as const }),
    };
    return actingUser(
      { ledger, config: { environment, databaseUrl: undefined, home, embeddedService: embedded } },
      permission,
      { options, terminal },
      {
        osUser,
        passwords: cheapPasswords,
        ask: async () => typed ?? '',
        standardInput: async () => stdin ?? '',
      },
    );
  };

  it('is the operating system account while there are no users; --as names another one only in the sandbox', async () => {
    expect(await acting('approve')).toEqual({ name: 'mike', channel: 'cli', host: hostname(), osUser: 'mike' });
    expect(await acting('approve', { as: 'MIKE' })).toMatchObject({ name: 'MIKE', osUser: 'mike' });
    await expect(acting('approve', { as: 'anna' })).rejects.toThrow(
      'Outside a confirmed sandbox, --as must name a user, and there are none',
    );
    expect(await acting('approve', { as: 'anna', environment: 'sandbox' })).toMatchObject({
      name: 'anna',
      osUser: 'mike',
    });
    expect(output.stderr).toBe(
      'Acting as anna, from the account mike. The sandbox has no users and accepts any name. Production does not.\n',
    );
    await acting('approve', { as: 'MIKE', environment: 'sandbox' });
    expect(output.stderr).toBe('');
    await expect(acting('approve', { as: 'anna', environment: 'sandbox', embedded: false })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('is an enabled user with the permission once there are users', async () => {
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
      const printed = { environment, stdin: `${PASSWORD}\n` };
      await expect(acting('approve', { ...printed, as: 'somebody' })).rejects.toMatchObject({ code: 'user_unknown' });
      await expect(acting('approve', { ...printed, osUser: 'deploy' })).rejects.toMatchObject({
        code: 'os_user_unknown',
      });
      for (const as of ['vera', 'gone', 'VERA', ' mike'])
        await expect(acting('approve', { ...printed, as }), as).rejects.toMatchObject({ code: 'may_not_decide' });
    }
    expect(await acting('approve', { environment: 'sandbox', as: 'ANNA' })).toMatchObject({
      name: 'anna',
      osUser: 'mike',
    });
    expect(output.stderr).toBe(
      'Acting as anna, from the account mike. The sandbox does not ask for a password. Production does.\n',
    );
    await acting('submit', { environment: 'sandbox', as: 'mike' });
    expect(output.stderr).toBe('');
  });

  it('G7: proves its identity with the user’s password, for a decision or to act as a user other than the account', async () => {
    const unproven = { code: 'not_proven' };
    expect(await acting('submit')).toMatchObject({ name: 'mike' });
    await expect(acting('submit', { as: 'anna' })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { osUser: 'anna' })).rejects.toMatchObject(unproven);
    for (const wrong of ['', 'x', `${PASSWORD} high`])
      await expect(acting('approve', { as: 'anna', stdin: wrong })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { as: 'anna', typed: 'x' })).rejects.toMatchObject(unproven);
    await expect(acting('approve', { as: 'petra', stdin: PASSWORD })).rejects.toThrow('Approve the run on its page.');
    expect(await acting('approve', { as: 'root', typed: PASSWORD })).toMatchObject({ name: 'root', osUser: 'mike' });
    for (const [also, says] of [
      ['passwordStdin', 'Use --generate'],
      ['secretKeyStdin', 'Use --secret-key-file'],
      ['newKeyStdin', 'Use --new-key-env'],
    ] as const)
      await expect(acting('approve', { as: 'anna', stdin: PASSWORD, also })).rejects.toThrow(says);
    expect(await acting('submit', { as: 'root', stdin: `${PASSWORD}\r\n` })).toMatchObject({ name: 'root' });
  });

  it('proves it too while the payout service has not said that the keys are of the sandbox', async () => {
    const sits = { environment: 'sandbox', embedded: false, as: 'anna' } as const;
    await expect(acting('approve', sits)).rejects.toMatchObject({ code: 'not_proven' });
    await expect(acting('submit', sits)).rejects.toMatchObject({ code: 'not_proven' });
    expect(await acting('approve', { ...sits, stdin: `${PASSWORD}\n` })).toMatchObject({ name: 'anna' });
    const merchant = 'acme';
    const keys = { accessKey: 'AK-acting-user', secretKey: 'SK-acting-user-012345' };
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, { id: merchant, environment: 'sandbox', country: 'US', keys, storesKeys: true }),
    );
    await setEnvironmentSeen(ledger.db, merchant, 'production');
    await expect(acting('approve', sits)).rejects.toMatchObject({ code: 'not_proven' });
    await setEnvironmentSeen(ledger.db, merchant, 'sandbox');
    expect(await acting('approve', sits)).toMatchObject({ name: 'anna', osUser: 'mike' });
    await ledger.db.query('delete from payrun.merchant where id = $1', [merchant]);
  });

  it('G7: also asks for a code if the user has two-factor authentication, and accepts each code and recovery code once', async () => {
    const secret = newTotpSecret();
    await proposeTotp(ledger.db, ledger.vault, 'anna', secret);
    const { totp_sealed: sealed } = (await findUser(ledger.db, 'anna'))!;
    const codes = ['kx4m-9tqe-wh2p'];
    await confirmTotp(ledger.db, ledger.vault, 'anna', { sealed: sealed!, step: 1n, codes, at: new Date() });
    const code = new TOTP({ secret }).generate();
    const unproven = { code: 'not_proven' };
    const wrong = `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0');
    for (const lines of [PASSWORD, `${PASSWORD}\n`, `${PASSWORD}\n${wrong}`, `wrong\n${code}`, `${code}\n${PASSWORD}`])
      await expect(acting('approve', { as: 'anna', stdin: lines }), lines).rejects.toMatchObject(unproven);
    await ledger.db.query('delete from payrun.user_attempt');
    const both = { as: 'anna', stdin: `${PASSWORD}\n${code}\n` };
    expect(await acting('approve', both)).toMatchObject({ name: 'anna', osUser: 'mike' });
    await expect(acting('approve', both)).rejects.toMatchObject(unproven);
    const recovery = { as: 'anna', stdin: `${PASSWORD}\n${codes[0]}\n` };
    expect(await acting('approve', recovery)).toMatchObject({ name: 'anna' });
    await expect(acting('approve', recovery)).rejects.toMatchObject(unproven);
  });
  it('is the owner of the installation while no admin is enabled, and changes users only in its own name', async () => {
    await expect(acting('users', { osUser: 'mike' })).rejects.toMatchObject({ code: 'may_not_decide' });
    await ledger.db.query(`update payrun.user_account set disabled_at = now() where role = 'admin'`);
    for (const environment of ['sandbox', 'production'] as const)
      for (const osUser of ['deploy', 'mike', 'root']) {
        const sits = { environment, osUser };
        expect(await acting('users', sits)).toMatchObject({ name: osUser, osUser, owner: true });
        for (const as of ['anna', 'petra', 'gone', 'nobody'])
          for (const home of [OURS, NOT_OURS])
            await expect(
              acting('users', { ...sits, as, home, stdin: `${PASSWORD}\n` }),
              `${osUser} as ${as}`,
            ).rejects.toMatchObject({ code: 'owner_needed' });
        await expect(acting('approve', { ...sits, osUser: 'deploy' })).rejects.toMatchObject({
          code: 'os_user_unknown',
        });
      }
    if (process.getuid!() !== 0)
      await expect(acting('users', { home: NOT_OURS })).rejects.toMatchObject({ code: 'owner_needed' });
  });

  it('G7: is no one in a sandbox process on a production ledger', async () => {
    await ledger.db.query(`update payrun.user_account set disabled_at = null where role = 'admin'`);
    const refusesAll = async () => {
      for (const permission of Object.keys(PERMISSIONS) as PermissionName[])
        for (const who of [{}, { as: 'root' }, { as: 'anna' }])
          await expect(acting(permission, { environment: 'sandbox', ...who }), permission).rejects.toMatchObject({
            code: 'ledger_environment',
          });
    };
    await ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('live', 'production', 'US', 'x')`,
    );
    await refusesAll();
    await ledger.db.query(`delete from payrun.merchant where id = 'live'`);
    await addRules(ledger.db, {
      version: 1,
      rules: defaultRules('production'),
      by: 'root',
      at: new Date(),
    });
    await refusesAll();
  });
});
