import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { canonicalReference } from '../../src/references/spellings.ts';
import { describeDatabases } from '../support/database.ts';

const SPELLINGS: readonly (readonly [canonical: string, ...others: readonly string[]])[] = [
  ['123', '00123', '123.0', '123.00', '+123', '１２３', '1.23E2', '1.23e+02'],
  ['0', '000', '0.0', '0E3'],
  ['12.5', '12.50', '012.5'],
  ['100000', '1E5', '1e5', '1E+05'],
  ['INV-77', 'inv-77', 'Inv–77', 'INV—77', 'INV−77', 'ІNV-77', 'ＩＮＶ-７７', 'ìnv-77', '  inv-77 '],
  ['A B', 'a  b', 'А В', 'Α\u00a0Β', 'a\tb'],
  ["O'HARA", 'o’hara', 'ο‘hara'],
  ['auto-0123456789ABCDEF-2', 'AUTO-0123456789ABCDEF-2', 'Auto-0123456789abcdef-2'],
  ['1E20', '1e20'],
  ['1.5E0', '1.5e0'],
  ['INV-007', 'inv-007'],
];

describeDatabases('the canonical form of a reference', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const inSql = async (references: readonly string[]) => {
    const { rows } = await ledger.db.query<{ key: string }>(
      'select payrun.canonical_reference(r) as key from unnest($1::text[]) with ordinality as t(r, at) order by at',
      [references],
    );
    return rows.map(({ key }) => key);
  };

  it.each(SPELLINGS)('is %s for all its spellings, also in the database', async (canonical, ...others) => {
    const all = [canonical, ...others];
    expect(all.map(canonicalReference)).toEqual(all.map(() => canonical));
    expect(await inSql(all)).toEqual(all.map(() => canonical));
  });

  it('G1: is the same in the code and in the database, and its own canonical form', async () => {
    const character = fc.oneof(
      fc.constantFrom(...'0019.E+-–—/_ \t’aAzZäÉßАаНнΩωΑο﹣２Ｅ①ﬁİı', 'e\u0301'),
      // Letters of alphabets that both know: the newest Unicode is not in every database.
      fc.integer({ min: 0x20, max: 0x4ff }).map((code) => String.fromCharCode(code)),
    );
    // What the reader refuses in a reference never comes here.
    const reference = fc
      .array(character, { minLength: 1, maxLength: 12 })
      .map((characters) => characters.join(''))
      .filter((text) => !/\0/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(reference, { minLength: 20, maxLength: 60 }), async (references) => {
        const keys = references.map(canonicalReference);
        expect(await inSql(references)).toEqual(keys);
        expect(keys.map(canonicalReference)).toEqual(keys);
      }),
      { numRuns: 30 },
    );
  });
});
