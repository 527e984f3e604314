import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, paymentsOf } from '../../support/recorded-unpaid.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

describeDatabases('G9: a recipient whom the payout service refuses', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  const pay = (name: string, n: number, given: SheetLine = {}) => {
    const row = {
      reference: `${name}-${n}`,
      email: `${name}@example.com`,
      first: 'Pia',
      last: `Named${name}`,
      amount: `${300 + n}`,
      iban: germanIban(5_000 + name.charCodeAt(0)),
    };
    return payroll.pay(payroll.sheet(`${name}-${n}.csv`, sheetOf([{ ...row, ...given }])));
  };
  const atService = (method: string, path: string, body?: object) =>
    signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant })(method, `/v1/recipients/${path}`, body);
  const pathsOf = async (name: string) => {
    const { payments } = await payroll.ledger();
    const { recipientId, accountId } = payments.findLast((one) => one.recipientEmail === `${name}@example.com`)!;
    return { recipient: recipientId, account: `${recipientId}/accounts/${accountId}` };
  };
  const retry = (run: string) =>
    rerunFailed(appContext, {
      run,
      maker: person('mia'),
      states: ['failed'],
      references: [],
      dryRun: false,
      confirm: 'yes',
      ...carry,
    });
  const last = async (reference: string) => (await paymentsOf(appContext, reference)).at(-1)!;
  const statusOf = async (recipient: string) => (await atService('GET', recipient)).body.recipient.status;

  it.each([
    ['archived', 'archie', (id: string) => atService('DELETE', id)],
    ['suspended', 'susan', (id: string) => atService('PATCH', id, { status: 'suspended' })],
  ] as const)(
    'because it has %s them is read by the next run, on hold, and set active by a release',
    async (status, name, deny) => {
      expect((await pay(name, 1)).counts).toMatchObject({ processed: 1 });
      const { recipient } = await pathsOf(name);
      await deny(recipient);
      const refused = await pay(name, 2);
      expect(refused.counts).toMatchObject({ failed: 1 });
      expect((await last(`${name}-2`)).reason).toMatch(
        /^The payout service rejected this payment: .*recipient.* Retry this payment:/,
      );

      const held = await retry(refused.run);
      expect(held.counts).toMatchObject({ held: 1 });
      expect(await last(`${name}-2`)).toMatchObject({ reason_code: 'recipient_inactive' });
      expect((await last(`${name}-2`)).reason).toContain(`has ${status} this recipient`);
      // A sheet of its own, and other data, do not pass by the hold.
      expect((await pay(name, 3, { last: 'Other' })).counts).toMatchObject({ held: 1 });
      expect(await statusOf(recipient)).toBe(status);

      await expect(releasePayments(appContext, [`${name}-2`], person('mia'))).rejects.toThrow();
      await releasePayments(appContext, [`${name}-2`], person('anna'));
      expect(await resumeRuns(appContext, { run: held.run, ...carry })).toMatchObject([{ counts: { processed: 1 } }]);
      expect(await statusOf(recipient)).toBe('active');
      const { rows } = await appContext.ledger.db.query(
        `select kind from payrun.event where chain = 'run-' || $1 and kind like 'recipient\\_%' order by seq`,
        [held.run],
      );
      expect(rows).toEqual([{ kind: 'recipient_inactive' }, { kind: 'recipient_activated' }]);
      expect((await pay(name, 4)).counts).toMatchObject({ processed: 1 });
      expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
    },
  );

  it('because their account was deleted is read by the next run, which adds the account of the row again', async () => {
    expect((await pay('della', 1)).counts).toMatchObject({ processed: 1 });
    await atService('DELETE', (await pathsOf('della')).account);
    const refused = await pay('della', 2);
    expect(refused.counts).toMatchObject({ failed: 1 });
    expect((await last('della-2')).reason).toContain('Retry this payment');
    expect((await retry(refused.run)).counts).toMatchObject({ processed: 1 });
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('because their account was deleted is paid to another account only after a release', async () => {
    expect((await pay('erika', 1)).counts).toMatchObject({ processed: 1 });
    await atService('DELETE', (await pathsOf('erika')).account);
    expect((await pay('erika', 2)).counts).toMatchObject({ failed: 1 });
    expect((await pay('erika', 3, { iban: germanIban(8_888) })).counts).toMatchObject({ held: 1 });
    expect(await last('erika-3')).toMatchObject({ reason_code: 'account_changed' });
  });
});
