import { createPaymentLoad as create } from '../../src/ledger/payments/payment-load.ts';

export * from '../../src/ledger/payments/payment-load.ts';

/** A sheet of four rows comes in several loads, as a large one does: a process may be killed between them. */
export const createPaymentLoad = () => create(2);
