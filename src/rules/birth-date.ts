const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const OLDEST = 1900;

/**
 * What is wrong with a date of birth, null where nothing is. It must be a day of the calendar, written YYYY-MM-DD, not before
 * 1900 and not after `today` (YYYY-MM-DD, UTC).
 */
export function checkBirthDate(text: string, today = '9999-12-31'): 'dob_form' | 'dob_impossible' | null {
  const match = DATE.exec(text);
  if (!match) return 'dob_form';
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return 'dob_form';
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2 && day === 29 && !leap) return 'dob_form';
  return year < OLDEST || text > today ? 'dob_impossible' : null;
}
