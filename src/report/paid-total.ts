import { type ControlTotalLine, controlTotalOfSent } from '../control-total-line.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { totalsByState } from '../ledger/status.ts';
import { statedSum } from './stated-sum.ts';

/** The control total of what runs sent to be paid. Null where they sent nothing. */
export async function paidTotal(db: Db, runs: readonly bigint[]): Promise<ControlTotalLine | null> {
  return controlTotalOfSent((await totalsByState(db, runs)).flatMap(statedSum));
}
