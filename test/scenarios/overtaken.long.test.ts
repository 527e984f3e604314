import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { type PayOptions, paySheet } from '../../src/engine/runs/pay.ts';
import { createLog } from '../../src/platform/log.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

/** Where the first process is paused: the moment before this call leaves it, its intent committed. */
const POINTS = [
  ['creates a recipient', /POST .*\/v1\/recipients\/?$/],
  ['adds an account', /POST .*\/accounts$/],
  ['creates the batch', /POST .*\/v1\/batches$/],
  ['asks for the quote', /POST .*\/generate-quote$/],
  ['starts the batch', /POST .*\/start-processing$/],
  ['follows the batch', /GET .*\/v1\/batches\/B-[^/?]+$/],
] as const;

describeDatabases('a process that is paused and overtaken', (database) => {
  const payroll = testPayroll(database);
  const payWith = (
    appContext: Awaited<ReturnType<typeof openAppContext>>,
    file: string,
    more: Partial<PayOptions> = {},
  ) =>
    paySheet(appContext, {
      file,
      maker: person('mia'),
      onInvalid: 'skip',
      dryRun: false,
      confirm: 'yes',
      progress: () => {},
      ...more,
    });

  it.each(POINTS)('before it %s does no harm when it wakes up', async (what, point) => {
    const name = what.replace(/\W/g, '');
    const lines = people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com`.toLowerCase() }));
    const file = payroll.sheet(`${name}.csv`, sheetOf(lines));

    const paused = Promise.withResolvers<void>();
    const wake = Promise.withResolvers<void>();
    let caught = false;
    const sleepy: typeof fetch = async (input, init) => {
      if (!caught && point.test(`${init?.method ?? 'GET'} ${String(input instanceof Request ? input.url : input)}`)) {
        caught = true;
        paused.resolve();
        await wake.promise;
      }
      return fetch(input, init);
    };
    const first = await openAppContext(
      loadConfig({ ...payroll.env(), PAYRUN_CALL_TIMEOUT_MS: '60000' }, payroll.folder),
      {
        log: createLog('silent'),
        fetch: sleepy,
        openLedger: (options) => database.open(options),
      },
    );
    // A process that stands still extends no lease; this one does not come to it.
    const sleeping = payWith({ ...first, leaseMs: 3_600_000 }, file).then(
      (outcome) => outcome,
      (error: unknown) => error as { code: string },
    );
    await paused.promise;

    // Its lease has run out.
    const { rows } = await first.ledger.db.query<{ id: bigint }>(`select max(id) as id from payrun.run`);
    const run = String(rows[0]!.id);
    await first.ledger.db.query(`update payrun.run set lease_until = now() - interval '1 second' where id = $1`, [run]);
    const [overtaking] = await payroll.resume(run);
    expect(overtaking).toMatchObject({ state: 'done', counts: { processed: 2 } });

    wake.resolve();
    expect(await sleeping).toMatchObject({ code: 'fenced', exitCode: 4 });
    await first.close();
    const { payments, batches } = await payroll.ledger();
    const ours = payments.filter(({ recipientEmail }) => recipientEmail.startsWith(name.toLowerCase()));
    expect(ours.map(({ timesPaid }) => timesPaid)).toEqual([1, 1]);
    expect(new Set(ours.map(({ batchId }) => batchId)).size).toBe(1);
    expect(batches.filter(({ status }) => status === 'open')).toEqual([]);
  });
});
