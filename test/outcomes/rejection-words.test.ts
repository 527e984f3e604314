import { expect, it } from 'vitest';
import { describeRest, getRunNote, rejectedBy } from '../../src/outcomes/rejection-words.ts';

it.each([
  ['a whole run', {}, 'Rejected by carla: wrong month.'],
  [
    'the rest of a run, one payment',
    { rest: { payments: 1, amounts: ['610.00 USD'] } },
    'The payment that was not sent yet, 610.00 USD, was rejected by carla: wrong month.',
  ],
  [
    'the rest of a run in two currencies',
    { rest: { payments: 1_200, amounts: ['5.00 EUR', '610.00 USD'] } },
    'The 1,200 payments that were not sent yet, 5.00 EUR and 610.00 USD, were rejected by carla: wrong month.',
  ],
] as const)('a rejection says what it was for: %s', (_, part, said) => {
  expect(rejectedBy({ kind: 'rejected', by: 'carla', because: 'wrong month.', ...part })).toBe(said);
});

it('only a run of which a part was sent has a rest', () => {
  const sums = [{ currency: 'EUR', minor: 500n }];
  expect(describeRest({ sent: 0, payments: 2, sums })).toBeUndefined();
  expect(describeRest({ sent: 1, payments: 0, sums: [] })).toBeUndefined();
  expect(describeRest({ sent: 1, payments: 2, sums })).toEqual({ payments: 2, amounts: ['5.00 EUR'] });
  expect(getRunNote('Short.', [{ kind: 'rejected', by: 'carla', because: '' }])).toBe('Short.');
  expect(getRunNote(null, [{ kind: 'rejected', by: 'carla', because: '' }])).toBeNull();
});
