import { readFileSync } from 'node:fs';

/** Processor time is counted in hundredths of a second there. */
const TICK_MS = 10;

/**
 * Processor time of a process, ms, with that of its children that have ended; on Linux. Where a machine does other things too,
 * this says what something costs, and the time that it took does not. NaN where that cannot be read.
 */
export function processorMs(pid: number | 'self'): { readonly own: number; readonly children: number } {
  const [user, system, childrenUser, childrenSystem] = statOf(pid).slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { own: (user + system) * TICK_MS, children: (childrenUser + childrenSystem) * TICK_MS };
}

/** Of a process and all its children, those that have ended included. */
export function processorMsOfFamily(pid: number): number {
  const { own, children } = processorMs(pid);
  // One that has ended meanwhile is in its parent's count the next time.
  return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child).own || 0), own + children);
}

const childrenOf = (pid: number): readonly number[] =>
  readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** The most memory that each of its living children had at a time, MB, in sum. */
export const peakMbOfChildren = (pid: number): number =>
  childrenOf(pid).reduce(
    (sum, child) => sum + Number(/VmHWM:\s*(\d+)/.exec(readProc(`${child}/status`))?.[1] ?? 0),
    0,
  ) / 1024;

/** From the state on: the name before it may have spaces. */
const statOf = (pid: number | 'self'): readonly string[] =>
  readProc(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
