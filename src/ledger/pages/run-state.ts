import type { RunState } from '../../states.ts';
import type { Db } from '../db.ts';
import { type Scope, visible } from './scope.ts';

/** Where a run stands, by its key: asked every second while somebody looks at it. Null where it is not to be seen. */
export async function selectRunState(db: Db, scope: Scope, run: bigint): Promise<RunState | null> {
  const { rows } = await db.query<{ state: RunState }>(
    `select state from payrun.run where id = $2 and ${visible('merchant_id')}`,
    [scope, run],
  );
  return rows[0]?.state ?? null;
}
