import { expect, it } from 'vitest';
import { reasonList, reasonsOf, reasonWords } from '../../src/outcomes/reason-words.ts';

it('uses the plural of a reason that is a noun, and of no other, and counts those of several', () => {
  const fact = (code: string | null, payments: number, sentence = '') =>
    ({ state: 'held', code, sentence, payments }) as const;
  const output = (...facts: Parameters<typeof reasonsOf>[0][number][]) => reasonList(reasonsOf(facts), 'held');
  expect(output(fact('possible_duplicate', 4))).toBe('possible duplicates');
  expect(output(fact('possible_duplicate', 1))).toBe('possible duplicate');
  expect(output(fact('amount_form', 2), fact('iban_form', 1))).toBe('2 malformed amounts, 1 malformed IBAN');
  expect(output(fact(null, 2, 'Account closed.'), fact('account_changed', 3))).toBe(
    '3 changed bank details, 2 account closed',
  );
});

it('shortens a sentence of the payout service where there is little room, and not where it is read to its end', () => {
  const sentence = `The bank of the recipient rejected the payment, because the purpose ${'is missing and '.repeat(5)}unknown.`;
  expect(reasonWords(null, sentence)).toMatch(/^the bank of the recipient rejected .{0,30}…$/);
  expect(reasonWords(null, sentence, 199)).toMatch(/ unknown$/);
});
