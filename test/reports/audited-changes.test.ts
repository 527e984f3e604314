import { expect, it } from 'vitest';
import { auditedChanges } from '../../src/reports/changes/audited-changes.ts';

it.each([
  ['whether a person or a business is paid', 'type', '', 'individual', 'individual'],
  ['the first letter of another text in its place', 'type', '', 'Ada Lovelace', 'A***'],
  ['the first letter of a name', 'firstName', '', 'Ada', 'A***'],
  ['the last characters of an account', 'accountNum', '', 'DE89370400440532013000', '***3000'],
  ['an amount', 'amount', '', '75.00', '75.00'],
])('records of a changed cell %s', (_, column, before, now, recorded) =>
  expect(auditedChanges({ [column]: before }, { [column]: now })).toEqual({ [column]: { before: '', now: recorded } }),
);
