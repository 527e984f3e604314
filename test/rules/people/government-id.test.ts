import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model.ts';
import { GOVERNMENT_IDS } from '../../../src/rules/countries/government-ids.ts';
import { checkGovernmentId } from '../../../src/rules/people/government-id.ts';

function check(text: string | undefined, ...countries: [string, string?]) {
  const findings: Finding[] = [];
  const value = checkGovernmentId(text, countries, true, findings);
  return { value, codes: findings.map(({ code }) => code), findings };
}

const rules = Object.entries(GOVERNMENT_IDS);
const STRICT = ['AR', 'BR', 'CL'];

describe('a government ID', () => {
  it.each(rules)('of %s is valid in its examples', (country, { kinds }) => {
    for (const { example } of kinds) expect(check(example, country).findings, example).toEqual([]);
  });

  it.each(rules)('of %s is refused or doubted in its bad examples', (country, rule) => {
    const { kinds, severity, othersPass } = rule;
    for (const wrong of [...kinds.flatMap(({ bad }) => bad), ...(othersPass ? [] : ['1', 'see passport', '@'])]) {
      const { findings } = check(wrong, country);
      expect(findings, wrong).toMatchObject([{ column: 'governmentId', severity }]);
      expect(findings[0]!.message).not.toContain(wrong.length > 4 ? wrong : '{');
    }
  });

  it.each(rules.filter(([, { othersPass }]) => othersPass))(
    'of %s may be a passport, an identity card or something unknown',
    (country) => {
      for (const other of [
        'C01X00T47',
        'CA12345AA',
        'PA1234567',
        'L01X00T471',
        '1',
        '@',
        'see passport',
        'x'.repeat(99),
      ])
        expect(check(other, country), other).toEqual({ value: other, codes: [], findings: [] });
    },
  );

  it('of the account’s country is accepted if the address only has other forms', () => {
    expect(check('529.982.247-25', 'ES', 'BR')).toMatchObject({ value: '52998224725', codes: [] });
    expect(check('529.982.247-24', 'ES', 'BR').codes).toEqual(['government_id_check_digits']);
    expect(check('54362315K', 'ES', 'PT').codes).toEqual([]);
  });

  it('refuses a payment only if the check digits are confirmed', () => {
    expect(rules.filter(([, { severity }]) => severity === 'error').map(([code]) => code)).toEqual(STRICT);
  });

  it.each([
    ['BR', '529.982.247-25', '52998224725'],
    ['BR', '11.222.333/0001-81', '11222333000181'],
    ['BR', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['AR', '20-12345678-6', '20123456786'],
    ['CL', '12.345.678-5', '123456785'],
    ['CL', '1.000.005-k', '1000005K'],
    // Others are sent as they stand.
    ['ZA', '750330 5044 089', '750330 5044 089'],
    ['DE', 'anything', 'anything'],
  ])('of %s: %s is sent as %s', (country, text, value) => {
    expect(check(text, country)).toEqual({ value, codes: [], findings: [] });
  });

  it.each([
    ['BR', '529.982.247-52', 'government_id_check_digits'],
    ['BR', '111.111.111-11', 'government_id_check_digits'],
    ['BR', '11.222.333/0001-82', 'government_id_check_digits'],
    // 012.345.678-90 as a number.
    ['BR', '1234567890', 'government_id_zeros_lost'],
    ['BR', '1234567891', 'government_id_form'],
    ['BR', 'AB123456', 'government_id_form'],
    ['AR', '20-12345678-7', 'government_id_check_digits'],
    ['CL', '12.345.678-K', 'government_id_check_digits'],
    ['CL', '12.345.678-@', 'government_id_form'],
    ['CO', '900.123.456-9-9', 'government_id_doubtful'],
    ['CO', '900.123.456-9', 'government_id_check_digits'],
    ['PE', '20512333796', 'government_id_check_digits'],
    ['IN', 'ABCXK1234L', 'government_id_doubtful'],
    ['BR', 'x'.repeat(1_000_000), 'text_too_long'],
  ])('of %s: %s is %s', (country, text, code) => {
    expect(check(text, country).codes).toEqual([code]);
  });

  it('of the account’s country is as good as one of the address', () => {
    expect(check('529.982.247-25', 'AR', 'BR')).toMatchObject({ value: '52998224725', codes: [] });
    expect(check('20-12345678-6', 'AR', 'BR')).toMatchObject({ value: '20123456786', codes: [] });
    expect(check('529.982.247-24', 'DE', 'BR').codes).toEqual(['government_id_check_digits']);
  });

  it('that banks ask for causes a warning if it is missing', () => {
    for (const [country, { need }] of rules) {
      expect(check(undefined, country).codes, country).toEqual(need === 'advised' ? ['government_id_missing'] : []);
    }
    expect(check(undefined, 'US', 'BR').findings).toMatchObject([{ severity: 'warning' }]);
    expect(check(undefined, 'BR', 'US').codes).toEqual([]);
  });

  it('is asked for by banks only', () => {
    const findings: Finding[] = [];
    checkGovernmentId(undefined, ['BR'], false, findings);
    expect(findings).toEqual([]);
  });

  it.each(rules)('of %s is never an exception', (country, { kinds }) => {
    const examples = kinds.map(({ example }) => example);
    const character = fc.oneof(
      fc.constantFrom(...'0123456789AZÑ&-./ '),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const damaged = fc
      .tuple(fc.constantFrom(...examples), fc.array(fc.tuple(fc.nat(20), character), { maxLength: 6 }))
      .map(([text, changes]) =>
        changes.reduce((before, [at, one]) => before.slice(0, at) + one + before.slice(at + 1), text),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          damaged,
          fc.array(character, { maxLength: 30 }).map((all) => all.join('')),
        ),
        (text) => {
          for (const { message, value = '' } of check(text, country).findings) {
            expect(message).not.toMatch(/[{}]|undefined|null/);
            expect(value.length).toBeLessThan(30);
          }
        },
      ),
    );
  });

  const DIGITS = ['529.982.247-25', '11.222.333/0001-81', '20-12345678-6', '12.345.678-5'];
  it.each(DIGITS)('with any one digit of %s changed is refused', (text) => {
    const country = text.startsWith('20-') ? 'AR' : text.startsWith('12.') ? 'CL' : 'BR';
    for (let at = 0; at < text.length; at++) {
      for (const digit of '0123456789') {
        if (!/\d/.test(text[at]!) || text[at] === digit) continue;
        const changed = text.slice(0, at) + digit + text.slice(at + 1);
        expect(check(changed, country).codes, changed).toHaveLength(1);
      }
    }
  });
});
