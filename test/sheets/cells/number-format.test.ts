import { describe, expect, it } from 'vitest';
import { shownBy } from '../../../src/sheets/cells/number-format.ts';

describe('G2: a number format', () => {
  it.each([
    ['[$$-409]#,##0.00', 1, ['$']],
    ['[$€-407]0', 1, ['€']],
    ['"USD" 0.00', 1, ['USD']],
    ['#,##0.00 "€"', 1, ['€']],
    ['#,##0.00\\ [$€-407];[RED]\\-#,##0.00\\ [$€-407]', -1, ['€']],
    ['€#,##0.00', 1, ['€']],
    ['$#,##0.00_);($#,##0.00)', -1, ['$']],
    ['[$kr.-406]\\ 0.00', 1, ['kr']],
    ['[$S/.-280A]0.00', 1, ['S/']],
    ['[$CHF-807] 0.00', 1, ['CHF']],
    ['[$￥-804]0', 1, ['¥']],
    ['0.00" lei"', 1, ['lei']],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 0, ['$']],
    ['[<100]0.00 "USD";0.00 "EUR"', 5, ['USD']],
    ['[<100]0.00 "USD";0.00 "EUR"', 500, ['EUR']],
    ['0.00" net"', 1, []],
    ['[$-409]0.00', 1, []],
    ['0;0 "USD"', 1, []],
    ['General', 1, []],
    ['', 1, []],
    [undefined, 1, []],
  ])('%s of %s shows the currencies %j', (format, value, signs) => {
    expect(shownBy(format, value)).toMatchObject({ signs, unseen: false });
  });

  it.each([
    [';;;', 1],
    [';;;', null],
    ['0.00;', -1],
    ['0;-0;', 0],
    ['[White]', 1],
    ['""', 1],
    ['"paid"', 1],
    [';;;**', null],
    ['[>5]0;', 1],
  ])('%s hides %s', (format, value) => {
    expect(shownBy(format, value).unseen).toBe(true);
  });

  it.each([
    ['\\-0.00', 'sign'],
    ['-0.00', 'sign'],
    ['"−"0.00', 'sign'],
    ['0.00-', 'sign'],
    ['0.00" EUR-"', 'sign'],
    ['"("0.00")"', 'sign'],
    ['(0.00)', 'sign'],
    ['[Red]"EUR" (0.00)', 'sign'],
    ['0"%"', 'sign'],
    ['0.00" ‰"', 'sign'],
    ['[>=5]0.00;0%', 'sign'],
    ['0\\.00', 'sign'],
    ['#,##0","00', 'sign'],
    ['0"00"', 'digits'],
    ['"1"0.00', 'digits'],
    ['[$1-409]0.00', 'digits'],
    ['0.00', null],
    ['#,##0.00_);(#,##0.00)', null],
    ['0.00;-0.00', null],
    ['_-* #,##0.00_-;-* #,##0.00_-', null],
    ['"Fr. "#\\\'##0.00', null],
    ['#\\ ##0.00', null],
    ['0".-"', null],
    ['0.--', null],
    ['0",-"', null],
    ['"(net) "0.00', null],
    ['0.00" (net)"', null],
    ['0.00" net"', null],
    ['# ?/?', null],
    ['###-####', null],
    ['0.00E+00', null],
  ])('%s adds to a number what changes it: %s', (format, adds) => {
    expect(shownBy(format, 1).adds).toBe(adds);
  });

  it.each([
    ['0.00,', 1, true],
    ['#,##0.0,"k"', 1, true],
    ['#,##0,.00', 1, true],
    ['[<1000]0.00;0.00,', 1, false],
    ['[<1000]0.00;0.00,', 5000, true],
    ['#,##0', 1, false],
  ])('%s leaves out thousands of %d: %s', (format, value, scaled) => {
    expect(shownBy(format, value).scaled).toBe(scaled);
  });

  it.each([
    ['0.00;;', 1],
    [';;', null],
    ['0;0;"-"', 0],
    ['@', null],
    ['General;General;General;@', null],
    ['[h]', 1],
    ['yyyy-mm-dd', 1],
    ['[DBNum1]General', 1],
    ['[>5]0;0', 1],
    ['#', 1],
  ])('%s does not hide %s', (format, value) => {
    expect(shownBy(format, value).unseen).toBe(false);
  });
});
