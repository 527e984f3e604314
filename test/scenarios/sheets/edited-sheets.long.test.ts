import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

describeDatabases('a sheet that was paid, and was edited or saved again', (database) => {
  const payroll = testPayroll(database);
  let sheets = 0;
  const drop = (content: string, ending = 'csv') => payroll.pay(payroll.sheet(`sheet-${++sheets}.${ending}`, content));
  /** Lines of people whom nobody else in this file pays. */
  const team = (count: number, line: SheetLine = {}): SheetLine[] => {
    const one = ++sheets;
    return Array.from({ length: count }, (_, i) => ({
      reference: '',
      email: `p${one}-${i}@example.com`,
      iban: germanIban(one * 100 + i),
      amount: `${200 + i}.50`,
      ...line,
    }));
  };
  const age = async (run: string, days: number) => {
    const { ledger } = await payroll.appContext();
    await ledger.db.query(
      `update payrun.payment set created_at = created_at - $2 * interval '1 day', final_at = final_at - $2 * interval '1 day' where run_id = $1`,
      [run, days],
    );
  };
  const timesPaid = async (email: string) =>
    (await payroll.ledger()).payments.filter((one) => one.recipientEmail === email && one.timesPaid > 0).length;
  const holds = async () =>
    expect((await verifyLedger({ ledger: (await payroll.appContext()).ledger })).findings).toEqual([]);

  it.each<[what: string, edit: (line: SheetLine) => SheetLine]>([
    ['a corrected e-mail', (line: SheetLine) => ({ ...line, email: `corrected-${line.email}` })],
    [
      'a corrected e-mail and a name a little different',
      (line: SheetLine) => ({ ...line, email: `new-${line.email}`, first: 'Jon', last: 'Vogl' }),
    ],
    ['another memo', (line: SheetLine) => ({ ...line, memo: 'Salary June' })],
  ])('without references pays nobody again for %s', async (_, edit) => {
    const lines = team(2);
    expect((await drop(sheetOf(lines))).counts.processed).toBe(2);
    const again = await drop(sheetOf(lines.map(edit)));
    expect(again).toMatchObject({ exitCode: 4, counts: { held: 2, processed: 0 } });
    expect(again.problems.map(({ code }) => code)).toEqual(['possible_duplicate', 'possible_duplicate']);
    expect(again.problems[0]!.message).toMatch(/^Row 2 of run \d+ \(paid, .*, reference auto-.*\) pays /);
    await holds();
  });

  it('without references pays nobody again if the value was moved from amount to targetAmount', async () => {
    const lines = team(2);
    const sheet = sheetOf(lines);
    expect((await drop(sheet)).counts.processed).toBe(2);
    const moved = await drop(
      sheet
        .replace(',amount,', ',targetAmount,')
        .replace('currency', 'targetCurrency,currency')
        .replaceAll('EUR', 'EUR,EUR'),
    );
    expect(moved).toMatchObject({ exitCode: 4, counts: { held: 2, processed: 0 } });
  });

  it('G1: without references pays nobody again by PayPal for a corrected e-mail, which is their account too', async () => {
    const byPayPal = (people: readonly string[]) =>
      [
        'payoutMethod,country,email,type,firstName,lastName,amount,currency',
        ...people.map((who) => `paypal,DE,${who},81.50,EUR`),
        '',
      ].join('\n');
    expect((await drop(byPayPal(['ada@exmple.com,individual,Ada,Löwe']))).counts.processed).toBe(1);
    const again = await drop(byPayPal(['ada@example.com,individual,ada ,Lowe', 'bea@example.com,individual,Bea,Löwe']));
    expect(again).toMatchObject({ exitCode: 4, counts: { held: 1, processed: 1 } });
    expect(again.problems).toMatchObject([
      {
        row: 2,
        code: 'possible_duplicate',
        message: expect.stringContaining('by PayPal, to the same name or account'),
      },
    ]);
  });

  it('without references, dropped again after the window, is one question; the answer releases all of it, once', async () => {
    const lines = team(3);
    const first = await drop(sheetOf(lines));
    await age(first.run, 8);
    const again = await drop(sheetOf(lines));
    const copy = await drop(sheetOf(lines));
    for (const held of [again, copy]) {
      expect(held).toMatchObject({ exitCode: 4, counts: { held: 3, processed: 0 } });
      expect([...new Set(held.problems.map(({ code }) => code))]).toEqual(['same_sheet']);
      expect(held.problems[0]!.message).toMatch(
        new RegExp(`row 2 of run ${first.run} \\(paid, .*To pay all of it again`),
      );
    }

    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query<{ reference: string }>(
      'select reference from payrun.payment where run_id = $1 order by row',
      [again.run],
    );
    const references = rows.map(({ reference }) => reference);
    expect((await releasePayments(appContext, references.slice(0, 2), person('bob'), again.run)).map(String)).toEqual([
      again.run,
    ]);
    expect((await payroll.resume(again.run))[0]!.counts).toMatchObject({ processed: 3 });
    await expect(releasePayments(appContext, references.slice(0, 1), person('bob'), copy.run)).rejects.toMatchObject({
      code: 'not_held',
    });
    for (const { email } of lines) expect(await timesPaid(email!)).toBe(2);
    const { rows: events } = await appContext.ledger.db.query<{ data: unknown }>(
      `select data from payrun.event where chain = $1 and kind = 'sheet_released'`,
      [`run-${again.run}`],
    );
    expect(events).toEqual([{ data: expect.objectContaining({ was: 'same_sheet', rows: 3 }) }]);
    await holds();
  });

  it('holds references in another spelling, however long ago they were paid, also from a workbook', async () => {
    const references = ['00123', 'inv-77', 'A B', 'X-1'];
    const first = await drop(sheetOf(team(4).map((line, i) => ({ ...line, reference: references[i]! }))));
    expect(first.counts.processed).toBe(4);
    await age(first.run, 400);
    const saved = ['123', 'INV-77', 'A  B', 'Х–1'];
    const lines = team(4).map((line, i) => ({ ...line, reference: saved[i]! }));
    const again = await drop(sheetOf(lines));
    expect(again).toMatchObject({ exitCode: 4, counts: { held: 4, processed: 0 } });
    expect(
      again.problems.map(({ message }) =>
        /^Reference (.*) differs only in its spelling from (.*), row/.exec(message)!.slice(1),
      ),
    ).toEqual(saved.map((one, i) => [one, references[i]]));

    const book = new ExcelJS.Workbook();
    for (const line of sheetOf(lines)
      .trimEnd()
      .split('\n')
      .map((text) => text.split(','))) {
      const sheet = book.worksheets[0] ?? book.addWorksheet('June');
      sheet.addRow(line.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
    }
    const file = payroll.sheet('saved.xlsx', '');
    await book.xlsx.writeFile(file);
    expect((await payroll.pay(file)).counts).toMatchObject({ held: 4, processed: 0 });

    expect(
      (await releasePayments(await payroll.appContext(), ['INV-77'], person('bob'), again.run)).map(String),
    ).toEqual([again.run]);
    expect((await payroll.resume(again.run))[0]!.counts).toMatchObject({ held: 3, processed: 1 });
    await holds();
  });

  it('pays the same amount twice in one sheet only after a release', async () => {
    const [line] = team(1, { first: 'Ada', last: 'Vogel' });
    const twice = sheetOf([
      { ...line, reference: 'ONE-1' },
      { ...line, reference: 'TWO-1' },
      { ...line, reference: 'TWO-2', memo: 'July' },
    ]);
    const first = await drop(twice);
    expect(first).toMatchObject({ exitCode: 4, counts: { processed: 2, held: 1 } });
    expect(first.problems[0]).toMatchObject({
      row: 3,
      code: 'possible_duplicate',
      message: expect.stringMatching(
        /^Row 2 \(reference ONE-1\) pays this recipient the same amount with the same memo\./,
      ),
    });
    await releasePayments(await payroll.appContext(), ['TWO-1'], person('bob'));
    await payroll.resume(first.run);
    expect(await timesPaid(line!.email!)).toBe(3);

    const [other] = team(1, { first: 'Eva', last: 'Vogel' });
    const warned = await payroll.pay(
      payroll.sheet(
        'warned.csv',
        sheetOf([
          { ...other, reference: 'W-1' },
          { ...other, reference: 'W-2' },
        ]),
      ),
      { env: { duplicatesInSheet: 'warn' } },
    );
    expect(warned).toMatchObject({ counts: { processed: 2, held: 0 } });
    expect(warned.problems).toMatchObject([{ row: 3, severity: 'warning', code: 'possible_duplicate' }]);
    await holds();
  });

  it('pays nobody again after any change that changes no payment', async () => {
    const REFERENCES = ['00417', 'inv-2026-1', 'AB 12', '1E5', ''];
    /** What programs and people do to a line without meaning another payment. */
    const SAVES: readonly ((line: SheetLine) => SheetLine)[] = [
      (line) => ({ ...line, reference: line.reference!.toUpperCase() }),
      (line) => ({ ...line, reference: line.reference!.toLowerCase() }),
      (line) => ({ ...line, reference: line.reference!.replace(/^0+(?=\d)/, '') }),
      (line) => ({ ...line, reference: line.reference!.replaceAll('-', '–') }),
      (line) => ({ ...line, reference: line.reference!.replaceAll(' ', '  ') }),
      (line) => ({ ...line, reference: line.reference!.replace(/^1e5$/i, '100000') }),
      (line) => ({ ...line, amount: line.amount!.replace(/0$/, '') }),
      (line) => ({ ...line, iban: line.iban!.replace(/^(.{4})/, '$1 ') }),
      (line) => ({ ...line, first: 'Ane' }),
      (line) => ({ ...line, email: line.email!.toUpperCase() }),
      (line) => (line.reference === '' ? { ...line, email: `other-${line.email}` } : line),
      (line) => ({ ...line, memo: 'Salary, second try' }),
    ];
    const one = team(REFERENCES.length).map((line, i) => ({ ...line, reference: REFERENCES[i]!, first: 'Anne' }));
    const plain = (lines: readonly SheetLine[]) =>
      sheetOf(lines.map((line) => ({ ...line, memo: line.memo?.replace(',', '') ?? 'Salary' })));
    expect((await drop(plain(one))).counts.processed).toBe(REFERENCES.length);
    const paid = async () => (await payroll.ledger()).payments.filter(({ timesPaid: times }) => times > 0).length;
    const before = await paid();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray(SAVES.map((_, i) => i)), { minLength: one.length, maxLength: one.length }),
        fc.shuffledSubarray(
          one.map((_, i) => i),
          { minLength: 1 },
        ),
        async (saves, order) => {
          const saved = order.map((at) => saves[at]!.reduce<SheetLine>((line, save) => SAVES[save]!(line), one[at]!));
          const { counts } = await drop(plain(saved));
          expect(counts.processed).toBe(0);
          // A row that nothing was done to is already paid; any other is held.
          expect(counts.held + counts.already_paid).toBe(order.length);
        },
      ),
      { numRuns: 12 },
    );
    expect(await paid()).toBe(before);
  });

  // The last one: from here on the installation has users.
  it('G7: is released as a whole only by a user who may release all of its amounts', async () => {
    const lines = team(3);
    await age((await drop(sheetOf(lines))).run, 8);
    const again = await drop(sheetOf(lines));
    expect(again.counts.held).toBe(3);
    const appContext = await payroll.appContext();
    const { ledger, clock } = appContext;
    for (const [name, role, limits] of [
      ['ines', 'admin', null],
      ['bob', 'approver', { EUR: '300.00' }],
      ['carla', 'approver', { EUR: '700.00' }],
    ] as const)
      await addUser({ ledger, clock, passwords: cheapPasswords }, person('ines'), {
        name,
        role,
        limits,
        merchants: null,
        password: null,
      });
    const [{ reference }] = (
      await ledger.db.query<{ reference: string }>('select reference from payrun.payment where run_id = $1 limit 1', [
        again.run,
      ])
    ).rows as [{ reference: string }];
    // 200.50 + 201.50 + 202.50
    await expect(releasePayments(appContext, [reference], person('bob'), again.run)).rejects.toMatchObject({
      code: 'may_not_decide',
      message: expect.stringContaining('604.50 EUR is above the limit'),
    });
    await releasePayments(appContext, [reference], person('carla'), again.run);
    await holds();
  });
});
