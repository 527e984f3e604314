import { isCurrencySign } from '../cells/currency-marks.ts';

/** The unit that a header states for the numbers below it: "Amount (EUR)", "Amount in thousands". */
export interface HeaderUnit {
  /** A code, or a sign that may mean several currencies: "EUR", "$". */
  readonly currency: string | null;
  /** The header's text for the scale, if the numbers are not in whole units of a currency; else null. */
  readonly scale: string | null;
}

const NONE: HeaderUnit = { currency: null, scale: null };
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Words for numbers in thousands, millions, hundredths and the like. */
const SCALE =
  /^(?:[in ]*)(?:thousands?|thous|'?000s?|k|mille|tsd|tausend|milliers|miles|milhares|migliaia|duizend(?:en)?|tusen|tys|tis|тыс|thds|millions?|mio|mill|mn|mm|millionen|millones|milhoes|milioni|mln|млн|lakhs?|crores?|cents?|cent|¢|pence|pennies|p|minor(?: units?)?|smallest units?|centimes?|centimos|centavos|centesimi|rappen|groschen|grosze|ore|öre|øre|paise|kopecks?|копейки|sen|minor currency units?|units of 1,?000|x ?1,?000|1,?000s?|千円|千元|万円|万元|百万円|百万元|億円|천원|만원|백만원)\.?$/iu;
/** A scale and a currency in one word: TEUR, kUSD, T€, m$. */
const SCALED_CURRENCY = /^(?:[TtKkMm]|[Tt]sd\.?|[Mm]io\.?|[Mm]n)[ .]?(?:([A-Z]{3})|([€$£¥₹₩]))$/u;
const CJK: Readonly<Record<string, string>> = { 円: 'JPY', 日本円: 'JPY', 元: 'CNY', 人民币: 'CNY', 원: 'KRW' };
const ENGLISH: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollars: '$',
  dollar: '$',
  'us dollars': 'USD',
  'us dollar': 'USD',
  pounds: 'GBP',
  sterling: 'GBP',
  'pounds sterling': 'GBP',
  yen: 'JPY',
  rupees: 'INR',
};

export function splitUnit(header: string): { readonly text: string; readonly unit: HeaderUnit } {
  let unit = NONE;
  const take = (part: string): boolean => {
    const found = unitOf(part);
    if (found === null) return false;
    unit = { currency: found.currency ?? unit.currency, scale: found.scale ?? unit.scale };
    return true;
  };
  const inner = header.replace(/[([{（［【](.*?)[)\]}）］】]/gu, (whole, part: string) => {
    const parts = part.split(/[,;/]\s|\s(?=in\s)/u);
    return parts.every(take) ? ' ' : whole;
  });
  // A unit may be a separate word at the end or at the beginning: "Amount EUR", "Betrag in T€", "EUR amount", "金額 円".
  let text = inner.trim();
  for (let again = true; again; ) {
    again = false;
    const behind = /^(.*?[^\s])(?:\s*[-–,:/|]\s*|[\s_]+)(?:in[\s_]+|en[\s_]+|em[\s_]+)?([^\s_]+)$/u.exec(text);
    if (behind && /\p{L}{2}/u.test(behind[1]!) && isMeaningful(behind[2]!) && take(behind[2]!)) {
      text = behind[1]!.replace(/[\s_](?:in|en|em)$/u, '');
      again = true;
    }
    const before = /^([A-Z]{3}|[€$£¥₹₩])[\s_]+(.+)$/u.exec(text);
    if (before && take(before[1]!)) {
      text = before[2]!;
      again = true;
    }
  }
  const cents = /^(.*\S)\s+in\s+(.+)$/iu.exec(text);
  if (cents && take(cents[2]!)) text = cents[1]!;
  const glued = /^(.+?)([€$£¥₹₩¢])$/u.exec(text);
  if (glued && take(glued[2]!)) text = glued[1]!;
  return { text: text.trim(), unit };
}

/** Without brackets, a unit is a code in capitals, a sign, or a word with no other meaning. */
function isMeaningful(part: string): boolean {
  return (
    /^[A-Z]{3}$/.test(part) ||
    /^[^\p{L}\p{N}]$/u.test(part) ||
    SCALED_CURRENCY.test(part) ||
    (SCALE.test(part) && (part.length > 3 || /[^\x20-\x7e]/.test(part))) ||
    part in CJK ||
    part.toLowerCase() in ENGLISH
  );
}

function unitOf(given: string): HeaderUnit | null {
  const part = given
    .trim()
    .replace(/^(?:in|en|em|all|alle)\s+/iu, '')
    .replace(/\s+(?:only|equivalent)$/iu, '');
  const scaled = SCALED_CURRENCY.exec(part);
  if (scaled && (scaled[2] !== undefined || CODES.has(scaled[1]!)))
    return { currency: scaled[1] ?? scaled[2]!, scale: given.trim() };
  if (SCALE.test(part)) return { currency: null, scale: given.trim() };
  const both = /^(.+?)\s+([^\s]+)$/u.exec(part) ?? /^([€$£¥₹₩])\s?(['\d].*)$/u.exec(part);
  if (both) {
    const [one, other] = [currencyOf(both[1]!), currencyOf(both[2]!)];
    if (one && SCALE.test(both[2]!)) return { currency: one, scale: given.trim() };
    if (other && SCALE.test(both[1]!)) return { currency: other, scale: given.trim() };
    if (one && other) return { currency: one.length === 3 ? one : other, scale: null };
  }
  const currency = currencyOf(part);
  return currency === null ? null : { currency, scale: null };
}

function currencyOf(part: string): string | null {
  if (CODES.has(part.toUpperCase()) && /^(?:[A-Z]{3}|[a-z]{3})$/.test(part)) return part.toUpperCase();
  const word = CJK[part] ?? ENGLISH[part.toLowerCase()];
  if (word !== undefined) return word;
  return isCurrencySign(part) && /[^A-Za-z]/.test(part) ? part : null;
}
