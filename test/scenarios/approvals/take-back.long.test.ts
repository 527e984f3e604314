import { expect, it } from 'vitest';
import { getSheetResult } from '../../../src/engine/inbox/sheet-result.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { stopRun, withdrawRun } from '../../../src/engine/review/take-back.ts';
import { getRejections } from '../../../src/ledger/runs/rejection.ts';
import { selectRunList } from '../../../src/ledger/views/run-list.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { runHere } from '../../support/run-here.ts';
import { openPages } from '../../support/visited-pages.ts';
import { plain } from '../figures/read-renderings.ts';

const because = 'wrong month';
const by = (name: string) => ({ by: person(name), because, progress: () => {} });

describeDatabases('a run that is taken back', (database) => {
  const payroll = testPayroll(database);
  const inBoth = (name: string) =>
    ['EUR', 'USD'].map((currency) => ({
      reference: `${name}-${currency}`,
      email: `${name}-${currency}@example.com`.toLowerCase(),
      amount: '610',
      currency,
    }));
  const timesPaid = async (name: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail, timesPaid }) => recipientEmail.startsWith(`${name}-`) && timesPaid > 0)
      .map(({ currency, timesPaid }) => `${currency} ${timesPaid}`);
  const pay = (name: string, options: Parameters<typeof payroll.pay>[1] = {}) =>
    payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(inBoth(name))), options);

  it('G7: with all of its payments on hold is withdrawn by its maker: no one can release them, and nothing is paid', async () => {
    await pay('held');
    const second = sheetOf(inBoth('held').map((line) => ({ ...line, reference: `${line.reference}-2` })));
    const { run, counts } = await payroll.pay(payroll.sheet('held-again.csv', second));
    expect(counts).toMatchObject({ held: 2 });
    const appContext = await payroll.appContext();
    const env = { ...payroll.env(), PAYRUN_LOG_LEVEL: 'silent' };
    const words = ['withdraw', run, '--because', because, '--as', 'mia', '--json'];
    const { code, stdout } = await runHere(words, { cwd: payroll.folder, env });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, outcome: 'canceled', counts: { canceled: 2 } });
    await expect(releasePayments(appContext, ['held-EUR-2'], person('anna'), run)).rejects.toMatchObject({
      code: 'not_held',
    });
    await expect(withdrawRun(appContext, run, by('mia'))).rejects.toMatchObject({ code: 'not_waiting' });
    expect((await payroll.resume(run))[0]).toMatchObject({ outcome: 'canceled' });
    expect(await timesPaid('held')).toEqual(['EUR 1', 'USD 1']);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('after a part of it was sent cannot be withdrawn but stopped: what was sent stays sent, the rest is canceled', async () => {
    await payroll.control('fund', { currency: 'USD', amount: '-999990.00' });
    const { run } = await pay('halfway');
    const appContext = await payroll.appContext();
    expect(await timesPaid('halfway')).toEqual(['EUR 1']);
    const [listed] = await selectRunList(appContext.ledger.db, null, { limit: 1 });
    expect(listed!.debits![0]).toMatchObject({ state: 'processed', currency: 'EUR', totalDebit: 61_000n });
    await expect(withdrawRun(appContext, run, by('mia'))).rejects.toMatchObject({ code: 'not_waiting' });
    expect(await stopRun(appContext, run, by('mia'))).toEqual({ isDone: true, left: [] });
    await payroll.control('fund', { currency: 'USD', amount: '999990.00' });
    const [after] = await payroll.resume(run);
    expect(after).toMatchObject({ state: 'done', outcome: 'partly_paid', counts: { processed: 1, canceled: 1 } });
    await expect(stopRun(appContext, run, by('mia'))).rejects.toMatchObject({ code: 'not_stoppable' });
    expect(after!.problems[0]!.message).toBe('mia stopped it: wrong month');
    const said = 'The payment that was not sent yet, 610.00 USD, was stopped by mia: wrong month.';
    expect(after).toMatchObject({ note: said });
    expect(plain((await openPages(appContext).get(`/runs/${run}`)).text)).toContain(`Partly paid. ${said}`);
    expect(
      getSheetResult(after as RunOutcome, null, await getRejections(appContext.ledger.db, [BigInt(run)])).note,
    ).toContain(said);
    expect(await timesPaid('halfway')).toEqual(['EUR 1']);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it.each([
    ['a batch is made', 'POST', /\/v1\/batches$/],
    ['it is quoted', 'POST', /generate-quote$/],
    ['a batch is started', 'POST', /start-processing$/],
  ] as const)('at work when %s sends nothing else from then on, and loses nothing', async (what, method, path) => {
    const name = what.replaceAll(' ', '');
    const other = await payroll.appContext();
    let run = '';
    let done: boolean | null = null;
    const wire: typeof fetch = async (url, init) => {
      if (done === null && init?.method === method && path.test(new URL(String(url)).pathname)) {
        done = false;
        const { rows } = await other.ledger.db.query<{ id: bigint }>('select max(id) as id from payrun.run');
        run = String(rows[0]!.id);
        done = (await stopRun(other, run, by('moe'))).isDone;
      }
      return fetch(url, init);
    };
    const outcome = await pay(name, { wire });
    expect({ run: outcome.run, done }).toEqual({ run, done: false });
    const isStarted = what === 'a batch is started';
    expect(outcome.counts).toMatchObject(isStarted ? { processed: 1, canceled: 1 } : { processed: 0, canceled: 2 });
    expect(await timesPaid(name)).toHaveLength(isStarted ? 1 : 0);
    expect((await payroll.resume(run))[0]).toMatchObject({ state: 'done', counts: outcome.counts });
    // No batch is left there that someone could send.
    const { batches } = await payroll.ledger();
    expect(batches.filter(({ status }) => status === 'open' || status === 'pending')).toEqual([]);
    expect((await verifyLedger({ ledger: other.ledger })).findings).toEqual([]);
    // What was not sent can be paid by the same sheet.
    const again = await pay(name);
    expect(again.counts).toMatchObject(isStarted ? { processed: 1, already_paid: 1 } : { processed: 2 });
    expect(await timesPaid(name)).toEqual(['EUR 1', 'USD 1']);
  });
});
