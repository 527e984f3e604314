import type { Finding } from '../../model.ts';
import { finding } from '../finding.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const OTHER_ORDER = /^(?:(\d{1,2})[./-](\d{1,2})[./-]\d{4}|\d{4}[./](\d{1,2})[./](\d{1,2}))$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const OLDEST = 1900;
const OF_AGE = 18;

/**
 * Checks a date of birth; null if it is valid. It must be a calendar date in the form YYYY-MM-DD, not before 1900 and
 * not after `today` (YYYY-MM-DD, UTC). An age under 18 is a warning. The message never contains the date.
 */
export function checkBirthDate(text: string, today = '9999-12-31'): Finding | null {
  const match = DATE.exec(text);
  if (!match) return finding(OTHER_ORDER.test(text) ? 'dob_order' : 'dob_form', 'dob', {}, text);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month > 12 && month <= 31 && day >= 1 && day <= 12) return finding('dob_swapped', 'dob', { month }, text);
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return finding('dob_no_day', 'dob', {}, text);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2 && day === 29 && !leap) return finding('dob_no_day', 'dob', {}, text);
  if (year < OLDEST || text > today) return finding('dob_impossible', 'dob', {}, text);
  const isMinor = today !== '9999-12-31' && `${year + OF_AGE}${text.slice(4)}` > today;
  return isMinor ? finding('dob_under_age', 'dob', { age: OF_AGE }, text) : null;
}
