import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { computeFingerprints } from '../../src/ledger/payments/fingerprints.ts';
import { findRecipient, type RecipientRow } from '../../src/ledger/recipients/recipient.ts';
import type { RecipientDraft } from '../../src/model.ts';
import {
  callsNeeded,
  type RecipientCall,
  upsertRecipient,
  type WantedFingerprints,
} from '../../src/recipients/upsert-recipient.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { notFound, refused, scriptedService } from '../support/scripted-service.ts';
import { addPayments, startTestRun, testDeps } from '../support/test-run.ts';

const fp = (n: number) => Buffer.alloc(32, n);
const KNOWN: RecipientRow = {
  id: '0198c5b2-0000-7000-8000-000000000000',
  remote_id: 'R-1',
  account_remote_id: 'A-1',
  profile_fp: fp(1),
  account_fp: fp(2),
  reference_id: 'person-1',
  intent: null,
  intent_account_fp: null,
  doubt: null,
  compliance: null,
};
const SAME: WantedFingerprints = { profileFp: fp(1), accountFp: fp(2) };

describe('a recipient', () => {
  const CASES: readonly [
    name: string,
    known: RecipientRow | null,
    wanted: WantedFingerprints,
    calls: readonly RecipientCall[],
  ][] = [
    ['who is new costs two calls', null, SAME, ['create', 'create_account']],
    ['who is new and has no account costs one', null, { ...SAME, accountFp: null }, ['create']],
    ['who is as the service has them costs none', KNOWN, SAME, []],
    ['whose data changed costs one', KNOWN, { ...SAME, profileFp: fp(9) }, ['update']],
    ['of whom a change has no recorded outcome costs one', { ...KNOWN, intent: 'update' }, SAME, ['update']],
    ['whose account changed costs one', KNOWN, { ...SAME, accountFp: fp(9) }, ['create_account']],
    ['of whom all changed costs two', KNOWN, { profileFp: fp(9), accountFp: fp(9) }, ['update', 'create_account']],
    ['whose row says nothing of them costs none', KNOWN, { profileFp: null, accountFp: null }, []],
    ['whose row has no account keeps theirs', KNOWN, { ...SAME, accountFp: null }, []],
    [
      'who was made by other means is brought to what the sheet says',
      { ...KNOWN, profile_fp: null, account_fp: null },
      SAME,
      ['update', 'create_account'],
    ],
    [
      'whose creation was interrupted is created',
      { ...KNOWN, remote_id: null, account_remote_id: null, profile_fp: null, account_fp: null, intent: 'create' },
      SAME,
      ['create', 'create_account'],
    ],
    [
      'whose account was about to be changed gets it, whatever the ledger says',
      { ...KNOWN, intent: 'create_account', intent_account_fp: fp(9) },
      SAME,
      ['create_account'],
    ],
    ['whose account was never acknowledged gets it', { ...KNOWN, account_remote_id: null }, SAME, ['create_account']],
    [
      'whom the service has forgotten is created, whatever is remembered of them',
      { ...KNOWN, remote_id: null },
      { ...SAME, accountFp: null },
      ['create'],
    ],
  ];
  it.each(CASES)('%s', (_, known, wanted, calls) => {
    expect(callsNeeded(known, wanted)).toEqual(calls);
  });
});

describeDatabases('a recipient whom the ledger knows', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  const printsOf = (wanted: RecipientDraft) => computeFingerprints(ledger.vault, wanted);
  /** Adds a recipient whom rows name by `key`, or by an e-mail. */
  const add = async (key: string, { email = null as string | null, remoteId = null as string | null, doubt = '' }) => {
    const { recipientFp } = printsOf({ key, profile: null, account: null });
    const emailFp = email && printsOf({ key: `email:${email}`, profile: null, account: null }).recipientFp;
    await ledger.db.query(
      `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id, remote_id, account_remote_id, doubt)
       values ($1, $2, $3, $4, $5, $6, 'A-1', nullif($7, ''))`,
      [randomUUID(), run.merchant, recipientFp, emailFp, key.replace('ref:', ''), remoteId, doubt],
    );
    return () => findRecipient(ledger.db, run.merchant, recipientFp);
  };
  const numbered = (referenceId: string): RecipientDraft => ({
    key: `ref:${referenceId}`,
    referenceId,
    profile: null,
    account: null,
  });
  const mailed = (email: string): RecipientDraft => ({
    key: `email:${email}`,
    profile: { type: 'individual', email, firstName: 'Ann', lastName: 'Lee' },
    account: null,
  });
  const upsert = async (wanted: RecipientDraft, script: Parameters<typeof scriptedService>[0]) => {
    const { service, calls } = scriptedService(script);
    const given = { wanted, fingerprints: printsOf(wanted), hint: null };
    return { upserted: await upsertRecipient(run, testDeps(ledger, { service }), given), calls };
  };
  const missing = () => {
    throw notFound();
  };
  const listing = (...ids: string[]) => ({ recipients: ids.map((id) => ({ id, status: 'active' })) });

  it('G3: is not forgotten because the service does not find them once, if it lists them', async () => {
    const now = await add('ref:N-1', { remoteId: 'R-N1', doubt: 'read' });
    const { upserted } = await upsert(numbered('N-1'), {
      getRecipient: missing,
      listRecipients: () => listing('R-N1'),
    });
    expect(upserted).toMatchObject({ outcome: 'held', code: 'recipient_unreadable' });
    expect(await now()).toMatchObject({ remote_id: 'R-N1', doubt: 'read' });
  });

  it('is forgotten if the service does not list them either', async () => {
    const now = await add('ref:N-2', { remoteId: 'R-N2', doubt: 'read' });
    const { upserted } = await upsert(numbered('N-2'), { getRecipient: missing, listRecipients: () => listing() });
    expect(upserted).toMatchObject({ outcome: 'refused', code: 'recipient_unknown' });
    expect(await now()).toMatchObject({ remote_id: null, doubt: null });
  });

  it('G3: is read before they are forgotten if the service does not find them to change them', async () => {
    const now = await add('email:new@example.com', { remoteId: 'R-N3' });
    const { upserted } = await upsert(mailed('new@example.com'), { updateRecipient: missing });
    expect(upserted).toMatchObject({ outcome: 'refused', code: 'not_found' });
    expect(await now()).toMatchObject({ remote_id: 'R-N3', doubt: 'read' });
  });

  it('G7: is set active only for a payment of the run that a user released', async () => {
    await add('ref:N-4', { remoteId: 'R-N4', doubt: 'activate' });
    const script = {
      getRecipient: () => ({ recipient: { id: 'R-N4', status: 'suspended' } }),
      updateRecipient: () => ({
        recipient: { id: 'R-N4', status: 'active', accounts: [{ id: 'A-1', primary: true }] },
      }),
    };
    const before = await upsert(numbered('N-4'), script);
    expect(before.upserted).toMatchObject({ outcome: 'held', code: 'recipient_inactive' });
    expect(before.calls).toEqual(['getRecipient']);

    const [payment] = await addPayments(ledger, run, [{}]);
    await ledger.db.query(`update payrun.payment set recipient_fp = $2, released_by = 'anna' where id = $1`, [
      payment,
      printsOf(numbered('N-4')).recipientFp,
    ]);
    const after = await upsert(numbered('N-4'), script);
    expect(after.upserted).toMatchObject({ outcome: 'brought' });
    expect(after.calls).toEqual(['getRecipient', 'updateRecipient']);
  });

  it.each([
    ['has another recipient with their e-mail', 'email', null],
    ['does not allow it now', 'status', 'R-N7'],
  ])('is forgotten if they cannot be set active because the service %s: %s', async (_, field, remoteId) => {
    const wanted = numbered(`N-7-${field}`);
    const now = await add(wanted.key, { remoteId: 'R-N7', doubt: 'activate' });
    const [payment] = await addPayments(ledger, run, [{}]);
    await ledger.db.query(`update payrun.payment set recipient_fp = $2, released_by = 'anna' where id = $1`, [
      payment,
      printsOf(wanted).recipientFp,
    ]);
    const { upserted } = await upsert(wanted, {
      getRecipient: () => ({ recipient: { id: 'R-N7', status: 'suspended' } }),
      updateRecipient: () => {
        throw refused('invalid_field', 'It is refused', field);
      },
    });
    expect(upserted).toMatchObject({ outcome: 'refused', code: 'invalid_field' });
    expect(await now()).toMatchObject({ remote_id: remoteId });
  });

  it('G9: under a number is not recorded as a second recipient whose e-mail the service refuses', async () => {
    await add('ref:N-5', { remoteId: 'R-N5' });
    const { upserted } = await upsert(mailed('taken@example.com'), {
      createRecipient: () => {
        throw refused('invalid_field', 'email is already in use', 'email');
      },
      listRecipients: () => ({ recipients: [{ id: 'R-N5', status: 'active', email: 'taken@example.com' }] }),
    });
    expect(upserted).toMatchObject({ outcome: 'refused', code: 'recipient_email_taken' });
  });

  it.each([
    ['number', 'referenceId', { ...mailed('none@example.com'), key: 'ref:N-8', referenceId: 'N-8' }],
    ['e-mail', 'email', mailed('none@example.com')],
  ])('G2: is not taken for a listed recipient with no %s', async (_, field, wanted) => {
    const { upserted } = await upsert(wanted, {
      createRecipient: () => {
        throw refused('invalid_field', `${field} is already in use`, field);
      },
      listRecipients: () => listing('R-N8'),
    });
    expect(upserted).toMatchObject({ outcome: 'held', code: 'recipient_unreadable' });
  });

  it('G9: is found by their e-mail even if it is the key of a recipient whom the service does not have', async () => {
    await add('email:both@example.com', {});
    await add('ref:N-6', { email: 'both@example.com', remoteId: 'R-N6' });
    const { upserted, calls } = await upsert({ ...mailed('both@example.com'), profile: null }, {});
    expect(upserted).toMatchObject({ outcome: 'brought', recipient: { remote_id: 'R-N6' } });
    expect(calls).toEqual([]);
  });
});
