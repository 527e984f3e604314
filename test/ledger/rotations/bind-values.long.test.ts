import { createCipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { addMerchant, getMerchant, merchantKeys } from '../../../src/ledger/merchants/merchant.ts';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { openRow, type SealedRow, sealRow } from '../../../src/ledger/payments/sealed-row.ts';
import { bindValues } from '../../../src/ledger/rotations/bind-values.ts';
import { SEALED_COLUMNS } from '../../../src/ledger/rotations/sealed-columns.ts';
import { openSheetFile } from '../../../src/ledger/runs/sheet.ts';
import { findUser } from '../../../src/ledger/users/user.ts';
import { totpSecret } from '../../../src/ledger/users/user-totp.ts';
import { merchantKeysPlace, totpPlace } from '../../../src/ledger/vault/sealed-place.ts';
import { openVault } from '../../../src/ledger/vault/vault.ts';
import { keyMark } from '../../../src/ledger/vault/vault-key.ts';
import { saveSubscription, signingKeysOf } from '../../../src/ledger/webhooks/webhook-subscription.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';

const BEFORE = readMigrations().findIndex(({ name }) => name === 'bound-values');
const PAYMENTS = 1_203;
const FILE = 'amount\n1.00\n';
const KEYS = (merchant: string) => ({ accessKey: `AK-${merchant}`, secretKey: `SK-${merchant}` });

/** Seals as earlier versions did. */
function sealedBefore(key: Buffer, content: string, kind: string): Buffer {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `payrun ${purpose}`, 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived('seal'), nonce).setAAD(Buffer.from(`payrun/2/${kind}`));
  const body = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(2), derived('key id').subarray(0, 4), nonce, cipher.getAuthTag(), body]);
}

describeDatabases(
  'sealed values of an earlier version',
  (database) => {
    const key = Buffer.from(database.env.PAYRUN_VAULT_KEY!, 'base64');
    const vault = openVault(key);
    const seal = (content: string, kind: string) => sealedBefore(key, content, kind);
    const payments = Array.from({ length: PAYMENTS }, () => randomUUID());
    const sheet = randomUUID();
    const ofA = seal(JSON.stringify(KEYS('a')), 'merchant.keys');
    let first: Ledger;
    let ledger: Ledger;

    beforeAll(async () => {
      first = await database.open();
      const { db, tx } = first;
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, BEFORE));
      await db.query('insert into payrun.vault (key_fp) values ($1)', [keyMark(key)]);
      for (const merchant of ['a', 'b'])
        await db.query(
          `insert into payrun.merchant (id, environment, country, access_fp, keys_sealed) values ($1, 'sandbox', 'US', $2, $3)`,
          [
            merchant,
            vault.fingerprint('merchant.access', `AK-${merchant}`),
            seal(JSON.stringify(KEYS(merchant)), 'merchant.keys'),
          ],
        );
      await db.query(`insert into payrun.sheet (id, name, content_hash, size) values ($1, 'a.csv', $2, $3)`, [
        sheet,
        createHash('sha256').update(FILE).digest(),
        FILE.length,
      ]);
      await db.query(`insert into payrun.sheet_part values ($1, 0, $2)`, [sheet, seal(FILE, `sheet/${sheet}/0`)]);
      await db.query(`insert into payrun.run (job, merchant_id, maker) values ('pay-sheet', 'a', 'mia')`);
      await db.query(
        `insert into payrun.payment (id, run_id, merchant_id, row, state, row_sealed)
         select id, 1, 'a', n, 'invalid', sealed from unnest($1::uuid[], $2::bytea[]) with ordinality x (id, sealed, n)`,
        [payments, payments.map((id) => seal('{"cells":{"amount":"1"},"draft":null}', `payment/${id}`))],
      );
      await db.query(
        `insert into payrun.webhook_subscription values ('b', 'S-1', '*', '*', 'https://x.example', $1, now())`,
        [seal('signs', 'webhook.signing_key')],
      );
      await db.query(
        `insert into payrun.user_account (name, name_key, role, totp_sealed, created_at) values ('olga', 'olga', 'admin', $1, now())`,
        [seal('secret', 'user.totp')],
      );
      await migrate(db, tx);
    });

    const old = async (db: Db) => {
      let left = 0;
      for (const { table, column } of SEALED_COLUMNS) {
        const { rows } = await db.query<{ n: number }>(
          `select count(*)::int as n from payrun.${table} where ${column} <> '' and get_byte(${column}, 0) <> 3`,
        );
        left += rows[0]!.n;
      }
      return left;
    };

    it('are bound chunk by chunk: a killed process loses nothing', async () => {
      const { db, tx } = first;
      const all = await old(db);
      let chunks = 0;
      const killed = <T>(work: (inside: Db) => Promise<T>) => {
        chunks += 1;
        if (chunks === 6) throw new Error('killed');
        return tx(work);
      };
      const before = openVault(key, { unbound: true });
      await expect(bindValues({ db, tx: killed, vault: before }, new Date())).rejects.toThrow('killed');
      expect(await old(db)).toBeGreaterThan(0);
      expect(await old(db)).toBeLessThan(all);
      const { rows } = await db.query<SealedRow>('select id, merchant_id, row_sealed from payrun.payment order by row');
      expect(rows.map((row) => openRow(before, row).cells.amount)).toEqual(payments.map(() => '1'));
    });

    it('are all bound when the database is opened, even by several processes at once', async () => {
      const opened = await Promise.all([database.open(), database.open()]);
      ledger = opened[0]!;
      const { db } = ledger;
      expect(await old(db)).toBe(0);
      const { rows } = await db.query<SealedRow>('select id, merchant_id, row_sealed from payrun.payment order by row');
      expect(rows.map((row) => openRow(ledger.vault, row).cells.amount)).toEqual(payments.map(() => '1'));
      for (const merchant of ['a', 'b'])
        expect(merchantKeys(ledger.vault, await getMerchant(db, merchant))).toEqual(KEYS(merchant));
      expect(await signingKeysOf(db, ledger.vault, 'b')).toEqual(['signs']);
      expect(totpSecret(ledger.vault, (await findUser(db, 'olga'))!)).toBe('secret');
      expect(await text(openSheetFile(db, ledger.vault, sheet))).toBe(FILE);
      const { rows: events } = await db.query(`select data->'bound' as bound from payrun.event where chain = 'system'`);
      expect(events).toEqual([{ bound: true }]);
      expect((await verifyLedger({ ledger })).findings.filter(({ what }) => /seal|key|row of/.test(what))).toEqual([]);
    });

    it('leave no hash of a file that somebody could guess', async () => {
      const { rows } = await ledger.db.query<{ hash: Buffer }>('select content_hash as hash from payrun.sheet');
      expect(rows[0]!.hash).not.toEqual(createHash('sha256').update(FILE).digest());
      expect(rows[0]!.hash).toHaveLength(32);
    });

    it('no longer open, not even in their place, and the database accepts none of them', async () => {
      expect(() => ledger.vault.open(ofA, merchantKeysPlace('a'))).toThrowError(
        expect.objectContaining({ code: 'vault_damaged' }),
      );
      await expect(
        ledger.db.query(`update payrun.merchant set keys_sealed = $1 where id = 'b'`, [ofA]),
      ).rejects.toMatchObject({ code: 'vault_key_changed' });
    });

    it('cannot be brought back by removing the mark', async () => {
      const { db } = ledger;
      await db.query('update payrun.vault set bound_at = null');
      await expect(database.open()).rejects.toMatchObject({ code: 'vault_damaged' });
      await db.query('update payrun.vault set bound_at = now()');
      await (await database.open()).close();
    });
  },
  { empty: true },
);

describeDatabases('a sealed value', (database) => {
  const CASES: readonly [what: string, exchange: string, found: string][] = [
    [
      'the keys of two merchants',
      `update payrun.merchant m set keys_sealed = o.keys_sealed from payrun.merchant o where o.id <> m.id`,
      'Merchant.keys_sealed of a was changed or is of another row.',
    ],
    [
      'the keys and fingerprints of two merchants',
      `update payrun.merchant m set keys_sealed = o.keys_sealed, access_fp = o.access_fp || '\\x00' from payrun.merchant o where o.id <> m.id`,
      'The keys of merchant a are not those that it was added with.',
    ],
    [
      'the signing keys of two merchants',
      `update payrun.webhook_subscription m set signing_key_sealed = o.signing_key_sealed
       from payrun.webhook_subscription o where o.merchant_id <> m.merchant_id`,
      'Webhook_subscription.signing_key_sealed of a S was changed or is of another row.',
    ],
    [
      'the authenticator secrets of two users',
      `update payrun.user_account m set totp_sealed = o.totp_sealed from payrun.user_account o where o.name <> m.name`,
      'User_account.totp_sealed of mia was changed or is of another row.',
    ],
  ];

  it.each(CASES)('opens only in its row: verify finds it if somebody exchanges %s', async (_, exchange, found) => {
    const ledger = await database.open();
    const { vault } = ledger;
    await ledger.db.query('truncate payrun.merchant, payrun.user_account cascade');
    for (const id of ['a', 'b']) {
      await ledger.tx((db) =>
        addMerchant(db, vault, { id, environment: 'sandbox', country: 'US', keys: KEYS(id), storesKeys: true }),
      );
      const one = { merchant: id, remoteId: 'S', model: '*', action: '*', target: 'https://x.example' };
      await saveSubscription(ledger.db, vault, one, `signs-${id}`);
    }
    for (const name of ['mia', 'olga'])
      await ledger.db.query(
        `insert into payrun.user_account (name, name_key, role, totp_sealed, created_at) values ($1, $1, 'admin', $2, now())`,
        [name, vault.seal('secret', totpPlace(name))],
      );
    expect((await verifyLedger({ ledger })).findings).toEqual([]);
    await ledger.db.query(exchange);
    expect((await verifyLedger({ ledger })).findings.map(({ what }) => what)).toContain(found);
    if (exchange.includes('keys_sealed =')) {
      const exchanged = await getMerchant(ledger.db, 'a');
      if (exchange.includes('payrun.merchant')) expect(() => merchantKeys(vault, exchanged)).toThrow(/sealed value/);
    }
  });

  it('of a payment opens neither for another payment nor for another merchant', async () => {
    const { vault } = await database.open();
    const id = randomUUID();
    const row_sealed = sealRow(vault, 'a', id, { cells: { amount: '1' }, draft: null });
    expect(openRow(vault, { id, merchant_id: 'a', row_sealed }).cells).toEqual({ amount: '1' });
    for (const other of [
      { id, merchant_id: 'b' },
      { id: randomUUID(), merchant_id: 'a' },
    ])
      expect(() => openRow(vault, { ...other, row_sealed })).toThrow(/sealed value/);
  });

  it('names its merchant if its table has one, and the whole key of its row', async () => {
    const { db } = await database.open();
    for (const { table, column, key, beside = [], placeOf } of SEALED_COLUMNS) {
      const { rows } = await db.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'payrun' and table_name = $1`,
        [table],
      );
      const row = Object.fromEntries([...Object.keys(key), ...beside].map((name, n) => [name, String(n + 10)]));
      const [named, merchant, ...rest] = placeOf(row).bound.split('\0');
      expect(named).toBe(`${table}.${column}`);
      if (rows.some(({ name }) => name === 'merchant_id')) expect(merchant, table).toBe(row.merchant_id);
      // A delivery is identified by its merchant and the service's id of it.
      const identifies = table === 'webhook_delivery' ? ['merchant_id', 'delivery_id'] : Object.keys(key);
      for (const name of identifies) expect([merchant, ...rest].join('/'), `${table}.${name}`).toContain(row[name]!);
    }
  });
});
