import { describe, expect, it } from 'vitest';
import { toPaymentOutcome } from '../../../src/batches/outcomes/outcome-of.ts';
import type { RemotePayment } from '../../../src/service/shapes/answer-shapes.ts';

const OURS = '01934a5e-0000-7000-8000-000000000001';

const PAID: RemotePayment = {
  id: 'P-1',
  externalId: OURS,
  status: 'processed',
  sourceAmount: '100.00',
  sourceCurrency: 'EUR',
  targetAmount: '11030',
  targetCurrency: 'JPY',
  exchangeRate: '110.3',
  withholdingAmount: '0.00',
  fees: '1.25',
  recipientFees: '0.00',
  account: { bankName: ' Commerzbank ' },
  estimatedDeliveryAt: '2026-12-01T09:00:00.000Z',
};

describe('a payment of an ended batch', () => {
  it('has the paid amounts in the units of each side', () => {
    expect(toPaymentOutcome(PAID, 'EUR')).toEqual({
      id: OURS,
      state: 'processed',
      remoteId: 'P-1',
      sourceMinor: 10_000n,
      feesMinor: 125n,
      recipientFeesMinor: 0n,
      rate: '110.3',
      withheldMinor: 0n,
      targetCurrency: 'JPY',
      targetMinor: 11_030n,
      bankName: 'Commerzbank',
      arrivalAt: new Date('2026-12-01T09:00:00.000Z'),
      reasonCode: null,
      reason: null,
    });
  });
  it('G8: has no amounts of a balance that was not debited', () => {
    const { sourceMinor, feesMinor, recipientFeesMinor, withheldMinor, targetMinor } = toPaymentOutcome(PAID, 'USD')!;
    expect({ sourceMinor, feesMinor, recipientFeesMinor, withheldMinor, targetMinor }).toEqual({
      sourceMinor: null,
      feesMinor: null,
      recipientFeesMinor: null,
      withheldMinor: null,
      targetMinor: 11_030n,
    });
  });
  it('G8: gives the returned amount if it is neither what was sent nor what was to arrive', () => {
    const reasonOf = (returnedAmount: string | null) =>
      toPaymentOutcome({ ...PAID, status: 'returned', returnedNote: 'account closed', returnedAmount }, 'EUR')!.reason;
    for (const whole of [null, '', '0.00', '100.00', '100', '11030'])
      expect(reasonOf(whole), `${whole}`).toBe('account closed');
    expect(reasonOf('40.00')).toBe('account closed; the payout service shows a returned amount of 40.00');
  });
  it('has no value if the service reports none', () => {
    expect(toPaymentOutcome({ id: 'P-1', externalId: OURS, status: 'pending' }, 'EUR')).toEqual({
      id: OURS,
      state: 'batched',
      remoteId: 'P-1',
      sourceMinor: null,
      feesMinor: null,
      recipientFeesMinor: null,
      rate: null,
      withheldMinor: null,
      targetCurrency: null,
      targetMinor: null,
      bankName: null,
      arrivalAt: null,
      reasonCode: null,
      reason: null,
    });
  });

  const STATES: readonly [status: string, state: string | undefined, reasonCode: string | null | undefined][] = [
    ['pending', 'batched', null],
    ['processing', 'batched', null],
    ['queued', 'batched', null],
    ['in_transit', 'batched', null],
    ['in-transit', 'batched', null],
    ['compliance_review', 'batched', null],
    ['Under Compliance Review', 'batched', null],
    ['processed', 'processed', null],
    ['failed', 'failed', 'failed'],
    ['returned', 'returned', 'returned'],
    // A status that no table has is no outcome: the payment stays open until a person looks.
    ['completed', undefined, undefined],
    ['', undefined, undefined],
    ['constructor', undefined, undefined],
  ];
  it.each(STATES)('that is "%s" becomes %s', (status, state, reasonCode) => {
    const outcome = toPaymentOutcome({ ...PAID, status }, 'EUR');
    expect([outcome?.state, outcome?.reasonCode]).toEqual([state, reasonCode]);
  });
  it.each([undefined, null, ''])('with the externalId %j is not ours', (externalId) => {
    expect(toPaymentOutcome({ ...PAID, externalId }, 'EUR')).toBeNull();
  });

  const REASONS: readonly [name: string, said: Partial<RemotePayment>, reason: string][] = [
    ['its message', { failureMessage: 'Account closed' }, 'Account closed'],
    ['its note', { returnedNote: 'Unknown holder' }, 'Unknown holder'],
    ['its list of reasons', { returnedReason: ['closed', 'moved'] }, 'closed; moved'],
    ['its errors', { errors: [{ message: 'Bad IBAN' }, 'late', { code: 7 }, null] }, 'Bad IBAN; late'],
    ['one text', { returnedReason: 'closed' }, 'closed'],
    ['the same thing once', { failureMessage: 'closed', returnedReason: ['closed'] }, 'closed'],
    ['that there is none', {}, 'The service gives no reason.'],
    ['that an empty one is none', { failureMessage: '', errors: [] }, 'The service gives no reason.'],
  ];
  it.each(REASONS)('that was not paid has the reason: %s', (_, output, reason) => {
    for (const status of ['failed', 'returned'])
      expect(toPaymentOutcome({ ...PAID, status, ...output }, 'EUR')!.reason).toBe(reason);
    expect(toPaymentOutcome({ ...PAID, ...output }, 'EUR')!.reason).toBeNull();
  });
});
