import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  describeSheet,
  getSheet,
  keyedContentHash,
  openSheetFile,
  storeSheet,
} from '../../../src/ledger/runs/sheet.ts';
import { openVault } from '../../../src/ledger/vault/vault.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('a sheet', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  async function* pieces(bytes: Buffer, size = 65_536) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const store = async (bytes: Buffer, size?: number) => {
    const { db, vault } = ledger;
    return storeSheet(db, vault, { id: randomUUID(), name: 'a.csv', content: pieces(bytes, size) });
  };
  const read = (id: string) => buffer(openSheetFile(ledger.db, ledger.vault, id));

  it.each([0, 1, 1_048_576, 3_500_000])(
    'of %i bytes is read back unchanged, with a hash that only the key gives',
    async (size) => {
      const bytes = randomBytes(size);
      const sheet = await store(bytes);
      expect(sheet).toMatchObject({ size: BigInt(size) });
      expect(sheet.hash).toEqual(keyedContentHash(ledger.vault, createHash('sha256').update(bytes).digest()));
      expect(sheet.hash).not.toEqual(
        keyedContentHash(openVault(randomBytes(32)), createHash('sha256').update(bytes).digest()),
      );
      expect((await read(sheet.id)).equals(bytes)).toBe(true);
      expect(await getSheet(ledger.db, sheet.id)).toEqual(sheet);
    },
  );

  it('is not readable in the database', async () => {
    const sheet = await store(Buffer.from('iban;DE89370400440532013000\n'.repeat(100)));
    const { rows } = await ledger.db.query<{ content_sealed: Buffer }>(
      'select content_sealed from payrun.sheet_part where sheet_id = $1',
      [sheet.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.content_sealed.toString('latin1')).not.toContain('DE89');
  });

  it('keeps the description of the reader', async () => {
    const { id } = await store(Buffer.from('a'));
    await describeSheet(ledger.db, id, { format: 'csv' });
    expect(await getSheet(ledger.db, id)).toMatchObject({ name: 'a.csv', understood: { format: 'csv' } });
  });

  it('whose upload was cut off does not exist', async () => {
    const id = randomUUID();
    async function* cut() {
      yield randomBytes(2_000_000);
      throw new Error('cut');
    }
    const stored = storeSheet(ledger.db, ledger.vault, { id, name: 'a.csv', content: cut() });
    await expect(stored).rejects.toThrow('cut');
    expect(await getSheet(ledger.db, id)).toBeNull();
  });

  it.each([
    ['missing', 'delete from payrun.sheet_part where sheet_id = $1 and part = 1'],
    [
      'changed',
      `update payrun.sheet_part set content_sealed = set_byte(content_sealed, 500, 1) || '\\x00' where sheet_id = $1 and part = 1`,
    ],
    ['exchanged', 'update payrun.sheet_part set part = part + 10 where sheet_id = $1; '],
  ])('with a part %s cannot be read', async (what, sql) => {
    const sheet = await store(randomBytes(2_500_000));
    await ledger.db.query(sql, [sheet.id]);
    if (what === 'exchanged')
      await ledger.db.query('update payrun.sheet_part set part = 12 - part where sheet_id = $1', [sheet.id]);
    await expect(read(sheet.id)).rejects.toMatchObject({ code: 'vault_damaged' });
  });
});
