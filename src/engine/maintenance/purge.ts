import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { type Due, type PurgeAge, TARGETS } from '../../ledger/operations/purge.ts';
import { PURGED, PURGED_NAMES, type Purged } from '../../ledger/operations/purged-kinds.ts';
import { reclaimSpace } from '../../ledger/reclaim-space.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';

/** A retention policy with the items that are due. */
export interface PurgeLine extends Due {
  readonly kind: Purged;
  /** A display name, such as "files of sheets". */
  readonly what: string;
  /** Retention in days; null if items are kept forever, and then nothing is due. */
  readonly days: number | null;
}

export type PurgeDeps = Pick<AppContext, 'ledger' | 'config' | 'clock'>;

export interface PurgeOptions {
  /** The user who starts the purge. */
  readonly by: Actor;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of items of a kind that were removed so far. */
  readonly progress?: (kind: Purged, done: number) => void;
}

/** The items that the retention policies would remove now. Changes nothing. */
export async function duePurges({ ledger, config }: PurgeDeps): Promise<readonly PurgeLine[]> {
  const lines: PurgeLine[] = [];
  for (const kind of PURGED) {
    const age = ageOf(config, kind);
    const due = age ? await TARGETS[kind].due(ledger.db, age) : { items: 0, bytes: 0n, oldest: null };
    lines.push({ kind, what: PURGED_NAMES[kind], days: age?.days ?? null, ...due });
  }
  return lines;
}

/**
 * Removes expired items in chunks, while runs continue. The next purge continues an interrupted one. The audit log gets
 * what is due before the first removal and, even if the purge was aborted, what was removed. Returns what was removed.
 * Throws what `authorize` throws, and the reason of `signal` if it is aborted.
 */
export async function purge(deps: PurgeDeps, options: PurgeOptions): Promise<readonly PurgeLine[]> {
  const { ledger, config, clock } = deps;
  const { by } = options;
  await authorize(ledger.db, by, 'purge');
  const due = await duePurges(deps);
  if (due.every(({ items }) => items === 0)) return due;
  const actor = { by: by.name, at: new Date(clock.now()), vault: ledger.vault };
  const recordEvent = (kind: string, data: Record<string, unknown>) =>
    ledger.tx((db) =>
      appendEvent(db, {
        chain: 'system',
        at: new Date(clock.now()),
        actor: by.name,
        kind,
        data: { ...data, ...trace(by) },
      }),
    );
  const policy = Object.fromEntries(due.filter(({ days }) => days !== null).map(({ kind, days }) => [kind, days]));
  await recordEvent('purge_begun', { policy, due: counted(due) });
  const gone: PurgeLine[] = [];
  try {
    for (const line of due) {
      const age = ageOf(config, line.kind);
      let items = 0;
      let bytes = 0n;
      gone.push({ ...line, items, bytes });
      while (age) {
        options.signal?.throwIfAborted();
        const some = await ledger.tx((db) => TARGETS[line.kind].removeSome(db, age, actor));
        if (!some) break;
        items += some.items;
        bytes += some.bytes;
        gone[gone.length - 1] = { ...line, items, bytes };
        options.progress?.(line.kind, items);
      }
    }
  } finally {
    await recordEvent('purged', { gone: counted(gone) });
  }
  await reclaimSpace(ledger);
  return gone;
}

function ageOf({ retention, returnDays }: PurgeDeps['config'], kind: Purged): PurgeAge | null {
  const days = retention[kind];
  return days === undefined ? null : { days, returnDays };
}

function counted(lines: readonly PurgeLine[]): Record<string, number> {
  return Object.fromEntries(lines.map(({ kind, items }) => [kind, items]));
}
