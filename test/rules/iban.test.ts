import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IBAN_SHAPES } from '../../src/rules/countries.generated.ts';
import { checkIban, looksLikeIban, normaliseIban } from '../../src/rules/iban.ts';

const shapes = Object.values(IBAN_SHAPES);
const codesOf = (text: string) => checkIban(text).findings.map(({ code }) => code);

describe('an IBAN', () => {
  it('is known for the 89 countries of the registry', () => {
    expect(shapes).toHaveLength(89);
  });

  it.each(shapes.map((shape) => [shape.code, shape.example]))('of %s passes as the registry shows it', (_, example) => {
    expect(checkIban(example)).toEqual({ value: example, findings: [] });
  });

  it.each(shapes.map((shape) => [shape.code, shape.example]))(
    'of %s is refused with any one digit changed',
    (_, example) => {
      for (let at = 2; at < example.length; at++) {
        const digit = example.charCodeAt(at) - 48;
        if (digit > 9) continue;
        const changed = example.slice(0, at) + ((digit + 1) % 10) + example.slice(at + 1);
        expect(codesOf(changed), changed).toHaveLength(1);
      }
    },
  );

  it.each([
    ['DE89 3704 0044 0532 0130 00'],
    ['de89-3704-0044-0532-0130-00'],
    ['IBAN DE89 3704 0044 0532 0130 00'],
    ['IBAN: DE89.3704.0044.0532.0130.00'],
    ['\u00a0DE89\u200b3704\u202f0044\u3000053201\u00ad3000\ufeff'],
  ])('is understood as people write it: %j', (text) => {
    expect(checkIban(text)).toEqual({ value: 'DE89370400440532013000', findings: [] });
  });

  it.each([
    ['DE89370400440532013000@', 'iban_characters'],
    ['DE89/3704/0044/0532/0130/00', 'iban_characters'],
    ['', 'iban_characters'],
    ['DEß9370400440532013000', 'iban_characters'],
    ['DE893704004405320130', 'iban_length'],
    ['DE8937040044053201300000', 'iban_length'],
    ['DE8937O400440532013000', 'iban_structure'],
    ['DEB9370400440532013000', 'iban_structure'],
    ['DE88370400440532013000', 'iban_check_digits'],
    // 01 stands for 98 in the arithmetic, and is never given out.
    ['DE00370400440532013000', 'iban_check_digits'],
    ['ZZ89370400440532013000', 'iban_country_unknown'],
    ['0532013000', 'account_in_iban_column'],
    ['DEUTDEFF500', 'bic_in_iban_column'],
    ['see invoice', 'iban_not_iban'],
    ['GB1', 'iban_not_iban'],
  ])('%j is refused as %s', (text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });

  // Bank or account number with a wrong check digit of its own, and check digits of the IBAN that fit.
  it.each(['BA', 'BE', 'CZ', 'EE', 'ES', 'FR', 'HR', 'HU', 'MC', 'ME', 'MK', 'NO', 'PL', 'PT', 'RS', 'SI', 'SK'])(
    'of %s is refused where the national check fails',
    (country) => {
      const { example } = IBAN_SHAPES[country]!;
      const wrong = [...'0123456789']
        .map((digit) => withCheckDigits(country, example.slice(4, -1) + digit))
        .filter((iban) => iban !== example);
      const refused = wrong.filter((iban) => codesOf(iban)[0] === 'iban_national_check');
      // The last digit is not covered everywhere: Poland's is over the bank only.
      const bank = [...'0123456789'].map((digit) => withCheckDigits(country, digit + example.slice(5)));
      expect(refused.length + bank.filter((iban) => codesOf(iban)[0] === 'iban_national_check').length).toBeGreaterThan(
        0,
      );
    },
  );

  it('of a country outside the registry is a warning, if its check digits fit', () => {
    const moroccan = withCheckDigits('MA', '011519000001205000534921');
    expect(checkIban(moroccan).findings).toMatchObject([{ code: 'iban_not_in_registry', severity: 'warning' }]);
    expect(codesOf(`${moroccan.slice(0, -1)}2`)).toEqual(['iban_check_digits']);
  });

  it('is never shown in full', () => {
    const { findings } = checkIban('DE88370400440532013000');
    expect(findings[0]!.value).toBe('***3000');
    expect(JSON.stringify(findings)).not.toContain('DE88370400440532013000');
  });

  it('stays the same IBAN with separators anywhere', () => {
    const separator = fc.constantFrom(' ', '-', '.', '\u00a0', '\u200b', '\t');
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.array(fc.tuple(fc.nat(30), separator), { maxLength: 8 }),
        (shape, cuts) => {
          const text = cuts.reduce((iban, [at, mark]) => iban.slice(0, at) + mark + iban.slice(at), shape.example);
          expect(checkIban(text)).toEqual({ value: shape.example, findings: [] });
        },
      ),
    );
  });

  it('keeps its normal form when it is normalised again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normaliseIban(text);
        if (once !== null && !once.startsWith('IBAN')) expect(normaliseIban(once)).toBe(once);
      }),
    );
  });

  it('with a symbol in it is refused, never cleaned', () => {
    const symbol = fc.constantFrom(...'@#/*+_,;!?"\'()[]{}<>|\\~^°§$%&=');
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.nat(20), symbol, (shape, at, mark) => {
        expect(codesOf(shape.example.slice(0, at) + mark + shape.example.slice(at))).toEqual(['iban_characters']);
      }),
    );
  });

  it('is recognised in another column', () => {
    expect(looksLikeIban('DE89 3704 0044 0532 0130 00')).toBe(true);
    expect(looksLikeIban('DE88 3704 0044 0532 0130 00')).toBe(false);
    expect(looksLikeIban('032180000118359719')).toBe(false);
  });
});

function withCheckDigits(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}
