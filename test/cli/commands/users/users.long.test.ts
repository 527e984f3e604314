import { hostname, userInfo } from 'node:os';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Options } from '../../../../src/cli/command.ts';
import { COMMAND_GROUPS } from '../../../../src/cli/command-table.ts';
import { printAnswer } from '../../../../src/cli/print-answer.ts';
import { parseArguments } from '../../../../src/cli/program.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { findAccountUser, findUser } from '../../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';
import { documentOf, runPayrun } from '../../../support/run-payrun.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { addTestMerchant } from '../../../support/test-run.ts';

describeDatabases('payrun users', (database) => {
  const cwd = testFolder();
  let ledger: Ledger;

  beforeAll(async () => {
    ledger = await database.open();
    for (const [name, value] of Object.entries({ ...database.env, PAYRUN_LOG_LEVEL: 'silent', USER: 'tester' }))
      vi.stubEnv(name, value);
  });
  /** As it is typed, in this process. */
  const run = async (line: readonly string[], json = false) => {
    const asAnna = line[0] === 'list' ? [] : ['--as', 'anna'];
    const request = await parseArguments(['users', ...line, ...asAnna], COMMAND_GROUPS, () => {});
    const { terminal, output } = recordingTerminal({ json });
    const command = await request!.entry.load();
    const options: Options = request!.options;
    const { signal } = new AbortController();
    printAnswer(terminal, await command({ args: request!.args, options, terminal, signal }));
    return output.stdout;
  };
  /** As it is typed, in a process of its own. */
  const payrun = (line: readonly string[], input: string) =>
    runPayrun(['users', ...line], { cwd, env: { ...database.env, PAYRUN_LOG_LEVEL: 'silent' }, input });

  it('adds the first admin; the password is no argument, and its hash has OWASP parameters', async () => {
    expect(await run(['list'])).toContain('There are no users yet. Add the first one with');
    const ended = await payrun(
      ['add', 'anna', '--role', 'admin', '--password-stdin', '--json'],
      'seven blue kites fly\n',
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf(ended)).toMatchObject({
      user: 'anna',
      role: 'admin',
      merchants: null,
      limits: null,
      login: 'password',
    });
    expect((await findUser(ledger.db, 'anna'))?.password).toMatch(/^scrypt\$17\$8\$1\$/);
    const { rows } = await ledger.db.query(`select actor, kind, data from payrun.event where chain = 'users'`);
    const how = { door: 'cli', host: hostname(), osUser: userInfo().username };
    expect(rows).toEqual([
      {
        actor: userInfo().username,
        kind: 'user_added',
        data: {
          user: 'anna',
          role: 'admin',
          merchants: null,
          limits: null,
          login: 'password',
          from: 'command line',
          ...how,
        },
      },
    ]);
  });

  it('adds a user with the address of their notifications, and refuses one that is no address', async () => {
    const line = ['--role', 'approver', '--generate'];
    expect(await run(['add', 'nora', ...line, '--email', 'nora@example.com'])).toContain(
      'Notifications go to nora@example.com.',
    );
    expect((await findUser(ledger.db, 'nora'))?.email).toBe('nora@example.com');
    await expect(run(['add', 'nils', ...line, '--email', 'nils'])).rejects.toThrow('is not an email address');
    expect(await findUser(ledger.db, 'nils')).toBeNull();
  });

  it('reports an error before it asks for a password', async () => {
    await expect(run(['add', 'ben', '--password-stdin'])).rejects.toThrow(
      'The role must be one of viewer, auditor, maker, approver, admin.',
    );
    await expect(run(['add', 'ANNA', '--role', 'maker'])).rejects.toMatchObject({ code: 'user_exists' });
    await expect(run(['add', 'b:en', '--role', 'maker'])).rejects.toThrow('User names can have');
    await expect(run(['add', 'ben', '--role', 'boss'])).rejects.toThrow('viewer');
    await expect(run(['add', 'ben', '--role', 'maker', '--limit', 'EUR:5'])).rejects.toThrow(
      '"EUR:5" is not a valid limit',
    );
    await expect(run(['add', 'ben', '--role', 'maker'])).rejects.toThrow(
      'There is no terminal to enter the password in',
    );
    await expect(run(['add', 'ben', '--role', 'maker', '--password', 'x'])).rejects.toThrow('password');
    expect(await findUser(ledger.db, 'ben')).toBeNull();
  });

  it('adds a user of the identity provider, and changes only what is named', async () => {
    for (const merchant of ['acme', 'globex']) await addTestMerchant(ledger, merchant);
    expect(
      await run([
        'add',
        'ben@acme.example',
        '--role',
        'approver',
        '--merchants',
        'acme, globex',
        '--limit',
        'EUR=5000',
        '--provider',
      ]),
    ).toBe('User ben@acme.example added: approver of acme, globex, approves up to 5000 EUR.\n');
    expect(await run(['role', 'ben@acme.example', 'approver', '--limit', 'EUR=6000,USD=10.50'])).toBe(
      'User ben@acme.example is approver of acme, globex, approves up to 6000 EUR, 10.50 USD.\n',
    );
    expect(await run(['role', 'ben@acme.example', 'maker', '--limit', 'none', '--merchants', 'all'])).toBe(
      'User ben@acme.example is maker of all merchants.\n',
    );
    await expect(run(['role', 'ben@acme.example', 'maker', '--merchants', 'acme,gamma'])).rejects.toThrow(
      'There is no merchant called gamma.',
    );
    const listed = await run(['list']);
    expect(listed).toMatch(/^name +role +merchants +approves up to +logs in with .*\n/m);
    expect(listed).toMatch(/ben@acme.example +Maker +All +Nothing +Identity provider .*\n/);
  });

  it('G7: stores the operating system account, which belongs to one user only and acts as that user', async () => {
    const add = (name: string, osUser: string) =>
      run(['add', name, '--role', 'approver', '--provider', '--os-user', osUser]);
    await add('paula', 'svc-paula');
    expect((await findAccountUser(ledger.db, 'svc-paula'))?.name).toBe('paula');
    expect(await findAccountUser(ledger.db, 'paula')).toBeNull();
    const { rows } = await ledger.db.query(
      `select data->>'account' as account from payrun.event where chain = 'users' and data->>'user' = 'paula'`,
    );
    expect(rows).toEqual([{ account: 'svc-paula' }]);
    await expect(add('petra', 'svc-paula')).rejects.toMatchObject({ code: 'os_user_taken' });
    await expect(add('petra', 'a b:c')).rejects.toThrow('"a b:c" is not a valid operating system account name.');
    expect(await findUser(ledger.db, 'petra')).toBeNull();
  });

  it('G7: does not take a name from the identity provider for an account', async () => {
    await run(['add', 'pam', '--role', 'approver', '--provider']);
    expect((await findAccountUser(ledger.db, 'pam'))?.name).toBe('pam');
    await ledger.db.query(`update payrun.user_account set provider_subject = 'issuer pam' where name = 'pam'`);
    expect(await findAccountUser(ledger.db, 'pam')).toBeNull();
    const { rows } = await ledger.db.query(`select payrun.account_user('pam') as name`);
    expect(rows).toEqual([{ name: null }]);
  });

  it('disables and enables users, but not the last admin', async () => {
    expect(await run(['disable', 'ben@acme.example'])).toBe('User ben@acme.example is disabled.\n');
    expect(await run(['disable', 'ben@acme.example'])).toBe('User ben@acme.example was disabled already.\n');
    expect(await run(['list'])).toMatch(/ben@acme.example .* Disabled\n/);
    expect(JSON.parse(await run(['enable', 'ben@acme.example'], true))).toMatchObject({
      disabled: false,
      done: 'changed',
    });
    await expect(run(['disable', 'anna'])).rejects.toMatchObject({ code: 'last_admin' });
    await expect(run(['enable', 'nobody'])).rejects.toMatchObject({ code: 'user_unknown' });
  });

  it('G7: generates a password that is shown once, and asks for one where it is typed', async () => {
    const added = JSON.parse(await run(['add', 'gina', '--role', 'viewer', '--generate'], true));
    expect(added).toMatchObject({
      user: 'gina',
      passwordToChange: true,
      password: expect.stringMatching(/^[a-z2-9-]{24}$/),
    });
    expect(await run(['list'])).toMatch(/gina .* Must choose a password\n/);
    expect(await run(['list'], true)).not.toContain(added.password);
    const { rows } = await ledger.db.query(
      `select data from payrun.event where chain = 'users' and data->>'user' = 'gina'`,
    );
    expect(rows).toMatchObject([{ data: { toChange: true } }]);
    expect(JSON.stringify(rows)).not.toContain(added.password);
    expect(await run(['password', 'gina', '--generate'])).toMatch(
      /Initial password, shown once: [a-z2-9-]{24}\nThey must choose their own password at the first login.\n/,
    );

    await payrun(['password', 'gina', '--as', 'anna', '--password-stdin'], 'seven green kites fly\n');
    expect((await findUser(ledger.db, 'gina'))!.password_to_change, 'her own').toBe(false);
    await payrun(['password', 'gina', '--as', 'anna', '--password-stdin', '--temporary'], 'eight green kites fly\n');
    expect((await findUser(ledger.db, 'gina'))!.password_to_change, 'an operator typed it').toBe(true);
    await expect(run(['add', 'hugo', '--role', 'viewer', '--provider', '--generate'])).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(run(['password', 'gina', '--generate', '--password-stdin'])).rejects.toMatchObject({ code: 'usage' });
  });

  it('sets another password, and removes lost codes', async () => {
    const weak = await payrun(['password', 'anna', '--as', 'anna', '--password-stdin', '--json'], 'password1234\n');
    expect(weak.code).toBe(2);
    expect(documentOf(weak).error).toMatchObject({
      code: 'password_weak',
      message: 'The password is easy to guess; several words that do not belong together are better.',
    });
    const before = (await findUser(ledger.db, 'anna'))!;
    expect(await run(['reset-totp', 'anna'])).toContain('needs no codes');
    expect((await findUser(ledger.db, 'anna'))!.epoch).toBe(before.epoch + 1);
    await expect(run(['password', 'nobody', '--password-stdin'])).rejects.toMatchObject({ code: 'user_unknown' });
  });
});
