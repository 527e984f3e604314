import { isCurrencyMark, isCurrencySign } from './currency-marks.ts';

/** The text that a number format shows next to a value or instead of it. */
export interface ShownNumber {
  /** The format hides the value. */
  readonly unseen: boolean;
  /** Signs and codes of currencies next to the value. */
  readonly signs: readonly string[];
  /** The format hides the last thousands of the value: 1234000 is shown as 1234. */
  readonly scaled: boolean;
  /** The format adds digits to the value, or a sign, percent sign or decimal separator. */
  readonly adds: 'digits' | 'sign' | null;
}

interface Section extends ShownNumber {
  /** `[<100]`: the condition for the numbers it applies to; null if it has none. */
  readonly holds: ((value: number) => boolean) | null;
  /** It shows some text, but not the value: accountants write "-" for zero. */
  readonly words: boolean;
}

const PLAIN: ShownNumber = { unseen: false, signs: [], scaled: false, adds: null };
const FORMATS = new Map<string, readonly Section[]>();
/** One token of a format: a quoted text, an escaped character, a bracketed part or a single character. */
const TOKEN = /"[^"]*"?|\\.|[_*].|\[[^\]]*\]|./gsu;
const CONDITION = /^\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]$/;
const COMPARE: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

/** The text that a format shows with a number, or with a text (null). Only the fourth section applies to text. */
export function shownBy(format: string | undefined, value: number | null): ShownNumber {
  if (format === undefined || format === '') return PLAIN;
  const sections = sectionsOf(format);
  const section = value === null ? sections[3] : sectionFor(sections, value);
  if (!section) return PLAIN;
  return value === 0 && section.unseen && section.words ? PLAIN : section;
}

/** Sections by ECMA-376 part 1, 18.8.31: positive; negative; zero; text, unless conditions override this. */
function sectionFor(sections: readonly Section[], value: number): Section | undefined {
  const [first, second, third] = sections;
  if (first?.holds || second?.holds) {
    if (first?.holds ? first.holds(value) : value > 0) return first;
    if (second && (second.holds ? second.holds(value) : third === undefined || value < 0)) return second;
    return third ?? second ?? first;
  }
  if (value < 0 && second) return second;
  return value === 0 && third ? third : first;
}

function sectionsOf(format: string): readonly Section[] {
  let sections = FORMATS.get(format);
  if (!sections) {
    sections = split(format).map(sectionOf);
    if (FORMATS.size < 1000) FORMATS.set(format, sections);
  }
  return sections;
}

function split(format: string): string[][] {
  const sections: string[][] = [[]];
  for (const token of format.match(TOKEN) ?? []) {
    if (token === ';') sections.push([]);
    else sections.at(-1)!.push(token);
  }
  return sections;
}

/** A comma after the last digit. */
const SCALED = /[0#?],+(?:$|[^0-9#?,])/;
/** Digits of a literal, but not the denominator of a fraction. */
const DIGITS = /(?<!\/\d*)\p{N}/u;
const SHOWN_PLACES: Readonly<Record<string, string>> = { '.': '_', ',': '', '%': '%' };

function sectionOf(tokens: readonly string[]): Section {
  let holds: Section['holds'] = null;
  let literal = '';
  let places = '';
  let shown = '';
  const signs: string[] = [];
  for (const token of tokens) {
    let text = '';
    if (token.startsWith('[')) {
      const condition = CONDITION.exec(token);
      if (condition) holds = (value) => COMPARE[condition[1]!]!(value, Number(condition[2]));
      else if (/^\[\$[^\]-]/.test(token)) {
        const mark = token.slice(2, -1).replace(/-.*$/s, '');
        signs.push(...signsIn(mark, isCurrencyMark));
        shown += mark;
      } else if (/^\[(?:h+|m+|s+)\]$/i.test(token)) places += token;
    } else if (token.startsWith('"')) text = token.replaceAll('"', '');
    else if (token.startsWith('\\')) text = token.slice(1);
    else if (token.length > 1 && /^[_*]/.test(token)) text = ' ';
    else if (/[0#?@.,%]/.test(token)) {
      places += token;
      literal += ' ';
      shown += SHOWN_PLACES[token] ?? '#';
    } else {
      // A letter is General or part of a date; programs also write a currency without quotes.
      places += /\p{L}/u.test(token) ? token : ' ';
      text = token;
    }
    literal += text;
    shown += text;
  }
  shown = shown.replace(/general/i, '#');
  signs.push(...signsIn(literal, isSignOrCode));
  return {
    holds,
    words: literal.trim() !== '' || signs.length > 0,
    signs,
    unseen: !/[0#?@\p{L}]/u.test(places),
    scaled: SCALED.test(places),
    adds: DIGITS.test(shown) ? 'digits' : hasSign(shown) ? 'sign' : null,
  };
}

/** Whether something changes the number, whose digits are "#" and decimal point is "_". "0.-" and "(net) 0" do not. */
function hasSign(shown: string): boolean {
  const last = shown.lastIndexOf('#');
  const before = last < 0 ? '' : shown.slice(0, shown.indexOf('#'));
  return (
    /[%‰]|#[.,]#/.test(shown) ||
    /[-−–—]/.test(before) ||
    before.lastIndexOf('(') > before.lastIndexOf(')') ||
    (last >= 0 && /^\s?[-−–—]/.test(shown.slice(last + 1))) ||
    /(?<![-.,:_])[-−–—]$/.test(shown.trimEnd())
  );
}

/** Signs and codes of currencies next to a number in its shown text. */
export function getCurrencySigns(shown: string): readonly string[] {
  return signsIn(shown.replace(/\p{N}/gu, ' '), isSignOrCode);
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Marks of an amount in thousands or millions. They match the sign of no currency, so such an amount gets an error. */
const SCALE = /^(?:k|m|bn|mn|mln|mrd|mio|tsd|mill|million|millions|thousand|[tkm](?:€|\$|£|eur|usd|gbp|chf))$/i;

/**
 * "net" may appear next to an amount and is no currency. In currency brackets, any three letters are treated as a code.
 */
function isSignOrCode(text: string): boolean {
  return isCurrencySign(text) || CODES.has(text) || SCALE.test(text);
}

function signsIn(text: string, isSign: (text: string) => boolean): string[] {
  return text
    .replaceAll('￥', '¥')
    .split(/[\s()+\-:,.]+/)
    .filter((one) => one !== '' && isSign(one));
}
