import { PayrunError } from '../errors.ts';
import type { Finding } from '../model.ts';
import { checkCountry } from '../rules/countries/countries.ts';
import { checkCurrency } from '../rules/countries/currencies.ts';

/**
 * Country codes, separated by commas or spaces, without duplicates. Throws `usage` with the invalid code and the
 * reason.
 */
export function templateCountries(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map((one) => valid(one, checkCountry(one, 'country'))),
    ),
  ];
}

/** A currency code; null if the option is absent. Throws `usage`. */
export function templateCurrency(text: string | undefined): string | null {
  return text === undefined ? null : valid(text, checkCurrency(text, 'currency'));
}

function valid(text: string, { value, findings }: { value: string; findings: readonly Finding[] }): string {
  if (findings.length === 0) return value;
  throw new PayrunError('usage', { detail: `"${text}": ${findings[0]!.message.replace(/\.$/, '')}.` });
}
