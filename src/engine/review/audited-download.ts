import { appendEvent } from '../../ledger/audit/events.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Notes in the audit of a run that somebody takes bank details out in the clear: before the first byte leaves. `what`: the sheet, the
 * results, the rows to fix.
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
