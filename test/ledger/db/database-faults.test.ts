import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT, PayrunError } from '../../../src/errors.ts';
import { DATABASE_FAULTS, databaseFault } from '../../../src/ledger/db/database-faults.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { databaseUrlFault } from '../../../src/settings/database-url.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type OwnCluster, ownCluster } from '../../support/servers/own-cluster.ts';
import { describeWith } from '../../support/tools.ts';

const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;
const PLACE = { user: 'pay"run', database: 'ledger', host: 'db.example.com', home: null };
const errorWith = (code: string, message = '') => Object.assign(new Error(message), { code });

async function openOnce(databaseUrl: string): Promise<void> {
  const ledger = await openLedger({
    databaseUrl,
    home: '/nowhere',
    vaultKey: Buffer.alloc(32, 7).toString('base64'),
    log: createLog('silent'),
    clock: systemClock,
  });
  await ledger.close();
}

const refusalOf = (databaseUrl: string): Promise<PayrunError> =>
  openOnce(databaseUrl).then(
    () => expect.fail('it opened'),
    (reason) => reason,
  );

describe('refusals of a database', () => {
  it.each(Object.keys(DATABASE_FAULTS))('%s is a sentence with a next step, and no defect', (code) => {
    const fault = databaseFault(errorWith(code), PLACE)!;
    expect([EXIT.usage, EXIT.outOfReach]).toContain(fault.exitCode);
    expect(`${fault.message} ${fault.next}`).not.toMatch(/[{}]|undefined|defect|backup/);
  });

  it.each([
    ['42501', 'permission denied for database ledger', 'GRANT CREATE ON DATABASE "ledger" TO "pay""run"'],
    [
      '42501',
      'permission denied for table run',
      'GRANT ALL ON ALL TABLES IN SCHEMA payrun, payrun_queue TO "pay""run"',
    ],
    ['42501', 'permission denied for sequence x', 'GRANT ALL ON ALL FUNCTIONS IN SCHEMA payrun, payrun_queue TO'],
    ['53300', 'too many connections for role "x"', 'ALTER ROLE "pay""run" CONNECTION LIMIT -1'],
    ['53300', 'too many connections for database "x"', 'ALTER DATABASE "ledger" CONNECTION LIMIT -1'],
    ['53300', 'sorry, too many clients already', 'max_connections'],
  ])('%s %s names the statement', (code, message, statement) => {
    expect(databaseFault(errorWith(code, message), PLACE)!.next).toContain(statement);
  });

  it('a statement that an administrator canceled is no timeout, and a full embedded disk names its folder', () => {
    const canceled = databaseFault(errorWith('57014', 'canceling statement due to user request'), PLACE);
    expect(canceled).toMatchObject({ code: 'database_unreachable', retry: 'read-first' });
    const full = databaseFault(errorWith('53100', 'No space left'), { ...PLACE, home: '/srv/payrun' })!;
    expect(`${full.message} ${full.next}`).toContain('No disk space is left: /srv/payrun. Free up 64 MB or more,');
  });

  it('a certificate of another name, and a missing certificate file', () => {
    const cert = { subjectaltname: 'DNS:db.internal, IP Address:10.0.0.5' };
    const named = Object.assign(errorWith('ERR_TLS_CERT_ALTNAME_INVALID'), { cert });
    expect(databaseFault(named, PLACE)!.message).toContain(
      'is for db.internal, 10.0.0.5, but DATABASE_URL has db.example.com',
    );
    const file = Object.assign(errorWith('ENOENT'), { syscall: 'open', path: '/no/ca.pem' });
    expect(databaseFault(file, PLACE)).toMatchObject({ code: 'database_certificate_file', exitCode: 2 });
    expect(databaseFault(new PayrunError('not_waiting', { run: '1' }), PLACE)).toBeNull();
  });

  it.each([
    ['postgres://u:pa/ss@host/db', true],
    ['postgres://u:12/ss@host/db', true],
    ['postgres://u:12?ss@host/db', true],
    ['postgres://u:12#ss@host/db', true],
    ['postgres://u:1%zz@host/db', true],
    ['postgres://u:pa%2Fss@host:5432/db?sslmode=require', false],
    ['postgres://u@host/db?options=a@b', false],
    ['postgres://localhost/db', false],
    ['postgres:///db?host=/run/postgresql', false],
    ['postgres://u:p@/db?host=/run/postgresql', false],
  ])('%s has a character to encode: %s', (url, wrong) => {
    const fault = databaseUrlFault(url);
    if (wrong) expect(fault).toContain('%2F');
    else expect(fault).toBeNull();
  });
});

describeWith(['PostgreSQL'], 'a real PostgreSQL that refuses', () => {
  const name = `payrun_faults_${randomBytes(5).toString('hex')}`;
  const admin = new pg.Client({ connectionString: SERVER });
  const url = (database = name, user = name) =>
    Object.assign(new URL(SERVER!), { pathname: `/${database}`, username: user, password: 'x' }).href;
  beforeAll(async () => {
    await admin.connect();
    await admin.query(`create role ${name} login`);
    await admin.query(`create database ${name}`);
  });
  afterAll(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role if exists ${name}_other, ${name}`);
    await admin.end();
  });

  const inside = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(SERVER!), { pathname: `/${name}` }).href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return client;
  };
  const allowed = async (error: PayrunError) => {
    expect(error).toMatchObject({ code: 'database_rights', exitCode: 2 });
    await (await inside(/`(.*?)`/.exec(error.next)![1]!)).end();
    await openOnce(url());
  };

  it('names every missing right at once, and opens after the statement was run', async () => {
    await allowed(await refusalOf(url()));
    // As after a restore by an administrator, who then owns everything, and in a database that is not the role's.
    const restored = ['reassign owned by :r to postgres', 'revoke all on database :r from :r'];
    await (await inside(...restored.map((statement) => statement.replaceAll(':r', name)))).end();
    await allowed(await refusalOf(url()));
    await (
      await inside(
        `create role ${name}_other`,
        `reassign owned by ${name} to ${name}_other`,
        `revoke all on database ${name} from ${name}`,
      )
    ).end();
    const error = await refusalOf(url());
    expect(error.next).toContain(`GRANT "${name}_other" TO "${name}"`);
    await allowed(error);
  });

  it('says which timeout ended a statement', async () => {
    const other = await inside('begin', 'lock table payrun.migration in access exclusive mode');
    for (const setting of ['lock_timeout', 'statement_timeout']) {
      await admin.query(`alter role ${name} set ${setting} = '100ms'`);
      expect(await refusalOf(url())).toMatchObject({ code: 'database_timeout', exitCode: 5, details: { setting } });
      await admin.query(`alter role ${name} reset ${setting}`);
    }
    await other.end();
  });

  it('read-only, without a free connection, without the database, without the role', async () => {
    await admin.query(`alter role ${name} connection limit 0`);
    await expect(openOnce(url())).rejects.toMatchObject({ code: 'database_busy', exitCode: 5 });
    await admin.query(`alter role ${name} connection limit -1`);
    await expect(openOnce(url('payrun_no_such_database'))).rejects.toMatchObject({
      code: 'database_missing',
      exitCode: 2,
    });
    await expect(openOnce(url(name, 'payrun_no_such_role'))).rejects.toMatchObject({ exitCode: 2 });
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await (await inside('begin read write; drop schema payrun cascade; commit')).end();
    await expect(openOnce(url())).rejects.toMatchObject({ code: 'database_read_only', exitCode: 5 });
  });
});

/** A cluster of its own: the server of the tests asks for no password and has no TLS. */
describeWith(['PostgreSQL', 'initdb', 'openssl'], 'a PostgreSQL with TLS and passwords', () => {
  const folder = mkdtempSync('/tmp/payrun-tls-');
  let server: OwnCluster;
  let url: (options?: { host?: string; password?: string; query?: string }) => string;
  const certificateFor = (host: string) => {
    server.run('openssl', ...SELF_SIGNED, `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`);
    copyFileSync(join(folder, 'server.crt'), join(folder, 'ca.pem'));
  };
  const SELF_SIGNED = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    join(folder, 'server.key'),
    '-out',
    join(folder, 'server.crt'),
    '-subj',
  ];

  beforeAll(async () => {
    server = ownCluster(folder, 'correct-password');
    certificateFor('db.internal');
    const port = await freePort();
    server.start(port, `ssl=on`, `ssl_cert_file=${folder}/server.crt`, `ssl_key_file=${folder}/server.key`);
    url = ({ host = 'localhost', password = 'correct-password', query = '' } = {}) =>
      `postgres://postgres:${password}@${host}:${port}/postgres${query}`;
  });
  afterAll(() => server?.stop());

  const TRUSTED = `?sslmode=verify-full&sslrootcert=${folder}/ca.pem`;

  it('without a trusted certificate, with another name, and with a missing file: each next step helps', async () => {
    expect(await refusalOf(url({ query: '?sslmode=verify-full' }))).toMatchObject({
      code: 'database_certificate',
      exitCode: 2,
      next: expect.stringContaining('?sslmode=verify-full&sslrootcert='),
    });
    expect(await refusalOf(url({ query: TRUSTED }))).toMatchObject({
      code: 'database_certificate_name',
      exitCode: 2,
      message: 'The certificate of the database server is for db.internal, but DATABASE_URL has localhost.',
    });
    expect(await refusalOf(url({ query: '?sslmode=verify-full&sslrootcert=/no/ca.pem' }))).toMatchObject({
      code: 'database_certificate_file',
      message: 'Payrun can’t read the certificate file /no/ca.pem.',
    });
    certificateFor('localhost');
    server.reload();
    await eventually(() => openOnce(url({ query: TRUSTED })));
  });

  it('with a wrong password, and without TLS', async () => {
    const wrong = await refusalOf(url({ password: 'wrong-password', query: TRUSTED }));
    expect(wrong).toMatchObject({ code: 'database_login', exitCode: 2 });
    expect(`${wrong.message} ${wrong.next} ${JSON.stringify(wrong.details)}`).not.toContain('wrong-password');
    expect(await refusalOf(url())).toMatchObject({
      code: 'database_not_let_in',
      exitCode: 2,
      next: expect.stringContaining('`?sslmode=verify-full`'),
    });
    server.set('ssl', 'off');
    await eventually(async () => {
      expect(await refusalOf(url({ query: TRUSTED }))).toMatchObject({ code: 'database_no_tls', exitCode: 2 });
    });
  });
});
