import { beforeAll, expect, it } from 'vitest';
import { recordExternalStart } from '../../src/batches/reconciliations/external-start.ts';
import type { Reprice } from '../../src/batches/reprice.ts';
import { start } from '../../src/batches/start.ts';
import { PayrunError } from '../../src/errors.ts';
import { approvalHash } from '../../src/ledger/batches/approval-hash.ts';
import { getBatch, moveBatch } from '../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ServiceRefusal } from '../../src/service/service-refusal.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { pastRules } from '../support/past-rules.ts';
import { listedPayments, notFound, onePage, refused, scriptedService } from '../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, type TestPayment, testDeps } from '../support/test-run.ts';

const noReprice: Reprice = () => Promise.reject(new Error('it was priced again'));

describeDatabases('starting an approved batch', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const approved = async (
    hashOf = approvalHash,
    first: TestPayment = {},
  ): Promise<{ run: ActiveRun; batch: BatchRow }> => {
    const run = await startTestRun(ledger);
    const quoted = await moveThrough(ledger, await addBatch(ledger, run, [first, {}]), ...BATCH_WAYS.quoted);
    const hash = await hashOf(ledger.db, quoted);
    return { run, batch: await moveBatch(ledger.db, quoted, 'approved', { approval: { hash, by: 'cleo' } }) };
  };

  /** Starts it at a service with this balance that answers the start so, has these payments, and shows this status after it. */
  const startAt = async (
    { run, batch }: { run: ActiveRun; batch: BatchRow },
    answer: () => unknown,
    {
      after = 'processing',
      balance = '1000.00',
      has = (payments: object[], _sent: number) => payments,
      reprice = noReprice,
      more = {} as Parameters<typeof scriptedService>[0],
    } = {},
  ) => {
    const listed = await listedPayments(ledger, batch);
    const attempts: boolean[] = [];
    const { service, calls } = scriptedService({
      listBalances: () => ({ balances: [{ currency: 'EUR', amount: balance, type: 'paymentrails' }] }),
      listBatches: () => onePage('batches', [{ id: batch.remote_id, status: 'open', tags: [batch.tag] }]),
      listBatchPayments: () => onePage('payments', has(listed, attempts.length)),
      getBatch: () => {
        if (after === 'gone') throw notFound();
        return { batch: { id: batch.remote_id, status: after } };
      },
      startProcessing: async () => {
        attempts.push((await getBatch(ledger.db, batch.id)).start_attempted_at !== null);
        return answer();
      },
      ...more,
    });
    await start(reprice)(run, testDeps(ledger, { service }));
    return { calls, attempts, batch: await getBatch(ledger.db, batch.id) };
  };

  it('sends it once, after committing the attempt', async () => {
    const given = await approved();
    const { attempts, batch } = await startAt(given, () => ({ batch: { status: 'processing' } }));
    expect(attempts).toEqual([true]);
    expect(batch).toMatchObject({ state: 'started', remote_status: 'processing' });
  });

  it('G3: reads the outcome of a start that got no response, and sends no second one', async () => {
    const given = await approved();
    const { attempts, batch } = await startAt(given, () => {
      throw new PayrunError('service_timeout', { call: 'start', seconds: 30 }, { retry: 'read-first' });
    });
    expect(attempts).toHaveLength(1);
    expect(batch.state).toBe('started');
  });

  it('sends nothing if the payments differ from those that were approved', async () => {
    const given = await approved(async () => Buffer.alloc(32));
    const { attempts, batch } = await startAt(given, () => ({ batch: { status: 'processing' } }));
    expect(attempts).toEqual([]);
    expect(batch).toMatchObject({ state: 'quoted', note: expect.stringContaining('must be approved again') });
  });

  it('G7: sends nothing if a recipient got another account after the approval', async () => {
    const given = await approved();
    await ledger.db.query(
      `update payrun.recipient set account_remote_id = 'A-other' where id in (select recipient_id from payrun.payment where batch_id = $1)`,
      [given.batch.id],
    );
    const { attempts, batch } = await startAt(given, () => ({ batch: { status: 'processing' } }));
    expect(attempts).toEqual([]);
    expect(batch).toMatchObject({ state: 'quoted', approved_by: null });
  });

  const OTHERWISE: readonly [what: string, has: (payments: object[]) => object[], says: string][] = [
    ['lacks a payment', ([first]) => [first!], '1 of 2 payments are missing'],
    [
      'pays another account',
      (payments) => payments.map((one) => ({ ...one, account: { id: 'A-other' } })),
      'row 2 goes to another account',
    ],
  ];
  it.each(OTHERWISE)(
    'G2: sends nothing if the batch in the service %s, and takes the approval back',
    async (_, has, says) => {
      const given = await approved();
      const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), { after: 'open', has });
      expect(sent.attempts).toEqual([]);
      expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, quote: null });
      expect(sent.batch.note).toContain(says);
    },
  );

  it.each(OTHERWISE)(
    'G2: sends no second start if the batch in the service %s after the first, which did not take effect',
    async (_, has, says) => {
      const given = await approved();
      const refusing = () => {
        throw refused('invalid_status', 'The batch is being processed.');
      };
      const isChanged = (payments: object[], sent: number) => (sent === 0 ? payments : has(payments));
      const sent = await startAt(given, refusing, { after: 'open', has: isChanged });
      expect(sent.attempts).toHaveLength(1);
      expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, quote: null });
      expect(sent.batch.note).toContain(says);
    },
  );

  it.each<[how: string, error: PayrunError]>([
    [
      'is refused by the rate limit',
      new ServiceRefusal('service_rate_limited', {}, { retry: 'safe', status: 429, refusals: [] }),
    ],
    ['finds no connection', new PayrunError('service_unreachable', { detail: 'no connection' }, { retry: 'safe' })],
  ])('G2: compares the batch again if the start %s, and sends no second one if it differs', async (_, error) => {
    const given = await approved();
    const refusing = () => {
      throw error;
    };
    const has = (payments: object[], sent: number) => payments.slice(sent);
    const { attempts, batch } = await startAt(given, refusing, { after: 'open', has });
    expect(attempts).toHaveLength(1);
    expect(batch).toMatchObject({ state: 'quoted', approved_by: null, quote: null });
    await expect(startAt(await approved(), refusing, { after: 'open' })).rejects.toBe(error);
  });

  it.each([
    ['open', 'approved'],
    ['gone', 'unknown'],
  ])('G2: sends nothing if it finds no payments to compare, in a batch that is %s', async (after, state) => {
    const given = await approved();
    const has = () => {
      throw notFound();
    };
    const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), { after, has });
    expect(sent.attempts).toEqual([]);
    expect(sent.batch).toMatchObject({ state, start_attempted_at: null });
  });

  it.each(['failed', 'unknown'])('G1: sends nothing if the ledger has a payment of the batch as %s', async (state) => {
    const given = await approved();
    await ledger.db.query(
      `update payrun.payment set state = $2, reason_code = 'resolved', reason = 'Anna found that it was not paid.'
       where id = (select id from payrun.payment where batch_id = $1 order by row limit 1)`,
      [given.batch.id, state],
    );
    const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), { after: 'open' });
    expect(sent.attempts).toEqual([]);
    expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, quote: null });
    expect(sent.batch.note).toContain('it contains a payment that was not planned');
  });

  it.each(OTHERWISE)(
    'G2: takes the approval back of a batch that awaits funds, and in the service %s',
    async (_, has, says) => {
      const given = await approved();
      const refusing = () => {
        throw refused('non_sufficient_funds', 'Insufficient funds');
      };
      const { batch } = await startAt(given, refusing, { after: 'open' });
      const sent = await startAt({ ...given, batch }, refusing, { after: 'open', balance: '5.00', has });
      expect(sent.attempts).toEqual([]);
      expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, quote: null });
      expect(sent.batch.note).toContain(says);
    },
  );

  it('G1: reads a payment confirmed as not paid again, and does not pay it again if it was paid after all', async () => {
    const again = { reference: 'AFTER-ALL' };
    const earlier = await moveThrough(
      ledger,
      await addBatch(ledger, await startTestRun(ledger), [again]),
      ...BATCH_WAYS.started,
    );
    await pastRules(
      ledger,
      `update payrun.payment set state = 'failed', reason_code = 'resolved', reason = 'Anna found that it was not paid.',
         final_at = now() where batch_id = $1`,
      [earlier.id],
    );
    const given = await approved(approvalHash, again);
    const paid = await listedPayments(ledger, earlier, { status: 'processed' });
    const planned = await listedPayments(ledger, given.batch);
    const removed: string[] = [];
    const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), {
      after: 'open',
      reprice: async () => [],
      more: {
        listBatchPayments: ({ params }) => onePage('payments', params.id === earlier.remote_id ? paid : planned),
        listPayments: () => onePage('payments', []),
        deletePayment: ({ params }) => {
          removed.push(params.paymentId!);
          return { ok: true };
        },
      },
    });
    expect(sent.attempts).toEqual([]);
    expect(removed).toHaveLength(1);
    expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, payments: 1 });
    expect(sent.batch.note).toContain('paid after all');
  });

  it('sends nothing if the balance does not cover the batch', async () => {
    const given = await approved();
    const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), {
      balance: '5.00',
      after: 'open',
    });
    expect(sent.attempts).toEqual([]);
    expect(sent.batch).toMatchObject({ state: 'approved', note: expect.stringContaining('15.00') });
  });

  it('waits for funds if the service refuses the start for insufficient funds', async () => {
    const given = await approved();
    const sent = await startAt(
      given,
      () => {
        throw refused('non_sufficient_funds', 'Insufficient funds');
      },
      { after: 'open' },
    );
    expect(sent.attempts).toHaveLength(1);
    expect(sent.batch.state).toBe('waiting_funds');
  });

  it('G3: is followed, and is a discrepancy, if the service refuses the only start and has begun the batch', async () => {
    const given = await approved();
    const { batch } = await startAt(given, () => {
      throw refused('invalid_field', 'No.');
    });
    expect(batch).toMatchObject({ state: 'started', approved_by: 'cleo' });
    const { rows } = await ledger.db.query<{ what: string }>(
      'select what from payrun.batch_discrepancy where batch_id = $1',
      [batch.id],
    );
    expect(rows).toEqual([
      {
        what: expect.stringContaining(
          'although the service had rejected Payrun’s request to start it. cleo had approved it',
        ),
      },
    ]);
  });

  it('is priced again if the service says that its quote expired, and is then sent once', async () => {
    const given = await approved();
    const reprice: Reprice = async (_run, _deps, [quoted]) => {
      expect(quoted!.state).toBe('quoted');
      const approval = { hash: await approvalHash(ledger.db, quoted!), by: 'cleo' };
      return [await moveBatch(ledger.db, quoted!, 'approved', { approval })];
    };
    let starts = 0;
    const sent = await startAt(
      given,
      () => {
        if (++starts === 1) throw refused('expired_quote', 'The quote expired');
        return { batch: { status: 'processing' } };
      },
      { after: 'open', reprice },
    );
    expect(starts).toBe(2);
    expect(sent.batch.state).toBe('started');
  });

  it.each([
    [
      'the keys may not start batches',
      new ServiceRefusal('service_not_authorized', {}, { retry: 'never', status: 403, refusals: [] }),
      'this merchant’s keys don’t have permission to start batches',
    ],
    ['the service gives another reason', refused('invalid_field', 'The recipient is incomplete.'), 'is incomplete'],
  ])('takes the approval back and says why if %s', async (_, refusal, says) => {
    const given = await approved();
    const refusing = () => {
      throw refusal;
    };
    const sent = await startAt(given, refusing, { after: 'open' });
    expect(sent.attempts).toHaveLength(1);
    expect(sent.batch).toMatchObject({ state: 'quoted', approved_by: null, note: expect.stringContaining(says) });
  });

  it.each([
    [-60_000, 'before cleo approved it'],
    [60_000, 'cleo had approved it'],
  ])('says of a batch that was sent in the service %d ms after its approval: "%s"', async (after, says) => {
    const { run, batch } = await approved();
    const sentAt = new Date(batch.approved_at!.getTime() + after).toISOString();
    await recordExternalStart(run, testDeps(ledger), batch, 'processing', sentAt);
    const { rows } = await ledger.db.query<{ what: string }>(
      'select what from payrun.batch_discrepancy where batch_id = $1',
      [batch.id],
    );
    expect(rows[0]!.what).toContain(says);
  });
});
