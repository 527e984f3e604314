import { pluralize } from '../../platform/pluralize.ts';
import type { QueueState } from '../queue/queue-state.ts';
import { type Check, passedCheck, warningCheck } from './checks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The state of the queue, and the tasks that block it. */
export function queueStatusLines(queue: QueueState, now: number): readonly Check[] {
  const { depth, active, deferred, failed, oldestWaiting, keys } = queue;
  const lines: Check[] = [];
  if (failed > 0) {
    const held = keys.filter((key) => key.failed > 0).map(({ kind, name }) => `${kind} ${name}`);
    lines.push(
      warningCheck(
        'queue',
        `${pluralize(failed, 'task')} failed, and ${n1(failed, 'blocks', 'block')} the queue: ${few(held)}.`,
        'Run `payrun resume RUN`.',
      ),
    );
  }
  if (oldestWaiting && active === 0 && now - oldestWaiting.getTime() > 15 * MINUTE) {
    const next = 'Start `payrun serve` or `payrun worker`.';
    lines.push(
      warningCheck(
        'queue',
        `${pluralize(depth, 'task')} ${n1(depth, 'has', 'have')} been waiting for ${durationSince(oldestWaiting, now)}, and no worker is running.`,
        next,
      ),
    );
  }
  if (lines.length > 0) return lines;
  return [
    passedCheck(
      'queue',
      depth + active + deferred === 0 ? 'empty' : `${depth} waiting, ${active} in progress, ${deferred} scheduled`,
    ),
  ];
}

const n1 = (n: number, one: string, more: string) => (n === 1 ? one : more);

function durationSince(oldest: Date, now: number): string {
  const ms = now - oldest.getTime();
  if (ms < HOUR) return `${Math.max(0, Math.floor(ms / MINUTE))} min`;
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} days`;
}

/** The first names of a list, and the number of the others. */
export function few(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
