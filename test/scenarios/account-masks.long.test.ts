import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

describeDatabases('a payout service that masks accounts differently', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  /** Changes how the answers of the service mask the numbers of accounts. */
  let masks = (number: string) => number;
  beforeAll(async () => {
    appContext = await payroll.appContext({}, async (input, init) => {
      const answer = await fetch(input, init);
      const body = (await answer.text()).replace(/(?<="(?:iban|accountNum)":")\*+\w\w(?=")/g, (number) =>
        masks(number),
      );
      return new Response(body, { status: answer.status, headers: answer.headers });
    });
  });

  const pay = (name: string, ...references: readonly string[]) => {
    const lines = references.map((reference) => {
      const [name, month] = reference.split('-');
      return { reference, amount: `${100 + Number(month)}.00`, first: 'Pat', email: `${name}@example.com` };
    });
    return paySheet(appContext, {
      file: payroll.sheet(name, sheetOf(lines)),
      maker: person('mia'),
      onInvalid: 'skip',
      dryRun: false,
      confirm: 'yes',
      progress: () => {},
    });
  };
  const held = async () =>
    (
      await appContext.ledger.db.query<{ reference: string; reason_code: string; reason: string }>(
        `select reference, reason_code, reason from payrun.payment where state = 'held' order by reference`,
      )
    ).rows;
  const releaseAndResume = async (reference: string) => {
    const runs = await releasePayments(appContext, [reference], person('carla'));
    for (const run of runs) await resumeRuns(appContext, { run: String(run), progress: () => {} });
    return runs;
  };

  it('holds known and new recipients of all runs for one reason, and one release lets all of them go on', async () => {
    expect((await pay('known.csv', 'ada-1', 'ben-1')).counts).toMatchObject({ processed: 2 });
    masks = (number) => `•••${number.slice(-2)}`;
    const runs = [await pay('first.csv', 'ada-2', 'ben-2', 'cleo-2'), await pay('second.csv', 'dora-3', 'ada-3')];
    expect(runs.map(({ counts }) => counts)).toMatchObject([{ held: 3 }, { held: 2 }]);
    const waiting = await held();
    expect(new Set(waiting.map(({ reason_code }) => reason_code))).toEqual(new Set(['account_masked']));
    expect(new Set(waiting.map(({ reason }) => reason)).size).toBe(1);
    expect(waiting[0]!.reason).toContain('differently: it shows the last 2 characters, and "•" for the others.');
    expect((await payroll.ledger()).payments.filter(({ timesPaid }) => timesPaid > 0)).toHaveLength(2);

    expect(await releaseAndResume('ben-2')).toHaveLength(2);
    expect(await held()).toEqual([]);
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it('is not asked about again, also if it returns to the form of its contract', async () => {
    expect((await pay('same.csv', 'ada-4', 'eve-4')).counts).toMatchObject({ processed: 2 });
    masks = (number) => number;
    expect((await pay('before.csv', 'ada-5', 'fay-5')).counts).toMatchObject({ processed: 2 });
  });

  it('is asked about again if it shows fewer characters, and the reason says so', async () => {
    masks = (number) => `***${number.slice(-1)}`;
    expect((await pay('fewer.csv', 'ada-6', 'gil-6')).counts).toMatchObject({ held: 2 });
    expect((await held())[0]!.reason).toContain('fewer characters are shown than before: 1 instead of 2');
    await releaseAndResume('ada-6');
    expect(await held()).toEqual([]);
  });

  it('still holds another account, whose clear characters differ, by itself', async () => {
    masks = () => '***X';
    expect((await pay('other.csv', 'hal-7')).counts).toMatchObject({ held: 1 });
    expect(await held()).toMatchObject([{ reference: 'hal-7', reason_code: 'account_differs' }]);
  });
});
