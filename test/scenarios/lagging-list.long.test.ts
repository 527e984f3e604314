import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('after a creation whose answer was lost', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  it('a list of batches that lags by seconds is read again, and everybody is paid once', async () => {
    let isLost = false;
    let hidden = 0;
    const lagging: typeof fetch = async (input, init) => {
      const { pathname } = new URL(String(input instanceof Request ? input.url : input));
      const answer = await fetch(input, init);
      if (!/^\/v1\/batches\/?$/.test(pathname)) return answer;
      if (init?.method === 'POST' && !isLost) {
        isLost = true;
        throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
      }
      if (init?.method !== 'GET' || !isLost || hidden === 4) return answer;
      hidden++;
      const { batches: _, ...others } = (await answer.json()) as Record<string, unknown>;
      const meta = { page: 1, pages: 0, records: 0 };
      return new Response(JSON.stringify({ ...others, batches: [], meta }), { headers: answer.headers });
    };
    const file = payroll.sheet('lagging.csv', sheetOf(people(3)));
    expect(await payroll.pay(file, { wire: lagging })).toMatchObject({ exitCode: 0, counts: { processed: 3 } });
    expect(hidden).toBe(4);
    const { payments } = await payroll.ledger();
    expect(payments.map(({ timesPaid }) => timesPaid)).toEqual([1, 1, 1]);
  });
});
