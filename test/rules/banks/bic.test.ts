import { describe, expect, it } from 'vitest';
import { checkBic } from '../../../src/rules/banks/bic.ts';

describe('a BIC', () => {
  it.each([
    ['DEUTDEFF', 'DEUTDEFF'],
    ['deut de ff 500', 'DEUTDEFF500'],
    // The head office is the bank itself.
    ['BKTRUS33XXX', 'BKTRUS33'],
    ['BKTRUS33NYC', 'BKTRUS33NYC'],
    // Kosovo is no country of ISO 3166, and has banks.
    ['NCBVXKPR', 'NCBVXKPR'],
    // Since 2014, the first four characters may be digits.
    ['DEU1DEFF', 'DEU1DEFF'],
    ['1A2BGB2L', '1A2BGB2L'],
    ['E097AEXX', 'E097AEXX'],
  ])('%j is valid', (text, value) => {
    expect(checkBic(text, 'production')).toEqual({ value, findings: [] });
  });

  it.each([
    ['DEUTDEF', 'bic_form'],
    ['DEUTDEFF50', 'bic_form'],
    ['DEUTD1FF', 'bic_form'],
    ['DEUTDEFF@', 'bic_characters'],
    ['DEUT\u202eDEFF', 'bic_characters'],
    ['D'.repeat(1_000_000), 'text_too_long'],
    ['', 'bic_form'],
    ['DEUTXXFF', 'bic_country_unknown'],
    ['DEUTDEF0', 'bic_test'],
    ['DEUTDEF0XXX', 'bic_test'],
    ['DE89370400440532013000', 'iban_in_bic_column'],
  ])('%j is refused as %s', (text, code) => {
    expect(checkBic(text, 'production').findings).toMatchObject([{ code, column: 'swiftBic', severity: 'error' }]);
  });

  it('for tests is valid in the sandbox', () => {
    expect(checkBic('DEUTDEF0', 'sandbox').findings).toEqual([]);
  });
});
