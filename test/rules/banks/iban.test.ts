import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIban, looksLikeIban, normalizeIban } from '../../../src/rules/banks/iban.ts';
import { IBAN_SHAPES } from '../../../src/rules/countries/countries.ts';
import { normalizeCode } from '../../../src/rules/normalize-code.ts';

/** Of the basic plane, lone surrogates too. */
const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));
const shapes = Object.values(IBAN_SHAPES);
const SEPARATORS = [
  ...' \t\n\u00a0\u2003\u2009\u202f\u3000\ufeff\u00ad\u180e\u200b\u200c\u200d\u2060',
  ...'-.\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\uff0e',
];
const codesOf = (text: string) => checkIban(text).findings.map(({ code }) => code);

describe('an IBAN', () => {
  it('is known for the 89 countries of the registry', () => {
    expect(shapes).toHaveLength(89);
  });

  it.each(shapes.map((shape) => [shape.code, shape.example]))('of %s passes as the registry shows it', (_, example) => {
    expect(checkIban(example)).toEqual({ value: example, findings: [] });
  });

  // A letter in place of a digit, or the other way round, shifts what follows and fits the check digits once in 97
  // times, where the structure allows either. Everything else is found.
  it.each(shapes.map((shape) => [shape.code, shape.example]))(
    'of %s is refused with any one character changed, if the checks can tell',
    (_, example) => {
      let [changes, missed] = [0, 0];
      const wrong: string[] = [];
      for (let at = 0; at < example.length; at++) {
        for (const character of LETTERS_AND_DIGITS) {
          if (character === example[at]) continue;
          changes++;
          const changed = example.slice(0, at) + character + example.slice(at + 1);
          const refused = checkIban(changed).findings.some(({ severity }) => severity === 'error');
          const sameKind = isDigit(character) === isDigit(example[at]!);
          if (refused) continue;
          missed++;
          if (sameKind || !fitsOnPaper(changed)) wrong.push(changed);
        }
      }
      expect(wrong).toEqual([]);
      expect(missed / changes).toBeLessThan(1 / 97);
    },
  );

  it.each([
    ['DE89 3704 0044 0532 0130 00'],
    ['de89-3704-0044-0532-0130-00'],
    ['IBAN DE89 3704 0044 0532 0130 00'],
    ['IBAN: DE89.3704.0044.0532.0130.00'],
    ['\u00a0DE89\u200b3704\u202f0044\u3000053201\u00ad3000\ufeff'],
  ])('is read as people write it: %j', (text) => {
    expect(checkIban(text)).toEqual({ value: 'DE89370400440532013000', findings: [] });
  });

  it.each([
    ['DE89370400440532013000@', 'iban_characters'],
    ['DE89/3704/0044/0532/0130/00', 'iban_characters'],
    ['', 'iban_not_iban'],
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
    'of %s is refused if the national check fails',
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

  it('stays the same IBAN with white space, hyphens and dots anywhere, and the word IBAN before it', () => {
    const separator = fc.constantFrom(...SEPARATORS);
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.array(fc.tuple(fc.nat(34), separator), { maxLength: 12 }),
        fc.constantFrom('', 'IBAN', 'iban: ', ' Iban '),
        fc.boolean(),
        (shape, cuts, word, lower) => {
          const spaced = cuts.reduce((iban, [at, mark]) => iban.slice(0, at) + mark + iban.slice(at), shape.example);
          const text = word + (lower ? spaced.toLowerCase() : spaced);
          expect(checkIban(text)).toEqual({ value: shape.example, findings: [] });
        },
      ),
    );
  });

  it('keeps its normal form when it is normalized again', () => {
    const text = fc.oneof(
      fc.array(anyCharacter, { maxLength: 20 }).map((characters) => characters.join('')),
      fc
        .array(fc.constantFrom('IBAN', 'iban', ':', ' ', '-', 'DE', '89', '\u0660', '\uff21', '@'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (written) => {
        for (const normalize of [normalizeIban, normalizeCode]) {
          const once = normalize(written);
          if (once === null) continue;
          expect(once).toMatch(/^[A-Z0-9]+$/);
          expect(normalize(once)).toBe(once);
        }
      }),
    );
  });

  it('with any other character in it is refused, never cleaned', () => {
    const stranger = anyCharacter.filter(
      (character) => !SEPARATORS.includes(character) && !/[\p{L}\p{N}\s]/u.test(character),
    );
    const symbol = fc.constantFrom(...'@#/*+_,;!?"\'()[]{}<>|\\~^°§$%&=\u0000\u202e\u200e\ud800'.split(''), '😀');
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.nat(20), fc.oneof(stranger, symbol), (shape, at, mark) => {
        expect(codesOf(shape.example.slice(0, at) + mark + shape.example.slice(at))).toEqual(['iban_characters']);
      }),
    );
  });

  it('loses no character except white space, hyphens and dots', () => {
    const dropped = [];
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      if (normalizeCode(`A${character}B`) === 'AB' && !/\s/.test(character)) dropped.push(character);
    }
    expect(dropped.sort()).toEqual(SEPARATORS.filter((character) => !/\s/.test(character)).sort());
  });

  it('loses no letter and no digit when it is normalized', () => {
    const part = fc.constantFrom(...'AZaz09'.split(''), ...SEPARATORS);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
        const kept = parts.filter((character) => !SEPARATORS.includes(character));
        expect(normalizeCode(parts.join('')) ?? '').toBe(kept.join('').toUpperCase());
      }),
    );
  });

  it('is recognised in another column', () => {
    expect(looksLikeIban('DE89 3704 0044 0532 0130 00')).toBe(true);
    expect(looksLikeIban('DE88 3704 0044 0532 0130 00')).toBe(false);
    expect(looksLikeIban('032180000118359719')).toBe(false);
  });
});

const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Structure and check digits by the book, with one big number. */
function fitsOnPaper(iban: string): boolean {
  const shape = IBAN_SHAPES[iban.slice(0, 2)];
  if (!/^[A-Z]{2}\d\d/.test(iban) || (shape && !shape.pattern.test(iban))) return false;
  const number = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(number) % 97n === 1n;
}

function withCheckDigits(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return `${country}${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${bban}`;
}
