import { type Checked, finding, NO_FINDINGS } from '../finding.ts';
import { CURRENCIES, WITHDRAWN } from './currencies.ts';

/**
 * Checks a currency code of ISO 4217; returns it in upper case. For a withdrawn currency, the message names its
 * successor.
 */
export function checkCurrency(text: string, column: 'currency' | 'targetCurrency' | 'accountCurrency'): Checked {
  const value = text.length === 3 ? text.toUpperCase() : text;
  if (CURRENCIES[value]) return { value, findings: NO_FINDINGS };
  const successor = WITHDRAWN[value];
  return {
    value,
    findings: [
      successor === undefined
        ? finding('currency_unknown', column, {}, text)
        : finding('currency_withdrawn', column, { withdrawn: value, successor }, text),
    ],
  };
}
