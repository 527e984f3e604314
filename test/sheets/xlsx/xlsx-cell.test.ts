import { describe, expect, it } from 'vitest';
import { readCell } from '../../../src/sheets/xlsx/xlsx-cell.ts';

const number = (text: string, format?: string, date1904 = false) =>
  readCell({ type: undefined, text, formula: false, hasValue: true, format }, date1904);

describe('a numeric cell', () => {
  it.each([
    ['10.1', '10.1'],
    ['1240', '1240'],
    ['-3.5', '-3.5'],
    ['0.30000000000000004', '0.3'],
    ['1240.4999999999998', '1240.5'],
    ['1234.5678', '1234.5678'],
    ['1E-3', '0.001'],
    ['1.5E-7', '0.00000015'],
    ['1.0000000000000000E+5', '100000'],
    ['123456789012345', '123456789012345'],
    ['0', '0'],
    ['-0', '-0'],
  ])('%s is %s', (raw, text) => {
    expect(number(raw)).toMatchObject({ text });
  });

  it.each([
    ['012180000118359719', '12180000118359719', '1.2180000118359719E+16'],
    ['12180000118359719', '12180000118359719', '12180000118359719'],
    ['1E21', '1000000000000000000000', '1E+21'],
  ])('beyond 15 digits is marked, and has no exponent: %s', (_, text, raw) => {
    const read = number(raw);
    expect(read.kind).toBe('long');
    expect(read.text).not.toMatch(/e/i);
    expect(read.text.length).toBe(text.length);
  });

  it.each([
    ['21000021', '000000000', '021000021'],
    ['200000', '00\\-00\\-00', '20-00-00'],
    ['12', '00"-"00', '00-12'],
    ['1234567', '00-00', '12345-67'],
    ['12.5', '0000', '12.5'],
    ['1240.5', '0.00', '1240.50'],
    ['1240.5', '#,##0.00', '1240.50'],
    ['1240.567', '0.00', '1240.567'],
    ['1240.5', '#,##0.00\\ "€"', '1240.50'],
    ['1240.5', '[$-407]#,##0.00;[Red]-#,##0.00', '1240.50'],
    ['7', '0', '7'],
    ['7', 'General', '7'],
    ['7', '@', '7'],
  ])('%s in format %s is %s', (raw, format, text) => {
    expect(number(raw, format)).toMatchObject({ text });
  });

  it.each([
    ['45000', 'yyyy-mm-dd', '2023-03-15'],
    ['45000.75', 'dd/mm/yy hh:mm', '2023-03-15 18:00:00'],
    ['0.5', 'hh:mm:ss', '12:00:00'],
    ['1', 'd.m.yyyy', '1900-01-01'],
    ['61', 'd.m.yyyy', '1900-03-01'],
    ['45000', '[$-809]d mmmm yyyy', '2023-03-15'],
    ['45000', 'mm-dd-yy', '2023-03-15'],
  ])('%s in format %s is the date %s', (raw, format, text) => {
    expect(number(raw, format)).toMatchObject({ text, kind: 'date' });
  });

  it('counts from 1904 in workbooks that say so', () => {
    expect(number('43538', 'yyyy-mm-dd', true)).toMatchObject({ text: '2023-03-15', kind: 'date' });
  });

  it.each(['0.00 "days"', '#,##0\\d', '[Red]0.00', 'General'])('is no date in format %s', (format) => {
    expect(number('3', format).kind).toBeUndefined();
  });
});

describe('other cells', () => {
  it.each([
    [{ type: 's', text: '007', formula: false, format: undefined }, { text: '007' }],
    [{ type: 'b', text: '1', formula: false, format: undefined }, { text: 'TRUE' }],
    [{ type: 'b', text: '0', formula: false, format: undefined }, { text: 'FALSE' }],
    [{ type: 'e', text: '#N/A', formula: false, format: undefined }, { text: '#N/A', kind: 'error' }],
    [{ type: 'e', text: '#REF!', formula: true, format: undefined }, { text: '#REF!', kind: 'error' }],
    [{ type: 'str', text: 'a', formula: true, format: undefined }, { text: 'a', kind: 'formula' }],
    [{ type: undefined, text: '12.5', formula: true, format: undefined }, { text: '12.5', kind: 'formula' }],
    [{ type: undefined, text: '', formula: true, format: undefined }, { text: '', kind: 'uncalculated' }],
    [{ type: undefined, text: '', formula: false, format: '0.00' }, { text: '' }],
    [{ type: 'd', text: '2023-03-15T00:00:00', formula: false, format: undefined }, { text: '2023-03-15', kind: 'date' }],
  ] as const)('%j', (cell, read) => {
    expect(readCell({ hasValue: true, ...cell }, false)).toMatchObject(read);
  });
});
