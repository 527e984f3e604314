import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import {
  confirmExistence,
  confirmProfile,
  findRecipient,
  intendAccount,
  intendCreate,
  type RecipientRow,
  setIntent,
} from '../../src/ledger/recipients/recipient.ts';
import type { AccountDraft } from '../../src/model.ts';
import { syncAccount } from '../../src/recipients/account.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { type Script, type ScriptedServer, startScriptedServer } from '../support/servers/scripted-server.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../support/test-run.ts';
import { createTestService, type TestService } from '../support/test-service.ts';

const BANK: AccountDraft = {
  method: 'bank-transfer',
  fields: { country: 'DE', currency: 'EUR', accountHolderName: 'Ann Lee', iban: 'DE89370400440532013000' },
};
const PAYPAL: AccountDraft = { method: 'paypal', fields: { emailAddress: 'ann@example.com' } };
const MASKED = `${'*'.repeat(20)}00`;
const ACCOUNT_FP = Buffer.alloc(32, 5);
const IN_FLIGHT = { held: { code: 'account_in_flight' } };

/** An account in an answer. */
const answered = (fields: Record<string, unknown> = {}) => ({
  id: 'A-new',
  recipientAccountId: 'A-new',
  type: 'bank-transfer',
  primary: true,
  iban: MASKED,
  accountNum: null,
  ...fields,
});

describeDatabases('an account', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  let server: ScriptedServer;
  let client: TestService;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  /** A service that answers POST accounts with `posts`, one after the other, and a list with `listed`. */
  const serve = async (posts: readonly Script[], listed: readonly unknown[] = []): Promise<StepDeps> => {
    let n = 0;
    server = await startScriptedServer((_, { method }) =>
      method === 'POST' ? posts[Math.min(n++, posts.length - 1)]! : { body: { ok: true, accounts: listed } },
    );
    client = createTestService(server.url, { windowMs: 20 });
    return testDeps(ledger, { service: client.service, clock: { now: () => Date.now(), sleep: async () => {} } });
  };
  /** A recipient who is in the service and has, for all that is known here, this account. */
  const recipient = async (accountRemoteId: string | null = null): Promise<RecipientRow> => {
    const id = randomUUID();
    const keyFp = Buffer.from(id);
    await intendCreate(ledger.db, { id, merchant: run.merchant, keyFp, emailFp: null, referenceId: id });
    await confirmExistence(ledger.db, id, `R-${id}`, null);
    await ledger.db.query('update payrun.recipient set account_remote_id = $2 where id = $1', [id, accountRemoteId]);
    return (await findRecipient(ledger.db, run.merchant, keyFp))!;
  };
  const now = async ({ id }: RecipientRow) =>
    (
      await ledger.db.query(
        'select account_remote_id, account_fp, account_hint, intent from payrun.recipient where id = $1',
        [id],
      )
    ).rows[0];
  const calls = () => server.received.map(({ method }) => method);
  const ok = (account: unknown): Script => ({ body: { ok: true, account } });

  it('is sent completely and as the primary one, and stored once the response shows it', async () => {
    const deps = await serve([ok(answered())]);
    const known = await recipient();
    const synced = await syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: 'IBAN ***3000' });
    expect(JSON.parse(server.received[0]!.body.toString())).toEqual({
      type: 'bank-transfer',
      primary: true,
      ...BANK.fields,
    });
    expect(synced).toMatchObject({ recipient: { account_remote_id: 'A-new', account_fp: ACCOUNT_FP } });
    expect(await now(known)).toEqual({
      account_remote_id: 'A-new',
      account_fp: ACCOUNT_FP,
      account_hint: 'IBAN ***3000',
      intent: null,
    });
    const { rows } = await ledger.db.query(
      'select account_country, account_country_of from payrun.recipient where id = $1',
      [known.id],
    );
    expect(rows).toEqual([{ account_country: 'DE', account_country_of: 'A-new' }]);
  });

  describe('in the response', () => {
    const GOOD: readonly [name: string, draft: AccountDraft, account: Record<string, unknown>][] = [
      ['masked to its last two characters', BANK, answered()],
      ['in full', BANK, answered({ iban: 'DE89370400440532013000' })],
      ['in full, with spaces and small letters', BANK, answered({ iban: 'de89 3704 0044 0532 0130 00' })],
      ['with a name of its bank that we did not send', BANK, answered({ bankName: 'Commerzbank' })],
      ['as PayPal', PAYPAL, answered({ type: 'paypal', iban: undefined, emailAddress: 'Ann@example.com' })],
      ['under its new name of an id alone', BANK, answered({ recipientAccountId: undefined })],
    ];
    it.each(GOOD)('is the one that was sent: %s', async (_, draft, account) => {
      const deps = await serve([ok(account)]);
      await expect(
        syncAccount(run, deps, await recipient(), { account: draft, accountFp: ACCOUNT_FP, hint: null }),
      ).resolves.toMatchObject({
        recipient: { account_remote_id: 'A-new' },
      });
    });

    const EVE = answered({ type: 'paypal', iban: undefined, emailAddress: 'eve@example.com' });
    const BAD: readonly [name: string, draft: AccountDraft, account: Record<string, unknown>, doubt: string][] = [
      ['with other last characters', BANK, answered({ iban: `${'*'.repeat(20)}01` }), '•••• 01 instead of •••• 3000'],
      ['with another IBAN', BANK, answered({ iban: 'DE44500105175407324931' }), '•••• 4931 instead of •••• 3000'],
      ['in another country', BANK, answered({ country: 'FR' }), 'FR instead of DE'],
      ['of another holder', BANK, answered({ accountHolderName: 'Eve Fox' }), 'differs in the account holder.'],
      ['that is not the primary one', BANK, answered({ primary: false }), 'not the recipient’s primary account'],
      [
        'that does not say whether it is',
        BANK,
        answered({ primary: undefined }),
        'not the recipient’s primary account',
      ],
      ['without an id', BANK, answered({ id: undefined, recipientAccountId: undefined }), 'no account ID'],
      ['with another e-mail', PAYPAL, EVE, 'differs in the PayPal account.'],
      ['of another kind', BANK, EVE, 'paypal instead of bank-transfer'],
      ['of which nothing can be compared', BANK, answered({ iban: null }), 'no account number to compare'],
    ];
    it.each(BAD)('G7: is not taken for the one that was sent: %s', async (_, draft, account, doubt) => {
      const deps = await serve([ok(account)]);
      const known = await recipient();
      const synced = await syncAccount(run, deps, known, { account: draft, accountFp: ACCOUNT_FP, hint: null });
      expect(synced).toMatchObject({ held: { code: 'account_differs', reason: expect.stringContaining(doubt) } });
      expect(await now(known)).toMatchObject({ account_fp: null, intent: 'create_account' });
    });
    it('is the earlier one of the recipient: a new one was not created', async () => {
      const deps = await serve([ok(answered({ id: 'A-old', recipientAccountId: 'A-old' }))]);
      expect(
        await syncAccount(run, deps, await recipient('A-old'), { account: BANK, accountFp: ACCOUNT_FP, hint: null }),
      ).toMatchObject({
        held: { code: 'account_differs', reason: expect.stringContaining('the recipient’s previous account') },
      });
    });
  });

  describe('whose response was lost', () => {
    const LOST: Script = { instead: 'drop' };
    const BAD_GATEWAY: Script = { status: 502, body: 'Bad gateway' };
    const listed = [answered({ id: 'A-listed', recipientAccountId: 'A-listed' })];

    it.each([
      ['a cut connection', LOST],
      ['a 502', BAD_GATEWAY],
    ])(
      'is added again after %s, whatever the service lists: only a response proves whose an account is',
      async (_, lost) => {
        const deps = await serve([lost, ok(answered())], listed);
        const synced = await syncAccount(run, deps, await recipient(), {
          account: BANK,
          accountFp: ACCOUNT_FP,
          hint: null,
        });
        expect(synced).toMatchObject({ recipient: { account_remote_id: 'A-new' } });
        expect(calls()).toEqual(['POST', 'POST']);
      },
    );
    it.each([
      ['the same account', ACCOUNT_FP],
      ['another account', Buffer.alloc(32, 9)],
    ])('is added again after a kill while %s was being added', async (_, fp) => {
      const deps = await serve([ok(answered())], listed);
      const known = { ...(await recipient()), intent: 'create_account' as const, intent_account_fp: fp };
      const synced = await syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: null });
      expect(synced).toMatchObject({ recipient: { account_remote_id: 'A-new' } });
      expect(calls()).toEqual(['POST']);
      expect(await now(known)).toMatchObject({ account_remote_id: 'A-new', intent: null });
    });
    it('and that is refused then stays recorded: the first call may have added it', async () => {
      const errors = [{ code: 'invalid_field', field: 'iban', message: 'is not valid' }];
      const deps = await serve([LOST, { status: 400, body: { ok: false, errors } }]);
      const known = await recipient('A-old');
      await expect(
        syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: null }),
      ).rejects.toMatchObject({
        code: 'service_refused',
      });
      expect(await now(known)).toMatchObject({ account_remote_id: 'A-old', intent: 'create_account' });
    });
  });

  it('that is refused leaves no intent, and the recipient unchanged', async () => {
    const errors = [{ code: 'invalid_field', field: 'iban', message: 'is not valid' }];
    const deps = await serve([{ status: 400, body: { ok: false, errors } }]);
    const known = await recipient('A-old');
    await expect(
      syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: null }),
    ).rejects.toMatchObject({
      code: 'service_refused',
    });
    expect(await now(known)).toMatchObject({ account_remote_id: 'A-old', account_fp: null, intent: null });
  });

  it('G7: that is about to be added stays recorded if only the name of the recipient changes', async () => {
    await serve([]);
    const known = await recipient('A-old');
    await intendAccount(ledger.db, known.id, run.id, ACCOUNT_FP);
    await setIntent(ledger.db, known.id, 'update');
    await confirmProfile(ledger.db, known.id, {
      remoteId: known.remote_id!,
      profileFp: Buffer.alloc(32, 1),
      emailFp: null,
      profile: { name: 'Ana Pérez' },
    });
    expect(await now(known)).toMatchObject({ account_remote_id: 'A-old', intent: 'create_account' });
  });

  it('G7: is not changed while another run is about to change it, and is after that run is gone', async () => {
    const deps = await serve([ok(answered())]);
    const known = await recipient('A-old');
    const other = await startTestRun(ledger);
    expect(await intendAccount(ledger.db, known.id, other.id, Buffer.alloc(32, 9))).toBe(true);
    expect(await syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: null })).toMatchObject(
      IN_FLIGHT,
    );
    expect(calls()).toEqual([]);
    await ledger.db.query('update payrun.run set lease_until = null where id = $1', [other.id]);
    expect(await syncAccount(run, deps, known, { account: BANK, accountFp: ACCOUNT_FP, hint: null })).toHaveProperty(
      'recipient',
    );
  });

  it('G7: is not changed while an unstarted batch of another run pays to the old one', async () => {
    const deps = await serve([ok(answered())]);
    const other = await startTestRun(ledger);
    const batch = await addBatch(ledger, other, [{}]);
    const { rows } = await ledger.db.query<RecipientRow>(
      'select r.* from payrun.recipient r join payrun.payment p on p.recipient_id = r.id where p.batch_id = $1',
      [batch.id],
    );
    expect(await syncAccount(run, deps, rows[0]!, { account: BANK, accountFp: ACCOUNT_FP, hint: null })).toMatchObject(
      IN_FLIGHT,
    );
    expect(calls()).toEqual([]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
    expect(await syncAccount(run, deps, rows[0]!, { account: BANK, accountFp: ACCOUNT_FP, hint: null })).toHaveProperty(
      'recipient',
    );
  });
});
