import { describe, expect, it } from 'vitest';
import { isUkAccount } from '../../../src/rules/banks/uk-modulus.ts';

/** The cases of Vocalink's "Validating account numbers", with the exceptions that they are of. */
const GOOD = `089999 66374958 modulus 10
107999 88837491 modulus 11
202959 63748472 modulus 11 and double alternate
871427 46238510 10 and 11, the first check
872427 46238510 10 and 11, the second check
871427 09123496 10, ab is 09 and g is 9
871427 99123496 10, ab is 99 and g is 9
820000 73688637 3, c is 6
827999 73988638 3, c is 9
827101 28748352 3, both checks
134020 63849203 4
118765 64371389 1
200915 41011166 6, a foreign currency
938611 07806039 5
938600 42368003 5, substituted
938063 55065200 5, both remainders are 0
772798 99345694 7
086090 06774744 8
309070 02355688 2 and 9, the first check
309070 12345668 2 and 9, substituted
309070 12345677 2 and 9, a is not 0
309070 99345694 2 and 9, g is 9
074456 12345112 12 and 13, modulus 11
070116 34012583 12 and 13
074456 11104102 12 and 13, modulus 10
180002 00000190 14
601613 31926819 the example of the IBAN registry
000000 00000001 a sort code without a rule`;
const BAD = `938063 15764273 5, the second check digit
938063 15764264 5, the first check digit
938063 15763217 5, remainder 1
118765 64371388 1
203099 66831036 double alternate
203099 58716970 modulus 11
089999 66374959 modulus 10
107999 88837493 modulus 11
180002 12345678 14, the last digit is none of 0, 1 and 9
601613 31926818 the example, changed`;
const cases = (text: string) => text.split('\n').map((line) => line.split(' ') as [string, string, ...string[]]);

describe('the modulus check of UK accounts', () => {
  it.each(cases(GOOD))('%s %s is valid: %s', (sortCode, account) => expect(isUkAccount(sortCode, account)).toBe(true));
  it.each(cases(BAD))('%s %s is invalid: %s', (sortCode, account) =>
    expect(isUkAccount(sortCode, account)).toBe(false),
  );
});
