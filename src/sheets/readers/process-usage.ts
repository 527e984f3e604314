import { readFileSync } from 'node:fs';

/** The folder where the system lists its processes, as on Linux. */
export const PROCESSES = { folder: '/proc' };

/** Linux counts processor time for programs in these, whatever its kernel counts in. */
const TICKS_A_SECOND = 100;

export interface ProcessUsage {
  /** Of all its threads, in the user's and the system's part. */
  readonly processorSeconds: number;
  /** Memory of its own, in and outside the JavaScript heap, without the files that it maps. */
  readonly megabytes: number;
}

/** The usage of a process so far; null if the system does not show it. */
export function processUsage(pid: number): ProcessUsage | null {
  const read = (file: string) => readFileSync(`${PROCESSES.folder}/${pid}/${file}`, 'utf8');
  try {
    // The name before the last parenthesis may have spaces.
    const [user, system] = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    const kilobytes = /^RssAnon:\s+(\d+)/m.exec(read('status'))?.[1] ?? 0;
    return { processorSeconds: (user! + system!) / TICKS_A_SECOND, megabytes: Number(kilobytes) / 1_024 };
  } catch {
    return null;
  }
}
