import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { FoundJob } from '../jobs/find-jobs.ts';
import { inputFaults } from '../jobs/job-fault.ts';

/** A job that starts automatically, with its schedule. */
export interface ScheduleEntry {
  /** Job, cron, time zone and input, which identify a due time on every machine. */
  readonly key: string;
  readonly job: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether to run once, as soon as a process is running, if none was at the due time. */
  readonly catchUp: boolean;
}

/** An entry of the setting `schedule` that cannot run, with the reason. */
export interface ScheduleFault {
  readonly job: string;
  readonly fault: string;
}

/**
 * The schedules of the job files and of the setting `schedule`; duplicates count once. An entry whose job is unknown,
 * does not load or does not accept the input is a fault and does not stop the others.
 */
export function scheduleEntries(
  found: readonly FoundJob[],
  config: Pick<Config, 'schedule' | 'timeZone'>,
): { readonly entries: readonly ScheduleEntry[]; readonly faults: readonly ScheduleFault[] } {
  const entries = new Map<string, ScheduleEntry>();
  const faults: ScheduleFault[] = [];
  const add = (job: string, settings: GivenEntry) => {
    const entry = entryOf(job, settings, config.timeZone);
    entries.set(entry.key, { ...entry, catchUp: entry.catchUp || (entries.get(entry.key)?.catchUp ?? false) });
  };
  for (const { name, job } of found) {
    for (const trigger of job?.triggers ?? []) if ('cron' in trigger) add(name, trigger);
  }
  for (const [index, { job: name, ...entry }] of config.schedule.entries()) {
    const where = `schedule[${index}] in payrun.config.json`;
    const candidates = found.filter((one) => one.name === name);
    const job = candidates.find((one) => one.job !== null)?.job;
    const [mistake] = job ? inputFaults(job.input, entry.input ?? {}) : [];
    if (candidates.length === 0) faults.push({ job: name, fault: `${where}: there is no job called ${name}` });
    else if (!job) faults.push({ job: name, fault: `${where}: job ${name} does not load: ${candidates[0]!.fault}` });
    else if (mistake !== undefined)
      faults.push({ job: name, fault: `${where}: job ${name} can’t use this input: ${mistake}` });
    else add(name, entry);
  }
  return { entries: [...entries.values()], faults };
}

interface GivenEntry {
  readonly cron: string;
  readonly timeZone?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly catchUp?: boolean | undefined;
}

function entryOf(
  job: string,
  { cron, timeZone, input = {}, catchUp = false }: GivenEntry,
  otherwise: string,
): ScheduleEntry {
  const zone = timeZone ?? otherwise;
  const written = cron.trim().replace(/\s+/g, ' ');
  const key = [job, written, zone, ...(Object.keys(input).length > 0 ? [digest(input)] : [])].join(' ');
  return { key, job, cron: written, timeZone: zone, input, catchUp };
}

const digest = (input: unknown) => createHash('sha256').update(canonicalJson(input)).digest('hex').slice(0, 12);
