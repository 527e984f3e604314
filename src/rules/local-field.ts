import type { Country, FieldRule } from './country.ts';
import { type Checked, finding, type MessageDetails, NOTHING } from './finding.ts';
import { looksLikeIban } from './iban.ts';
import type { MessageCode } from './messages.ts';
import { normaliseCode } from './normalise.ts';

export type LocalColumn = 'accountNum' | 'branchId' | 'bankId';
type Fault = 'missing' | 'characters' | 'form' | 'zeros_lost' | 'check_digits';

const PREFIX = { accountNum: 'account_number', branchId: 'branch_code', bankId: 'bank_code' } as const;
const DIGITS = /^\d+$/;
/** Fits every check digit, and is nobody's account. */
const ZEROS = /^0+$/;
const LETTER = /^[A-Z]/;

/**
 * Checks an account number, branch or bank code by the country's rule, and says it in the country's word. Nothing is padded: a
 * number that is one or two digits short has probably lost its zeros, and only a person can know.
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
        },
        fault === 'missing' ? undefined : value,
        severity,
      ),
    ],
  });
  if (text === undefined) return rule.need === 'required' ? wrong('missing', '') : { value: '', findings: NOTHING };
  const value = normaliseCode(text);
  if (value === null) return wrong('characters', text);
  const said = (code: MessageCode, details?: MessageDetails): Checked => ({
    value,
    findings: [finding(code, column, details, value)],
  });
  if (column === 'accountNum') {
    if (ZEROS.test(value)) return said('account_number_zeros', { name: rule.name });
    // Also where the country's own numbers may be of letters and digits.
    if (LETTER.test(value) && looksLikeIban(value)) return said('iban_in_account_column');
  }
  if (rule.pattern.test(value)) {
    return rule.checkDigits && !rule.checkDigits(value) ? wrong('check_digits', value) : { value, findings: NOTHING };
  }
  return wrong(lostZeros(value, rule) ? 'zeros_lost' : 'form', value, rule.severity);
}

function lostZeros(value: string, { digits }: FieldRule): boolean {
  if (digits === undefined || !DIGITS.test(value)) return false;
  const lost = digits - value.length;
  return lost === 1 || (lost === 2 && digits >= 6);
}
