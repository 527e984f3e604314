import { expect, test } from 'vitest';
import { cleanMessage } from '../../src/service/service-refusal.ts';

test.each([
  ['Email jane.doe+x@example.co.uk is in use', 'Email [e-mail] is in use'],
  ['"<jane@example.org>"', '"<[e-mail]>"'],
  ['IBAN DE89370400440532013000 is wrong', 'IBAN [account] is wrong'],
  ['IBAN GB29 NWBK 6016 1331 9268 19: check digits', 'IBAN [account]: check digits'],
  ['Account 000123456789', 'Account [number]'],
  ['Sort code 12-34-56', 'Sort code [number]'],
  ['Born 1980-02-29', 'Born [number]'],
  ['Account 1234 5678 9012', 'Account [number]'],
  ['IFSC HDFC0001234', 'IFSC [number]'],
  ['BIC DEUTDEFF500 is unknown', 'BIC [BIC] is unknown'],
  ['Key AK-91XQ40VT and SK-abc', 'Key [key] and [key]'],
  ['Recipient R-91XQ40VT59TSBB9VJ2AJRC has no account', 'Recipient R-91XQ40VT59TSBB9VJ2AJRC has no account'],
  ['The minimum is 20.00, not 123456.78', 'The minimum is 20.00, not 123456.78'],
  ['two\nlines\u001b[31m', 'two lines [31m'],
  ['Operation In Progress', 'Operation In Progress'],
  ['Payment 01970000-b25a-7c3d-8e4f-0123456789ab has no rate', 'Payment [ID] has no rate'],
])('%j is shown as %j', (message, shown) => {
  expect(cleanMessage(message)).toBe(shown);
});

test('a page instead of a sentence is cut', () => {
  expect(cleanMessage('word '.repeat(100_000)).length).toBeLessThanOrEqual(300);
});
