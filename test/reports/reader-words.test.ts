import { describe, expect, it } from 'vitest';
import { ERRORS, PayrunError } from '../../src/errors.ts';
import { MESSAGES, type MessageCode, sentence } from '../../src/messages.ts';
import { readerWords } from '../../src/reports/reader-words.ts';

/** What is typed on a command line: an option, or a command. */
const TYPED = /--[a-z]|payrun [a-z]/;
/** What a sentence looks like out of which too much was taken. */
const BROKEN = /^[.,;]|[.,;] ?[.,;]| {2}|^$/;
/** Every detail has a word. */
const ANYTHING: Record<string, string> = new Proxy({}, { get: () => 'this' });
const SHEETS = (Object.keys(ERRORS) as (keyof typeof ERRORS)[]).filter((code) => /^(sheet_|file_|control_)/.test(code));

describe('to somebody who has pages and no command line', () => {
  it.each(Object.keys(MESSAGES) as MessageCode[])('what is said of a row tells nobody what to type: %s', (code) => {
    const said = readerWords(sentence(code, ANYTHING));
    expect(said).not.toMatch(TYPED);
    expect(said).not.toMatch(BROKEN);
  });

  it.each(SHEETS)('what is said of a sheet tells nobody what to type: %s', (code) => {
    const { message, next } = new PayrunError(code, ANYTHING);
    const said = readerWords(`${message} ${next}`);
    expect(said).not.toMatch(TYPED);
    expect(said).not.toMatch(BROKEN);
  });

  it.each([
    [
      'The amount can be 1 or 2: the sheet has both kinds. Write it with two decimals, or say --decimal point or --decimal comma.',
      'The amount can be 1 or 2: the sheet has both kinds. Write it with two decimals.',
    ],
    [
      '3 of 9 rows of the sheet are wrong, more than --on-invalid 5% allows. Nothing of it is paid.',
      '3 of 9 rows of the sheet are wrong, more than the 5% that were allowed. Nothing of it is paid.',
    ],
    [
      '3 rows of the sheet are wrong, and --on-invalid stop was asked for. Nothing of it is paid.',
      '3 rows of the sheet are wrong, and one wrong row was to stop all of it. Nothing of it is paid.',
    ],
    [
      'Several worksheets have payments: A, B. A was read; to read another, name it with --worksheet.',
      'Several worksheets have payments: A, B. A was read; to read another, name it when you upload it, under More.',
    ],
    ['Nothing is typed here. It stays.', 'Nothing is typed here. It stays.'],
  ])('%s', (kept, said) => {
    expect(readerWords(kept)).toBe(said);
  });
});
