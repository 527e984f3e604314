import { describe, expect, it } from 'vitest';
import { checkNotPaid, checkPaid, type UnconfirmedPayment } from '../../../src/batches/settlements/check-outcome.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { notFound, scriptedService } from '../../support/scripted-service.ts';

const ID = '0199c1b2-0000-7000-8000-000000000001';
const PAYMENT: UnconfirmedPayment = {
  ...{ id: ID, batchRemoteId: 'B-1', recipientRemoteId: 'R-1', reference: 'REF-1', merchant: 'acme', run: 7n },
  others: { recipients: ['R-2'], batches: [] },
};

/** What the service shows in one reading. Null: it says that there is no such thing. */
interface Shown {
  /** The status of the batch. */
  readonly batch: string | null;
  /** The statuses of the payment in its batch, and among those of its recipient. */
  readonly inBatch: readonly string[] | null;
  readonly ofRecipient: readonly string[] | null;
}
const NOTHING: Shown = { batch: null, inBatch: null, ofRecipient: [] };

/** A service that shows this in one reading after the other, the last one for ever. `isKnown`: it has the recipients. */
function serviceThat(readings: readonly Shown[], isKnown: boolean) {
  let reading = 0;
  const unless = <T>(is: T | null): T => {
    if (is === null) throw notFound();
    return is;
  };
  const listed = (statuses: readonly string[] | null) => {
    const payments = unless(statuses).map((status, i) => ({ id: `P-${i}-${status}`, status, externalId: ID }));
    return { payments, meta: { page: 1, pages: 1, records: payments.length } };
  };
  const now = () => readings[Math.min(reading, readings.length - 1)]!;
  const { service } = scriptedService({
    getBatch: () => ({ batch: { id: 'B-1', status: unless(now().batch) } }),
    listBatchPayments: () => listed(now().inBatch),
    listPayments: () => listed(now().ofRecipient),
    getRecipient: () => unless(isKnown ? { recipient: {} } : null),
  });
  const pause = async () => void reading++;
  return { service, clock: { ...systemClock, pause } };
}

/** `answer`: the statuses of what was made, or the error. */
type Case = [what: string, readings: readonly Shown[], answer: unknown, isKnown?: boolean];
const error = (code: string, says: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(says) }) as unknown;

describe('that a payment was not paid', () => {
  const may = (says: string) => error('may_still_be_paid', says);
  const CASES: readonly Case[] = [
    ['is accepted if it failed', [{ batch: 'complete', inBatch: ['failed'], ofRecipient: ['failed'] }], undefined],
    ['is accepted if it is gone with its batch', [NOTHING], undefined],
    ['is accepted if it was removed from its batch', [{ ...NOTHING, batch: 'open', inBatch: [] }], undefined],
    [
      'is refused while its batch could still be sent',
      [{ batch: 'open', inBatch: ['pending'], ofRecipient: [] }],
      may('"pending", in a batch that is "open"'),
    ],
    [
      'is refused if it is being paid',
      [{ batch: 'processing', inBatch: ['processing'], ofRecipient: [] }],
      may('"processing", in a batch that is "processing"'),
    ],
    ['is refused after a "not found" of its batch', [{ ...NOTHING, ofRecipient: ['processed'] }], may('"processed"')],
    [
      'is refused after a "not found" of its batch that still lists it',
      [{ ...NOTHING, inBatch: ['processed'], ofRecipient: null }],
      may('"processed"'),
    ],
    [
      'is refused if it is paid in another batch, while its own has it as failed',
      [{ batch: 'complete', inBatch: ['failed'], ofRecipient: ['processed'] }],
      may('"processed"'),
    ],
    [
      'is refused if nothing of it is found for a moment',
      [NOTHING, { batch: 'complete', inBatch: ['processed'], ofRecipient: [] }],
      may('"processed", in a batch that is "complete"'),
    ],
    [
      'is refused if its recipient is not found either',
      [{ ...NOTHING, ofRecipient: null }],
      error('service_not_found', ''),
    ],
    [
      'is refused by a service that has nothing of the merchant',
      [NOTHING],
      error('service_not_proven', 'REF-1'),
      false,
    ],
  ];
  it.each(CASES)('G1: %s', async (_, readings, answer, isKnown = true) => {
    const found = await checkNotPaid(serviceThat(readings, isKnown), PAYMENT).catch((thrown: unknown) => thrown);
    expect(found).toEqual(answer);
  });
});

describe('that a payment was paid', () => {
  const not = (says: string) => error('not_paid_at_service', says);
  const CASES: readonly Case[] = [
    ['is accepted', [{ batch: 'complete', inBatch: ['processed'], ofRecipient: ['processed'] }], ['processed']],
    ['is accepted if another list says so', [{ ...NOTHING, ofRecipient: ['failed', 'processed'] }], ['processed']],
    ['is accepted if it is found later', [NOTHING, { ...NOTHING, ofRecipient: ['processed'] }], ['processed']],
    ['is left to the user if nothing of the merchant is there', [NOTHING], [], false],
    ['is left to the user if its recipient is not found', [NOTHING, { ...NOTHING, ofRecipient: null }], []],
    [
      'is refused if it failed',
      [{ batch: 'complete', inBatch: ['failed'], ofRecipient: [] }],
      not('"failed", in a batch that is "complete"'),
    ],
    [
      'is refused if its batch is there without it',
      [{ ...NOTHING, batch: 'open', inBatch: [] }],
      not('its batch is "open" and does not have it'),
    ],
    ['is refused if its batch is gone too', [NOTHING], not('neither the payment nor its batch is there')],
  ];
  it.each(CASES)('G1: %s', async (_, readings, answer, isKnown = true) => {
    const found = await checkPaid(serviceThat(readings, isKnown), PAYMENT).then(
      (made) => made.map(({ payment }) => payment.status),
      (thrown: unknown) => thrown,
    );
    expect(found).toEqual(answer);
  });
});
