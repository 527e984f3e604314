import { describe, expect, it } from 'vitest';
import { mergeColumns } from '../../src/settings/merge-columns.ts';

describe('columns that are written into the configuration', () => {
  it.each([
    ['no file', null, '{\n  "columns": {\n    "Betrag": "amount"\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "columns": {\n    "Betrag": "amount"\n  }\n}'],
    [
      'other settings, with their own layout',
      '{\n    "batchLimit": 10, "approval": {"policy":"auto"}\n}\n',
      '{\n    "batchLimit": 10, "approval": {"policy":"auto"},\n    "columns": {\n        "Betrag": "amount"\n    }\n}\n',
    ],
    [
      'columns that are there, and a nested name like them',
      '{"routeMinimums": {"columns": {"EUR": "1"}}, "columns": {"IBAN-Nr": "iban", "Betrag": "memo"} , "batchLimit":1}',
      '{"routeMinimums": {"columns": {"EUR": "1"}}, "columns": {\n    "IBAN-Nr": "iban",\n    "Betrag": "amount"\n  } , "batchLimit":1}',
    ],
    [
      'columns at the end, and braces in text',
      '{"home": "a\\"}{,columns", "columns": {}}',
      '{"home": "a\\"}{,columns", "columns": {\n    "Betrag": "amount"\n  }}',
    ],
  ])('beside %s', (_, before, after) => {
    const merged = mergeColumns(before, { Betrag: 'amount' });
    expect(merged).toBe(after);
    expect(JSON.parse(merged).columns.Betrag).toBe('amount');
  });
});
