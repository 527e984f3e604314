import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import { MESSAGES, type MessageCode } from '../../src/messages.ts';
import type { Cells, Finding } from '../../src/model.ts';
import { columnLabel } from '../../src/references/column-label.ts';
import { readBankAccount } from '../../src/rules/banks/bank-account.ts';
import { COUNTRIES } from '../../src/rules/countries/countries.ts';
import { finding } from '../../src/rules/finding.ts';
import { checkGovernmentId } from '../../src/rules/people/government-id.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';
import { examplesOf } from './country-examples.ts';

const SRC = join(import.meta.dirname, '../../src');
const sources = globSync(['{rules,payout-methods,intake,engine,recipients,batches,sheets,ledger}/**/*.ts'], {
  cwd: SRC,
})
  .map((path) => readFileSync(join(SRC, path), 'utf8'))
  .join('\n');
const codes = Object.keys(MESSAGES) as MessageCode[];
const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-21' } as const;

/** The longest that a clerk reads in a cell's comment; details in braces count as they stand. */
const LONGEST = 160;
/** With the payment that it was compared with. */
const LONGEST_HOLD = 200;
/** With everything filled in that stands in the tables. */
const LONGEST_FILLED = 200;

/** What is expected is only known to who wrote the original, or the message names the very thing to do. */
const NO_EXAMPLE: readonly RegExp[] = [
  /against the original/,
  /^Correct|Correct (?:or clear )?whichever is wrong|Correct the target currency|Correct the country,/,
  /Move (?:it to|the rows)|Add it to|Put (?:it|the)|Swap them|Split them|Keep only one|Clear it|Check it|Check that|check them|Check the (?:result|creditor|IBAN)|Check whose|Check for/,
  /Pay |Use \{successor\}|Use one of|Use \{code\}|Use US|Use individual|Use bank-transfer|Fill in individual/,
  /Shorten it|Retype it on one line|Ask the payout service|Ask the recipient/,
  /[Tt]ype the value|Replace it|Keep one row|Correct one of|Format the column|Unhide it|Delete it|Put quotes|Check for a missing|[Gg]ive the column|Unmerge|Enter it|Include it only once|Use an IBAN|Use the bank|save it again/,
  /[Rr]emove (?:this one|this row|the row)|[Gg]ive (?:each|it|a different payment)|Which account|which account|in a new run|not paid again|release it|release this|release the payment|retry it:/,
  /Enter \{needed\}|(?:Fill in|Enter|as) the|Enter it if|Enter \{|two-letter|three-letter|only the check digits/,
  /Enter source|Enter the|Set (?:payout method|account currency)|Leave this row unchanged|[Cc]ompare (?:(?:it |them )?with|both accounts)|Check (?:it|them) with|Add the name|\{reason\}$/,
];

describe('the catalog of messages', () => {
  it.each(codes)('%s is used somewhere', (code) => {
    // The faults of a national number are put together from the number and the fault.
    const [, family, fault] = /^(account_number|branch_code|bank_code)_(\w+)$/.exec(code) ?? [];
    const output = family ? [`'${family}'`, `'${fault}'`].every((part) => sources.includes(part)) : false;
    const [, base, variant] = /^(amount_ambiguous)\.(\w+)$/.exec(code) ?? [];
    const put = base ? sources.includes(`\`${base}.`) && sources.includes(`'${variant}'`) : false;
    expect(output || put || sources.includes(`'${code}'`)).toBe(true);
  });

  it.each(codes)('%s is short, ends with a full stop, and gives a next step', (code) => {
    const { text } = MESSAGES[code];
    expect(text.length).toBeLessThanOrEqual(code.startsWith('held_') ? LONGEST_HOLD : LONGEST);
    // A reason of the service ends with a full stop of its own.
    expect(text).toMatch(/^[A-Z{].*(?:[.?]|\{reason\})$/);
    expect(text).not.toMatch(/\b(?:invalid|please|error|field|!)/i);
    const shows = /for example|such as|looks like|\{example\}/.test(text);
    expect(shows || NO_EXAMPLE.some((form) => form.test(text)), text).toBe(true);
  });

  it('names columns by the labels that people see', () => {
    const names = COLUMNS.map(({ name }) => name).filter((name) => columnLabel(name) !== name);
    const camelCase = new RegExp(`\\b(?:${names.join('|')}|[a-z]+[A-Z]\\w*)\\b`);
    expect(codes.filter((code) => camelCase.test(MESSAGES[code].text.replace(/\{\w+\}/g, '')))).toEqual([]);
  });

  it('is short with the terms, forms and examples of every country filled in', () => {
    const output = Object.values(COUNTRIES).flatMap((country) => [
      ...examplesOf(country).bad.flatMap(
        ({ cells }) =>
          readBankAccount(cells, { environment: 'production', recipientName: 'Ada', addressCountry: country.code })
            .findings,
      ),
      ...['1', undefined].flatMap((id) => {
        const found: Finding[] = [];
        checkGovernmentId(id, [country.code], true, found);
        return found;
      }),
    ]);
    expect(output.length).toBeGreaterThan(1_000);
    expect(output.map(({ message }) => message).filter(({ length }) => length > LONGEST_FILLED)).toEqual([]);
    for (const { message } of output) expect(message).not.toMatch(/[{}]|undefined|\.\.$| {2}/);
  });

  it('gets every detail that a sentence names', () => {
    expect(finding('iban_missing', 'iban', { country: 'Germany', length: 22, example: 'DE' }).message).toBe(
      'The IBAN is missing. Payments to Germany require one with 22 characters, for example DE.',
    );
  });

  it('never shows a bank detail or an ID in full, whatever is in the cells', () => {
    const secret = COLUMNS.filter(({ sensitive }) => sensitive).map(({ name }) => name);
    const word = fc.oneof(
      fc.stringMatching(/^[A-Z]{2}\d{14,24}$/),
      fc.stringMatching(/^\d{9,22}$/),
      fc.stringMatching(/^[A-Z]{6}[A-Z0-9]{5}$/),
      fc.stringMatching(/^[A-Za-z0-9@#/ .-]{9,30}$/),
      fc.stringMatching(/^(19|20)\d\d-\d\d-\d\d$/),
    );
    const base: Cells = {
      amount: '100.00',
      currency: 'USD',
      type: 'individual',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      street1: '12 High Street',
      city: 'Leeds',
    };
    const row = fc.record(
      {
        country: fc.constantFrom('US', 'CA', 'GB', 'DE', 'MX', 'AR', 'IN', 'NZ', 'JP', 'BR'),
        ...Object.fromEntries(secret.map((name) => [name, word])),
      },
      { requiredKeys: ['country'] },
    );
    fc.assert(
      fc.property(row, (cells) => {
        const all = { ...base, ...cells };
        const { problems } = checkRow({ row: 2, cells: all, original: [], findings: [] }, CONTEXT);
        for (const { message, value = '' } of problems)
          for (const name of secret) {
            const text = (cells as Record<string, string | undefined>)[name]?.trim();
            if (text === undefined || text.length < 9) continue;
            expect(message, name).not.toContain(text);
            expect(value, name).not.toBe(text);
          }
      }),
      { numRuns: 500 },
    );
  });
});
