import { PayrunError } from '../errors.ts';
import type { Finding } from '../model.ts';
import { checkCountry } from '../rules/countries/country-code.ts';
import { checkCurrency } from '../rules/countries/currency-code.ts';

/** Countries by code, separated by commas or spaces: each once. Throws `usage` with what is wrong with which. */
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

/** A currency code; null where none is asked for. Throws `usage`. */
export function templateCurrency(text: string | undefined): string | null {
  return text === undefined ? null : valid(text, checkCurrency(text, 'currency'));
}

function valid(text: string, { value, findings }: { value: string; findings: readonly Finding[] }): string {
  if (findings.length === 0) return value;
  throw new PayrunError('usage', { detail: `"${text}": ${findings[0]!.message.replace(/\.$/, '')}.` });
}
