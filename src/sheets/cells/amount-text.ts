import type { FixedSide } from '../../model.ts';
import { isCurrencyMark } from './currency-marks.ts';

/** The character before the decimals. */
export type DecimalStyle = 'point' | 'comma';

/** The meaning of an amount's text before the style of its file is known. */
export type AmountText =
  /** One meaning. `plain`: digits with a point before the decimals, `-` in front of a negative one. */
  | {
      readonly kind: 'clear';
      readonly plain: string;
      /** The style that the text shows; null if it shows none. */
      readonly style: DecimalStyle | null;
      readonly mark: string;
    }
  /** Two meanings: "1,234" is a thousand in one style, and a little more than one in the other. */
  | { readonly kind: 'ambiguous'; readonly point: string; readonly comma: string; readonly mark: string }
  /** A spreadsheet shows a long number as 1.23E+17 and loses its digits (`lost`). 1e2 was typed that way. */
  | { readonly kind: 'exponent'; readonly lost: boolean }
  | { readonly kind: 'unreadable' };

/** Nearly every cell of nearly every sheet matches this. */
const POINT = /^\d{1,15}\.(?:\d\d?|\d{4,})$/;
const WHOLE = /^\d{1,15}$/;
/** No amount with separators, sign and currency is longer. */
const LONGEST = 60;

const UNREADABLE: AmountText = Object.freeze({ kind: 'unreadable' });
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
/** Full-width ASCII, as Japanese and Chinese keyboards write it. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const WIDE_SIGNS: Readonly<Record<string, string>> = { '￥': '¥', '￡': '£', '￦': '₩' };
/** A number with a sign and a currency on either side, each at most once. */
const PARTS =
  /^(-?) ?([^\d\s.,'()-]{1,4}|[A-Za-z]{2,3}\.)? ?(-?) ?(\d(?:[\d., ']*\d)?) ?(-?) ?([^\d\s.,'()-]{1,4}|[A-Za-z]{2,3}\.)? ?(-?)$/u;

/**
 * Reads an amount as users write it: thousands between commas, points, spaces (also no-break spaces), apostrophes or in
 * the Indian way (1,00,000); a sign or code of a currency on one side; a minus on either side or parentheses;
 * full-width digits. Text with two meanings is `ambiguous`. Nothing is guessed or rounded.
 */
export function readAmountText(text: string): AmountText {
  if (POINT.test(text)) return { kind: 'clear', plain: text, style: 'point', mark: '' };
  if (WHOLE.test(text)) return { kind: 'clear', plain: text, style: null, mark: '' };
  if (text.length > LONGEST) return UNREADABLE;
  const tidy = tidied(text);
  if (EXPONENT.test(tidy)) return { kind: 'exponent', lost: /E[+-]/.test(tidy) };
  const inner = /^\((.+)\)$/.exec(tidy)?.[1]?.trim();
  const match = PARTS.exec(inner ?? tidy);
  if (!match) return UNREADABLE;
  const [, first, before = '', second, number = '', third, after = '', fourth] = match;
  const minuses = [first, second, third, fourth].filter((sign) => sign === '-').length + (inner === undefined ? 0 : 1);
  const mark = (before || after).replace(/\.$/, '');
  if (minuses > 1 || (before !== '' && after !== '') || (mark !== '' && !isCurrencyMark(mark))) return UNREADABLE;
  return readNumber(number, minuses === 1 ? '-' : '', mark);
}

function tidied(text: string): string {
  return (
    text
      .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
      .replace(/[￥￡￦]/g, (char) => WIDE_SIGNS[char]!)
      .replace(SPACES, ' ')
      .replace(/[\u2212\u2012\u2013\u2014\u2015]/g, '-')
      // "12.-", "1'200.--", "12,-": no cents.
      .replace(/(?<=\d)([.,])--?(?!\d)/, '$100')
      // "12:-" in Sweden.
      .replace(/(?<=\d):--?(?!\d)/, '')
      // "$(20.00)", "(20.00) EUR"
      .replace(/^([^\d()-]*)\(([^()-]+)\)([^\d()-]*)$/, (all, before, inner, after) =>
        before + after === '' ? all : `${before}-${inner}${after}`,
      )
      .replace(/[\u2019\u02bc\uff07]/g, "'")
      .trim()
  );
}

function readNumber(number: string, sign: string, mark: string): AmountText {
  const clear = (plain: string | null, style: DecimalStyle | null): AmountText =>
    plain === null ? UNREADABLE : { kind: 'clear', plain: sign + plain, style, mark };
  const commas = number.split(',').length - 1;
  const points = number.split('.').length - 1;
  if (commas + points === 0) return clear(whole(number), null);
  if (commas > 0 && points > 0) {
    const [decimal, thousands] = number.lastIndexOf(',') > number.lastIndexOf('.') ? [',', '.'] : ['.', ','];
    return clear(withDecimals(number, decimal!, thousands!), styleOf(decimal!));
  }
  const separator = commas > 0 ? ',' : '.';
  // A separator that occurs twice separates thousands, so the other one separates decimals.
  if (commas + points > 1) return clear(whole(number, separator), styleOf(separator === ',' ? '.' : ','));
  const [left = '', right = ''] = number.split(separator);
  if (right.length === 3 && /^[1-9]\d{0,2}$/.test(left)) {
    const [thousands, decimals] = [`${sign}${left}${right}`, `${sign}${left}.${right}`];
    return separator === ','
      ? { kind: 'ambiguous', point: thousands, comma: decimals, mark }
      : { kind: 'ambiguous', point: decimals, comma: thousands, mark };
  }
  return clear(withDecimals(number, separator), styleOf(separator));
}

function styleOf(decimal: string): DecimalStyle {
  return decimal === ',' ? 'comma' : 'point';
}

function withDecimals(number: string, decimal: string, thousands?: string): string | null {
  const at = number.lastIndexOf(decimal);
  const fraction = number.slice(at + 1);
  const left = whole(number.slice(0, at), thousands);
  return left !== null && /^\d+$/.test(fraction) ? `${left}.${fraction}` : null;
}

/** The digits without their thousands separators; null if the groups are not thousands. */
function whole(text: string, separator?: string): string | null {
  if (/^\d+$/.test(text)) return text;
  const found = /[^\d]/.exec(text)![0];
  if (separator === undefined ? found !== ' ' && found !== "'" : found !== separator) return null;
  const [first = '', ...groups] = text.split(found);
  if (!/^[1-9]\d{0,2}$/.test(first)) return null;
  const western = groups.every((group) => /^\d{3}$/.test(group));
  const indian =
    found === ',' &&
    first.length <= 2 &&
    /^\d{3}$/.test(groups.at(-1)!) &&
    groups.slice(0, -1).every((group) => /^\d\d$/.test(group));
  return western || indian ? first + groups.join('') : null;
}

const SIDES: Readonly<Record<string, FixedSide>> = {
  source: 'source',
  sending: 'source',
  send: 'source',
  'sending amount': 'source',
  sell: 'source',
  target: 'target',
  receiving: 'target',
  receive: 'target',
  'receiving amount': 'target',
  recipient: 'target',
  buy: 'target',
};

/** The side of an amount that a cell names by a word or a currency code; null if it names neither. */
export function getAmountSide(
  text: string,
  currency: string | undefined,
  targetCurrency: string | undefined,
): FixedSide | null {
  const word = text.toLowerCase();
  if (Object.hasOwn(SIDES, word)) return SIDES[word]!;
  const code = text.toUpperCase();
  if (code === currency?.toUpperCase()) return 'source';
  return code === targetCurrency?.toUpperCase() ? 'target' : null;
}
