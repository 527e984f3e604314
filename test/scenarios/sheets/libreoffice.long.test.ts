import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { officeWorkbook } from '../../sheets/office-workbook.ts';
import { packageParts } from '../../sheets/package-parts.ts';
import { describeDatabases } from '../../support/database.ts';
import { libreOffice } from '../../support/libreoffice.ts';
import { germanIban, testPayroll } from '../../support/payroll.ts';
import { itWith } from '../../support/tools.ts';

const JUNE = 'xl/worksheets/sheet1.xml';
const HEADER = [
  'paymentReference',
  'amount',
  'currency',
  'type',
  'firstName',
  'lastName',
  'Rate',
  'email',
  'street1',
  'city',
  'country',
  'iban',
  'memo',
  'Hours',
];

/** Three people: one who is paid, one whose row is hidden, one with no hours and so no amount. Amounts are hours times a rate of another worksheet. */
function payrollWorkbook(): Buffer {
  const letter = (at: number) => 'ABCDEFGHIJKLMN'[at]!;
  const text = (address: string, of: string) => `<c r="${address}" t="inlineStr"><is><t>${of}</t></is></c>`;
  const person = (row: number, hours: number) => {
    const cells = [
      'REF',
      '',
      'EUR',
      'individual',
      `First${'abc'[row - 3]}`,
      'Last',
      '',
      `person${row}@example.com`,
      'Street 1',
      'Berlin',
      'DE',
      germanIban(row),
      'Salary',
      '',
    ];
    const xml = cells.map((of, at) => {
      const address = `${letter(at)}${row}`;
      if (at === 0) return text(address, `REF-${row}`);
      if (at === 1)
        return `<c r="${address}" s="3">${row === 3 ? '<f t="shared" ref="B3:B5" si="0">N3*G3</f>' : '<f t="shared" si="0"/>'}<v>${hours * 124.05}</v></c>`;
      if (at === 6) return `<c r="${address}"><f>Rates!$B$1</f><v>124.05</v></c>`;
      return at === 13 ? `<c r="${address}"><v>${hours}</v></c>` : text(address, of);
    });
    return `<row r="${row}" spans="1:14"${row === 4 ? ' hidden="1"' : ''}>${xml.join('')}</row>`;
  };
  const rows = [
    `<row r="2" spans="1:14">${HEADER.map((of, at) => text(`${letter(at)}2`, of)).join('')}</row>`,
    ...[person(3, 10), person(4, 1), person(5, 0)],
    `<row r="6" spans="1:14">${text('A6', 'Total')}<c r="B6" s="3"><f>SUM(B3:B5)</f><v>1364.55</v></c></row>`,
  ];
  return officeWorkbook((part, xml) =>
    part === JUNE
      ? xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows.join('')}</sheetData>`).replaceAll(':H', ':N')
      : xml.replace('$H$5', '$N$5').replace(/<sheetView /, '<sheetView '),
  );
}

/** Parts that are another, or not there, in the second package. */
function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before]
    .filter(([part, xml]) => after.get(part) !== xml)
    .map(([part]) => part)
    .sort();
}

const rowsOf = (parts: Map<string, string>, part = JUNE) => /<sheetData>.*<\/sheetData>/s.exec(parts.get(part)!)![0];
/** What stands around the rows, but for columns, filter and comments, which get more. */
const around = (parts: Map<string, string>) =>
  parts
    .get(JUNE)!
    .replace(
      /<sheetData>.*<\/sheetData>|<cols>.*<\/cols>|<dimension [^>]*>|<autoFilter .*?(?:\/>|<\/autoFilter>)/gs,
      '',
    );
const formulas = (xml: string) => xml.match(/<f[ >/].*?(?:<\/f>|\/>)/g);

/** What the results of a workbook may change in it. */
const CHANGED =
  /^(?:\[Content_Types\]\.xml|xl\/(?:workbook|styles|comments\d+)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/drawings\/vmlDrawing\d+\.vml|xl\/worksheets\/sheet1\.xml)$/;
/** In one that came in with results, these are replaced as well. */
const REPLACED = /^xl\/(?:worksheets\/sheet[345]\.xml|worksheets\/_rels\/sheet3\.xml\.rels)$/;

describeDatabases('a workbook with formulas, corrected in its results by LibreOffice', (database) => {
  const payroll = testPayroll(database);
  const path = (name: string) => join(payroll.folder, name);

  itWith('libreoffice')(
    'pays only what was corrected, and every other part of it is unchanged',
    async () => {
      const office = libreOffice(payroll.folder);
      writeFileSync(path('june.xlsx'), payrollWorkbook());
      const first = await payroll.pay(path('june.xlsx'));
      expect(first.counts).toMatchObject({ processed: 1, invalid: 2 });
      const [came, went] = [await packageParts(path('june.xlsx')), await packageParts(first.results!)];
      expect(differing(came, went).filter((part) => !CHANGED.test(part))).toEqual([]);
      expect(around(went)).toBe(around(came));
      expect(formulas(rowsOf(went))).toEqual(formulas(rowsOf(came)));

      // The amount is a formula: its input is what a clerk corrects.
      office.edit(first.results!, 'June', { N5: 2 }, path('corrected.xlsx'));
      const second = await payroll.pay(path('corrected.xlsx'));
      expect(second.counts).toMatchObject({ processed: 1, invalid: 1, already_paid: 1 });
      const { payments } = await payroll.ledger();
      expect(payments.map(({ amount, timesPaid }) => [amount, timesPaid])).toEqual([
        ['1240.50', 1],
        ['248.10', 1],
      ]);

      const [saved, results] = [await packageParts(path('corrected.xlsx')), await packageParts(second.results!)];
      expect(saved.get(JUNE), 'LibreOffice kept what it is about').toMatch(/<conditionalFormatting.*<dataValidation /s);
      expect(differing(saved, results).filter((part) => !CHANGED.test(part) && !REPLACED.test(part))).toEqual([]);
      expect(around(results)).toBe(around(saved));
      expect(formulas(rowsOf(results))).toEqual(formulas(rowsOf(saved)));
      const names = [...results.get('xl/workbook.xml')!.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) =>
        name!.replace(' (SANDBOX)', ''),
      );
      expect(names).toEqual(['June', 'Rates', 'Rows to fix', 'Totals', 'Problems']);
      const again = await readSheet(second.results!);
      await again.close();
      expect(again.understood.header.filter((header) => header === 'status' || header === 'reason')).toEqual([
        'status',
        'reason',
      ]);
      const comments = (parts: Map<string, string>) =>
        parts
          .get('xl/comments1.xml')!
          .match(/ ref="[A-Z]+\d+"/g)!
          .sort();
      expect(comments(saved), 'the amount was wrong').toContain(' ref="B5"');
      expect(comments(results)).toEqual(comments(saved).filter((ref) => ref !== ' ref="B5"'));

      // It opens: LibreOffice writes nothing of a package that it cannot read.
      expect(office.convert(second.results!, 'pdf')).toMatch(/\.pdf$/);
    },
    180_000,
  );
});
