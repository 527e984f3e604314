import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { getRun } from '../../../../src/ledger/runs/run.ts';
import { readRunStatuses } from '../../../../src/ledger/runs/run-facts.ts';
import { outcomeOf } from '../../../../src/outcomes/run-outcome.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';

describeDatabases('an upload with a payment on hold', (database) => {
  const payroll = testPayroll(database);
  const mia: Partial<CurrentUser> = { name: 'mia', role: 'maker' };
  let appContext: AppContext;
  let app: Hono;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => mia), pages({ appContext })], appContext.log);
  });

  /** Two payments of which one may be a duplicate of an earlier sheet. */
  const uploaded = async (tag: string, account: number) => {
    const twice = { email: `${tag}@example.com`, iban: germanIban(account), amount: '81.00', first: 'Emma' };
    await upload([{ reference: `${tag}-before`, ...twice }], `${tag}-before.csv`);
    return upload(
      [
        ...people(1, () => ({ reference: `${tag}-1`, email: `${tag}-1@example.com`, iban: germanIban(account + 50) })),
        { reference: `${tag}-2`, ...twice },
      ],
      `${tag}.csv`,
    );
  };
  const upload = async (lines: Parameters<typeof sheetOf>[0], name: string) => {
    const form = new FormData();
    form.set('sheet', new File([sheetOf(lines)], name));
    const to = (await app.request('/upload', { method: 'POST', body: form })).headers.get('location') ?? '';
    return BigInt(/^\/runs\/(\d+)/.exec(to)![1]!);
  };
  const answer = async (run: bigint, answer: 'yes' | 'no') => {
    const page = await (await app.request(`/runs/${run}`)).text();
    const shown = /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? '';
    return (await app.request(`/runs/${run}/answer`, { method: 'POST', body: new URLSearchParams({ answer, shown }) }))
      .status;
  };
  const counts = (run: bigint) => countsOf(appContext.ledger.db, run);
  const outcome = async (run: bigint) =>
    outcomeOf((await readRunStatuses(appContext.ledger.db, [run])).values().next().value!);
  const findings = async () => (await verifyLedger({ ledger: appContext.ledger })).findings;

  it('is over as a whole when it is discarded: nobody can release that payment any more', async () => {
    const run = await uploaded('discarded', 401);
    expect(await counts(run)).toMatchObject({ ready: 1, held: 1 });
    expect(await answer(run, 'no')).toBe(303);
    expect(await counts(run)).toMatchObject({ ready: 0, held: 0, cancelled: 2 });
    expect(await outcome(run)).toBe('canceled');
    await expect(releasePayments(appContext, ['discarded-2'], person('carla'))).rejects.toMatchObject({
      code: 'not_held',
    });
    expect(await findings()).toEqual([]);
  });

  it('waits for its maker as a whole after that payment is released, and is paid when it is submitted', async () => {
    const run = await uploaded('released', 402);
    expect(await releasePayments(appContext, ['released-2'], person('carla'))).toEqual([run]);
    expect(await counts(run)).toMatchObject({ ready: 2, held: 0, cancelled: 0 });
    expect(await getRun(appContext.ledger.db, run)).toMatchObject({ state: 'needs_person', confirmed_at: null });
    expect(await outcome(run)).toBe('ready_to_submit');
    expect(await answer(run, 'yes')).toBe(303);
    expect((await getRun(appContext.ledger.db, run)).confirmed_at).not.toBeNull();
    expect(await counts(run)).toMatchObject({ ready: 2 });
    expect(await findings()).toEqual([]);
  });

  it('shows its maker the present payments before it is submitted', async () => {
    const run = await uploaded('outdated', 403);
    const page = await (await app.request(`/runs/${run}`)).text();
    const shown = /name="shown" value="([^"]*)"/.exec(page)![1]!;
    await releasePayments(appContext, ['outdated-2'], person('carla'));
    const body = new URLSearchParams({ answer: 'yes', shown });
    expect((await app.request(`/runs/${run}/answer`, { method: 'POST', body })).status).toBe(409);
    expect(await counts(run)).toMatchObject({ ready: 2 });
  });
});
