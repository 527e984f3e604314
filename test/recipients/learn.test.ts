import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { recipientFingerprint } from '../../src/ledger/fingerprints.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import { findRecipient, intendCreate, recipientsListedAt, recordListing } from '../../src/ledger/recipient.ts';
import { learnRecipientsOfService } from '../../src/recipients/learn.ts';
import { describeDatabases } from '../support/database.ts';
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';
import { startTestRun, testDeps } from '../support/test-run.ts';
import { createTestService, type TestService } from '../support/test-service.ts';

describeDatabases('what is learnt from the list of recipients', (database) => {
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
  const learn = async (merchant: string, pages: readonly (readonly unknown[])[]) => {
    server = await startScriptedServer((_, { target }) => {
      const page = Number(new URL(target, 'http://service').searchParams.get('page'));
      const recipients = pages[page - 1] ?? [];
      return { body: { ok: true, recipients, meta: { page, pages: pages.length, records: 0 } } };
    });
    client = createTestService(server.url, { windowMs: 20 });
    const run = await startTestRun(ledger, { merchant });
    await learnRecipientsOfService(run, testDeps(ledger, { service: client.service }));
  };
  const find = (merchant: string, key: string) =>
    findRecipient(ledger.db, merchant, recipientFingerprint(ledger.vault, key));
  const queries = () => server.received.map(({ target }) => new URL(target, 'http://service').searchParams);

  it('are all of them, page by page, by reference and by e-mail, with the account they are paid to', async () => {
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

  it('are not those that were archived: they cannot be paid', async () => {
    await learn('archived', [[remote('dora', { status: 'archived' }), remote('emil')]]);
    expect(await find('archived', 'ref:dora')).toBeNull();
    expect(await find('archived', 'ref:emil')).not.toBeNull();
  });

  it('are those without e-mail, account or reference too', async () => {
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

  it('never replaces what is known already', async () => {
    await learn('known', [[remote('gus')]]);
    const before = await find('known', 'ref:gus');
    await client.close();
    await server.close();
    await learn('known', [[remote('gus', { referenceId: 'gus-2', email: 'eve@example.com', accounts: [] })]]);
    expect(await find('known', 'ref:gus')).toEqual(before);
    expect(await find('known', 'email:eve@example.com')).toBeNull();
  });

  it('ends the search for a recipient whose creation was interrupted: they are that one, not another', async () => {
    await startTestRun(ledger, { merchant: 'cut' });
    const keyFp = recipientFingerprint(ledger.vault, 'email:hal@example.com');
    const id = randomUUID();
    await intendCreate(ledger.db, { id, merchant: 'cut', keyFp, emailFp: keyFp, referenceId: 'payrun-HAL' });
    await learn('cut', [[remote('hal', { referenceId: 'payrun-HAL' })]]);
    expect(await find('cut', 'email:hal@example.com')).toMatchObject({ id, remote_id: 'R-hal', intent: null });
    const { rows } = await ledger.db.query(`select id from payrun.recipient where merchant_id = 'cut'`);
    expect(rows).toHaveLength(1);
  });

  it('of one merchant says nothing of another', async () => {
    await learn('mine', [[remote('ida')]]);
    expect(await find('mine', 'ref:ida')).not.toBeNull();
    expect(await find('pages', 'ref:ida')).toBeNull();
    expect(await recordListing(ledger.db, 'mine', new Date(0))).toBeUndefined();
    expect(await recipientsListedAt(ledger.db, 'mine')).toEqual(new Date(0));
    expect(await recipientsListedAt(ledger.db, 'pages')).not.toEqual(new Date(0));
  });
});
