import type { Cells, Finding, FixedSide, Money } from '../model.ts';
import { decimalsOf, parseMinor } from '../money.ts';
import { checkCurrency } from '../rules/currency-code.ts';
import { finding } from '../rules/finding.ts';

export interface AmountReading {
  /** '' where it is missing or wrong. */
  readonly sourceCurrency: string;
  readonly fixed: FixedSide;
  /** The fixed side's amount; null where it is missing or wrong. */
  readonly amount: Money | null;
  /** The column targetCurrency, if it is good. */
  readonly targetCurrency: string | null;
}

const NEGATIVE = /^(?:[-\u2212]\s{0,3}[\d.,]|\(\s{0,3}[\d.,])/;

/**
 * Reads what is to be paid: amount and currency, or targetAmount and targetCurrency with the currency that pays. Adds what is
 * wrong to `found`.
 */
export function checkAmount(cells: Cells, found: Finding[]): AmountReading {
  const sourceCurrency = readCurrency(cells.currency, 'currency', found);
  const { amount, targetAmount, targetCurrency } = cells;
  const wanted = targetAmount === undefined && targetCurrency === undefined;
  const target = wanted ? '' : readCurrency(targetCurrency, 'targetCurrency', found);
  const fixed = targetAmount === undefined ? 'source' : 'target';
  const text = fixed === 'source' ? amount : targetAmount;
  let money: Money | null = null;
  if (text === undefined) found.push(finding('amount_missing', 'amount'));
  else if (amount !== undefined && targetAmount !== undefined) {
    found.push(finding('amount_both', 'targetAmount', {}, targetAmount));
  } else if (fixed === 'source') money = readMoney(text, sourceCurrency, 'amount', found);
  else money = readMoney(text, target, 'targetAmount', found);
  return { sourceCurrency, fixed, amount: money, targetCurrency: target === '' ? null : target };
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
  // Without its currency the form can still be checked, as that of the most permissive ones.
  const minor = parseMinor(text, currency === '' ? 'EUR' : currency);
  if (typeof minor === 'bigint') return currency === '' ? null : { currency, minor };
  if (minor === 'scale') {
    if (currency === '') return null;
    const whole = decimalsOf(currency) === 0;
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
