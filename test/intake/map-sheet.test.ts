import { expect, it } from 'vitest';
import { mapSheet } from '../../src/intake/map-sheet.ts';
import { sheetFolder } from '../sheets/sheet-folder.ts';
import { germanIban } from '../support/payroll.ts';

const folder = sheetFolder();
const proposed = async (text: string, columns = {}) =>
  (await mapSheet(await folder.put('map.csv', text), { columns })).map(({ header, column, by }) => [
    header,
    column,
    by,
  ]);

const line = (n: number) => `${n};${n}.240,50;EUR;ana${n}@example.com;${germanIban(n)};COBADEFFXXX;DE;Miete`;

it('knows columns by name, by a name that is near, and by what stands in them', async () => {
  const rows = [1, 2, 3].map(line).join('\n');
  expect(await proposed(`Nr;Zahlbetrag;Curency;Kontakt;Konto;Bank;Land;Zweck\n${rows}\n`)).toEqual([
    ['Nr', null, null],
    ['Zahlbetrag', 'amount', 'content'],
    ['Curency', 'currency', 'similar'],
    ['Kontakt', 'email', 'content'],
    ['Konto', 'iban', 'content'],
    ['Bank', 'swiftBic', 'content'],
    ['Land', 'country', 'content'],
    ['Zweck', null, null],
  ]);
});

it('does not take a German header for an English one that looks a little like it', async () => {
  const text = 'Rechnung;Art;Straße;Betrag;Währung\nRE-1;business;Ring 2;1.240,50;EUR\n';
  expect(await proposed(text)).toEqual([
    ['Rechnung', null, null],
    ['Art', null, null],
    ['Straße', null, null],
    ['Betrag', 'amount', 'content'],
    ['Währung', 'currency', 'content'],
  ]);
});

it('never proposes a column that another header is already', async () => {
  const rows = [1, 2, 3].map(line).join('\n');
  expect(await proposed(`Nr;amount;currency;email;iban;bic;Land;Zweck\n${rows}\n`, { Zweck: 'memo' })).toEqual([
    ['Nr', null, null],
    ['amount', 'amount', 'name'],
    ['currency', 'currency', 'name'],
    ['email', 'email', 'name'],
    ['iban', 'iban', 'name'],
    ['bic', 'swiftBic', 'name'],
    ['Land', 'country', 'content'],
    ['Zweck', 'memo', 'name'],
  ]);
});

it('shows no bank detail in full', async () => {
  const found = await mapSheet(await folder.put('m.csv', `Konto;Nummer\n${germanIban(1)};123456789\n`), {});
  expect(found.map(({ example }) => example)).toEqual([expect.stringMatching(/^\*{3}.{4}$/), '***6789']);
});
