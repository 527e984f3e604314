import type { Db } from '../../../src/ledger/db/db.ts';
import { MARGIN } from '../../../src/platform/call-minutes.ts';

/** Stretches of time of one kind, in ms. */
export interface Spent {
  readonly step: string;
  /** The calls, from their sending to their answer. */
  readonly calls: number;
  readonly inCalls: number;
  /** Until a slot was free, even if Payrun had work to do meanwhile. */
  readonly quota: number;
  /** What is left of the time before the calls. */
  readonly own: number;
}

interface Call {
  readonly step: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Where the time of a run went, from `left` (ms UTC), when it was queued, to its end: by its steps, from the log of calls
 * and the audit. A call cannot be sent before the slot of the call `perWindow` before it is free again; the time until
 * then is the quota's, and the rest of the time between two calls is Payrun's own.
 */
export async function spentTime(
  db: Db,
  run: string,
  { left, perWindow, windowMs }: { left: number; perWindow: number; windowMs: number },
): Promise<readonly Spent[]> {
  const calls = await callsOf(db, run);
  const { rows: marks } = await db.query<{ step: string; at: number }>(
    `select case kind when 'intake' then 'intake' else 'plan' end as step, ${MS('max(at)')} as at
     from payrun.event where chain = 'run-' || $1 and kind in ('intake', 'batch_planned') group by 1
     union all select 'report', ${MS('finished_at')} from payrun.run where id = $1::bigint`,
    [run],
  );
  const spent = new Map<string, Spent>();
  const add = (step: string, part: Omit<Spent, 'step'>) => {
    const { calls: n, inCalls, quota, own } = spent.get(step) ?? { calls: 0, inCalls: 0, quota: 0, own: 0 };
    const sum = {
      calls: n + part.calls,
      inCalls: inCalls + part.inCalls,
      quota: quota + part.quota,
      own: own + part.own,
    };
    spent.set(step, { step, ...sum });
  };
  let since = left;
  const ends: number[] = [];
  for (const { step, at, end } of [...calls, ...marks.map((mark) => ({ ...mark, end: null }))].sort(
    (a, b) => a.at - b.at,
  )) {
    const freed = end === null ? undefined : ends.at(-perWindow);
    const open = Math.max(since, Math.min(at, freed === undefined ? since : freed + windowMs * (1 + MARGIN)));
    const [own, inCalls] = [Math.max(0, at - open), end === null ? 0 : Math.max(0, end - Math.max(at, since))];
    add(step, { calls: end === null ? 0 : 1, inCalls, quota: open - since, own });
    if (end !== null) ends.push(end);
    since = Math.max(since, end ?? at);
  }
  return [...spent.values()];
}

const MS = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;

async function callsOf(db: Db, run: string): Promise<readonly Call[]> {
  const { rows } = await db.query<{ method: string; path: string; at: number; ms: number }>(
    `select method, path, ${MS('at')} as at, ms from payrun.call where run_id = $1 order by at, id`,
    [run],
  );
  let isStarted = false;
  return rows.map(({ method, path, at, ms }) => {
    const form = `${method} ${path.replace(/[^/]*\d[^/]*(?=\/|$)/g, (part) => (part === 'v1' ? part : ':id'))}`;
    isStarted ||= form.endsWith('/start-processing');
    return { step: `${form}${isStarted ? ', after the start' : ''}`, at, end: at + ms };
  });
}
