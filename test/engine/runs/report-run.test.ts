import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('results that cannot be written', (database) => {
  const payroll = testPayroll(database);

  it('do not hide that the run continues: the error says so, and resuming writes them', async () => {
    const file = payroll.sheet('june.csv', sheetOf([{ reference: 'J-1' }]));
    const results = join(dirname(file), 'june.run-1.results.csv');
    mkdirSync(results);
    await expect(payroll.pay(file)).rejects.toMatchObject({
      code: 'file_unwritable',
      message: expect.stringMatching(/ Run 1 is not affected, and `payrun resume` writes its results\.$/),
    });
    rmdirSync(results);
    const [run] = await payroll.resume();
    expect(run).toMatchObject({ run: '1', counts: { processed: 1 } });
    expect(readFileSync(results, 'utf8')).toContain('J-1');
  });
});
