import { describe, expect, it } from 'vitest';
import {
  tolerate,
  withMeta,
  withoutUnreadableAccounts,
  withoutUnreadableRecords,
} from '../../../src/service/shapes/tolerances.ts';
import {
  getUnreadableRecords,
  mayBePayment,
  mayHaveTag,
  toUnreadableRecord,
} from '../../../src/service/shapes/unreadable-records.ts';
import { createTestService } from '../../support/test-service.ts';

const ID = '0199c1b2-0000-7000-8000-000000000001';

/** Each form with how it is read; a form that is read as itself is refused, or not relied on, further on. */
const FORMS: readonly [what: string, answer: object, read: object][] = [
  ['a count as text', { batch: { totalPayments: '3' } }, { batch: { totalPayments: 3 } }],
  ['a count that is no number', { batch: { totalPayments: '3.5' } }, { batch: { totalPayments: '3.5' } }],
  [
    'empty text for an amount',
    { payment: { returnedAmount: '', fees: '' } },
    { payment: { returnedAmount: null, fees: null } },
  ],
  [
    'empty text for an amount of a summary or a balance',
    { total: { totalWithheld: '', debitAmount: '5.00' }, balance: { pendingDebit: '' } },
    { total: { totalWithheld: null, debitAmount: '5.00' }, balance: { pendingDebit: null } },
  ],
  ['an amount as a number', { payment: { amount: 10 } }, { payment: { amount: 10 } }],
  ['an amount with a comma', { payment: { amount: '10,00' } }, { payment: { amount: '10,00' } }],
  ['a reference as a number', { recipient: { referenceId: 4711 } }, { recipient: { referenceId: '4711' } }],
  ['a memo with a fraction', { payment: { memo: 1.5 } }, { payment: { memo: 1.5 } }],
  [
    'pages that are null',
    { meta: { page: null, pages: null, records: 7 } },
    { meta: { page: 1, pages: 1, records: 7 } },
  ],
  ['pages as text', { meta: { page: '2', pages: '3', records: '25' } }, { meta: { page: 2, pages: 3, records: 25 } }],
  [
    'more than a page without a count of pages',
    { meta: { records: 2001 } },
    { meta: { page: 1, pages: 3, records: 2001 } },
  ],
  [
    'balances by currency',
    { balances: { EUR: { amount: '5.00', type: 'paymentrails' }, USD: '7.00' } },
    {
      balances: [
        { currency: 'EUR', amount: '5.00', type: 'paymentrails' },
        { currency: 'USD', amount: '7.00' },
      ],
    },
  ],
];

it.each(FORMS)('%s', (_, answer, read) => expect(tolerate(answer)).toEqual(read));

describe('a list without a count', () => {
  const batches = [{ id: 'B-1' }, { id: 'B-2' }];
  const LAST = { page: 2, pages: 2, records: 5 };
  it.each<[what: string, answer: object, asked: { page: number; pageSize: number } | undefined, meta: unknown]>([
    ['is its last page if it has fewer records than asked for', { batches }, { page: 2, pageSize: 3 }, LAST],
    ['and with `meta` as null is the same', { batches, meta: null }, { page: 2, pageSize: 3 }, LAST],
    ['and with a `meta` of nulls too', { batches, meta: { page: 1, pages: null } }, { page: 2, pageSize: 3 }, LAST],
    ['by default has fewer than ten', { batches }, undefined, { page: 1, pages: 1, records: 2 }],
    ['stays without one if it is full: more may follow', { batches }, { page: 1, pageSize: 2 }, undefined],
    ['keeps what its `meta` says', { batches, meta: { page: 1, pages: 9 } }, undefined, { page: 1, pages: 9 }],
    ['keeps a `meta` that cannot be read', { batches, meta: 'none' }, undefined, 'none'],
  ])('%s', (_, answer, asked, meta) => {
    expect((withMeta('listBatches', answer, asked) as { meta?: unknown }).meta).toEqual(meta);
  });
});

describe('an odd account of a recipient', () => {
  const primary = { id: 'A-1', primary: true };
  const old = { id: 'A-2', primary: false };
  it.each([
    ['that says that it is not paid', [{ ...old, currency: 7 }, old], [old], 1],
    ['that does not say it, beside the one that is paid', [{ id: 7 }, primary], [primary], 1],
    ['that does not say it, beside none that is paid', [{ id: 7 }, old], [{ id: 7 }, old], 0],
    ['that says that it is paid', [{ ...primary, id: 7 }, primary], [{ ...primary, id: 7 }, primary], 0],
    ['that is text', ['A-1', primary], ['A-1', primary], 0],
  ])('%s: the accounts that remain', (_, accounts, left, removed) => {
    const recipient = { id: 'R-1', status: 'active', accounts };
    for (const [given, read] of [
      [{ recipient }, { recipient: { ...recipient, accounts: left } }],
      [{ recipients: [recipient] }, { recipients: [{ ...recipient, accounts: left }] }],
    ])
      expect(withoutUnreadableAccounts(given)).toEqual({ answer: read, accounts: removed });
  });

  it('is not searched for in an answer without any', () => {
    for (const answer of [{ ok: true }, { recipient: { id: 'R-1' } }, { recipients: 'none' }, 'text', null])
      expect(withoutUnreadableAccounts(answer)).toEqual({ answer, accounts: 0 });
  });
});

describe('an odd record', () => {
  const good = { id: 'P-1', status: 'processed' };
  const odd = { id: 'P-2', status: 7 };
  it.each([
    ['a payment', 'listPayments', { payments: [good, { ...odd, externalId: ID }] }, 1],
    ['a payment of a batch of ours', 'listBatchPayments', { payments: [good, { ...odd, externalId: ID }] }, 1],
    ['text in the place of a payment of a batch', 'listBatchPayments', { payments: [good, 'P-2'] }, 1],
    ['a recipient', 'listRecipients', { recipients: [{ id: 'R-1', status: 7 }] }, 1],
    [
      'a recipient with an odd account',
      'listRecipients',
      { recipients: [{ id: 'R-1', status: '', accounts: [7] }] },
      1,
    ],
    [
      'an account',
      'listAccounts',
      {
        accounts: [
          { id: 'A-1', primary: 'yes' },
          { id: 'A-2', primary: true },
        ],
      },
      1,
    ],
    ['a batch', 'listBatches', { batches: [{ id: 'B-1', status: null, tags: [`payrun-${ID}`] }] }, 1],
    ['a balance of PayPal', 'listBalances', { balances: [{ type: 'paypal', currency: 'USD', amount: 5 }] }, 1],
    ['a balance that payments leave', 'listBalances', { balances: [{ type: 'paymentrails', amount: 5 }] }, 1],
    ['a balance that does not say which it is', 'listBalances', { balances: [{ currency: 'USD', amount: 5 }] }, 1],
    ['text in the place of a record', 'listPayments', { payments: [good, 'P-2'] }, 1],
  ] as const)('in a list: %s', (_, call, answer, left) => {
    expect(withoutUnreadableRecords(call, answer).unreadable).toHaveLength(left);
  });

  const TAG = `payrun-${ID}`;
  it.each([
    ['a payment of ours', { externalId: ID }, { payment: true, tag: true }],
    ['a payment of another program', { externalId: 'invoice 7', tags: [] }, { payment: false, tag: false }],
    ['a payment of nobody', { externalId: null, tags: null }, { payment: false, tag: false }],
    ['a payment that does not say whose it is', { externalId: {}, tags: ['x'] }, { payment: true, tag: false }],
    ['a batch of ours', { externalId: '', tags: ['x', TAG] }, { payment: false, tag: true }],
    ['a batch with a tag that is none', { externalId: '', tags: ['x', 7] }, { payment: false, tag: true }],
    ['a record that is none', 'P-2', { payment: true, tag: true }],
  ] as const)('G3: may be the wanted one, unless it says otherwise: %s', (_, record, may) => {
    const one = toUnreadableRecord(record);
    expect({ payment: mayBePayment(one, ID), tag: mayHaveTag(one, TAG) }).toEqual(may);
  });

  it.each([
    [{ type: 'paymentrails', currency: 'USD', amount: 5 }, 'USD'],
    [{ currency: 'USD', amount: '5,00' }, 'USD'],
    [{ type: 'paymentrails', amount: '5.00' }, ''],
    ['USD 5.00', ''],
  ])('that is a balance has no amount: %j', (odd, currency) => {
    const { answer } = withoutUnreadableRecords('listBalances', { balances: [odd] });
    expect(answer).toEqual({ balances: [{ type: 'paymentrails', currency, amount: null }] });
  });

  it('is counted in the log, and does not stop a call that does not need it', async () => {
    const meta = { page: null, pages: null, records: 2 };
    const body = JSON.stringify({ ok: true, payments: [good, { ...odd, memo: 'DE89370400440532013000' }], meta });
    const client = createTestService('http://service.test', { fetch: async () => new Response(body) });
    const answer = await client.service.call('listPayments', { query: {} });
    expect(answer.payments.map(({ id }) => id)).toEqual(['P-1']);
    expect(getUnreadableRecords(answer)).toMatchObject([{ id: 'P-2' }]);
    expect(client.logged()).toContain('"records":1');
    expect(client.logged()).not.toContain('DE89');
    await client.close();
  });
});
