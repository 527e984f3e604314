/** Signs and abbreviations of currencies in upper case, and the currencies that each can mean. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  $: 'USD AUD BBD BMD BND BSD BZD CAD CLP COP CVE FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD ARS'.split(
    ' ',
  ),
  US$: ['USD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  C$: ['CAD', 'NIO'],
  CA$: ['CAD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SDG', 'SHP', 'SSP', 'SYP'],
  '¥': ['JPY', 'CNY'],
  円: ['JPY'],
  元: ['CNY'],
  '₹': ['INR'],
  '₨': ['INR', 'LKR', 'MUR', 'NPR', 'PKR', 'SCR'],
  RS: ['INR', 'LKR', 'MUR', 'NPR', 'PKR', 'SCR'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  '₵': ['GHS'],
  '₡': ['CRC'],
  '₲': ['PYG'],
  '₸': ['KZT'],
  '₼': ['AZN'],
  '₾': ['GEL'],
  '₮': ['MNT'],
  '₭': ['LAK'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  FT: ['HUF'],
  LEI: ['RON', 'MDL'],
  FR: ['CHF', 'XAF', 'XOF', 'XPF'],
  SFR: ['CHF'],
  RM: ['MYR'],
  RP: ['IDR'],
  'S/': ['PEN'],
  R: ['ZAR'],
};

/** Whether a text is a sign or a code of a currency; any three letters are treated as a code. */
export function isCurrencyMark(mark: string): boolean {
  return /^[A-Za-z]{3}$/.test(mark) || isCurrencySign(mark);
}

/** Whether a text is a sign or an informal abbreviation of a currency: $, zł, kr. */
export function isCurrencySign(mark: string): boolean {
  return Object.hasOwn(MARKS, mark.toUpperCase());
}

/** Whether the sign or code next to an amount can mean this currency (three letters in upper case). */
export function markMeans(mark: string, currency: string): boolean {
  const upper = mark.toUpperCase();
  return upper === currency || (Object.hasOwn(MARKS, upper) && MARKS[upper]!.includes(currency));
}

/** The currencies that a sign or code next to an amount can mean. */
export function getMarkCurrencies(mark: string): readonly string[] {
  const upper = mark.toUpperCase();
  return Object.hasOwn(MARKS, upper) ? MARKS[upper]! : [upper];
}
