import type { Cells, Finding, FixedSide, Money } from '../model.ts';
import { getDecimals, parseMinor } from '../money.ts';
import { checkCurrency } from '../rules/countries/currencies.ts';
import { finding } from '../rules/finding.ts';
import { getAmountSide } from '../sheets/cells/amount-text.ts';

export interface AmountReading {
  /** '' if it is missing or invalid. */
  readonly sourceCurrency: string;
  readonly fixed: FixedSide;
  /** The amount of the fixed side; null if it is missing or invalid. */
  readonly amount: Money | null;
  /** The column targetCurrency; null if it is missing or invalid. */
  readonly targetCurrency: string | null;
}

const NEGATIVE = /^(?:[-\u2212]\s{0,3}[\d.,]|\(\s{0,3}[\d.,])/;

/**
 * Reads the amount of a payment: amount and currency, or targetAmount and targetCurrency with the currency of the
 * balance. Adds errors to `found`.
 */
export function checkAmount(cells: Cells, found: Finding[]): AmountReading {
  const sourceCurrency = readCurrency(cells.currency, 'currency', found);
  const { amount, targetAmount, targetCurrency } = cells;
  const wanted = targetAmount === undefined && targetCurrency === undefined && cells.amountCurrency === undefined;
  const side = wanted ? 'source' : readSide(cells, found);
  // If the amount is on the source side, targetCurrency may be empty.
  const target =
    wanted || (targetAmount === undefined && targetCurrency === undefined && side === 'source')
      ? ''
      : readCurrency(targetCurrency, 'targetCurrency', found);
  const fixed = targetAmount === undefined && side === 'source' ? 'source' : 'target';
  // `amountCurrency` can say that `amount` is what the recipient gets.
  const column = targetAmount === undefined ? 'amount' : 'targetAmount';
  const text = cells[column];
  let money: Money | null = null;
  if (text === undefined) found.push(finding('amount_missing', 'amount'));
  else if (amount !== undefined && targetAmount !== undefined) {
    found.push(finding('amount_both', 'targetAmount', {}, targetAmount));
  } else money = readMoney(text, fixed === 'source' ? sourceCurrency : target, column, found);
  const certain = side !== null || targetAmount !== undefined;
  return { sourceCurrency, fixed, amount: certain ? money : null, targetCurrency: target === '' ? null : target };
}

/** The side that `amount` is on; null if the row does not say so and both are possible. */
function readSide(cells: Cells, found: Finding[]): FixedSide | null {
  const { amount, targetAmount, currency, targetCurrency, amountCurrency } = cells;
  if (amountCurrency !== undefined) {
    const side = getAmountSide(amountCurrency, currency, targetCurrency);
    if (side === null) found.push(finding('amount_side_unknown', 'amountCurrency', {}, amountCurrency));
    return side;
  }
  if (amount === undefined || targetAmount !== undefined) return 'source';
  if (currency?.toUpperCase() === targetCurrency?.toUpperCase()) return 'source';
  found.push(finding('amount_side_missing', 'amount', {}, amount));
  return null;
}

function readCurrency(text: string | undefined, column: 'currency' | 'targetCurrency', found: Finding[]): string {
  if (text === undefined) {
    found.push(finding(column === 'currency' ? 'currency_missing' : 'target_currency_missing', column));
    return '';
  }
  const { value, findings } = checkCurrency(text, column);
  if (findings.length === 0) return value;
  found.push(...findings);
  return '';
}

function readMoney(text: string, currency: string, column: 'amount' | 'targetAmount', found: Finding[]): Money | null {
  // Without a currency, the form is checked against EUR, one of the most permissive currencies.
  const minor = parseMinor(text, currency === '' ? 'EUR' : currency);
  if (typeof minor === 'bigint') return currency === '' ? null : { currency, minor };
  if (minor === 'scale') {
    if (currency === '') return null;
    const whole = getDecimals(currency) === 0;
    const details = {
      currency,
      decimals: whole ? 'no decimals' : 'at most two decimals',
      example: whole ? '1240' : '1240.50',
    };
    found.push(finding('amount_scale', column, details, text));
  } else {
    found.push(
      finding(
        minor === 'zero' ? 'amount_zero' : NEGATIVE.test(text) ? 'amount_negative' : 'amount_form',
        column,
        {},
        text,
      ),
    );
  }
  return null;
}
