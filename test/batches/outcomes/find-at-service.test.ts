import { expect, it } from 'vitest';
import { findAtService } from '../../../src/batches/outcomes/find-at-service.ts';
import { createTestService } from '../../support/test-service.ts';

const ID = '0199c1b2-0000-7000-8000-000000000001';
const SOUGHT = { id: ID, batchRemoteId: null, recipientRemoteId: 'R-1' };
const ours = { id: 'P-1', status: 'processed', externalId: ID };

it.each([
  ['another payment', { id: 'P-2', status: 7, externalId: 'invoice 7' }, ['P-1']],
  ['another payment of Payrun', { id: 'P-2', status: 7, externalId: ID.replace(/1$/, '2') }, ['P-1']],
  ['the payment', { ...ours, id: 'P-2', fees: 7 }, 'payment_unreadable'],
  ['a payment that does not say which it is', { id: 'P-2', status: 7 }, 'payment_unreadable'],
  ['a record that is none', 'P-2', 'payment_unreadable'],
])('a payment is found, unless an unreadable record may be it: %s', async (_, odd, found) => {
  const body = JSON.stringify({ ok: true, payments: [odd, ours], meta: { page: 1, pages: 1, records: 2 } });
  const { service, close } = createTestService('http://service.test', { fetch: async () => new Response(body) });
  const read = findAtService(service, SOUGHT).then(
    (payments) => payments.map(({ payment }) => payment.id),
    ({ code }) => code,
  );
  expect(await read).toEqual(found);
  await close();
});
