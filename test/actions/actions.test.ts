import { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { Action, Applied } from '../../src/actions/action.ts';
import { dismiss } from '../../src/actions/dismiss.ts';
import { reschedule } from '../../src/actions/reschedule.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { PayrunError } from '../../src/errors.ts';
import { recordIntake, releaseLease } from '../../src/ledger/runs/run.ts';
import { postAction } from '../../src/web/pages/action-form.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { signedIn } from '../support/signed-in.ts';
import { addPayments, startTestRun } from '../support/test-run.ts';

describeDatabases('a decision', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  beforeAll(async () => {
    appContext = await payroll.appContext();
  });
  const acting = { by: person('carla'), progress: () => {} };
  const heldTwice = async (tag: string) => {
    const run = await startTestRun(appContext.ledger, { merchant: 'default' });
    await addPayments(appContext.ledger, run, [
      { reference: `${tag}-1`, state: 'held' },
      { reference: `${tag}-2`, state: 'held' },
    ]);
    await appContext.ledger.db.query(`update payrun.payment set reason_code = 'possible_duplicate' where run_id = $1`, [
      run.id,
    ]);
    return String(run.id);
  };
  const statesOf = async (run: string) => {
    const { rows } = await appContext.ledger.db.query<{ state: string }>(
      'select state from payrun.payment where run_id = $1 order by row',
      [run],
    );
    return rows.map(({ state }) => state);
  };

  it('to dismiss one payment dismisses no other, whatever its form says besides', async () => {
    const run = await heldTwice('one');
    const typed = { because: 'Paid by card', kind: 'possible_duplicate' };
    await dismiss.apply(appContext, { references: ['one-1'], run }, typed, acting);
    expect(await statesOf(run)).toEqual(['dismissed', 'held']);
  });

  it('to dismiss all of a kind is refused without the kind', async () => {
    const run = await heldTwice('all');
    const dismissing = (kind?: string) =>
      dismiss.apply(appContext, { references: [], run }, { because: 'Paid by card', kind }, acting);
    await expect(dismissing()).rejects.toMatchObject({ code: 'not_dismissed' });
    expect(await statesOf(run)).toEqual(['held', 'held']);
    await dismissing('possible_duplicate');
    expect(await statesOf(run)).toEqual(['dismissed', 'dismissed']);
  });

  it('about the pay date is about its run, also before that is submitted', async () => {
    const run = await startTestRun(appContext.ledger, { merchant: 'default', options: { ask: true } });
    await addPayments(appContext.ledger, run, [{ reference: 'later-1', state: 'ready' }]);
    await recordIntake(appContext.ledger.db, run.id, 1, {});
    await releaseLease(appContext.ledger.db, run.id, run.fence);
    const on = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const { runs } = await reschedule.apply(appContext, { references: [], run: String(run.id) }, { on }, acting);
    expect(runs).toEqual([run.id]);
  });

  it.each([
    [false, 422],
    [true, 303],
  ])('that takes longer than a page may: if it ends its run (%s), the answer is %d', async (endsRun, status) => {
    const waiting = Promise.withResolvers<Applied>();
    const action: Action = {
      ...dismiss,
      ...{ name: 'stop', ...(endsRun ? { endsRun } : {}) },
      apply: () => waiting.promise,
    };
    const { id } = await startTestRun(appContext.ledger, { merchant: 'default' });
    const clock = { ...appContext.clock, sleep: async () => {} };
    const app = new Hono();
    signedIn()(app);
    const page = { find: async () => id, show: async () => new Response('again', { status: 422 }) };
    postAction(app, { appContext: { ...appContext, clock } }, action, {
      ...{ path: '/runs/:run', page },
      subject: () => ({ references: [], run: String(id) }),
      back: () => '/',
    });
    const answer = app.request(`/runs/${id}/stop`, { method: 'POST', body: new URLSearchParams() });
    setTimeout(() => waiting.reject(new PayrunError('because_missing')), 300);
    expect((await answer).status).toBe(status);
  });
});
