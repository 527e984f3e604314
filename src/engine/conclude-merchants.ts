import { type MerchantRowState, merchantRows } from '../ledger/merchant-row.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { getRun, setRunState } from '../ledger/run.ts';
import type { RunState } from '../states.ts';
import { concludeRecipients, SYNC_RECIPIENTS } from './conclude-recipients.ts';

const JOBS: readonly string[] = ['onboard-merchants', 'merchant-settings', SYNC_RECIPIENTS];

/** Whether a run of this job is about sub-merchants or recipients, and pays nobody. */
export function isMerchantJob(job: string): boolean {
  return JOBS.includes(job);
}

/** Where rows keep their run. The first of this list that any row is in decides. */
const STANDS: readonly (readonly [MerchantRowState, RunState, string])[] = [
  ['ready', 'working', 'Interrupted.'],
  ['unknown', 'needs_person', 'Of a sub-merchant nobody can say whether it was made; its row says what to do.'],
  ['waits', 'on_the_way', 'Waits for the approval of the service; `payrun resume` goes on when it is there.'],
];

/** Writes where a run that pays nobody stands, from its rows. */
export async function concludeMerchants(db: Db, run: bigint): Promise<void> {
  if ((await getRun(db, run)).job === SYNC_RECIPIENTS) return concludeRecipients(db, run);
  const rows = await merchantRows(db, run);
  if (rows.length === 0) return setRunState(db, run, 'working', 'Interrupted.');
  const stand = STANDS.find(([state]) => rows.some((row) => row.state === state));
  await setRunState(db, run, stand?.[1] ?? 'done', stand?.[2] ?? null);
}
