import { beforeAll, expect, it } from 'vitest';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

const PEOPLE = 8;
/** The most calls that a crash may cost; of a larger run, those that read its batches again are more. */
const MOST = 10;
/** So long further calls get on their way before the process ends; those that were sent are waited for, as they take effect. */
const GATHER_MS = 60;

/** The process ends while its nth call like this one is under way: it took effect, and the answer is lost. */
const ENDS = [
  ['creates recipients', /^POST .*\/v1\/recipients\/?$/, PEOPLE / 2],
  ['creates the batch', /^POST .*\/v1\/batches$/, 1],
  ['starts the batch', /^POST .*\/start-processing$/, 1],
] as const;

/** Asking whether a batch has ended is repeated until it has: how often depends on the time. */
const POLL = /^GET .*\/v1\/batches\/[^/?]+$/;

describeDatabases('a crash', (database) => {
  const payroll = testPayroll(database, { settleMs: 1, pricingMs: 0 });
  let calls: string[];
  let end: { at: RegExp; nth: number; stop: AbortController; ending: boolean; underWay: Promise<Response>[] } | null;

  const wire: typeof fetch = async (input, init) => {
    const what = `${init?.method ?? 'GET'} ${String(input)}`;
    calls.push(what);
    if (!end) return fetch(input, init);
    const mine = end;
    const { at, stop, underWay } = mine;
    stop.signal.throwIfAborted();
    if (at.test(what)) mine.nth -= 1;
    const sent = fetch(input, { ...init, signal: null });
    underWay.push(sent);
    if (mine.nth > 0) return sent;
    // From here on no one hears an answer.
    await sent;
    if (!mine.ending) {
      mine.ending = true;
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      while (underWay.length > 0) await Promise.all(underWay.splice(0));
      stop.abort(new Error('killed'));
    }
    stop.signal.throwIfAborted();
    return new Promise((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    });
  };
  const sheet = (name: string) =>
    payroll.sheet(
      `${name}.csv`,
      sheetOf(people(PEOPLE, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com`.toLowerCase() }))),
    );
  const count = () => calls.filter((call) => !POLL.test(call)).length;

  let undisturbed: number;
  beforeAll(async () => {
    [calls, end] = [[], null];
    await payroll.pay(sheet('calm'), { wire });
    undisturbed = count();
  });

  it('is compared with a run that costs two calls for each new recipient and a few for the batch', () => {
    expect(undisturbed).toBe(2 * PEOPLE + 10);
  });

  it.each(ENDS)(`while it %s costs at most ${MOST} calls more`, async (what, at, nth) => {
    const stop = new AbortController();
    [calls, end] = [[], { at, nth, stop, ending: false, underWay: [] }];
    const name = what.replace(/\W/g, '');
    await expect(payroll.pay(sheet(name), { wire, signal: stop.signal })).rejects.toThrow();
    end = null;
    const appContext = await payroll.appContext({}, wire);
    const [outcome] = await resumeRuns(appContext, { progress: () => {} });
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: PEOPLE } });
    expect(count() - undisturbed).toBeLessThanOrEqual(MOST);
    const paid = (await payroll.ledger()).payments.filter(({ recipientEmail }) =>
      recipientEmail.startsWith(name.toLowerCase()),
    );
    expect(paid.map(({ timesPaid }) => timesPaid)).toEqual(Array(PEOPLE).fill(1));
  });
});
