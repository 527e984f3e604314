import { beforeAll, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/database.ts';
import { pastRules } from '../../../support/past-rules.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../../support/payroll.ts';

const ADA: SheetLine = { first: 'Ada', last: 'Hof', amount: '412.30', iban: germanIban(901) };

describeDatabases(
  'after a payment was adopted, of which only the name and the end of the account are known,',
  (database) => {
    const payroll = testPayroll(database, { pricingMs: 0 });
    const pay = (name: string, line: SheetLine) =>
      payroll.pay(payroll.sheet(`${name}.csv`, sheetOf([{ ...ADA, email: `${name}@example.com`, ...line }])));
    beforeAll(async () => {
      const { run } = await pay('first', { reference: 'ADOPTED' });
      const { ledger } = await payroll.appContext();
      await pastRules(ledger, `update payrun.run set job = 'adopt' where id = $1`, [run]);
      await pastRules(
        ledger,
        'update payrun.payment set account_fp = null, account_key = null, account_hint = $2 where run_id = $1',
        [run, `***${ADA.iban!.slice(-2)}`],
      );
    });

    it.each<[what: string, state: string, line: SheetLine]>([
      ['a corrected e-mail and no reference', 'held', { reference: '' }],
      ['a corrected e-mail and another reference', 'held', { reference: 'NEW' }],
      ['a corrected e-mail and the name written otherwise', 'held', { reference: '', first: 'HOF', last: 'Áda' }],
      ['another name', 'processed', { reference: '', first: 'Bea' }],
      ['another account', 'processed', { reference: '', iban: germanIban(977) }],
      ['another amount', 'processed', { reference: '', amount: '412.31' }],
    ])('G1: a row with %s: %s', async (what, state, line) => {
      const { counts, problems } = await pay(what.replaceAll(/[^a-z]/g, ''), line);
      expect(counts).toMatchObject({ [state]: 1 });
      if (state === 'held')
        expect(problems).toMatchObject([
          { code: 'possible_duplicate', message: expect.stringContaining('reference ADOPTED): same amount and name') },
        ]);
    });
  },
);
