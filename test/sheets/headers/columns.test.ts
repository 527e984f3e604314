import { describe, expect, it } from 'vitest';
import { columnLabel } from '../../../src/references/column-label.ts';
import { COUNTRIES } from '../../../src/rules/countries/countries.ts';
import { COLUMNS, isSensitive } from '../../../src/sheets/headers/columns.ts';
import { columnMatcher } from '../../../src/sheets/headers/match-header.ts';
import { getCountryCurrency } from '../../../src/sheets/headers/currency-of-country.ts';
import { normalizeHeader } from '../../../src/sheets/headers/normalize-header.ts';
import { RESULT_HEADERS } from '../../../src/sheets/headers/result-columns.ts';

describe('the column catalog', () => {
  it('has every name and alias once, so that a header means one column', () => {
    const seen = new Map<string, string>();
    for (const { name, aliases } of COLUMNS)
      for (const header of [name, ...aliases]) {
        const key = normalizeHeader(header);
        expect(seen.get(key) ?? name, `${header} is also ${seen.get(key)}`).toBe(name);
        seen.set(key, name);
      }
  });

  it.each(COLUMNS)('$name has a summary and an example', ({ summary, example }) => {
    expect(summary.length).toBeGreaterThan(3);
    expect(example.length).toBeGreaterThan(0);
  });

  it('recognizes every label as a header, so that a message can name it to a user who adds the column', () => {
    const columnOf = columnMatcher();
    const others = COLUMNS.filter(({ name }) => columnOf(columnLabel(name)) !== name);
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('masks bank details, IDs and the date of birth', () => {
    const sensitive = COLUMNS.filter(({ name }) => isSensitive(name)).map(({ name }) => name);
    expect(sensitive.sort()).toEqual(['accountNum', 'bankId', 'branchId', 'dob', 'governmentId', 'iban', 'paypalEmail', 'swiftBic']);
    expect(isSensitive('nothing')).toBe(false);
  });

  it('has none of the headers that the results add, except the reference', () => {
    const columnOf = columnMatcher();
    expect(RESULT_HEADERS.filter((header) => columnOf(header) !== null)).toEqual(['paymentReference']);
  });
});

describe('the currencies of countries that headers are compared with', () => {
  it('are those of the country rules', () => {
    for (const { code, currency } of Object.values(COUNTRIES)) expect(getCountryCurrency(code) ?? '', code).toBe(currency);
  });
});
