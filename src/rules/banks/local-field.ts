import type { MessageCode } from '../../messages.ts';
import type { Country, FieldRule } from '../countries/country.ts';
import { type Checked, finding, type MessageDetails, NO_FINDINGS } from '../finding.ts';
import { findInvalidCharacter, LONGEST_CODE, normalizeCode } from '../normalize-code.ts';
import { looksLikeIban } from './iban.ts';

export type LocalColumn = 'accountNum' | 'branchId' | 'bankId';
type Fault = 'missing' | 'characters' | 'form' | 'zeros_lost' | 'check_digits';

const PREFIX = { accountNum: 'account_number', branchId: 'branch_code', bankId: 'bank_code' } as const;
const DIGITS = /^\d+$/;
/** All zeros pass every check digit, but are not a real account. */
const ZEROS = /^0+$/;
const LETTER = /^[A-Z]/;

/**
 * Checks an account number, branch or bank code by the country's rule; messages use the country's own term. Nothing is
 * padded: a number that is valid with one or two leading zeros has probably lost them, but only the user can confirm
 * it.
 */
export function checkLocalField(
  column: LocalColumn,
  text: string | undefined,
  rule: FieldRule,
  country: Country,
): Checked {
  const wrong = (fault: Fault, value: string, severity?: FieldRule['severity']): Checked => ({
    value,
    findings: [
      finding(
        `${PREFIX[column]}_${fault}` as const satisfies MessageCode,
        column,
        {
          name: rule.name,
          country: country.inWords,
          form: rule.form,
          example: rule.example,
          length: value.length,
          expected: rule.digits ?? '',
          zeros: '0'.repeat(Math.max(0, (rule.digits ?? 0) - value.length)),
          character: fault === 'characters' ? (findInvalidCharacter(value) ?? '') : '',
        },
        fault === 'missing' ? undefined : value,
        severity,
      ),
    ],
  });
  if (text === undefined) return rule.need === 'required' ? wrong('missing', '') : { value: '', findings: NO_FINDINGS };
  const filled = rule.fillGroups && text.length <= LONGEST_CODE ? rule.fillGroups(text) : text;
  const value = normalizeCode(filled);
  if (value === null) {
    if (text.length > LONGEST_CODE) return tooLong(text, column);
    return wrong(findInvalidCharacter(text) === null ? 'form' : 'characters', text);
  }
  const problem = (code: MessageCode, details?: MessageDetails): Checked => ({
    value,
    findings: [finding(code, column, details, value)],
  });
  if (column === 'accountNum') {
    if (ZEROS.test(value)) return problem('account_number_zeros', { name: rule.name });
    // Also if the country's own numbers may contain letters.
    if (LETTER.test(value) && looksLikeIban(value)) return problem('iban_in_account_column');
  }
  if (rule.pattern.test(value)) {
    const right = rule.checkDigits?.(value) ?? true;
    return right ? { value, findings: NO_FINDINGS } : wrong('check_digits', value, rule.checkDigitsSeverity);
  }
  return wrong(lostZeros(value, rule) ? 'zeros_lost' : 'form', value, rule.severity);
}

/** Whether one or two leading zeros make the number valid, including its check digits. */
function lostZeros(value: string, { digits, pattern, checkDigits }: FieldRule): boolean {
  if (digits === undefined || !DIGITS.test(value)) return false;
  const missingDigits = digits - value.length;
  if (missingDigits !== 1 && missingDigits !== 2) return false;
  const padded = value.padStart(digits, '0');
  return pattern.test(padded) && (checkDigits?.(padded) ?? true);
}

function tooLong(text: string, column: LocalColumn): Checked {
  const details = { length: text.length, most: LONGEST_CODE };
  return { value: text, findings: [finding('text_too_long', column, details, text)] };
}
