import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addMerchant, getMerchant, merchantKeys } from '../../../src/ledger/merchants/merchant.ts';
import { openRow, sealRow } from '../../../src/ledger/payments/sealed-row.ts';
import { SEALED_COLUMNS } from '../../../src/ledger/rotations/sealed-columns.ts';
import { totpPlace } from '../../../src/ledger/vault/sealed-place.ts';
import { saveSubscription } from '../../../src/ledger/webhooks/webhook-subscription.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';

const KEYS = (merchant: string) => ({ accessKey: `AK-${merchant}`, secretKey: `SK-${merchant}` });

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

  it.each(CASES)('G5: opens only in its row: verify finds it if someone exchanges %s', async (_, exchange, found) => {
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
      if (exchange.includes('payrun.merchant')) expect(() => merchantKeys(vault, exchanged)).toThrow(/encrypted value/);
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
      expect(() => openRow(vault, { ...other, row_sealed })).toThrow(/encrypted value/);
  });

  it('names its merchant if its table has one, and the whole key of its row', async () => {
    const { db } = await database.open();
    for (const { table, column, key, extraColumns = [], placeOf } of SEALED_COLUMNS) {
      const { rows } = await db.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'payrun' and table_name = $1`,
        [table],
      );
      const row = Object.fromEntries([...Object.keys(key), ...extraColumns].map((name, n) => [name, String(n + 10)]));
      const [named, merchant, ...rest] = placeOf(row).bound.split('\0');
      expect(named).toBe(`${table}.${column}`);
      if (rows.some(({ name }) => name === 'merchant_id')) expect(merchant, table).toBe(row.merchant_id);
      for (const name of Object.keys(key))
        expect([merchant, ...rest].join('/'), `${table}.${name}`).toContain(row[name]!);
    }
  });
});
