import { expect, it } from 'vitest';
import type { JobOutcome } from '../../src/engine/job.ts';
import { reconcile } from '../../src/engine/jobs/reconcile.ts';
import { settleOpen } from '../../src/engine/jobs/settle-open.ts';
import { adoptBatches, declareOther, listUnknownBatches } from '../../src/engine/review/adopt.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { describeDatabases, type TestDatabase } from '../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import type { ProxiedAnswer } from '../support/servers/service-proxy.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { serviceRig } from './workers/service-rig.ts';

type Json = Record<string, unknown>;

/** Answers in which records of a list are odd: `oddly` gets each record of the lists that a path answers with. */
const changing = (path: RegExp, list: string, oddly: (record: Json) => unknown) => (given: ProxiedAnswer) =>
  given.status === 200 && path.test(`${given.method} ${given.path}`) && Array.isArray(given.json[list])
    ? { ...given, json: { ...given.json, [list]: given.json[list].map(oddly) } }
    : given;
/** Answers in which the payments that a batch carries are odd. */
const changingEmbedded = (oddly: (record: Json) => unknown) => (given: ProxiedAnswer) => {
  const { payments, ...page } = given.json?.batch?.payments ?? {};
  return Array.isArray(payments)
    ? {
        ...given,
        json: { ...given.json, batch: { ...given.json.batch, payments: { ...page, payments: payments.map(oddly) } } },
      }
    : given;
};
/** Answers in which every recipient, in a list or alone, has an old account that cannot be read. */
const withOddAccounts = (given: ProxiedAnswer): ProxiedAnswer => {
  const odd = (one: Json) =>
    Array.isArray(one.accounts)
      ? { ...one, accounts: [{ id: 7, primary: false, status: 'inactive' }, ...one.accounts] }
      : one;
  const { recipient, recipients } = given.json ?? {};
  if (given.status !== 200 || !(recipient || recipients)) return given;
  return {
    ...given,
    json: { ...given.json, ...(recipient ? { recipient: odd(recipient) } : { recipients: recipients.map(odd) }) },
  };
};
const BATCHES = /GET \/v1\/batches$/;
const PAYMENTS = /GET \/v1\/payments$/;
const BATCH_PAYMENTS = /GET .*\/batches\/B-\w+\/payments$/;

/** A team whose service answers oddly, and what the tests of it do. With kills: the simulator's step "a service that answers oddly". */
function oddService(database: TestDatabase) {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);
  let accounts = 1_000;
  /** Each sheet has people of its own: the same account and amount would be a possible duplicate. */
  const sheet = (tag: string, count = 3, more: (n: number) => object = () => ({})) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(
        people(count, (n) => ({
          reference: `${tag}-${n}`,
          email: `${tag}${n}@example.com`,
          iban: germanIban(++accounts),
          ...more(n),
        })),
      ),
    );
  const paySheetOf = (file: string, env: Record<string, string> = {}) =>
    payroll.pay(file, { env: { ...rig.env(), ...env } });
  const pay = (tag: string) => paySheetOf(sheet(tag));
  const starts = () => rig.proxy.calls.filter((call) => call.endsWith('/start-processing')).length;
  return { payroll, rig, sheet, paySheetOf, pay, starts };
}

const isOf = (who: string) => (record: Json) => JSON.stringify(record).includes(`${who}@example.com`);

describeDatabases('one odd record', (database) => {
  const { payroll, rig, sheet, paySheetOf, pay, starts } = oddService(database);

  it('G3: that the run does not need stops nothing: everybody is paid once', async () => {
    const odd = [
      changing(/GET \/v1\/recipients$/, 'recipients', (one) => (isOf('stranger')(one) ? { ...one, status: 7 } : one)),
      withOddAccounts,
      // The balance that pays, and one that is none.
      changing(/GET \/v1\/balances$/, 'balances', (one) => (one.currency === 'EUR' ? { ...one, amount: 7.5 } : one)),
      changing(/GET \/v1\/balances$/, 'balances', (one) => (one.currency === 'GBP' ? 'GBP 7.50' : one)),
    ];
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const stranger = { type: 'individual', firstName: 'Eve', lastName: 'Stranger', email: `stranger@example.com` };
    await call('POST', '/v1/recipients', stranger);
    rig.proxy.rule({ answer: (given) => odd.reduce((answer, oddly) => oddly(answer), given) });
    expect(await pay('needless')).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 3 } });
    expect(await rig.timesPaid('needless')).toEqual([1, 1, 1]);
    rig.proxy.rule({});
    await rig.holds();
  });

  it('G3: among the payments of our batch before it starts: nothing is started, and it continues once it can be read', async () => {
    const before = starts();
    rig.proxy.rule({
      answer: changing(BATCH_PAYMENTS, 'payments', (one) => (isOf('before2')(one) ? { ...one, sourceAmount: 7 } : one)),
    });
    const held = await pay('before');
    expect(held).toMatchObject({ exitCode: 4, counts: { processed: 0 } });
    expect(held.note).toContain('in a format that Payrun cannot read');
    expect(starts()).toBe(before);
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid('before')).toEqual([1, 1, 1]);
  });

  it('G3: among the payments of our batch after it was paid is unconfirmed, and the others are paid', async () => {
    const answer = changing(BATCH_PAYMENTS, 'payments', (one) =>
      isOf('after2')(one) && one.status === 'processed' ? { ...one, status: 7 } : one,
    );
    rig.proxy.rule({ answer });
    const soon = { PAYRUN_SETTLE_WAIT_MS: '1500' };
    await paySheetOf(sheet('after'), soon);
    const unclear = expect.objectContaining({
      message: expect.stringContaining('in a format that Payrun cannot read'),
    });
    const held = expect.objectContaining({
      ...{ exitCode: 4, problems: [unclear], note: expect.not.stringMatching(/no one ordered|not in this ledger/) },
      counts: expect.objectContaining({ processed: 2, unknown: 1 }),
    });
    await expect.poll(() => rig.resume(soon)).toEqual([held]);
    expect(await rig.timesPaid('after')).toEqual([1, 1, 1]);
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    await rig.holds();
  });

  it('that is listed twice, as when a list changes between two pages, is one payment', async () => {
    const twice = (given: ProxiedAnswer) =>
      given.status === 200 && Array.isArray(given.json.payments)
        ? { ...given, json: { ...given.json, payments: [...given.json.payments, ...given.json.payments.toReversed()] } }
        : given;
    rig.proxy.rule({ answer: twice });
    expect(await pay('twice')).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 3 } });
    expect(await rig.timesPaid('twice')).toEqual([1, 1, 1]);
    await rig.holds();
    rig.proxy.rule({});
  });

  it('G3: that is a payment no one ordered is reported, and those that were ordered are paid', async () => {
    rig.proxy.rule({
      answer: (given) =>
        BATCH_PAYMENTS.test(`${given.method} ${given.path}`) && given.json.payments?.[0]?.status === 'processed'
          ? { ...given, json: { ...given.json, payments: [...given.json.payments, { id: 'P-odd', status: null }] } }
          : given,
    });
    const outcome = await pay('extra');
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 3 } });
    expect(outcome.note).toContain('that Payrun did not order, in a format that Payrun cannot read');
    rig.proxy.rule({});
  });

  it('G3: that may be the recipient of a row holds that row, and the others are paid', async () => {
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

  it('G3: of a balance that cannot be read is no shortfall: a start that it does not cover is refused by the service, and waits', async () => {
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

/** Answers about the batch in dollars, of which nothing can be read. */
const inNoForm =
  (...paths: readonly RegExp[]) =>
  (given: ProxiedAnswer) =>
    given.status === 200 && paths.some((path) => path.test(`${given.method} ${given.path}`)) && isOfDollars(given.json)
      ? { ...given, json: { ok: true, batch: { id: 7 }, batchSummary: 'none', payments: 'none', meta: 'none' } }
      : given;
const isOfDollars = ({ batch, batchSummary, payments }: Json) =>
  /"(source)?currency":"USD"/i.test(JSON.stringify(batch ?? batchSummary ?? payments));
/** Answers about the batch in dollars that refuse to show it. */
const refusing =
  (status: number, code: string, ...paths: readonly RegExp[]) =>
  (given: ProxiedAnswer) =>
    given.status === 200 && paths.some((path) => path.test(`${given.method} ${given.path}`)) && isOfDollars(given.json)
      ? { ...given, status, json: { ok: false, errors: [{ code, message: 'Not now' }] } }
      : given;
const GET_BATCH = /GET .*\/batches\/B-\w+$/;
const QUOTE = /POST .*\/generate-quote$/;
const START = /POST .*\/start-processing$/;

describeDatabases('an answer about one batch that cannot be read', (database) => {
  const { payroll, rig, sheet, paySheetOf, starts } = oddService(database);
  const soon = { PAYRUN_SETTLE_WAIT_MS: '1500' };
  const inTwoCurrencies = (tag: string) => sheet(tag, 4, (n) => (n > 2 ? { currency: 'USD' } : {}));

  const NO_FORM = 'in a format that Payrun cannot read';
  const REFUSED = /refuses to show (the|this) batch \((Not now|the keys of this merchant may not read it)\)/;
  const NOT_SENT = { counts: { processed: 2, batched: 2 }, sent: 1 };
  const SENT = { counts: { processed: 2, unknown: 2 }, sent: 2 };
  // By the state of the batch: test/batches/reconciliations/unreadable-batch.test.ts and test/batches/quotes/quote-batch.test.ts.
  const CASES: readonly (readonly [
    what: string,
    answer: (given: ProxiedAnswer) => ProxiedAnswer,
    then: typeof NOT_SENT | typeof SENT,
    says: string | RegExp,
  ])[] = [
    ['while it is followed', inNoForm(GET_BATCH), SENT, NO_FORM],
    ['to its quote', inNoForm(QUOTE), NOT_SENT, NO_FORM],
    ['refused with its payments', refusing(400, 'invalid_field', BATCH_PAYMENTS), NOT_SENT, REFUSED],
    ['refused after its start', refusing(403, 'invalid_field', START, GET_BATCH), SENT, REFUSED],
  ];
  it.each(CASES)(
    'G3: %s: only it requires action, the other currency is paid, and everybody once',
    async (what, answer, { counts, sent }, says) => {
      const tag = what.replace(/\W/g, '').toLowerCase();
      const before = starts();
      rig.proxy.rule({ answer });
      await paySheetOf(inTwoCurrencies(tag), soon);
      const held = expect.objectContaining({
        ...{ state: 'needs_person', exitCode: 4, note: expect.stringMatching(says) },
        counts: expect.objectContaining(counts),
      });
      await expect.poll(() => rig.resume(soon)).toEqual([held]);
      expect(await rig.resume(soon)).toEqual([held]);
      expect(starts() - before).toBe(sent);
      rig.proxy.rule({});
      expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 4 } }]);
      expect(await rig.timesPaid(tag)).toEqual([1, 1, 1, 1]);
      await rig.holds();
    },
  );

  const balances = (status: number, json: object) => (given: ProxiedAnswer) =>
    given.path === '/v1/balances' ? { ...given, status, json } : given;
  it.each([
    ['only to its start', inNoForm(START)],
    ['with its payments', changingEmbedded((one) => ({ ...one, sourceAmount: 7, status: null }))],
    ['all balances, refused', balances(403, { ok: false, errors: [{ code: 'not_authorized', message: 'No' }] })],
    ['all balances, unreadable', balances(200, { ok: true, balances: 7 })],
  ])('%s blocks nothing', async (what, answer) => {
    const tag = what.replace(/\W/g, '').toLowerCase();
    rig.proxy.rule({ answer });
    const paid = await paySheetOf(inTwoCurrencies(tag));
    expect(paid).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 4 } });
    expect(await rig.timesPaid(tag)).toEqual([1, 1, 1, 1]);
    rig.proxy.rule({});
    await rig.holds();
  });

  it('that awaits an approval in the service leaves it awaiting it, and it is paid once it can be read', async () => {
    await payroll.control('service-approval', { required: true });
    const asked = await paySheetOf(inTwoCurrencies('held'), soon);
    expect(asked).toMatchObject({ state: 'awaiting_service_approval', exitCode: 4 });
    await payroll.control('service-approval', { required: false, answer: 'approve' });
    rig.proxy.rule({ answer: inNoForm(GET_BATCH) });
    const [held] = await rig.resume(soon);
    expect(held).toMatchObject({
      state: 'awaiting_service_approval',
      exitCode: 4,
      counts: { processed: 2, batched: 2 },
    });
    expect(held!.note).toContain('in a format that Payrun cannot read');
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 4 } }]);
    expect(await rig.timesPaid('held')).toEqual([1, 1, 1, 1]);
    await rig.holds();
  });

  it('when it is read back at its creation, or is refused: no approval is asked for, and nothing is sent', async () => {
    const env = { ...rig.env(), 'approval.policy': 'manual' };
    let n = 0;
    for (const answer of [inNoForm(BATCH_PAYMENTS), refusing(400, 'invalid_field', BATCH_PAYMENTS)]) {
      const tag = `readback${++n}x`;
      rig.proxy.rule({ answer });
      const held = await payroll.pay(inTwoCurrencies(tag), { env });
      expect(held).toMatchObject({ exitCode: 4, counts: { batched: 4 } });
      expect(held.note).toMatch(/in a format that Payrun cannot read|refuses to show the batch/);
      rig.proxy.rule({});
    }
  });
});

const CREATE_RECIPIENT = /POST \/v1\/recipients\/?$/;
const SEARCH = /GET \/v1\/recipients$/;

describeDatabases('an odd answer about one recipient', (database) => {
  const { payroll, rig, sheet } = oddService(database);
  /** Each but the first person of a sheet has an answer of its own, in place of this one. */
  const refusalOf = (tag: string, refusals: readonly (readonly [number, string])[], given: ProxiedAnswer) => {
    const { recipient, recipients } = given.json ?? {};
    const n = refusals.findIndex((_, i) => isOf(`${tag}${i + 2}`)((recipient ?? recipients ?? {}) as Json));
    if (n < 0) return null;
    const [status, code] = refusals[n]!;
    return { ...given, status, json: { ok: false, errors: [{ code, message: 'Not now' }] } };
  };

  it('G3: that comes after the change refuses nobody: everybody is paid once', async () => {
    const refusals = [
      [409, 'duplicate'],
      [409, 'invalid_status'],
      [400, 'duplicate'],
    ] as const;
    rig.proxy.rule({
      answer: (given) =>
        (CREATE_RECIPIENT.test(`${given.method} ${given.path}`) && refusalOf('change', refusals, given)) || given,
    });
    const paid = await payroll.pay(sheet('change', 4), { env: rig.env() });
    expect(paid).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 4 } });
    expect(await rig.timesPaid('change')).toEqual([1, 1, 1, 1]);
    rig.proxy.rule({});
  });

  it('G3: that was lost, and a search that is refused: the row is not refused, and is paid once after its release', async () => {
    const refusals = [
      [400, 'invalid_field'],
      [403, 'not_authorized'],
      [404, 'not_found'],
      [409, 'invalid_status'],
    ] as const;
    rig.proxy.rule({
      answer(given) {
        const call = `${given.method} ${given.path}`;
        if (!CREATE_RECIPIENT.test(call) && !SEARCH.test(call)) return given;
        const refusal = refusalOf('lost', refusals, given);
        if (refusal === null) return given;
        return SEARCH.test(call) ? refusal : null;
      },
    });
    const held = await payroll.pay(sheet('lost', 5), { env: rig.env() });
    expect(held).toMatchObject({ exitCode: 4, counts: { processed: 1, held: 4 } });
    const unclear = { message: expect.stringContaining('can’t interpret') };
    expect(held.problems).toMatchObject(refusals.map(() => unclear));
    rig.proxy.rule({});
    const appContext = await payroll.appContext(rig.env());
    await releasePayments(appContext, ['lost-2', 'lost-3', 'lost-4', 'lost-5'], person('anna'));
    expect(await rig.resume()).toMatchObject([{ exitCode: 0, counts: { processed: 5 } }]);
    expect(await rig.timesPaid('lost')).toEqual([1, 1, 1, 1, 1]);
  });
});

describeDatabases('one odd record in a list of batches, or of all payments,', (database) => {
  const { payroll, rig, sheet, paySheetOf, pay, starts } = oddService(database);
  /** The batches in the service that pay people of this name. */
  const batchesOf = async (tag: string) => {
    const { payments } = await payroll.ledger();
    return new Set(payments.flatMap((one) => (one.recipientEmail.startsWith(tag) ? one.batchId : [])));
  };

  it.each([
    ['tags', { status: 7 }],
    ['id', { status: 'open', tags: 7 }],
  ])(
    'G3: that is a batch of an earlier run, known by its %s, stops nothing, and the comparison says which',
    async (by, how) => {
      const tag = `earlier${by}`;
      await pay(`${tag}a`);
      const earlier = await batchesOf(`${tag}a`);
      const answer = changing(BATCHES, 'batches', (one) => (earlier.has(String(one.id)) ? { ...one, ...how } : one));
      rig.proxy.rule({ answer });
      expect(await pay(`${tag}b`)).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 3 } });
      expect(await rig.timesPaid(`${tag}b`)).toEqual([1, 1, 1]);
      const appContext = await payroll.appContext(rig.env());
      const compared = await verifyLedger(appContext, { remote: true });
      expect(compared.notCompared).toEqual([]);
      expect(compared.findings).toMatchObject([
        { what: expect.stringContaining('in a format that Payrun cannot read') },
      ]);
      const { document } = await reconcile(appContext, {}, { progress: () => {}, maker: person('mia') });
      expect(document).toMatchObject({
        errors: [],
        merchants: [{ differences: [{ kind: 'state', there: 'unreadable' }] }],
      });
      rig.proxy.rule({});
      await rig.holds();
    },
  );

  it('that may be an unknown batch keeps everything from starting, and it continues without it', async () => {
    const tags = ['payrun-0199c1b2-0000-7000-8000-000000000001'];
    const before = starts();
    const appContext = await payroll.appContext(rig.env());
    // Tags that cannot be read, no batch at all, and a tag that no batch here has.
    const all = [{ id: 'B-odd', status: 'open', tags: 7 }, 'B-odd', { id: 'B-odd', status: 7, tags }];
    for (const [n, odd] of all.entries()) {
      const answer = (given: ProxiedAnswer) =>
        BATCHES.test(`${given.method} ${given.path}`)
          ? { ...given, json: { ...given.json, batches: [odd, ...given.json.batches] } }
          : given;
      rig.proxy.rule({ answer });
      const refused = { exitCode: 4, code: expect.stringMatching(/^batches_un/) };
      await expect(pay(`doubt${n}x`)).rejects.toMatchObject(refused);
      expect(starts()).toBe(before);
      const found = await listUnknownBatches(appContext, undefined);
      expect(found).toMatchObject([{ batches: [{ isReadable: false }] }]);
      await expect(adoptBatches(appContext, found, person('anna'))).rejects.toMatchObject({
        code: 'batches_unreadable',
      });
    }
    rig.proxy.rule({});
    const done = { state: 'done', exitCode: 0, counts: { processed: 3 } };
    expect(await rig.resume()).toMatchObject([done, done, done]);
    expect(await rig.timesPaid('doubt')).toEqual(Array(9).fill(1));
  });

  it('that may be an unknown batch stops nothing once a user has declared its installation, if it has an id', async () => {
    let odd: unknown = 'no id';
    rig.proxy.rule({
      answer: (given) =>
        BATCHES.test(`${given.method} ${given.path}`)
          ? { ...given, json: { ...given.json, batches: [odd, ...given.json.batches] } }
          : given,
    });
    await expect(pay('said')).rejects.toMatchObject({ code: 'batches_unreadable' });
    const appContext = await payroll.appContext(rig.env());
    const declare = async () =>
      declareOther(appContext, await listUnknownBatches(appContext, undefined), 'Berlin', person('anna'));
    await expect(declare()).rejects.toMatchObject({ code: 'batches_unreadable' });
    odd = { id: 'B-berlin', status: 'open', tags: 7 };
    await declare();
    expect(await rig.resume()).toMatchObject([{ state: 'done', counts: { processed: 3 } }]);
    expect(await rig.timesPaid('said')).toEqual([1, 1, 1]);
    rig.proxy.rule({});
  });

  it('that is the batch itself, made before a kill: only it is unconfirmed, the other currency is paid, and no one twice', async () => {
    const rows = sheet('own', 4, (n) => (n > 2 ? { currency: 'USD' } : {}));
    await rig.payAndKill(rows, /POST .*\/batches$/);
    const made = await batchesOf('own');
    expect(made.size).toBe(1);
    rig.proxy.rule({
      answer: changing(BATCHES, 'batches', (one) => (made.has(String(one.id)) ? { ...one, totalPayments: {} } : one)),
    });
    const [held] = await rig.resume();
    expect(held).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2, unknown: 2 } });
    expect(held!.note).toContain('in a format that Payrun cannot read');
    expect(await rig.resume()).toMatchObject([{ exitCode: 4, counts: { processed: 2, unknown: 2 } }]);
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 4 } }]);
    expect(await rig.timesPaid('own')).toEqual([1, 1, 1, 1]);
    await rig.holds();
  });

  it('among the returned payments is unconfirmed if it is ours, the others are returned, and it is read once it can be', async () => {
    const sum = (outcomes: readonly JobOutcome[]) => outcomes.map((one) => 'counts' in one && one.counts);
    expect(await paySheetOf(sheet('back', 4))).toMatchObject({ state: 'done' });
    await payroll.control(
      'outcomes',
      ['back1', 'back2', 'back3'].map((who) => ({
        match: { recipientEmail: `${who}@example.com` },
        outcome: 'returned',
        reason: 'Account closed',
        late: true,
      })),
    );
    const oddly = (one: Json) => {
      if (isOf('back2')(one)) return { ...one, returnedAmount: 7 };
      return isOf('back3')(one) ? { id: one.id, status: 7, externalId: 7.5 } : one;
    };
    rig.proxy.rule({
      answer: (given) => {
        const read = changing(PAYMENTS, 'payments', oddly)(given);
        return PAYMENTS.test(`${given.method} ${given.path}`)
          ? { ...read, json: { ...read.json, payments: ['nobody', ...read.json.payments] } }
          : read;
      },
    });
    const appContext = await payroll.appContext(rig.env());
    const [settled] = await settleOpen(appContext, { progress: () => {} });
    expect(settled).toMatchObject({
      state: 'needs_person',
      exitCode: 4,
      counts: { processed: 1, returned: 1, unknown: 2 },
      problems: expect.arrayContaining([
        expect.objectContaining({
          message: expect.stringContaining('as returned, in a format that Payrun cannot read'),
        }),
      ]),
    });
    expect((await verifyLedger(appContext)).findings).toEqual([]);
    rig.proxy.rule({});
    expect(sum(await settleOpen(appContext, { progress: () => {} }))).toMatchObject([{ processed: 1, returned: 3 }]);
    expect(sum(await settleOpen(appContext, { progress: () => {} }))).toEqual([]);
    await rig.holds();
  });
});
