import type { Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { bulkLoad, type Columns, type ColumnType, createCopyWriter } from '../../../src/ledger/db/bulk-load.ts';
import { type Db, getClient } from '../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';

/** Rows through the writer of COPY, a buffer for about a hundred of them. */
async function* written(types: readonly ColumnType[], rows: Iterable<readonly unknown[]> | AsyncIterable<unknown[]>) {
  const writer = createCopyWriter(types);
  for await (const row of rows) {
    writer.add(row);
    if (writer.size() > 60_000) yield Buffer.from(writer.take());
  }
  if (writer.size() > 0) yield writer.take();
}
const load = (db: Db, table: string, columns: Columns, rows: Parameters<typeof written>[1]) =>
  bulkLoad(db, table, columns, written(Object.values(columns), rows));

const NASTY = [
  '',
  '\\N',
  '\\.',
  '\\',
  '\\\\x41',
  'a\tb',
  'a\nb\r\nc\rd',
  '\b\f\v',
  '"quoted", \'single\'; --',
  '=HYPERLINK("x")',
  'NULL',
  '\u2028 \u00a0 \ufeff',
  'Ωραία 東京 🏦 é',
  'x'.repeat(9000),
];

it('a writer of COPY leaves the rows that it returned as they are until it is asked for the next ones', () => {
  const writer = createCopyWriter(['text']);
  writer.add(['first']);
  const first = writer.take();
  const asReturned = Buffer.from(first);
  for (const text of ['second', ...NASTY, 'x'.repeat(200_000)]) writer.add([text]);
  expect(first).toEqual(asReturned);
  expect(writer.take().includes('second')).toBe(true);
});

describeDatabases('a bulk load', (database) => {
  let owner: Ledger;
  let joined: Ledger;
  beforeAll(async () => {
    owner = await database.open();
    joined = await database.open();
    await owner.db.query(`create table payrun.load_of_tests (n int primary key, big int8, text text, bytes bytea, data jsonb,
      id uuid)`);
  });
  const TYPES = { n: 'int4', big: 'int8', text: 'text', bytes: 'bytea', data: 'jsonb', id: 'uuid' } as const;
  const N = { n: 'int4' } as const;
  const COLUMNS = Object.keys(TYPES);
  const value = (n: number) => NASTY[n % NASTY.length]!;
  const row = (n: number) => [
    n,
    9007199254740993n + BigInt(n),
    n % 100 === 99 ? null : value(n),
    Buffer.from([n & 255, 0, 92, 10]),
    { text: value(n), list: [n, null, true] },
    `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  ];
  function* rows(from: number, to: number) {
    for (let n = from; n < to; n += 1) yield row(n);
  }

  it.each([
    ['this process', () => owner, 0],
    ['a process that joined', () => joined, 2_000],
  ])('of 2,000 rows from %s keeps every character', async (_, ledger, from) => {
    const loaded = await ledger().tx((db) => load(db, 'load_of_tests', TYPES, rows(from, from + 2_000)));
    expect(loaded).toBe(2_000);
    for (let start = from; start < from + 2_000; start += 500) {
      const { rows: found } = await owner.db.query<Record<string, unknown>>(
        `select ${COLUMNS.join(', ')} from payrun.load_of_tests where n >= $1 and n < $2 order by n`,
        [start, start + 500],
      );
      const expected = Array.from(rows(start, start + 500));
      expect(found.map((each) => COLUMNS.map((column) => each[column]))).toEqual(expected);
    }
  });

  it('replaces what Postgres cannot store with U+FFFD', async () => {
    const bad = 'a\0b\ud800c\\u0000';
    await owner.tx((db) =>
      load(db, 'load_of_tests', { n: 'int4', text: 'text', data: 'jsonb' }, [[-1, bad, { [bad]: bad }]]),
    );
    const { rows: found } = await owner.db.query('select text, data from payrun.load_of_tests where n = -1');
    const good = 'a\ufffdb\ufffdc\\u0000';
    expect(found).toEqual([{ text: good, data: { [good]: good } }]);
  });

  it('is part of its transaction, with what came before and after', async () => {
    const work = owner.tx(async (db) => {
      await load(db, 'load_of_tests', N, [[-10]]);
      expect((await db.query('select n from payrun.load_of_tests where n = -10')).rows).toHaveLength(1);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect((await owner.db.query('select n from payrun.load_of_tests where n = -10')).rows).toEqual([]);
  });

  it.each([
    ['a row that the table refuses', [[-20], [-20]], 'duplicate key'],
    ['a row with too many values', [[-20, 1]], 'a row of 2 values for 1 columns'],
    ['a value of the wrong kind', [['twenty']], 'a value that is no whole number'],
  ])('with %s fails, and the next one works', async (_, bad, text) => {
    await expect(owner.tx((db) => load(db, 'load_of_tests', N, bad))).rejects.toThrow(text);
    expect(await owner.tx((db) => load(db, 'load_of_tests', N, []))).toBe(0);
    expect((await owner.db.query('select n from payrun.load_of_tests where n = -20')).rows).toEqual([]);
  });

  it('fails as other statements do if its connection was cut, or if a trigger refuses the key of its rows', async () => {
    const cut = owner.tx((db) => {
      (getClient(db) as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      return load(db, 'load_of_tests', N, [[-30]]);
    });
    await expect(cut).rejects.toMatchObject({ code: 'database_unreachable' });
    await owner.db.query(`create trigger other_key before insert on payrun.load_of_tests for each row
      when (new.n = -31) execute function payrun.refuse_other_key()`);
    const refused = owner.tx((db) => load(db, 'load_of_tests', N, [[-31]]));
    await expect(refused).rejects.toMatchObject({ code: 'vault_key_changed' });
  });

  it('whose rows fail halfway loads nothing, and the next one works', async () => {
    function* failing() {
      for (let n = -100; n < -50; n += 1) yield [n, 'x'.repeat(5000)];
      throw new Error('the sheet is damaged');
    }
    await expect(owner.tx((db) => load(db, 'load_of_tests', { n: 'int4', text: 'text' }, failing()))).rejects.toThrow(
      'the sheet is damaged',
    );
    expect((await owner.db.query('select count(*)::int as n from payrun.load_of_tests where n < -21')).rows).toEqual([
      { n: 0 },
    ]);
    expect(await owner.tx((db) => load(db, 'load_of_tests', N, [[-50]]))).toBe(1);
  });
});
