import { beforeAll, expect, it } from 'vitest';
import { addUser } from '../../../src/engine/users/users.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { normalizePersonName, personName } from '../../../src/ledger/payments/person-name.ts';
import { isSamePerson, LOOK_ALIKES, nameKey } from '../../../src/ledger/users/name-key.ts';
import { findUser } from '../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../support/database.ts';
import { firstAdmin } from '../../support/person.ts';
import { cheapPasswords, movableClock } from '../../support/web-visit.ts';

/** Alice, as someone writes her who wants to be another one. */
const ALICE = [
  'ALICE',
  ' alice ',
  'ａｌｉｃｅ',
  'al\u200bice',
  '\u202ealice',
  'alice\u2060',
  'a\u00adlice',
  'alice\ufe0f',
  'alice\u{e0061}',
  '\u0430lice',
  '\u0410LICE',
  'ali\u0441\u0435',
  'al\u0456ce',
  '\u0391LICE',
  '\u{1d41a}lice',
];

describeDatabases('a name', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });
  const inDatabase = async (names: readonly string[]) => {
    const { rows } = await ledger.db.query<{ key: string }>(
      'select payrun.name_key(name) as key from unnest($1::text[]) with ordinality as n (name, at) order by at',
      [names],
    );
    return rows.map(({ key }) => key);
  };

  it.each(ALICE)('written %j is that of Alice, also to the database', async (name) => {
    expect(nameKey(name)).toBe('alice');
    expect(isSamePerson(name, 'alice')).toBe(true);
    expect(await inDatabase([name])).toEqual(['alice']);
  });

  it('has the same key in the code and the database, for every letter that looks like another', async () => {
    const letters = Object.values(LOOK_ALIKES).flatMap((some) => [...some]);
    expect(new Set(letters).size).toBe(letters.length);
    const names = [...letters.map((one) => `x${one}y`), 'Jo\u0308rg  Maier', 'Zoë', 'Łukasz', 'Søren', '王芳', 'Ἀθηνᾶ'];
    expect(await inDatabase(names)).toEqual(names.map(nameKey));
    for (const one of letters)
      for (const other of [one.toLowerCase(), one.toUpperCase()].filter((some) => [...some].length === 1))
        expect(nameKey(other), other).toBe(nameKey(one));
  });

  it('distinguishes different people', () => {
    const names = [
      'alice',
      'alicia',
      'ben',
      'bea',
      'Jörg',
      'Jorg',
      'Анна',
      'Инна',
      'Ольга',
      'Νίκος',
      'Ελένη',
      '王芳',
      '王方',
    ];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
  });

  it('G7: of a new user does not look like that of an existing one, though they are two people', async () => {
    const deps = { ledger, clock: movableClock(), passwords: cheapPasswords };
    const add = async (name: string) =>
      addUser(deps, await firstAdmin(ledger), { name, role: 'maker', merchants: null, limits: null, password: null });
    await add('bill.moore0');
    await add('arnold');
    await add('vivian');
    await add('beata');
    const alike = [
      'bi11.moore0',
      'bilI.moore0',
      'BlLL.M00RE0',
      'bill.rnooreO',
      'amold',
      'Arno1d',
      'аmold',
      'vivlan',
      'b3at4',
      '8ea7a',
    ];
    for (const name of alike) {
      expect(await findUser(ledger.db, name), name).toBeNull();
      await expect(add(name), name).rejects.toMatchObject({ code: 'user_look_alike' });
    }
    await expect(add('amold')).rejects.toThrow('amold looks too much like the existing user arnold');
    for (const name of ['bill.moore', 'arne', 'vera', 'anna', 'hanna', 'user2', 'user3', 'user4']) await add(name);
  });

  it('of a user is taken in any spelling', async () => {
    const deps = { ledger, clock: movableClock(), passwords: cheapPasswords };
    const rights = { role: 'approver' as const, merchants: null, limits: null, password: null };
    await addUser(deps, await firstAdmin(ledger), { ...rights, name: 'alice' });
    for (const name of ALICE) {
      expect((await findUser(ledger.db, name))?.name, name).toBe('alice');
      await expect(addUser(deps, await firstAdmin(ledger), { ...rights, name }), name).rejects.toMatchObject({
        code: expect.stringMatching(/^(user_exists|usage)$/),
      });
    }
    const insert = `insert into payrun.user_account (name, name_key, role, created_at) values ($1, $2, 'admin', now())`;
    await expect(ledger.db.query(insert, ['\u0430lice', '\u0430lice'])).rejects.toMatchObject({
      constraint: 'name_key_is_of_name',
    });
  });

  it('of a recipient has one key in any spelling, the same in the database', async () => {
    const form = async (name: string) => {
      const { rows } = await ledger.db.query<{ form: string }>(`select ${normalizePersonName('$1::text')} as form`, [
        name,
      ]);
      expect(personName(name), name).toBe(rows[0]!.form);
      return rows[0]!.form;
    };
    for (const spelling of ['Maar, Dora', 'DORA  MAAR', 'Dóra Maar', 'd\u043era\u200b maar', 'dora maar.'])
      expect(await form(spelling), spelling).toBe(await form('Dora Maar'));
    for (const spelling of ['Jürgen Größ', 'JUERGEN GROESS', 'Jurgen Gröss', 'groess, juergen'])
      expect(await form(spelling), spelling).toBe(await form('Jürgen Größ'));
    for (const spelling of ['Åse Bjørnsen', 'Aase Bjoernsen', 'Ase Bjornsen'])
      expect(await form(spelling), spelling).toBe(await form('Åse Bjørnsen'));
    for (const [one, other] of [
      ['Noël Sæther', 'Noel Saether'],
      ['Łukasz Đurić', 'Lukasz Duric'],
      ['Aaron', 'Aron'],
      ['Œuvre', 'OEUVRE'],
    ])
      expect(await form(one!), one).toBe(await form(other!));
    for (const other of ['Dora Mars', 'Pablo Maar', 'Dora', "O'Neill-Smith Jr.", 'Müller (Köln)', '李小龙', '007'])
      expect(await form(other), other).not.toBe(await form('Dora Maar'));
  });
});
