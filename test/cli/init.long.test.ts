import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { copyNewDatabases, onServer } from '../support/database.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;
const SECRET = 'SK-of-the-newcomer-0123456789';

describe('payrun init', () => {
  copyNewDatabases();
  const base = testFolder();
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ merchantKeys: { accessKey: 'AK-newcomer-7890', secretKey: SECRET } });
  });
  afterAll(() => sandbox.close());

  /** A folder of its own, with a home of its own. */
  function newcomer(name: string) {
    const cwd = join(base, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'key.txt'), `${SECRET}\n`);
    const env = { PAYRUN_HOME: join(cwd, 'home') };
    const init = (...args: string[]) => runHere(['init', ...args], { cwd, env });
    const file = join(cwd, 'payrun.config.json');
    return { cwd, env, init, file, written: () => JSON.parse(readFileSync(file, 'utf8')) };
  }
  const withKeys = () => [
    ...['--service', sandbox.url, '--environment', 'sandbox'],
    ...['--access-key', 'AK-newcomer-7890', '--secret-key-file', 'key.txt'],
  ];

  /** The merchant that would pay a sheet that names none, without a key in the environment. */
  async function dryRun(cwd: string, env: Record<string, string>): Promise<string | undefined> {
    cpSync(join(import.meta.dirname, '../../samples/good.csv'), join(cwd, 'june.csv'));
    const plan = await runHere(['pay', 'june.csv', '--dry-run', '--json'], { cwd, env });
    expect(documentOf(plan).error).toBeUndefined();
    const { balances } = documentOf(plan) as never as { balances: { merchant: string }[] };
    return balances[0]?.merchant;
  }

  it('writes the configuration for the owner alone, stores the keys in the vault, creates inbox and user, and checks it all', async () => {
    const { cwd, env, init, file, written } = newcomer('whole');
    const ended = await init(...withKeys(), '--inbox', 'inbox', '--user', 'anna', '--generate', '--json');
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(documentOf(ended)).toMatchObject({
      file,
      ok: true,
      merchant: { name: 'default', accessKey: '***7890' },
      user: { name: 'anna', password: expect.any(String) },
    });
    expect(written()).toEqual({ serviceUrl: sandbox.url, environment: 'sandbox', inbox: 'inbox' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(join(cwd, 'inbox'))).toBe(true);
    expect(ended.stdout + readFileSync(file, 'utf8')).not.toContain(SECRET);
    const { users } = documentOf(await runHere(['users', 'list', '--json'], { cwd, env })) as never as {
      users: { user: string; role: string; osUser: string | null }[];
    };
    expect(users).toMatchObject([{ user: 'anna', role: 'admin', osUser: expect.any(String) }]);
    expect(await dryRun(cwd, env)).toBe('default');
  });

  it('G7: sets rules in the ledger in production, and pays by the name of the only merchant', async () => {
    const { cwd, env, init, written } = newcomer('live');
    const args = withKeys().map((one) => (one === 'sandbox' ? 'production' : one));
    const { stdout } = await init(...args, '--merchant', 'acme', '--local');
    for (const step of [
      'A second user approves every run: add one with `payrun users add NAME --role approver`',
      'Delete key.txt',
      `Keep a copy of ${join(env.PAYRUN_HOME, 'vault.key')}`,
    ])
      expect(stdout).toContain(step);
    expect(written()).toEqual({ serviceUrl: sandbox.url, environment: 'production' });
    const { rules } = documentOf(await runHere(['rules', '--json'], { cwd, env })) as never as { rules: object };
    expect(rules).toMatchObject({ environment: 'production', 'approval.policy': 'manual', onInvalid: 'skip' });
    expect(await dryRun(cwd, env)).toBe('acme');
  });

  it.skipIf(!SERVER)('keeps the only key of a database that it has opened, whatever fails afterwards', async () => {
    const { cwd, env, file, written } = newcomer('sealed');
    const name = `payrun_init_${randomBytes(6).toString('hex')}`;
    await onServer(`create database ${name}`);
    try {
      const NEW_DATABASE = Object.assign(new URL(SERVER!), { pathname: `/${name}` }).href;
      const more = { ...env, NEW_DATABASE };
      const args = [...withKeys(), '--database-env', 'NEW_DATABASE', '--local'];
      const refused = await runHere(['init', ...args, '--merchant', '../x'], { cwd, env: more });
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${file} was kept`)]);
      expect(written()).toMatchObject({ databaseUrl: NEW_DATABASE, vaultKey: expect.any(String) });
      const added = await runHere(
        ['merchants', 'add', 'acme', '--access-key', 'AK-newcomer-7890', '--secret-key-file', 'key.txt'],
        { cwd, env },
      );
      expect([added.code, added.stderr]).toEqual([0, '']);
      // What did not open has no key to lose.
      rmSync(file);
      const unreachable = { ...more, NEW_DATABASE: `${NEW_DATABASE}_which_is_not_there` };
      expect(await runHere(['init', ...args], { cwd, env: unreachable })).not.toMatchObject({ code: 0 });
      expect(existsSync(file)).toBe(false);
    } finally {
      await onServer(`drop database ${name} with (force)`);
    }
  });

  it('leaves nothing behind if something is refused, and overwrites nothing', async () => {
    const { cwd, env, init, file } = newcomer('refused');
    writeFileSync(join(cwd, 'two-lines.txt'), `AK-newcomer-7890\n${SECRET}\n`);
    Object.assign(env, { TWO_LINES: `AK-newcomer-7890\n${SECRET}` });
    for (const [args, detail] of [
      [[], '--service URL, --environment sandbox or production, --access-key KEY and --secret-key-file FILE'],
      [['--service', sandbox.url, '--environment', 'sandbox', '--access-key', 'AK'], '--secret-key-stdin'],
      [[...withKeys(), '--merchant', '../x'], 'Merchant names can have'],
      [
        [...withKeys().slice(0, -1), 'two-lines.txt'],
        'A secret key is a single line, but two-lines.txt has more than one',
      ],
      [
        [...withKeys().slice(0, -2), '--secret-key-env', 'TWO_LINES'],
        'A secret key is a single line, but TWO_LINES has more than one',
      ],
      [['--service', 'sandbox', '--user', 'a:b', '--generate'], 'User names can have'],
      [['--service', 'sandbox', '--database-env', 'NO_SUCH'], 'NO_SUCH is not set'],
    ] as const) {
      const ended = await init(...args);
      expect([args, ended.code, ended.stderr]).toEqual([args, 2, expect.stringContaining(detail)]);
      expect(existsSync(file)).toBe(false);
    }
    writeFileSync(file, '{}');
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect(await runHere(['users', 'list', '--json'], { cwd, env })).toMatchObject({ code: 0 });
  });
});
