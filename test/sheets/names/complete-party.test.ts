import { expect, it } from 'vitest';
import { impliedBy } from '../../../src/sheets/headers/source-formats.ts';
import { completeParty, concludedNotes } from '../../../src/sheets/names/complete-party.ts';

type Row = Readonly<Record<string, string>>;

it.each<readonly [source: string | undefined, cells: Row, completed: Row]>([
  ['Wise batch payments', { name: 'Ina Muster', type: 'PERSON' }, { type: 'PERSON', firstName: 'Ina', lastName: 'Muster' }],
  ['Wise batch payments', { name: 'Anna von der Heide', type: 'Private' }, { type: 'Private', firstName: 'Anna', lastName: 'von der Heide' }],
  ['Wise batch payments', { name: 'Suharto', type: 'PERSON' }, { type: 'PERSON', lastName: 'Suharto' }],
  ['Wise batch payments', { name: 'Muster GmbH', type: 'BUSINESS' }, { type: 'BUSINESS', name: 'Muster GmbH' }],
  ['Wise batch payments', { name: 'Muster GmbH' }, { type: 'business', name: 'Muster GmbH' }],
  ['Wise batch payments', { name: 'Ina Muster' }, { name: 'Ina Muster' }],
  ['Wise batch payments', { referenceId: 'V-1' }, { referenceId: 'V-1' }],
  ['ADP payroll register', { name: 'Muster, Ina' }, { type: 'individual', firstName: 'Ina', lastName: 'Muster' }],
  ['Japanese payroll export', { name: '山田 太郎' }, { type: 'individual', firstName: '太郎', lastName: '山田' }],
  ['German payroll export', { name: 'Kita Sonnenschein' }, { name: 'Kita Sonnenschein' }],
  ['PayPal mass payment', { email: 'ana@b.de' }, { email: 'ana@b.de', payoutMethod: 'paypal' }],
  ['PayPal mass payment (no header)', { email: 'ana@b.de' }, { email: 'ana@b.de', payoutMethod: 'paypal' }],
  ['PayPal mass payment', { email: 'ana@b.de', payoutMethod: 'Venmo' }, { email: 'ana@b.de', payoutMethod: 'Venmo' }],
  [undefined, { name: 'Ina Muster', type: 'individual' }, { name: 'Ina Muster', type: 'individual' }],
  [undefined, { name: 'Finanzamt Muster' }, { type: 'business', name: 'Finanzamt Muster' }],
  [undefined, { name: 'Acme Ltd', type: 'individual' }, { name: 'Acme Ltd', type: 'individual' }],
  [undefined, { name: 'Acme Ltd', firstName: 'Bo', lastName: 'Ek' }, { type: 'business', name: 'Acme Ltd', firstName: 'Bo', lastName: 'Ek' }],
])('in %s, %j is %j', (source, cells, completed) => {
  const written: Record<string, string> = { ...cells };
  completeParty(written, impliedBy(source), { business: [], split: [] }, 2);
  expect(written).toEqual(completed);
});

it('says once for which rows', () => {
  expect(concludedNotes({ business: [2, 5, 9, 10, 11, 12, 13], split: [3] }).map(({ text }) => text)).toEqual([
    'Rows 2, 5, 9, 10, 11 and 2 more have no type, and the name of a company or an office: paid as a business. If one is a person, fill in its type.',
    '1 row: a person’s name was split into first and last name; check both.',
  ]);
});
