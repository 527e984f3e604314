import type { MessageCode } from '../../messages.ts';
import type { Environment } from '../../model.ts';
import { isCountry } from '../countries/countries.ts';
import { type Checked, finding, type MessageDetails, NO_FINDINGS } from '../finding.ts';
import { findInvalidCharacter, LONGEST_CODE, normalizeCode } from '../normalize-code.ts';
import { isBicForm } from './bic-shape.ts';
import { looksLikeIban } from './iban.ts';

/** The branch code of a head office. Its BIC of eight characters means the same bank. */
const HEAD_OFFICE = 'XXX';

/**
 * Checks a BIC of 8 or 11 characters with a known country. A test BIC (eighth character 0) is refused in production.
 * The head office is normalized to eight characters, so that DEUTDEFF and DEUTDEFFXXX are the same account.
 */
export function checkBic(text: string, environment: Environment): Checked {
  const value = normalizeCode(text);
  const wrong = (code: MessageCode, details?: MessageDetails): Checked => ({
    value: value ?? text,
    findings: [finding(code, 'swiftBic', details, value ?? text)],
  });
  if (value === null) {
    if (text.length > LONGEST_CODE) return wrong('text_too_long', { length: text.length, most: LONGEST_CODE });
    const character = findInvalidCharacter(text);
    return character === null ? wrong('bic_form') : wrong('bic_characters', { character });
  }
  if (!isBicForm(value)) return wrong(looksLikeIban(value) ? 'iban_in_bic_column' : 'bic_form');
  if (!isCountry(value.slice(4, 6))) return wrong('bic_country_unknown');
  if (environment === 'production' && value.charAt(7) === '0') return wrong('bic_test');
  return {
    value: value.length === 11 && value.endsWith(HEAD_OFFICE) ? value.slice(0, 8) : value,
    findings: NO_FINDINGS,
  };
}
