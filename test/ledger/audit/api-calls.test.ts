import { expect, it } from 'vitest';
import { createCallRecorder } from '../../../src/ledger/audit/api-calls.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';

const log = createLog('silent');
const entry = (n: number) => ({
  at: 1_700_000_000_000 + n,
  method: 'POST',
  path: `/v1/recipients/R-${n}`,
  status: n % 3 === 0 ? null : 200,
  codes: n % 2 ? ['invalid_field', 'a "quoted" code'] : [],
  ms: n,
  attempt: 1,
  outcome: 'ok',
  run: BigInt(n),
  merchant: 'default',
});

describeDatabases('the log of calls', (database) => {
  it('has every call after closing, in few statements', async () => {
    const { db } = await database.open();
    let statements = 0;
    const counted: Db = {
      query: (sql, params) => {
        statements += 1;
        return db.query(sql, params);
      },
    };
    const recorder = createCallRecorder({ db: counted, clock: systemClock, log, flushMs: 60_000 });
    await Promise.all(Array.from({ length: 350 }, (_, n) => recorder.record(entry(n))));
    await recorder.close();
    expect(statements).toBeLessThan(10);
    const { rows } = await db.query('select * from payrun.call_log order by ms');
    expect(rows).toHaveLength(350);
    expect(rows[3]).toMatchObject({
      at: new Date(1_700_000_000_003),
      run: 3n,
      merchant: 'default',
      method: 'POST',
      path: '/v1/recipients/R-3',
      status: null,
      codes: ['invalid_field', 'a "quoted" code'],
      ms: 3,
      attempt: 1,
      outcome: 'ok',
    });
  });

  it('is written after a while even without closing', async () => {
    const { db } = await database.open();
    const recorder = createCallRecorder({ db, clock: systemClock, log, flushMs: 5 });
    await recorder.record({ ...entry(1), path: '/soon' });
    const found = async () => (await db.query(`select 1 from payrun.call where path = '/soon'`)).rows.length;
    while ((await found()) === 0) await systemClock.sleep(5);
    await recorder.close();
    expect(await found()).toBe(1);
  });

  it('keeps what could not be written and writes it later', async () => {
    const { db } = await database.open();
    let broken = true;
    const shaky: Db = { query: (sql, params) => (broken ? Promise.reject(new Error('down')) : db.query(sql, params)) };
    const recorder = createCallRecorder({ db: shaky, clock: systemClock, log, flushSize: 2, flushMs: 5 });
    for (let n = 0; n < 5; n += 1) await recorder.record({ ...entry(n), path: '/shaky' });
    await systemClock.sleep(20);
    await expect(recorder.flush()).rejects.toThrow('down');
    broken = false;
    await recorder.close();
    expect((await db.query(`select ms from payrun.call where path = '/shaky' order by ms`)).rows).toEqual(
      [0, 1, 2, 3, 4].map((ms) => ({ ms })),
    );
  });
});
