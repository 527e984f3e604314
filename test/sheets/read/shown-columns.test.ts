import { describe, expect, it } from 'vitest';
import { columnMatcher, type HeaderMapping, matchHeader } from '../../../src/sheets/headers/match-header.ts';
import { RESULT_HEADERS } from '../../../src/sheets/headers/result-columns.ts';
import { shownColumns } from '../../../src/sheets/read/shown-columns.ts';

const shown = (header: readonly string[], mapping: HeaderMapping = {}) =>
  shownColumns({ header, ...matchHeader('june.csv', header, columnMatcher(mapping)) });
const BASE = ['Amount', 'Currency', 'E-Mail'];

describe('the meaning of the headers of a sheet', () => {
  it.each<[what: string, header: readonly string[], at: number, expected: object]>([
    ['a name', BASE, 2, { letter: 'C', header: 'E-Mail', column: 'email', how: 'matched by header' }],
    ['another name', [...BASE, ' Sort Code '], 3, { header: 'Sort Code', column: 'branchId', how: 'matched by header' }],
    ['a slip', [...BASE, 'ibn'], 3, { header: 'ibn', column: null, how: 'not recognized; did you mean IBAN?' }],
    [
      'a slip of what is there',
      [...BASE, 'e-mial'],
      3,
      { column: null, how: 'not recognized; it is returned in the results' },
    ],
    [
      'a column of the team',
      [...BASE, 'Cost centre'],
      3,
      { column: null, how: 'not recognized; it is returned in the results' },
    ],
  ])('says it of %s', (_, header, at, expected) => {
    expect(shown(header)[at]).toMatchObject(expected);
  });

  it("knows the team's own headers, leaves empty ones out, and says what Payrun added itself", () => {
    expect(shown([...BASE, 'Kontonummer'], { Kontonummer: 'accountNum' })[3]).toMatchObject({
      column: 'accountNum',
      how: 'matched by header',
    });
    expect(shown([BASE[0]!, ' ', BASE[1]!, BASE[2]!]).map(({ letter }) => letter)).toEqual(['A', 'C', 'D']);
    const results = shown([...BASE, ...RESULT_HEADERS]);
    expect(results.find(({ header }) => header === 'fees')!.how).toBe('from earlier results, not read');
    expect(results.find(({ header }) => header === 'paymentReference')!.how).toBe('matched by header');
  });
});
