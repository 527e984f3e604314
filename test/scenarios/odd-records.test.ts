import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../support/payroll.ts';
import type { ProxiedAnswer } from '../support/service-proxy.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { serviceRig } from './service-rig.ts';

type Json = Record<string, unknown>;

/** Answers in which records of a list are odd: `oddly` gets each record of the lists that a path answers with. */
const changing = (path: RegExp, list: string, oddly: (record: Json) => unknown) => (given: ProxiedAnswer) =>
  given.status === 200 && path.test(`${given.method} ${given.path}`) && Array.isArray(given.json[list])
    ? { ...given, json: { ...given.json, [list]: given.json[list].map(oddly) } }
    : given;
const BATCH_PAYMENTS = /GET .*\/batches\/B-\w+\/payments$/;

describeDatabases('one odd record', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);
  const sheet = (tag: string, count = 3) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(count, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  const pay = (tag: string) => payroll.pay(sheet(tag), { env: rig.env() });
  const starts = () => rig.proxy.calls.filter((call) => call.endsWith('/start-processing')).length;
  const isOf = (who: string) => (record: Json) => JSON.stringify(record).includes(`${who}@example.com`);

  it.each([
    [
      'a recipient of another program',
      changing(/GET \/v1\/recipients$/, 'recipients', (one) => (isOf('stranger')(one) ? { ...one, status: 7 } : one)),
    ],
    [
      'the balance that pays',
      changing(/GET \/v1\/balances$/, 'balances', (one) => (one.currency === 'EUR' ? { ...one, amount: 7.5 } : one)),
    ],
    [
      'a balance that is none',
      changing(/GET \/v1\/balances$/, 'balances', (one) => (one.currency === 'EUR' ? 'EUR 7.50' : one)),
    ],
  ])('that the run does not need, %s, stops nothing: everybody is paid once, after a kill', async (what, answer) => {
    const tag = what.replace(/\W/g, '').toLowerCase();
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const stranger = { type: 'individual', firstName: 'Eve', lastName: 'Stranger', email: `stranger@example.com` };
    await call('POST', '/v1/recipients', stranger);
    await rig.payAndKill(sheet(tag), /POST .*\/start-processing$/, { answer });
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid(tag)).toEqual([1, 1, 1]);
    rig.proxy.rule({});
    await rig.holds();
  });

  it('among the payments of our batch before it starts: nothing is started, and it goes on when it can be read', async () => {
    const before = starts();
    rig.proxy.rule({
      answer: changing(BATCH_PAYMENTS, 'payments', (one) => (isOf('before2')(one) ? { ...one, sourceAmount: 7 } : one)),
    });
    const held = await pay('before');
    expect(held).toMatchObject({ exitCode: 4, counts: { processed: 0 } });
    expect(held.note).toContain('in a form that cannot be read');
    expect(starts()).toBe(before);
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid('before')).toEqual([1, 1, 1]);
  });

  it('among the payments of our batch after it was paid is unconfirmed, and the others are paid; after a kill', async () => {
    const answer = changing(BATCH_PAYMENTS, 'payments', (one) =>
      isOf('after2')(one) && one.status === 'processed' ? { ...one, status: 7 } : one,
    );
    await rig.payAndKill(sheet('after'), /POST .*\/start-processing$/, { answer });
    const soon = { PAYRUN_SETTLE_WAIT_MS: '1500' };
    const [outcome] = await rig.resume(soon);
    expect(outcome).toMatchObject({ exitCode: 4, counts: { processed: 2, unknown: 1 } });
    expect(outcome!.problems).toMatchObject([{ message: expect.stringContaining('in a form that cannot be read') }]);
    expect(outcome!.note).not.toContain('nobody ordered');
    expect(await rig.timesPaid('after')).toEqual([1, 1, 1]);
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    await rig.holds();
  });

  it('that is a payment nobody ordered is told, and those that were ordered are paid', async () => {
    rig.proxy.rule({
      answer: (given) =>
        BATCH_PAYMENTS.test(`${given.method} ${given.path}`) && given.json.payments?.[0]?.status === 'processed'
          ? { ...given, json: { ...given.json, payments: [...given.json.payments, { id: 'P-odd', status: null }] } }
          : given,
    });
    const outcome = await pay('extra');
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 3 } });
    expect(outcome.note).toContain('nobody ordered here, in a form that cannot be read');
    rig.proxy.rule({});
  });

  it('that may be the recipient of a row holds that row, and the others are paid', async () => {
    const unreadable = (one: Json) => (isOf('unclear2')(one) ? { ...one, status: 7 } : one);
    const inList = changing(/GET \/v1\/recipients$/, 'recipients', unreadable);
    rig.proxy.rule({
      answer: (given) =>
        given.status === 200 && given.method === 'POST' && /\/recipients\/?$/.test(given.path)
          ? { ...given, json: { ...given.json, recipient: unreadable(given.json.recipient) } }
          : inList(given),
    });
    const outcome = await pay('unclear');
    rig.proxy.rule({});
    expect(outcome).toMatchObject({ exitCode: 4, counts: { processed: 2, held: 1 } });
    expect(await rig.timesPaid('unclear')).toEqual([1, 1]);
  });

  it('of a balance that cannot be read is no shortfall: a start that it does not cover is refused by the service, and waits', async () => {
    rig.proxy.rule({
      answer: changing(/GET \/v1\/balances$/, 'balances', (one) =>
        one.currency === 'GBP' ? { ...one, amount: null } : one,
      ),
    });
    const rows = people(1, () => ({
      amount: '900000000.00',
      currency: 'GBP',
      email: 'rich1@example.com',
      iban: germanIban(77),
    }));
    const outcome = await payroll.pay(payroll.sheet('rich.csv', sheetOf(rows)), { env: rig.env() });
    expect(outcome).toMatchObject({ exitCode: 4, state: 'waiting_funds' });
    expect(outcome.note).not.toMatch(/Needs .* more/);
    rig.proxy.rule({});
    expect(await rig.timesPaid('rich')).toEqual([0]);
  });
});
