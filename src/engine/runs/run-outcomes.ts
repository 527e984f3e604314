import type { Db } from '../../ledger/db/db.ts';
import type { RunSubject } from '../../references/run-kinds.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import { type MerchantRunOutcome, merchantOutcome } from '../merchants/merchant-outcome.ts';
import { type RecipientsOutcome, recipientsOutcome } from '../recipients/recipients-outcome.ts';

export type AnyRunOutcome = RunOutcome | MerchantRunOutcome | RecipientsOutcome;

type ReadOutcome = (db: Db, id: bigint, results?: string | null) => Promise<AnyRunOutcome>;

/**
 * The outcome of a run from the ledger alone, by what it works on. `results`: the path of its workbook, if there is
 * one.
 * Apart from `runMethods`, so that a command that only shows runs loads no rules of countries.
 */
export const RUN_OUTCOMES: Readonly<Record<RunSubject, ReadOutcome>> = {
  payments: runOutcome,
  recipients: recipientsOutcome,
  merchants: merchantOutcome,
};
