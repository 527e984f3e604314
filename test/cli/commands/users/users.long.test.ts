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
});
