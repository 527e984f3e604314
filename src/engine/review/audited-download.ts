import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Records in the audit log of a run that a user downloads unmasked bank details, before the first byte is sent. `what`
 * is the file: the sheet, the results, the answer file or the rows to fix.
 */
export async function auditDownload(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  given: {
    readonly run: bigint;
    readonly actor: string;
    readonly what: 'sheet' | 'results' | 'answer' | 'rows_to_fix';
  },
): Promise<void> {
  const { run, actor, what } = given;
  await ledger.tx((db) =>
    appendEvent(db, { chain: `run-${run}`, at: new Date(clock.now()), actor, kind: 'downloaded', data: { what } }),
  );
}
