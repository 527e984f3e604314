import { expect, it } from 'vitest';
import { MESSAGES } from '../../src/messages.ts';
import { getReasons, reasonList, reasonWords, shortReason } from '../../src/outcomes/reason-words.ts';

it('uses the plural of a reason that is a noun, and of no other, and counts those of several', () => {
  const fact = (code: string | null, payments: number, sentence = '') =>
    ({ state: 'held', code, sentence, payments }) as const;
  const output = (...facts: Parameters<typeof getReasons>[0][number][]) => reasonList(getReasons(facts), 'held');
  expect(output(fact('possible_duplicate', 4))).toBe('possible duplicates');
  expect(output(fact('possible_duplicate', 1))).toBe('possible duplicate');
  expect(output(fact('amount_form', 2), fact('iban_form', 1))).toBe('malformed amount (2), malformed IBAN (1)');
  expect(output(fact('bban_iban_missing', 1))).toBe('IBAN missing');
  expect(output(fact(null, 2, 'Account closed.'), fact('account_changed', 3))).toBe(
    'changed bank details (3), account closed (2)',
  );
});

it('names a reason rather than to call it the others, and the others from two on', () => {
  const of = (...codes: readonly string[]) =>
    reasonList(
      getReasons(codes.map((code, i) => ({ state: 'invalid', code, sentence: '', payments: 9 - i }))),
      'invalid',
      2,
    );
  expect(of('country_unknown', 'amount_scale', 'type_missing')).toBe(
    'unknown country (9), too many decimals (8), type missing (7)',
  );
  expect(of('country_unknown', 'amount_scale', 'type_missing', 'name_missing')).toBe(
    'unknown country (9), too many decimals (8), other reasons (13)',
  );
  expect(of('country_unknown', 'amount_scale', 'other_reasons')).toBe(
    'unknown country (9), too many decimals (8), other reasons (7)',
  );
});

it.each([
  ['amount_side_missing', 'debit or recipient amount unclear'],
  ['amount_side_unknown', 'neither source nor target'],
  ['iban_country_unknown', 'unknown IBAN country'],
  ['category_unknown', 'unknown category'],
  ['postal_code_zeros_lost', 'postal code missing leading zeros'],
  ['iban_length', 'IBAN of the wrong length'],
  ['currency_missing', 'currency missing'],
])('reads in words, not as a code: %s', (code, words) => expect(reasonWords(code, '')).toBe(words));

it('shortens a sentence of the payout service where there is little room, and not where it is read to its end', () => {
  const sentence = `The bank of the recipient rejected the payment, because the purpose ${'is missing and '.repeat(5)}unknown.`;
  expect(reasonWords(null, sentence)).toMatch(/^the bank of the recipient rejected .{0,30}…$/);
  expect(reasonWords(null, sentence, 199)).toMatch(/ unknown$/);
});

it.each([
  [
    'Possible duplicate of row 3 of run 2 (paid, 2026-11-30, reference MAY-1): same recipient and amount. If both are intended, an approver can release it.',
    'Possible duplicate of row 3 of run 2: same recipient and amount.',
  ],
  [
    'Bank details changed from IBAN ***4073 to IBAN ***0715. The last payment was sent on 2026-11-30 (row 17 of run 2). Someone other than the uploader must release this payment.',
    'Bank details changed from IBAN ***4073 to IBAN ***0715.',
  ],
  ['Account is closed', 'Account is closed'],
])('says a reason of a list without what the page of the payment says: %s', (reason, short) => {
  expect(shortReason(reason)).toBe(short);
});

it('never shortens away what warns of a second payment', () => {
  const warnings = Object.values(MESSAGES).flatMap(
    ({ text }) => /Do not release.*|It is not paid again.*/.exec(text) ?? [],
  );
  expect(warnings.length).toBeGreaterThan(5);
  for (const warning of warnings)
    expect(
      shortReason(`Possible duplicate of row 3. ${warning} If both are intended, an approver can release it.`),
    ).toBe(`Possible duplicate of row 3. ${warning}`);
});
