import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { JournalEntry } from '../../src/ledger/views/journal.ts';
import { JOURNAL_FORMAT_NAMES, type JournalFormat, journalFile, journalFiles } from '../../src/reports/journal-file.ts';
import { journal } from '../../src/settings/setting-forms.ts';

const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{
    exportId: 3n,
    number: 1,
    kind: 'paid',
    day: '2026-11-05',
    currency: 'EUR',
    payment: 'p',
    reference: 'INV-1',
    recipient: 'Ana Müller',
  },
  ...{ merchant: 'default', run: 7n, rate: '1.115', targetCurrency: 'USD' },
  ...{ payables: 99_11n, fees: 3_00n, withheld: 89n, balance: 103_00n },
  ...more,
});
const RETURNED = entry({
  number: 2,
  kind: 'returned',
  day: '2026-11-09',
  payables: -100_00n,
  fees: 0n,
  withheld: 0n,
  balance: -100_00n,
});
const SETTINGS = journal.parse({
  accounts: { payables: '1600', fees: '4970', withheldTax: '4840', balance: { EUR: '1800' } },
});
const AT = Date.parse('2026-12-01T10:00:00Z');
const linesOf = (format: JournalFormat, settings = SETTINGS) => linesOfEntries([entry(), RETURNED], format, settings);
const linesOfEntries = (entries: readonly JournalEntry[], format: JournalFormat, settings = SETTINGS) => {
  const { content } = journalFile(entries, format, settings, AT);
  const text = format === 'datev' ? iconv.decode(content, 'win1252') : content.toString('utf8').replace(/^\uFEFF/, '');
  return text.trimEnd().split('\r\n');
};

describe('a journal', () => {
  it('has the debits and credits of each entry, without lines of zero', () => {
    expect(linesOf('standard')).toEqual([
      'Entry,Date,Account,Debit,Credit,Currency,Description,Reference,Recipient,Merchant,Run,Kind,Rate',
      'PR3-1,2026-11-05,1600,99.11,,EUR,"Payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,paid,1.115',
      'PR3-1,2026-11-05,4970,3.00,,EUR,"Fee of payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,paid,1.115',
      'PR3-1,2026-11-05,4840,0.89,,EUR,"Tax withheld from payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,paid,1.115',
      'PR3-1,2026-11-05,1800,,103.00,EUR,"Payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,paid,1.115',
      'PR3-2,2026-11-09,1600,,100.00,EUR,"Returned payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,returned,1.115',
      'PR3-2,2026-11-09,1800,100.00,,EUR,"Returned payment INV-1, Ana Müller",INV-1,Ana Müller,default,7,returned,1.115',
    ]);
  });

  it.each(JOURNAL_FORMAT_NAMES)('as %s has a byte order mark only for Excel, and balances in every entry', (format) => {
    const { content } = journalFile([entry(), RETURNED], format, SETTINGS, AT);
    expect(content.toString('utf8').startsWith('\uFEFF')).toBe(format === 'standard');
    if (format === 'datev') return;
    const rows: Record<string, string>[] = parse(content, { bom: true, columns: true });
    const sum = (row: Record<string, string>, ...names: readonly string[]) =>
      names.reduce((all, name) => all + Math.round(100 * Number(row[name] ?? 0)), 0);
    for (const [, lines] of Map.groupBy(rows, (row) => Object.values(row).find((cell) => cell.startsWith('PR3-')))) {
      expect(lines.length).toBeGreaterThan(1);
      const debits = lines.reduce((all, line) => all + sum(line, 'Debit', 'Debits', '*Amount'), 0);
      expect(debits).toBe(lines.reduce((all, line) => all + sum(line, 'Credit', 'Credits'), 0));
    }
  });

  it('for QuickBooks has dates of the United States', () => {
    expect(linesOf('quickbooks').slice(0, 2)).toEqual([
      'Journal No,Journal Date,Account Name,Debits,Credits,Description,Name,Currency',
      'PR3-1,11/05/2026,1600,99.11,,"Payment INV-1, Ana Müller",,EUR',
    ]);
  });

  it('for Xero has signed amounts, a tax rate on every line and days before months', () => {
    expect(linesOf('xero').slice(0, 5)).toEqual([
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
      'PR3-1,05/11/2026,"Payment INV-1, Ana Müller",1600,Tax Exempt,99.11,,,,',
      'PR3-1,05/11/2026,"Fee of payment INV-1, Ana Müller",4970,Tax Exempt,3.00,,,,',
      'PR3-1,05/11/2026,"Tax withheld from payment INV-1, Ana Müller",4840,Tax Exempt,0.89,,,,',
      'PR3-1,05/11/2026,"Payment INV-1, Ana Müller",1800,Tax Exempt,-103.00,,,,',
    ]);
  });

  it('for NetSuite has an External ID, so that a second import is refused', () => {
    expect(linesOf('netsuite').slice(0, 2)).toEqual([
      'External ID,Date,Currency,Memo,Account,Debit,Credit,Line Memo',
      'PR3-1,11/05/2026,EUR,INV-1,1600,99.11,,"Payment INV-1, Ana Müller"',
    ]);
  });

  it('for NetSuite has two decimals at most, also in a currency of three', () => {
    const content = journalFile(
      [entry({ currency: 'KWD', payables: 1_250n, fees: 0n, withheld: 0n, balance: 1_250n })],
      'netsuite',
      SETTINGS,
      AT,
    ).content.toString();
    expect(content).toContain(',1.25,');
    expect(content).not.toMatch(/\d\.\d{3}/);
  });

  it('for DATEV is a posting batch in Windows-1252: each line against the account of the balance', () => {
    const [head = '', titles = '', ...postings] = linesOf('datev');
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261201100000000;;"PR";"";"";1001;1;20260101;4;20261105;20261109;"Payrun";"";1;0;0;"EUR";;"";;;"";;;"";""',
    );
    // Version 13 has 125 fields; the 114th says that the posting is not locked.
    expect(titles.split(';')).toHaveLength(125);
    expect([titles.split(';')[13], titles.split(';')[113], titles.split(';')[124]]).toEqual([
      'Buchungstext',
      'Festschreibung',
      'Abw. Skontokonto',
    ]);
    const rest = `${';'.repeat(34)}"Kurs der Zahlung";"1 EUR = 1,115 USD"${';'.repeat(65)}0${';'.repeat(11)}`;
    expect(titles.split(';').slice(47, 49)).toEqual(['Zusatzinformation - Art 1', 'Zusatzinformation- Inhalt 1']);
    expect(postings.map((line) => line.split(';').length)).toEqual([125, 125, 125, 125]);
    expect(postings.filter((line) => !line.endsWith(rest))).toEqual([]);
    expect(postings.map((line) => line.slice(0, -rest.length))).toEqual([
      '99,11;"S";"EUR";;;;1600;1800;;0511;"INV-1";"PR3-1";;"Payment INV-1, Ana Müller"',
      '3,00;"S";"EUR";;;;4970;1800;;0511;"INV-1";"PR3-1";;"Fee of payment INV-1, Ana Müller"',
      '0,89;"S";"EUR";;;;4840;1800;;0511;"INV-1";"PR3-1";;"Tax withheld from payment INV-1, Ana Müller"',
      '100,00;"H";"EUR";;;;1600;1800;;0911;"INV-1";"PR3-2";;"Returned payment INV-1, Ana Müller"',
    ]);
    expect(() => journalFile([entry()], 'datev', journal.parse({}), AT)).toThrow(/"Accounts payable" is not one/);
    // Accounts of persons have one digit more than those of the ledger, no account has two.
    const withAccount = (payables: string) => ({ ...SETTINGS, accounts: { ...SETTINGS.accounts, payables } });
    expect(journalFile([entry()], 'datev', withAccount('70000'), AT).content.toString('latin1')).toContain(';70000;');
    expect(() => journalFile([entry()], 'datev', withAccount('700000'), AT)).toThrow(/"700000" is not one/);
    expect(journalFile([entry()], 'datev', SETTINGS, AT).name).toBe('EXTF_payrun-journal-3.csv');
  });

  const CONVERTED: readonly (readonly [string, Partial<JournalEntry>, readonly (readonly string[])[]])[] = [
    [
      'at the rate of the quote',
      { currency: 'USD', rate: '0.92', payables: 108_70n, fees: 1_00n, withheld: 0n },
      [
        ['108,70', '"S"', '"USD"', '1,086957', '100,00', '"EUR"'],
        ['1,00', '"S"', '"USD"', '1,086957', '0,92', '"EUR"'],
      ],
    ],
    [
      'of a currency without decimals, to the cent also where a float is not',
      { currency: 'JPY', rate: '0.00614115', payables: 9_999_999_999n, fees: 0n, withheld: 0n },
      [['9999999999,00', '"S"', '"JPY"', '162,835951', '61411499,99', '"EUR"']],
    ],
    [
      'without a Kurs below 1, which the field does not take',
      { currency: 'GBP', rate: '1.17', payables: 100_00n, fees: 0n, withheld: 0n },
      [['100,00', '"S"', '"GBP"', '', '117,00', '"EUR"']],
    ],
    [
      'not if nothing was converted into it',
      { currency: 'USD', targetCurrency: 'JPY', rate: '150', payables: 100_00n, fees: 0n, withheld: 0n },
      [['100,00', '"S"', '"USD"', '', '', '']],
    ],
  ];
  it.each(CONVERTED)('for DATEV has the amount in the base currency %s', (_, more, expected) => {
    const [, , ...postings] = linesOfEntries([entry({ targetCurrency: 'EUR', balance: 0n, ...more })], 'datev', {
      ...SETTINGS,
      accounts: { ...SETTINGS.accounts, balance: '1800' },
    });
    expect(postings.map((line) => line.split(';').slice(0, 6))).toEqual(expected);
  });

  it('for DATEV is one file for each year, because its days have none', () => {
    const entries = [
      entry({ day: '2025-12-30' }),
      entry({ number: 2, day: '2026-01-05' }),
      entry({ day: '2028-01-05' }),
    ];
    expect(() => journalFile(entries, 'datev', SETTINGS, AT)).toThrow(/a file for each of 2025, 2026, 2027, 2028/);
    const files = journalFiles(entries, 'datev', SETTINGS, AT).map(({ name, content }) => [
      name,
      content.toString('latin1').split(';').slice(12, 16),
      content.toString('latin1').match(/PR3-\d/g)!.length,
    ]);
    expect(files).toEqual([
      ['EXTF_payrun-journal-3-2025.csv', ['20250101', '4', '20251230', '20251230'], 3],
      ['EXTF_payrun-journal-3-2026.csv', ['20260101', '4', '20260105', '20260105'], 3],
      ['EXTF_payrun-journal-3-2028.csv', ['20280101', '4', '20280105', '20280105'], 3],
    ]);
    const later = { ...SETTINGS, datev: { ...SETTINGS.datev, fiscalYear: '07-01' } };
    // A fiscal year that begins in July is two files: the days of one are in one calendar year.
    const halves = journalFiles(entries.slice(0, 2), 'datev', later, AT).map(({ name, content }) => [
      name,
      content.toString('latin1').split(';').slice(12, 16),
    ]);
    expect(halves).toEqual([
      ['EXTF_payrun-journal-3-2025-07-01.csv', ['20250701', '4', '20251230', '20251230']],
      ['EXTF_payrun-journal-3-2026-01-01.csv', ['20250701', '4', '20260105', '20260105']],
    ]);
    expect(() => journalFile(entries, 'datev', SETTINGS, AT, '2027')).toThrow(/no entries in 2027/);
  });

  it('for DATEV has two decimals in every currency, and is refused if an amount has more', () => {
    const amounts = (currency: string, balance: bigint) => {
      const paid = entry({ currency, payables: balance, fees: 0n, withheld: 0n, balance });
      const settings = { ...SETTINGS, accounts: { ...SETTINGS.accounts, balance: '1800' } };
      return journalFile([paid], 'datev', settings, AT).content.toString('latin1').split('\r\n')[2]!.split(';')[0];
    };
    expect([amounts('JPY', 7_000n), amounts('EUR', 5n), amounts('KWD', 1_230n)]).toEqual(['7000,00', '0,05', '1,23']);
    expect(() => amounts('KWD', 1_234n)).toThrow(/KWD has 3 decimals, and DATEV takes 2/);
    expect(amounts('EUR', 9_999_999_999_99n)).toBe('9999999999,99');
    expect(() => amounts('EUR', 10_000_000_000_00n)).toThrow(/has more than 10 digits/);
  });

  it('for DATEV has no cell that becomes a formula, and only characters that its fields allow', () => {
    const fieldOf = (reference: string) => linesOfEntries([entry({ reference })], 'datev')[2]!.split(';')[10];
    expect(fieldOf('=HYPERLINK("http://x")')).toBe('"HYPERLINK--http-//x--"');
    expect(fieldOf('+49/7_ä 8')).toBe('"49/7---8"');
    expect(fieldOf('R'.repeat(40))).toBe(`"${'R'.repeat(36)}"`);
    const of = (more: Partial<JournalEntry>, field: number) =>
      linesOfEntries([entry(more)], 'datev')[2]!.split(';')[field];
    // Belegfeld 2 has 12 characters, the text 60, and Windows-1252 no Cyrillic.
    expect(of({ exportId: 12_345n, number: 123_456 }, 11)).toBe('"12345-123456"');
    expect(of({ recipient: 'Юлия Петрова' }, 13)).toBe('"Payment INV-1, Yuliya Petrova"');
    expect(of({ recipient: 'Müller €'.repeat(20) }, 13)).toHaveLength(62);
  });

  it('for Xero is one file for each currency, because its journals have none', () => {
    const entries = [entry(), entry({ number: 2, currency: 'USD' })];
    expect(() => journalFile(entries, 'xero', SETTINGS, AT)).toThrow(/a file for each of EUR, USD/);
    expect(
      journalFiles(entries, 'xero', SETTINGS, AT).map(({ name, content }) => [name, `${content}`.match(/PR3-\d/g)![0]]),
    ).toEqual([
      ['payrun-journal-3-xero-EUR.csv', 'PR3-1'],
      ['payrun-journal-3-xero-USD.csv', 'PR3-2'],
    ]);
    expect(() => journalFile(entries, 'xero', SETTINGS, AT, 'GBP')).toThrow(/EUR, USD/);
    expect(journalFiles([entry()], 'xero', SETTINGS, AT).map(({ name }) => name)).toEqual([
      'payrun-journal-3-xero.csv',
    ]);
  });

  it('has no more lines in a file than the ledger imports, and no entry in two', () => {
    const many = (count: number, currency = 'EUR') =>
      Array.from({ length: count }, (_, i) => entry({ number: i + 1, currency }));
    for (const [format, most] of [
      ['xero', 300],
      ['quickbooks', 999],
      ['netsuite', 25_000],
    ] as const) {
      const entries = many(most);
      const files = journalFiles(entries, format, SETTINGS, AT);
      const lines = files.map(({ content }) => content.toString().trimEnd().split('\r\n').slice(1));
      expect(Math.max(...lines.map(({ length }) => length)), format).toBeLessThanOrEqual(most);
      expect(lines.flat()).toHaveLength(most * 4);
      const numbers = lines.map((of) => new Set(of.map((line) => line.split(',')[0])));
      expect(numbers.reduce((sum, { size }) => sum + size, 0)).toBe(entries.length);
    }
    const names = journalFiles([...many(76), ...many(2, 'USD')], 'xero', SETTINGS, AT).map(({ name }) => name);
    expect(names.map((name) => name.replace('payrun-journal-3-xero-', ''))).toEqual([
      'EUR-1.csv',
      'EUR-2.csv',
      'USD.csv',
    ]);
    expect(() => journalFile(many(76), 'xero', SETTINGS, AT, 'EUR-3')).toThrow(/EUR-1, EUR-2/);
    const datev = journalFiles(many(30_000), 'datev', SETTINGS, AT);
    expect(datev.map(({ name }) => name)).toEqual([
      'EXTF_payrun-journal-3-2026-1.csv',
      'EXTF_payrun-journal-3-2026-2.csv',
    ]);
    const postings = datev.map(({ content }) => content.toString('latin1').trimEnd().split('\r\n').length - 2);
    expect(Math.max(...postings)).toBeLessThanOrEqual(99_999);
    expect(postings[0]! + postings[1]!).toBe(90_000);
    expect(() => journalFile([entry({ payables: 10_000_000_000_00n })], 'netsuite', SETTINGS, AT)).toThrow(
      /NetSuite takes 10 digits/,
    );
  });

  it('has the columns that are configured, and no cell of it becomes a formula', () => {
    const columns = { Datum: 'date_uk', Konto: 'account', Betrag: 'amount', Name: 'recipient' } as const;
    const content = journalFile(
      [entry({ recipient: '=HYPERLINK("x")' })],
      'standard',
      { ...SETTINGS, columns },
      AT,
    ).content;
    expect(content.toString().split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFDatum,Konto,Betrag,Name',
      `05/11/2026,1600,99.11,"'=HYPERLINK(""x"")"`,
    ]);
  });

  it('has placeholder accounts until they are configured', () => {
    expect(loadConfig({}, '/').journal.accounts).toEqual({
      ...{
        payables: 'Accounts payable',
        fees: 'Bank charges',
        withheldTax: 'Withholding tax',
        balance: 'Payout service',
      },
    });
  });

  const TRAPS = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r\n=1', '";=1;"', 'a,=1', "'=1", '＝1', 'a\u0000b', 'x"y'];
  it.each(JOURNAL_FORMAT_NAMES)(
    'as %s has no formula and no extra line, whatever a reference or a name is',
    (format) => {
      const settings = { ...SETTINGS, accounts: { ...SETTINGS.accounts, balance: '1800' } };
      for (const trap of TRAPS) {
        const lines = (of: JournalEntry) => {
          const { content } = journalFile([of], format, settings, AT);
          const text = format === 'datev' ? iconv.decode(content, 'win1252') : content.toString('utf8');
          const delimiter = format === 'datev' ? ';' : ',';
          return parse(text, { delimiter, bom: true, relax_column_count: true }) as string[][];
        };
        const plain = lines(entry());
        const set = lines(entry({ reference: trap, recipient: trap }));
        expect(
          set.map((line) => line.length),
          trap,
        ).toEqual(plain.map((line) => line.length));
        const cells = set.flat().filter((cell) => !/^-\d+([.,]\d+)?$/.test(cell));
        expect(
          cells.filter((cell) => /^\s*[=+\-@＝]/.test(cell)),
          trap,
        ).toEqual([]);
        expect(
          cells.filter((cell) => format === 'datev' && /\p{Cc}/u.test(cell)),
          trap,
        ).toEqual([]);
      }
    },
  );
});
