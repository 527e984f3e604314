import { expect, it } from 'vitest';
import { mapSheet } from '../../src/intake/map-sheet.ts';
import { sheetFolder } from '../sheets/sheet-folder.ts';
import { germanIban } from '../support/payroll.ts';

const folder = sheetFolder();
const proposed = async (text: string, columns = {}) =>
  (await mapSheet(await folder.put('map.csv', text), { columns })).columns.map(({ header, column, by }) => [
    header,
    column,
    by,
  ]);

const line = (n: number) => `${n};${n}.240,50;EUR;ana${n}@example.com;${germanIban(n)};COBADEFFXXX;DE;Miete`;

it('knows columns by name, by a similar name, and by their cells', async () => {
  const rows = [1, 2, 3].map(line).join('\n');
  expect(await proposed(`Nr;Zahlbetrag;Curency;Ansprechstelle;Konto;Bank;Dorthin;Zweck\n${rows}\n`)).toEqual([
    ['Nr', null, null],
    ['Zahlbetrag', 'amount', 'name'],
    ['Curency', 'currency', 'similar'],
    ['Ansprechstelle', 'email', 'content'],
    ['Konto', 'iban', 'name'],
    ['Bank', 'swiftBic', 'content'],
    ['Dorthin', 'country', 'content'],
    ['Zweck', 'memo', 'name'],
  ]);
});

it('is certain of a name, and of the look of cells only if no money depends on it', async () => {
  const rows = [1, 2, 3].map(line).join('\n');
  const { columns } = await mapSheet(
    await folder.put('map.csv', `Nr;Soll;Curency;Ansprechstelle;Konto;Bank;Dorthin;Zweck\n${rows}\n`),
    {},
  );
  expect(columns.map(({ column, sure }) => [column, sure])).toEqual([
    [null, false],
    ['amount', false],
    ['currency', true],
    ['email', false],
    ['iban', true],
    ['swiftBic', false],
    ['country', true],
    ['memo', true],
  ]);
});

it.each<[what: string, header: string, cells: string, expected: readonly (string | null)[]]>([
  ['the account of whoever pays', 'Debit IBAN,Beneficiary IBAN', `${germanIban(1)},${germanIban(2)}`, [null, 'iban']],
  ['two accounts', 'IBAN,Beneficiary IBAN', `${germanIban(1)},${germanIban(2)}`, [null, null]],
  ['gross and net pay', 'Gross Pay,Tax,Net Pay', '5000.00,1900.00,3100.00', [null, null, 'amount']],
  ['a net amount beside its tax', 'Net amount,VAT,Gross amount', '100.00,19.00,119.00', [null, null, null]],
  ['two amounts', 'Amount,Amount (Foreign Currency)', '10.00,12.00', [null, null]],
  ['two columns that only look like amounts', 'Alpha,Beta', '10.00,12.00', [null, null]],
  ['an account of the ledger', 'Account,Amount', '2000 Accounts Payable,1.00', [null, 'amount']],
  ['an invoice beside a payment reference', 'Invoice No,Payment Reference', 'I1,P1', [null, 'paymentReference']],
  ['two references', 'Invoice No,Bill No', 'I1,B1', [null, null]],
  ['an account that names no one', 'Account number,Supplier IBAN', `11223344,${germanIban(2)}`, [null, 'iban']],
  ['a source and a payout', 'Source amount,Payout amount', '10.00,12.00', [null, null]],
  ['whoever pays', 'Payer,Amount', 'Our Ltd,12.00', [null, 'amount']],
  ['what is open', 'Amount,Open Balance', '10.00,4.00', [null, null]],
])('G3: proposes no column for what may be another: %s', async (_, header, cells, expected) => {
  expect((await proposed(`${header},Name\n${cells},Ada\n`)).map(([, column]) => column).slice(0, -1)).toEqual(expected);
});

it('asks about each column of whole numbers whether it is the amount, if nothing else is', async () => {
  const asked = async (header: string, cells: string) =>
    (await mapSheet(await folder.put('whole.csv', `${header}\n${cells}\n`), {})).columns.map(
      ({ column, candidate }) => candidate ?? column,
    );
  expect(await asked('Soll,Kennwort,IBAN,Hinweis', `310,4711,${germanIban(1)},none`)).toEqual([
    'amount',
    'amount',
    'iban',
    null,
  ]);
  expect(await asked('Soll,Amount,IBAN,Hinweis', `310,47.11,${germanIban(1)},none`)).toEqual([
    null,
    'amount',
    'iban',
    null,
  ]);
});

it('never proposes a column that another header already has', async () => {
  const rows = [1, 2, 3].map(line).join('\n');
  expect(await proposed(`Nr;amount;currency;email;iban;bic;Land;Zwecklos\n${rows}\n`, { Zwecklos: 'memo' })).toEqual([
    ['Nr', null, null],
    ['amount', 'amount', 'name'],
    ['currency', 'currency', 'name'],
    ['email', 'email', 'name'],
    ['iban', 'iban', 'name'],
    ['bic', 'swiftBic', 'name'],
    ['Land', 'country', 'name'],
    ['Zwecklos', 'memo', 'name'],
  ]);
});

it('does not ask again about a header that a user marked as not used', async () => {
  const text = 'Gross amount,Net amount,VAT\n119.00,100.00,19.00\n';
  expect(await proposed(text, { 'Gross amount': 'amount', 'Net amount': '-' })).toEqual([
    ['Gross amount', 'amount', 'name'],
    ['Net amount', null, null],
    ['VAT', null, null],
  ]);
});

it('shows codes of banks and branches in full, and a longer number in their column masked', async () => {
  const text = `Sort code;BIC;Bank;Account\n60-16-13;COBADEFFXXX;DEUTDEFF;31926819\n3192681912345;DE89;COBADEFF;31926820\n`;
  const { columns: found } = await mapSheet(await folder.put('codes.csv', text), {});
  expect(found.map(({ header, examples }) => [header, ...examples])).toEqual([
    ['Sort code', '60-16-13', '***2345'],
    ['BIC', 'COBADEFFXXX', '***'],
    ['Bank', 'DEUTDEFF', 'COBADEFF'],
    ['Account', '***6819', '***6820'],
  ]);
});

it('shows cells of payments, and none of headings and totals between them', async () => {
  const text = `Zahlbetrag;Name;Vermerk;Ort;Land\n;;Filiale;;\n10,50;Ada;Miete;Bonn;DE\n11,50;Bea;Lohn;Köln;DE\n22,00;;Summe;;\n`;
  const { columns: found } = await mapSheet(await folder.put('parts.csv', text), {});
  expect(found.map(({ examples }) => examples)).toEqual([
    ['10,50', '11,50'],
    ['Ada', 'Bea'],
    ['Miete', 'Lohn'],
    ['Bonn', 'Köln'],
    ['DE', 'DE'],
  ]);
});

it('shows no bank detail in full', async () => {
  const { columns: found } = await mapSheet(
    await folder.put('m.csv', `Konto;Nummer\n${germanIban(1)};123456789\n`),
    {},
  );
  expect(found.map(({ example }) => example)).toEqual([expect.stringMatching(/^\*{3}.{4}$/), '***6789']);
});

it.each([
  ['30.06.2026', '30.06.2026'],
  ['2026-06-30 09:15:00', '2026-06-30 09:15:00'],
  ['30-06-2026', '30-06-2026'],
  ['12.400,50', '12.400,50'],
  ["CHF 1'240.50", "CHF 1'240.50"],
  ['-1240.50', '-1240.50'],
  ['2026-06-30 100042', '***0042'],
  ['31.06.1234', '31.06.1234'],
  ['TRANSFER', 'TRANSFER'],
  ['0532013000', '***3000'],
  ['20-00-00-55779911', '***9911'],
])('an unknown column shows %s as %s: dates and amounts are readable, long numbers are not', async (cell, shown) => {
  const sheet = await folder.put('m.csv', `Beleg;Zusatz qq\n1;"${cell}"\n`);
  const { columns: found } = await mapSheet(sheet, {});
  expect(found[1]).toMatchObject({ example: shown });
});
