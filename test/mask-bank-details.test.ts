import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PayrunError } from '../src/errors.ts';
import { maskBankDetails, showValue } from '../src/mask-bank-details.ts';
import { createLog } from '../src/platform/log.ts';
import { IBAN_SHAPES } from '../src/rules/countries/countries.ts';

describe('bank details in the wrong place', () => {
  it.each([
    ['an IBAN', 'DE89370400440532013000', '***3000'],
    ['one in groups, in a name', 'Ana DE89 3704 0044 0532 0130 00 López', 'Ana ***3000 López'],
    ['one in small letters', 'de89370400440532013000', '***3000'],
    ['one with points or dashes', 'GB29.NWBK.6016.1331.9268.19 / GB29-NWBK-6016-1331-9268-19', '***6819 / ***6819'],
    ['one that is mistyped', 'DE00370400440532013000', '***3000'],
    ['two', 'DE89370400440532013000, ES9121000418450200051332', '***3000, ***1332'],
    ['one in a file name', 'payroll-DE89370400440532013000-june.csv', 'payroll-***3000-june.csv'],
    ['a card', '4111 1111 1111 1111', '***1111'],
    ['a card in a file name', '5500005555555559.csv', '***5559.csv'],
    ['a CLABE', '032180000118359719', '***9719'],
  ])('are masked: %s', (_, text, masked) => {
    expect(maskBankDetails(text)).toBe(masked);
  });

  it('are masked if they are an IBAN of any country in the registry', () => {
    for (const { code, example } of Object.values(IBAN_SHAPES))
      expect(maskBankDetails(`x ${example} y`), code).toBe(`x ***${example.slice(-4)} y`);
  });

  it.each([
    'INV-2026-0000000012345',
    'june 2026.csv',
    '20261123101500.csv',
    '12345678901234.56',
    '1,240,000,000,000.50',
    'Ana López',
    'AT01',
    'P-41111111111111111111111',
    'GB is where 2026 was',
    'DE89 people were paid in 2026',
  ])('are not confused with anything else: %s', (text) => expect(maskBankDetails(text)).toBe(text));

  it('are not confused with an id of Payrun', () => {
    for (let i = 0; i < 5_000; i++) {
      const id = randomUUID();
      expect(maskBankDetails(id)).toBe(id);
    }
    expect(maskBankDetails('40000000-0000-4000-8000-000000000002')).toBe('40000000-0000-4000-8000-000000000002');
  });

  it('are masked with the token of a program, and names that begin like one are not', () => {
    const token = `payrun_${'aZ0-_'.repeat(9).slice(0, 43)}`;
    expect(maskBankDetails(`GET /payments?reference=${token}.`)).toBe('GET /payments?reference=payrun_***.');
    for (const name of ['payrun_faults_0658ce7c32_other', `${token}x`]) expect(maskBankDetails(name)).toBe(name);
  });

  it('are masked in a message about a cell of another column, in an error and in the log', () => {
    const iban = 'DE89370400440532013000';
    for (const column of ['amount', 'firstName', 'paymentReference', null])
      expect(showValue(column, `is ${iban}`)).toBe('is ***3000');
    const error = new PayrunError('file_unreadable', { file: `${iban}.csv`, detail: 'is gone' });
    expect(error.message).not.toContain(iban);
    expect(error.message).toContain('***3000.csv');
    let written = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    });
    createLog('info', stream).info({ file: `${iban}.csv` }, `the file ${iban} came`);
    expect(JSON.parse(written)).toMatchObject({ file: '***3000.csv', msg: 'the file ***3000 came' });
  });
});
