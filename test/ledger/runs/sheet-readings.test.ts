import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { forgetReadings, storedSheetBytes, storeSheet } from '../../../src/ledger/runs/sheet.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('a stored sheet', (database) => {
  const store = ({ db, vault }: Ledger) =>
    storeSheet(db, vault, { id: randomUUID(), name: 'june.csv', content: Readable.from([Buffer.from('a,b')]) });
  const refused = {
    code: 'sheet_not_read_again',
    message: 'Payrun had to stop reading june.csv twice, so it will not try again.',
  };

  it.each([
    ['was stopped', async (ledger: Ledger, id: string) => (await begin(ledger, id))(true)],
    // Nothing is called at its end: the process was killed.
    [
      'ended with its process',
      async ({ db, vault }: Ledger, id: string) => begin({ db: Object.create(db), vault }, id),
    ],
  ] as const)('is not read a third time if its reading %s twice, until it is allowed once more', async (_, stop) => {
    const ledger = await database.open();
    const { id } = await store(ledger);
    await stop(ledger, id);
    await stop(ledger, id);
    await expect(begin(ledger, id)).rejects.toMatchObject(refused);
    await expect(begin(ledger, id)).rejects.toMatchObject(refused);
    await forgetReadings(ledger.db, id);
    await (await begin(ledger, id))(false);
  });

  it('is read as often as one likes if each reading ends, and by many readers of one process at once', async () => {
    const ledger = await database.open();
    const { id } = await store(ledger);
    for (let i = 0; i < 5; i++) await (await begin(ledger, id))(false);
    const ends = await Promise.all(Array.from({ length: 5 }, () => begin(ledger, id)));
    for (const end of ends) await end(false);
    const { rows } = await ledger.db.query('select open_readings from payrun.sheet where id = $1', [id]);
    expect(rows).toEqual([{ open_readings: 0 }]);
  });

  const begin = (ledger: Pick<Ledger, 'db' | 'vault'>, id: string) =>
    storedSheetBytes(ledger, { id, name: 'june.csv' }).beginReading();
});
