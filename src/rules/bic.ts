import type { Environment } from '../model.ts';
import { isBicShape } from './bic-shape.ts';
import { isCountry } from './countries.ts';
import { type Checked, finding, NOTHING } from './finding.ts';
import { looksLikeIban } from './iban.ts';
import { normaliseCode } from './normalise.ts';

/** A BIC of 8 or 11 characters, with a real country. A test BIC (eighth character 0) is refused in production. */
export function checkBic(text: string, environment: Environment): Checked {
  const value = normaliseCode(text) ?? text;
  const wrong = (code: 'bic_form' | 'bic_country_unknown' | 'bic_test' | 'iban_in_bic_column'): Checked => ({
    value,
    findings: [finding(code, 'swiftBic', {}, value)],
  });
  if (!isBicShape(value)) return wrong(looksLikeIban(value) ? 'iban_in_bic_column' : 'bic_form');
  if (!isCountry(value.slice(4, 6))) return wrong('bic_country_unknown');
  if (environment === 'production' && value.charAt(7) === '0') return wrong('bic_test');
  return { value, findings: NOTHING };
}
