import type { Config } from '../../config.ts';
import { balancesToPayFrom, queuedRuns } from '../../ledger/runs/queued-runs.ts';
import type { RunRow } from '../../ledger/runs/run.ts';
import { aboutMinutes, estimateMinutes } from '../../platform/call-minutes.ts';
import { getFirstInstant, showInZone, toWallTime } from '../../platform/time-zone.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { remainingCalls } from './remaining-calls.ts';

/** The time by which a run must be started today, and whether it can be. */
export interface CutOff {
  /** As in the setting: `16:00 Europe/Berlin`. */
  readonly by: string;
  /** The cut-off of today, UTC. */
  readonly at: string;
  /** The earliest start, after its own calls and those of the merchant's queued runs before it; UTC. */
  readonly startsAt: string;
  /** The least time that those calls take. */
  readonly minutes: number;
  readonly calls: number;
  /** The queued runs before it and their calls. The sheets of `unknown` of them are not ingested yet. */
  readonly ahead: { readonly runs: number; readonly calls: number; readonly unknown: number };
  readonly inTime: boolean;
  /** A sentence if it cannot be in time; null otherwise. */
  readonly warning: string | null;
}

const DAY = 86_400_000;

/** Null if no cut-off applies or nothing is left to start. If several apply, the earliest counts. */
export async function cutOffOf(
  appContext: AppContext,
  run: bigint,
  merchant: string,
  calls: number,
): Promise<CutOff | null> {
  const { ledger, config, clock, perWindow } = appContext;
  const { db } = ledger;
  const now = clock.now();
  const cutOffs = calls === 0 ? [] : cutOffsOf(config.cutOff, merchant, await balancesToPayFrom(db, run));
  if (cutOffs.length === 0) return null;
  const [first] = cutOffs.map((one) => ({ ...one, at: todayAt(one, now) })).sort((a, b) => a.at - b.at);
  const { time, zone, at } = first!;

  const before = await queuedRuns(db, run);
  let ahead = 0;
  for (const { id, known } of before) if (known) ahead += (await remainingCalls(appContext, id)).calls;
  const minutes = estimateMinutes(calls + ahead, perWindow, config.quotaWindowMs);
  const startsAt = now + minutes * 60_000;
  const cutOff = {
    by: `${time} ${zone}`,
    at: new Date(at).toISOString(),
    startsAt: new Date(startsAt).toISOString(),
    minutes,
    calls: calls + ahead,
    ahead: { runs: before.length, calls: ahead, unknown: before.filter(({ known }) => !known).length },
    inTime: startsAt <= at,
  };
  return { ...cutOff, warning: cutOff.inTime ? null : warningOf(cutOff, now > at, clockIn(startsAt, zone, at)) };
}

type TimeAndZone = NonNullable<Config['cutOff']['all']>;

function cutOffsOf({ all, merchants, currencies }: Config['cutOff'], merchant: string, paidFrom: readonly string[]) {
  const own = Object.hasOwn(merchants, merchant) ? merchants[merchant] : undefined;
  const ofBalances = paidFrom.flatMap((currency) => currencies[currency] ?? []);
  return [all, own, ...ofBalances].filter((one): one is TimeAndZone => one !== undefined);
}

/** The instant (ms UTC) of this time on the zone's current day. */
function todayAt({ time, zone }: TimeAndZone, now: number): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const midnight = Math.floor(toWallTime(now, zone) / DAY) * DAY;
  return getFirstInstant(midnight + (hours * 60 + minutes) * 60_000, zone);
}

/** `16:10`, with its date if that is another day. */
function clockIn(at: number, zone: string, today: number): string {
  const [day, time] = showInZone(Math.ceil(at / 60_000) * 60_000, zone).split(' ') as [string, string];
  return showInZone(today, zone).startsWith(day) ? time : `${day} ${time}`;
}

function warningOf({ by, minutes, ahead }: Omit<CutOff, 'warning'>, over: boolean, starts: string): string {
  if (over) return `Today’s cut-off, ${by}, has passed: anything sent now is treated as sent tomorrow.`;
  const length = aboutMinutes(minutes);
  const runs = `${ahead.runs} ${ahead.runs === 1 ? 'run' : 'runs'} ahead`;
  const unknown = ahead.unknown > 0 ? ` (${ahead.unknown} still being read)` : '';
  const others = ahead.runs > 0 ? ` and ${runs}${unknown}` : '';
  return `The cut-off is ${by}. With ${length} of API calls${others}, this run will be sent at ${starts} at the earliest.`;
}

/**
 * Finds runs of a newly ingested sheet that cannot be started by their cut-off, and records them in the audit log and
 * in the log, because the plan may not be shown to anybody. `run` is the one that this process holds.
 */
export async function warnAboutCutOff(
  appContext: AppContext,
  run: ActiveRun,
  deps: LocalDeps,
  runs: readonly RunRow[],
): Promise<void> {
  const { all, merchants, currencies } = deps.config.cutOff;
  if (!all && Object.keys({ ...merchants, ...currencies }).length === 0) return;
  for (const { id, merchant_id: merchant, pay_on } of runs) {
    if (pay_on !== null) continue;
    const { calls } = await remainingCalls(appContext, id);
    const cutOff = await cutOffOf(appContext, id, merchant, calls);
    if (!cutOff?.warning) continue;
    const { by, startsAt, warning } = cutOff;
    // The plan and the event say it.
    deps.log.info({ run: String(id), merchant, by, startsAt }, warning);
    const data = { by, startsAt, calls: cutOff.calls, runsAhead: cutOff.ahead.runs };
    await fenced(run, deps, (tx) => audit(tx, { id }, deps, 'late_for_cut_off', data));
  }
}
