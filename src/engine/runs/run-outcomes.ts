import type { Db } from '../../ledger/db/db.ts';
import type { RunSubject } from '../../references/run-kinds.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import type { MerchantRunOutcome } from '../merchants/merchant-outcome.ts';
import type { RecipientsOutcome } from '../recipients/recipients-outcome.ts';

export type AnyRunOutcome = RunOutcome | MerchantRunOutcome | RecipientsOutcome;

type ReadOutcome = (db: Db, id: bigint, results?: string | null) => Promise<AnyRunOutcome>;

/**
 * The outcome of a run from the ledger alone, by what it works on. `results`: the path of its workbook, if there is
 * one.
 */
export const RUN_OUTCOMES: Readonly<Record<RunSubject, ReadOutcome>> = {
  payments: runOutcome,
  // Loaded only for such runs.
  recipients: async (...of) => (await import('../recipients/recipients-outcome.ts')).recipientsOutcome(...of),
  merchants: async (...of) => (await import('../merchants/merchant-outcome.ts')).merchantOutcome(...of),
};
