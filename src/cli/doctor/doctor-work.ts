import type { QueueState } from '../../engine/queue/queue-state.ts';
import type { Backlog, WaitingCount } from '../../ledger/runs/backlog.ts';
import { OUTCOMES, type Outcome } from '../../outcomes/run-outcome.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { type DoctorLine, look, well } from './doctor-checks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time, in ms, in which approvers and admins are expected to act. */
const PEOPLE = 24 * HOUR;

/** A possible backlog: when it is reported, in which words, and the next step. */
interface Sign {
  readonly check: string;
  readonly of: (stuck: Backlog) => WaitingCount | undefined;
  /** The age in ms from which it is reported; 0 reports it at once. */
  readonly after: number;
  /** A sentence about `n` items, without the period. */
  readonly sentence: (n: number) => string;
  readonly next: string;
}

const SIGNS: readonly Sign[] = [
  {
    check: 'runs',
    of: ({ abandoned }) => abandoned,
    after: 10 * MINUTE,
    sentence: (n) => `${count(n, 'run')} ${n === 1 ? 'is' : 'are'} not finished, and no process has ${them(n)}`,
    next: 'Run `payrun resume`, or see that `payrun serve` or `payrun worker` runs.',
  },
  outcome(
    'awaiting_approval',
    PEOPLE,
    'An approver other than the maker decides: `payrun runs`, then `payrun approve RUN --as NAME` or `payrun reject RUN --as NAME`.',
  ),
  outcome('insufficient_funds', HOUR, 'Fund the balance: `payrun merchants funding NAME`; then `payrun resume`.'),
  outcome('awaiting_service_approval', PEOPLE, 'Approve it in the payout service; then `payrun resume`.'),
  outcome('action_required', 0, 'Why is in `payrun runs`.'),
  outcome('processing', 5 * PEOPLE, 'Run `payrun settle`; if that changes nothing, ask the service.'),
  {
    check: 'payments',
    of: ({ unconfirmed }) => unconfirmed,
    after: 0,
    sentence: (n) => `${count(n, 'payment')} ${n1(n, 'is', 'are')} unconfirmed`,
    next: 'See `payrun payments --state unknown`, ask the service, then `payrun resolve`.',
  },
  {
    check: 'payments',
    of: ({ discrepancies }) => discrepancies,
    after: 0,
    sentence: (n) => `${count(n, 'payment')} ${n1(n, 'was', 'were')} made otherwise than the sheet says`,
    next: 'See `payrun payments --state discrepancy`; then `payrun accept`, or take it up with the service.',
  },
  {
    check: 'payments',
    of: ({ held }) => held,
    after: PEOPLE,
    sentence: (n) => `${count(n, 'payment')} of the last 7 days ${n1(n, 'is', 'are')} on hold`,
    next: 'See `payrun payments --state held`; then `payrun release`, `payrun dismiss`, or pay the corrected sheet.',
  },
  {
    check: 'results',
    of: ({ unreported }) => unreported,
    after: HOUR,
    sentence: (n) => `the results of ${count(n, 'run')} are not written`,
    next: 'Run `payrun resume`: it writes them, or says why it cannot.',
  },
  {
    check: 'webhooks',
    of: ({ deliveries }) => deliveries,
    after: 15 * MINUTE,
    sentence: (n) => `${count(n, 'delivery', 'deliveries')} ${wait(n)} to be worked on`,
    next: 'See that `payrun serve` runs, or run `payrun settle`.',
  },
  {
    check: 'webhooks',
    of: ({ refused }) => refused,
    after: 0,
    sentence: (n) => `${count(n, 'delivery', 'deliveries')} did not agree with the ledger`,
    next: 'See `payrun webhooks list` and `payrun verify --remote`.',
  },
  {
    check: 'notifications',
    of: ({ notifications }) => notifications,
    after: HOUR,
    sentence: (n) => `${count(n, 'notification')} ${n === 1 ? 'is' : 'are'} not delivered yet`,
    next: 'See the line about the mail server, and that `payrun serve` runs.',
  },
  {
    check: 'notifications',
    of: ({ failedNotifications }) => failedNotifications,
    after: 0,
    sentence: (n) => `${count(n, 'notification')} of the last week ${were(n)} given up`,
    next: 'See the setting `notifications` and the mail server; `payrun runs` shows the runs that they were about.',
  },
  {
    check: 'merchants',
    of: ({ subMerchants }) => subMerchants,
    after: 0,
    sentence: (n) => `the creation of ${count(n, 'sub-merchant')} is unconfirmed`,
    next: 'Run `payrun resume`; its results say what to do.',
  },
];

/** Runs with the same outcome, under the label that every channel uses. */
function outcome(of: Outcome, after: number, next: string): Sign {
  const describe = (n: number) => `${OUTCOMES[of].label}: ${count(n, 'run')}`;
  return { check: 'runs', of: ({ runs }) => runs[of], after, sentence: describe, next };
}

/** One line for each backlog that is too old, and one for each check without any. */
export function stuckLines(stuck: Backlog, now: number): readonly DoctorLine[] {
  const lines: DoctorLine[] = [];
  for (const check of new Set(SIGNS.map((sign) => sign.check))) {
    const signs = SIGNS.filter((sign) => sign.check === check).map((sign) => ({ ...sign, found: sign.of(stuck) }));
    const bad = signs.filter(({ found, after }) => found?.oldest && now - found.oldest.getTime() >= after);
    for (const { found, sentence: describe, next } of bad)
      lines.push(look(check, `${sentence(describe(found!.n))}, ${since(found!.oldest!, now)}.`, next));
    if (bad.length > 0) continue;
    const fresh = signs.filter(({ found }) => found && found.n > 0).map(({ found, sentence: line }) => line(found!.n));
    lines.push(well(check, fresh.length > 0 ? fresh.join('; ') : 'nothing is stuck'));
  }
  return lines;
}

/** The state of the queue, and the tasks that block it. */
export function queueStatusLines(queue: QueueState, now: number): readonly DoctorLine[] {
  const { depth, active, deferred, failed, oldestWaiting, keys } = queue;
  const lines: DoctorLine[] = [];
  if (failed > 0) {
    const held = keys.filter((key) => key.failed > 0).map(({ kind, name }) => `${kind} ${name}`);
    lines.push(
      look(
        'queue',
        `${count(failed, 'task')} failed and ${n1(failed, 'holds', 'hold')} up what is behind: ${few(held)}.`,
        'Carry it on by hand: `payrun resume RUN`.',
      ),
    );
  }
  if (oldestWaiting && active === 0 && now - oldestWaiting.getTime() > 15 * MINUTE) {
    const next = 'Start `payrun serve` or `payrun worker`.';
    lines.push(
      look('queue', `${count(depth, 'task')} ${wait(depth)}, ${since(oldestWaiting, now)}, and nobody works.`, next),
    );
  }
  if (lines.length > 0) return lines;
  return [
    well(
      'queue',
      depth + active + deferred === 0 ? 'empty' : `${depth} wait, ${active} under way, ${deferred} for later`,
    ),
  ];
}

const n1 = (n: number, one: string, more: string) => (n === 1 ? one : more);
const count = pluralize;
const wait = (n: number) => n1(n, 'waits', 'wait');
const were = (n: number) => n1(n, 'was', 'were');
const them = (n: number) => n1(n, 'it', 'them');
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function since(oldest: Date, now: number): string {
  const ms = now - oldest.getTime();
  if (ms < HOUR) return `since ${Math.max(0, Math.floor(ms / MINUTE))} min`;
  return ms < 2 * PEOPLE ? `since ${Math.floor(ms / HOUR)} h` : `since ${Math.floor(ms / PEOPLE)} days`;
}

/** The first names of a list, and the number of the others. */
export function few(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
