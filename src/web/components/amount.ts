import type { Money } from '../../model.ts';
import { formatMinor } from '../../money.ts';
import { html, type Markup } from './markup.ts';
import type { View } from './view.ts';

const MOST_LOCALES = 500;
const formats = new Map<string, Intl.NumberFormat>();

/** Always uses the digits 0 to 9: the pages are in English, and readers compare figures with other systems. */
function formatOf(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= MOST_LOCALES) formats.clear();
  const format = new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(key, format);
  return format;
}

/** Minor units as exact text in the reader's locale: `1.240,50`. Without the currency. */
export function amountText({ locale }: Pick<View, 'locale'>, { minor, currency }: Money): string {
  return decimalText({ locale }, formatMinor(minor, currency));
}

/** Plain decimal text ("1240.50") in the reader's locale. Nothing is rounded. */
export function decimalText({ locale }: Pick<View, 'locale'>, plain: string): string {
  const decimals = plain.split('.')[1]?.length ?? 0;
  return formatOf(locale, decimals).format(plain as Intl.StringNumericLiteral);
}

/** An amount with its currency, for a table or a sentence. Null: empty. */
export function amount(view: View, money: Money | null): Markup | string {
  if (money === null) return '';
  return html`<span class="amount">${amountText(view, money)} <abbr>${money.currency}</abbr></span>`;
}

/** Plain decimal text with its currency, for a table or a sentence. */
export function decimalAmount(view: Pick<View, 'locale'>, plain: string, currency: string): Markup {
  return html`<span class="amount">${decimalText(view, plain)} <abbr>${currency}</abbr></span>`;
}

/** An exchange rate with its currencies: `1 USD = 0.92 EUR`. A rate that is no plain decimal stays unchanged. */
export function exchangeRate(
  view: Pick<View, 'locale'>,
  { from, to, rate }: Record<'from' | 'to' | 'rate', string>,
): Markup {
  const text = /^\d{1,15}(\.\d{1,20})?$/.test(rate) ? decimalText(view, rate) : rate;
  return html`<span class="amount">1 <abbr>${from}</abbr> = ${text} <abbr>${to}</abbr></span>`;
}

/** `1 row`, `1,200 rows`, in the reader's locale. */
export const counted = (view: Pick<View, 'locale'>, n: number | bigint, one: string, many = `${one}s`): string =>
  `${figure(view, n)} ${n === 1 ? one : many}`;

/** A whole number in the reader's locale. */
export function figure({ locale }: Pick<View, 'locale'>, n: number | bigint): string {
  return formatOf(locale, 0).format(n);
}
