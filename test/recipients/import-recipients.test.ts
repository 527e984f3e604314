import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { recipientFingerprint } from '../../src/ledger/payments/fingerprints.ts';
import {
  findRecipient,
  intendCreate,
  recipientsListedAt,
  recordListing,
} from '../../src/ledger/recipients/recipient.ts';
import { importRecipients } from '../../src/recipients/import-recipients.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { type ScriptedServer, startScriptedServer } from '../support/servers/scripted-server.ts';
import { startTestRun, testDeps } from '../support/test-run.ts';
import { createTestService, type TestService } from '../support/test-service.ts';

describeDatabases('recipients from the list of the service', (database) => {
  let ledger: Ledger;
  let server: ScriptedServer;
  let client: TestService;
  beforeAll(async () => {
    ledger = await database.open();
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const remote = (name: string, more: Record<string, unknown> = {}) => ({
    id: `R-${name}`,
    referenceId: name,
    email: `${name}@Example.com`,
    status: 'active',
    accounts: [
      { id: `A-${name}-old`, primary: false },
      { id: `A-${name}`, primary: true },
    ],
    ...more,
  });
  /** Learns for a merchant of its own from these pages. */
  const learn = async (
    merchant: string,
    pages: readonly (readonly unknown[])[],
    given: { run?: ActiveRun; again?: boolean; stopAt?: number } = {},
  ): Promise<ActiveRun> => {
    const stop = new AbortController();
    server = await startScriptedServer((_, { target }) => {
      const page = Number(new URL(target, 'http://service').searchParams.get('page'));
      if (page === given.stopAt) stop.abort(new Error('stopped'));
      const recipients = pages[page - 1] ?? [];
      return { body: { ok: true, recipients, meta: { page, pages: pages.length, records: 0 } } };
    });
    client = createTestService(server.url, { windowMs: 20 });
    const run = given.run ?? (await startTestRun(ledger, { merchant }));
    const deps = testDeps(ledger, { service: client.service, signal: stop.signal });
    await importRecipients(run, deps, { again: given.again ?? false }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    return run;
  };
  const learnAfter = async (...given: Parameters<typeof learn>) => {
    await client.close();
    await server.close();
    return learn(...given);
  };
  const find = (merchant: string, key: string) =>
    findRecipient(ledger.db, merchant, recipientFingerprint(ledger.vault, key));
  const queries = () => server.received.map(({ target }) => new URL(target, 'http://service').searchParams);

  // On the embedded one a transaction has the database to itself.
  it.runIf(database.kind === 'postgres')('do not block an account that is added meanwhile', async () => {
    await learn('locks', [[remote('liv')]]);
    const liv = await find('locks', 'ref:liv');
    const locked = Promise.withResolvers<void>();
    const listed = Promise.withResolvers<void>();
    // As `intendAccount` does: the merchant's row, then the recipient's.
    const other = ledger.tx(async (db) => {
      await db.query(`select 1 from payrun.merchant where id = 'locks' for share`);
      locked.resolve();
      await listed.promise;
      const waiting = `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
      while ((await db.query(waiting)).rows.length === 0) {
        await new Promise((next) => setTimeout(next, 10));
        // Otherwise a transaction sees who is connected as it was at its first look, without connections opened since.
        await db.query('select pg_stat_clear_snapshot()');
      }
      await db.query('update payrun.recipient set email_fp = email_fp where id = $1', [liv!.id]);
    });
    await locked.promise;
    const learning = learnAfter('locks', [[remote('liv', { routeType: 'ach', routeMinimum: '5.00' })]], {
      again: true,
    });
    listed.resolve();
    await Promise.all([other, learning]);
    const { rows } = await ledger.db.query('select route_minimum from payrun.recipient where id = $1', [liv!.id]);
    expect(rows).toEqual([{ route_minimum: 500n }]);
  });

  it('are all of them, page by page, by reference and by e-mail, with their primary account', async () => {
    await learn('pages', [[remote('ann'), remote('ben')], [remote('cid')]]);
    expect(queries().map((query) => [query.get('page'), query.get('pageSize'), query.get('startDate')])).toEqual([
      ['1', '1000', null],
      ['2', '1000', null],
    ]);
    const ann = await find('pages', 'ref:ann');
    expect(ann).toMatchObject({ remote_id: 'R-ann', account_remote_id: 'A-ann', reference_id: 'ann' });
    expect(await find('pages', 'email:ann@example.com')).toEqual(ann);
    expect(await find('pages', 'ref:cid')).toMatchObject({ remote_id: 'R-cid' });
    // Nothing says that the service has the same data of them as the sheet: they are brought to it when they are paid.
    expect(ann).toMatchObject({ profile_fp: null, account_fp: null, intent: null });
  });

  it('have the minimum of the service for their account, in the currency of the merchant', async () => {
    const reported = { routeType: 'wire', routeMinimum: '20.00' };
    await learn('least', [
      [
        remote('ira', reported),
        remote('jan', { ...reported, routeMinimum: '0' }),
        remote('kim', { ...reported, accounts: [] }),
      ],
    ]);
    const { rows } = await ledger.db.query(
      `select reference_id as who, route_type as route, route_minimum as minor, route_currency as currency, route_account as account
       from payrun.recipient where merchant_id = 'least' order by 1`,
    );
    const none = { route: null, minor: null, currency: null, account: null };
    expect(rows).toEqual([
      { who: 'ira', route: 'wire', minor: 2_000n, currency: 'USD', account: 'A-ira' },
      { who: 'jan', ...none },
      { who: 'kim', ...none },
    ]);
  });

  it('have the country of their bank account, as long as it is theirs', async () => {
    const account = { recipientAccountId: 'A-1', type: 'bank-transfer', country: 'FR', primary: true };
    await learn('places', [
      [
        remote('lea', { accounts: [{ ...account, primary: false, country: 'US' }, account] }),
        remote('max', { accounts: [{ ...account, type: 'paypal' }] }),
        remote('ned', { accounts: [{ ...account, country: null }] }),
      ],
    ]);
    const { rows } = await ledger.db.query(
      `select reference_id as who, account_country as country, account_country_of as account
       from payrun.recipient where merchant_id = 'places' order by 1`,
    );
    expect(rows).toEqual([
      { who: 'lea', country: 'FR', account: 'A-1' },
      { who: 'max', country: null, account: null },
      { who: 'ned', country: null, account: null },
    ]);
  });

  it('are not archived ones, which cannot be paid', async () => {
    await learn('archived', [[remote('dora', { status: 'archived' }), remote('emil')]]);
    expect(await find('archived', 'ref:dora')).toBeNull();
    expect(await find('archived', 'ref:emil')).not.toBeNull();
  });

  it('include those without e-mail, account or reference', async () => {
    await learn('bare', [[remote('fay', { email: null, accounts: null, referenceId: null })]]);
    expect(await find('bare', 'ref:R-fay')).toMatchObject({ remote_id: 'R-fay', account_remote_id: null });
  });

  it('next time are only those that changed since, with a day of overlap', async () => {
    await learn('since', [[]]);
    const at = (await recipientsListedAt(ledger.db, 'since'))!;
    expect(at).not.toBeNull();
    await client.close();
    await server.close();
    await learn('since', [[]]);
    const [query] = queries();
    expect(Date.parse(query!.get('startDate')!)).toBe(at.getTime() - 86_400_000);
    expect((await recipientsListedAt(ledger.db, 'since'))!.getTime()).toBeGreaterThanOrEqual(at.getTime());
  });

  describe('by a run that was interrupted', () => {
    it('is not listed again once it is complete: by then it has all recipients of the run itself', async () => {
      const run = await learn('once', [[remote('lea')]]);
      await learnAfter('once', [[remote('lea')], [remote('mia')]], { run });
      expect(queries()).toEqual([]);
    });

    it('continues with the page that was not imported yet', async () => {
      const pages = [[remote('nia')], [remote('ola')], [remote('pia')]];
      const run = await learn('pages-left', pages, { stopAt: 3 });
      expect(await recipientsListedAt(ledger.db, 'pages-left')).toBeNull();
      await learnAfter('pages-left', pages, { run });
      expect(queries().map((query) => query.get('page'))).toEqual(['3']);
      expect(await find('pages-left', 'ref:pia')).not.toBeNull();
      expect(await recipientsListedAt(ledger.db, 'pages-left')).not.toBeNull();
    });

    it('is listed again if the sheet names someone only by referenceId', async () => {
      const run = await learn('anew', [[]]);
      await learnAfter('anew', [[remote('quo')]], { run, again: true });
      expect(await find('anew', 'ref:quo')).not.toBeNull();
    });
  });

  it('are 20 pages of many, and all of them for rows that name a recipient by number alone, which nothing else finds', async () => {
    const many = Array.from({ length: 22 }, (_, i) => [remote(`many-${i + 1}`)]);
    await learn('many', many);
    expect(queries()).toHaveLength(20);
    expect(await recipientsListedAt(ledger.db, 'many')).toBeNull();
    await learnAfter('many', many, { again: true });
    expect(queries().map((query) => query.get('startDate'))).toEqual(Array(22).fill(null));
    expect(await find('many', 'ref:many-22')).not.toBeNull();
    expect(await recipientsListedAt(ledger.db, 'many')).not.toBeNull();
  });

  it('never replace what is known already', async () => {
    await learn('known', [[remote('gus')]]);
    const before = await find('known', 'ref:gus');
    await client.close();
    await server.close();
    await learn('known', [[remote('gus', { referenceId: 'gus-2', email: 'eve@example.com', accounts: [] })]]);
    expect(await find('known', 'ref:gus')).toEqual(before);
    expect(await find('known', 'email:eve@example.com')).toBeNull();
  });

  it('end the search for a recipient whose creation was interrupted: they are that one, not another', async () => {
    await startTestRun(ledger, { merchant: 'cut' });
    const keyFp = recipientFingerprint(ledger.vault, 'email:hal@example.com');
    const id = randomUUID();
    await intendCreate(ledger.db, { id, merchant: 'cut', keyFp, emailFp: keyFp, referenceId: 'payrun-HAL' });
    await learn('cut', [[remote('hal', { referenceId: 'payrun-HAL' })]]);
    expect(await find('cut', 'email:hal@example.com')).toMatchObject({ id, remote_id: 'R-hal', intent: null });
    const { rows } = await ledger.db.query(`select id from payrun.recipient where merchant_id = 'cut'`);
    expect(rows).toHaveLength(1);
  });

  it('of one merchant are independent of another', async () => {
    await learn('mine', [[remote('ida')]]);
    expect(await find('mine', 'ref:ida')).not.toBeNull();
    expect(await find('pages', 'ref:ida')).toBeNull();
    const run = await startTestRun(ledger, { merchant: 'mine' });
    const listing = { since: null, startedAt: new Date(0).toISOString(), page: 1, done: true, whole: true };
    await recordListing(ledger.db, run, listing);
    expect(await recipientsListedAt(ledger.db, 'mine')).toEqual(new Date(0));
    expect(await recipientsListedAt(ledger.db, 'pages')).not.toEqual(new Date(0));
  });
});
