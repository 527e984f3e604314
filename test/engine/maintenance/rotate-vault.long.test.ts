import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { startVaultKeyCheck } from '../../../src/engine/context/vault-key-check.ts';
import { type RotateOptions, rotateVault } from '../../../src/engine/maintenance/rotate-vault.ts';
import { startWorkers } from '../../../src/engine/queue/start-workers.ts';
import { paySheet } from '../../../src/engine/runs/pay.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { openTransaction } from '../../../src/ledger/db/open-transaction.ts';
import { addMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { pendingKeys } from '../../../src/ledger/merchants/pending-keys.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { SEALED_COLUMNS } from '../../../src/ledger/rotations/sealed-columns.ts';
import {
  endpointSecretsPlace,
  onboardingPlace,
  rowEditPlace,
  type SealedPlace,
  signingKeyPlace,
  totpPlace,
} from '../../../src/ledger/vault/sealed-place.ts';
import { openVault } from '../../../src/ledger/vault/vault.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases, embeddedSnapshot } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { testFolder } from '../../support/test-folder.ts';

const KEY = () => randomBytes(32).toString('base64');
const key = (text: string) => Buffer.from(text, 'base64');
const MANUAL = { 'approval.policy': 'manual' };

/** Every sealed value that is in the database, with the place that it is sealed for. */
async function sealedValues(db: Db) {
  const values: { column: string; sealed: Buffer; place: SealedPlace }[] = [];
  for (const { table, column, key, extraColumns = [], placeOf } of SEALED_COLUMNS) {
    const { rows } = await db.query<Record<string, unknown> & { sealed: Buffer }>(
      `select ${[...Object.keys(key), ...extraColumns].join(', ')}, ${column} as sealed from payrun.${table} where ${column} <> ''`,
    );
    for (const row of rows) values.push({ column: `${table}.${column}`, sealed: row.sealed, place: placeOf(row) });
  }
  return values;
}

describeDatabases('a change of the vault key', (database) => {
  const payroll = testPayroll(database);
  const first = database.env.PAYRUN_VAULT_KEY!;
  const [second, third] = [KEY(), KEY()];
  const withKey = (vaultKey: string) => ({ ...MANUAL, PAYRUN_VAULT_KEY: vaultKey });
  const paid = people(2, (n) => ({ reference: `PAID-${n}` }));
  let old: AppContext;
  let waiting: { run: string; hash: string };

  const rotate = (from: string, next: string | null, options: Partial<RotateOptions> = {}) =>
    rotateVault(
      {
        config: loadConfig({ ...payroll.env(), PAYRUN_VAULT_KEY: from }, payroll.folder),
        log: createLog('silent'),
        clock: systemClock,
        openLedger: (asked) => database.open(asked),
      },
      { next: next === null ? null : key(next), by: person('olga'), ...options },
    );
  const everythingOpensOnlyWith = async (db: Db, right: string, wrong: string) => {
    const values = await sealedValues(db);
    expect(new Set(values.map(({ column }) => column)).size).toBe(SEALED_COLUMNS.length);
    for (const { sealed, place } of values) {
      openVault(key(right)).open(sealed, place);
      expect(() => openVault(key(wrong)).open(sealed, place)).toThrow(/was changed/);
    }
  };

  beforeAll(async () => {
    await payroll.pay(payroll.sheet('paid.csv', sheetOf(paid)));
    old = await payroll.appContext(MANUAL);
    const { run } = await payroll.pay(
      payroll.sheet('waits.csv', sheetOf([{ reference: 'W-1', email: 'w@example.com', amount: '17' }])),
      { env: MANUAL },
    );
    waiting = { run, hash: (await approvalSummary(old.ledger, run)).hash };
    const { ledger } = old;
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, {
        id: 'other',
        environment: 'sandbox',
        country: 'US',
        keys: { accessKey: 'AK-other', secretKey: 'SK-other' },
        storesKeys: true,
      }),
    );
    const seal = (place: SealedPlace) => ledger.vault.seal('made up', place);
    for (const [sql, place] of [
      [
        `insert into payrun.webhook_subscription values ('other', 'S-1', '*', '*', 'https://x.example', $1)`,
        signingKeyPlace('other', 'S-1'),
      ],
      [
        `insert into payrun.onboarding (merchant_id, link_fp, link_until, session_sealed) values ('other', '\\x00', now(), $1)`,
        onboardingPlace('other'),
      ],
      [
        `insert into payrun.endpoint (name, url, types, secrets_sealed, made_by, made_at) values ('erp', 'https://x.example', '{run.*}', $1, 'olga', now())`,
        endpointSecretsPlace('erp'),
      ],
      [
        `insert into payrun.user_account (name, name_key, role, totp_sealed, created_at) values ('olga', 'olga', 'admin', $1, now()), ('mia', 'mia', 'maker', null, now())`,
        totpPlace('olga'),
      ],
      [
        `insert into payrun.row_edit (run_id, row, edited_by, cells_sealed) values (${run}, 1, 'mia', $1)`,
        rowEditPlace(BigInt(run), 'mia', 1),
      ],
    ] as const)
      await ledger.db.query(sql, [seal(place)]);
  });

  it('reseals every existing sealed column', async () => {
    const { rows } = await old.ledger.db.query<{ name: string }>(
      `select table_name || '.' || column_name as name
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'payrun' and table_type = 'BASE TABLE' and column_name like '%\\_sealed' and table_name <> 'vault' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('waits for a sub-merchant that is being created, and requires a new key', async () => {
    const { db } = old.ledger;
    await expect(rotate(first, null)).rejects.toThrow(/Provide the new key/);
    await expect(rotate(first, first)).resolves.toMatchObject({ what: 'nothing_left', values: 0 });
    await db.query(
      `insert into payrun.sub_merchant (name, parent_id, run_id, state, asked) values ('sub', 'other', 1, 'creating', '{}')`,
    );
    await expect(rotate(first, second)).rejects.toThrow(/run 1 is creating a sub-merchant/);
    await db.query(`update payrun.sub_merchant set state = 'lost'`);
    pendingKeys(database.home, old.ledger.vault).put('sub', { secret: 'kept' });
    expect(await old.ledger.keyCounts()).toBe(true);
  });

  // The embedded database has one session, so that work waits for the change.
  it.skipIf(database.kind === 'embedded')('gives up and changes nothing while other work writes', async () => {
    const work = await openTransaction(old.ledger);
    await work.db.query('lock table payrun.payment_row in row exclusive mode');
    await expect(rotate(first, second)).rejects.toMatchObject({ code: 'vault_rotation_waits' });
    await work.rollback();
    await expect(database.open({ vaultKey: second })).rejects.toMatchObject({ code: 'vault_key_wrong' });
    await everythingOpensOnlyWith(old.ledger.db, first, second);
  });

  it('seals every value with the new key: the old one opens none, and a process that has it writes nothing and says why', async () => {
    expect(await rotate(first, second)).toMatchObject({ what: 'changed', place: 'PAYRUN_VAULT_KEY' });
    await expect(database.open({ vaultKey: first })).rejects.toMatchObject({ code: 'vault_key_wrong' });
    expect(await old.ledger.keyCounts()).toBe(false);
    const reported: string[] = [];
    const watch = await startVaultKeyCheck(old, ({ code }) => reported.push(code), 1);
    await expect.poll(() => reported).toEqual(['vault_key_changed']);
    await watch.close();
    const workers = await startWorkers(old, { pollMs: 50 });
    await expect(workers.failed).rejects.toMatchObject({ code: 'vault_key_changed' });
    await workers.close();

    const before = await payroll.ledger();
    await expect(
      paySheet(old, {
        file: payroll.sheet('old.csv', sheetOf([{ reference: 'OLD-1', email: 'o@example.com' }])),
        maker: person('mia'),
        dryRun: false,
        confirm: 'yes',
        progress: () => {},
      }),
    ).rejects.toMatchObject({ code: 'vault_key_changed' });
    for (const { table, column } of SEALED_COLUMNS)
      await expect(
        old.ledger.db.query(`update payrun.${table} set ${column} = $1 where ${column} is not null`, [
          old.ledger.vault.seal('x', totpPlace('olga')),
        ]),
        `${table}.${column}`,
      ).rejects.toMatchObject({ code: 'vault_key_changed' });
    expect(await payroll.ledger()).toEqual(before);
  });

  it('can be asked for again, and is in the audit log', async () => {
    const alone = await database.open({ vaultKey: second });
    await everythingOpensOnlyWith(alone.db, second, first);
    expect(pendingKeys(database.home, alone.vault).get('sub')).toEqual({ secret: 'kept' });
    expect(await rotate(first, second)).toMatchObject({ what: 'nothing_left' });
    expect((await verifyLedger({ ledger: alone })).findings).toEqual([]);
    const { rows } = await alone.db.query(`select actor, kind from payrun.event where kind like 'vault%' order by seq`);
    expect(rows).toEqual([{ actor: 'olga', kind: 'vault_key_changed' }]);
  });

  it('leaves everybody known: no one is paid twice, and a pending approval is still valid', async () => {
    const env = { PAYRUN_VAULT_KEY: second };
    const again = await payroll.pay(payroll.sheet('paid-again.csv', sheetOf(paid)), { env });
    expect(again).toMatchObject({ counts: { already_paid: 2, processed: 0 }, calls: 0 });
    const appContext = await payroll.appContext(withKey(second));
    const { run, hash } = waiting;
    expect((await approvalSummary(appContext.ledger, run)).hash).toBe(hash);
    expect(await approveRun(appContext, run, { by: person('olga'), shown: hash, progress: () => {} })).toMatchObject({
      state: 'done',
      counts: { processed: 1 },
    });
  });

  it('can be repeated, but never to an earlier key', async () => {
    await expect(rotate(second, first)).rejects.toMatchObject({ code: 'vault_key_used' });
    expect(await rotate(second, third)).toMatchObject({ what: 'changed' });
    const { db } = (await payroll.appContext(withKey(third))).ledger;
    await everythingOpensOnlyWith(db, third, second);
    const again = await payroll.pay(payroll.sheet('paid-3.csv', sheetOf(paid)), { env: { PAYRUN_VAULT_KEY: third } });
    expect(again).toMatchObject({ counts: { already_paid: 2 } });
  });
});

describe.skipIf(process.env.PAYRUN_TEST_DATABASE_URL)('a change of the key in PAYRUN_HOME', () => {
  const home = testFolder();
  const log = createLog('silent');
  const open = async (options: Parameters<typeof openLedger>[0]) =>
    openLedger({ ...options, snapshot: await embeddedSnapshot() });
  const config = loadConfig({ PAYRUN_HOME: home }, home);
  const file = join(home, 'vault.key');
  const rotate = () =>
    rotateVault({ config, log, clock: systemClock, openLedger: open }, { next: null, by: person('olga') });

  it('generates a key, protects it from others, and reseals the sandbox', async () => {
    const ledger = await open({ home, log, clock: systemClock });
    mkdirSync(home, { recursive: true });
    const line = ledger.vault.seal('{"a":1}', 'sandbox').toString('base64');
    writeFileSync(join(home, 'sandbox.journal'), `${line}\n${line}\n${line.slice(0, 20)}`);
    await ledger.close();
    const before = readFileSync(file, 'utf8');
    // A change that was cut off before its key counted.
    writeFileSync(`${file}.new`, KEY());

    expect(await rotate()).toEqual({ what: 'changed', values: 0, place: 'vault.key' });
    const after = readFileSync(file, 'utf8');
    expect(after).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(join(home, 'sandbox.journal'), 'utf8').trim().split('\n');
    expect(
      lines.map((sealed) => openVault(key(after)).open(Buffer.from(sealed, 'base64'), 'sandbox').toString()),
    ).toEqual(['{"a":1}', '{"a":1}']);

    // Cut off between the commit and the moment in which the files got their names.
    const journal = join(home, 'sandbox.journal');
    writeFileSync(`${file}.new`, after);
    writeFileSync(`${journal}.new`, readFileSync(journal));
    writeFileSync(file, before);
    writeFileSync(journal, `${line}\n`);
    await (await open({ home, log, clock: systemClock })).close();
    expect(readFileSync(file, 'utf8')).toBe(after);
    expect(readFileSync(journal, 'utf8').trim().split('\n')).toEqual(lines);
  });
});
