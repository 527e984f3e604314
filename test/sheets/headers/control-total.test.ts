import { describe, expect, it } from 'vitest';
import { controlLine } from '../../../src/sheets/headers/control-total.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();
const BODY = 'email;amount;currency\na@b.de;1;EUR\n';

describe('the first line', () => {
  it.each([
    [['PAYRUN', '3', 'EUR', '1240.50'], [{ currency: 'EUR', amount: '1240.50' }]],
    [['PAYRUN', '3', 'EUR', '1', 'USD', '2.5', '', ''], [{ currency: 'EUR', amount: '1' }, { currency: 'USD', amount: '2.5' }]],
    [['PAYRUN,3,EUR,1240.50', '', ''], [{ currency: 'EUR', amount: '1240.50' }]],
  ])('%j is a control total', (values, totals) => {
    expect(controlLine('s.csv', values)).toEqual({ from: 'first line', rows: 3, totals });
  });

  it.each([[['Payrun', '3', 'EUR', '1']], [['PAYRUN']], [['PAYRUN report', '3']], [[]]])('%j is not one', (values) => {
    expect(controlLine('s.csv', values)).toBeNull();
  });

  it.each([[['PAYRUN', 'three', 'EUR', '1']], [['PAYRUN', '3']], [['PAYRUN', '3', 'EUR']], [['PAYRUN', '3', 'EUR', '1,240.50']], [['PAYRUN', '3', 'eur', '1']]])(
    '%j is malformed, and nothing is assumed',
    (values) => {
      expect(() => controlLine('s.csv', values)).toThrow(expect.objectContaining({ code: 'control_total' }));
    },
  );

  it.each(['PAYRUN;1;EUR;1.00', 'PAYRUN,1,EUR,1.00'])('%s is above the header and is not a skipped line', async (line) => {
    const { understood } = await readSheet(await folder.put('line.csv', `${line}\n${BODY}`));
    expect(understood).toMatchObject({
      control: [{ from: 'first line', rows: 1, totals: [{ currency: 'EUR', amount: '1.00' }] }],
      skippedRows: 0,
      headerRow: 2,
    });
  });
});

describe('the separate file', () => {
  it.each(['side1.csv.control.json', 'side1.control.json'])('%s is read', async (name) => {
    const path = await folder.put('side1.csv', BODY);
    await folder.put(name, '{"rows": 1, "totals": {"EUR": "1.00"}}');
    expect((await readSheet(path)).understood.control).toEqual([
      { from: 'sidecar', rows: 1, totals: [{ currency: 'EUR', amount: '1.00' }] },
    ]);
  });

  it.each(['{', '[]', '{"rows": 1}', '{"rows": 1, "totals": {"EUR": 1}}'])('%s is malformed, and nothing is assumed', async (text) => {
    const path = await folder.put('side2.csv', BODY);
    await folder.put('side2.control.json', text);
    await expect(readSheet(path)).rejects.toMatchObject({ code: 'control_total' });
  });

  it('may be absent', async () => {
    expect((await readSheet(await folder.put('alone.csv', BODY))).understood.control).toBeUndefined();
  });
});
