import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../../src/config.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { Component } from '../../../src/engine/context/component.ts';
import { type CronTrigger, defineJob } from '../../../src/engine/job.ts';
import type { FoundJob } from '../../../src/engine/jobs/find-jobs.ts';
import type { Task } from '../../../src/engine/queue/task.ts';
import { startSchedule } from '../../../src/engine/schedule/start-schedule.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';
import { type MovedClock, movedClock } from './moved-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than in earnest, so that hours pass in few rounds. */
const LOOK = 5 * MINUTE;
const at = (text: string) => Date.parse(`${text}Z`);

describeDatabases('the schedule', (database) => {
  const parts: Component[] = [];
  afterEach(async () => {
    for (const part of parts.splice(0)) await part.close();
  });

  interface World {
    readonly clock: MovedClock;
    readonly tasks: Task[];
    readonly reported: string[];
    readonly job: string;
    /** Another instance on the same database. */
    start(more?: { enqueue?: () => Promise<void>; claimMs?: number; cron?: string }): Promise<Component>;
    rows(): Promise<readonly { due: string; state: string }[]>;
    readonly ledger: Ledger;
  }

  async function world(cron: string, start: string, trigger: Omit<CronTrigger, 'cron'> = {}): Promise<World> {
    const clock = movedClock(at(start));
    const tasks: Task[] = [];
    const reported: string[] = [];
    const job = `nightly-${randomUUID().slice(0, 8)}`;
    const ledger = await database.open();
    const opened: Ledger[] = [];
    return {
      clock,
      tasks,
      reported,
      job,
      ledger,
      async start({ enqueue, claimMs, cron: other } = {}) {
        // A connection of its own, as another process has.
        const own = opened.length === 0 ? ledger : await database.open();
        opened.push(own);
        const appContext = {
          ledger: own,
          clock,
          config: loadConfig({ PAYRUN_HOME: database.home }, database.home),
          log: createLog('silent'),
        } as unknown as AppContext;
        const found: FoundJob = {
          name: job,
          job: defineJob({
            summary: '',
            input: z.object({}),
            triggers: [{ cron: other ?? cron, ...trigger }],
            run: async () => [],
          }),
          fault: null,
          file: '',
        };
        const part = await startSchedule(appContext, {
          report: (line) => reported.push(line),
          jobs: async () => [found],
          lookMs: LOOK,
          enqueue: enqueue ?? (async (_, task) => void tasks.push(task)),
          ...(claimMs === undefined ? {} : { claimMs }),
        });
        parts.push(part);
        return part;
      },
      async rows() {
        const { rows } = await ledger.db.query<{ due_at: Date; state: string }>(
          'select due_at, state from payrun.scheduled_run where job = $1 order by due_at',
          [job],
        );
        return rows.map(({ due_at, state }) => ({ due: due_at.toISOString().slice(0, 16), state }));
      },
    };
  }

  it('runs a job that is due in two minutes once, with three instances', async () => {
    const here = await world('0 2 * * *', '2026-06-30T23:58:00', { timeZone: 'Europe/Berlin' });
    for (let i = 0; i < 3; i++) await here.start();
    await here.clock.pass(MINUTE, 3);
    expect(here.tasks).toEqual([]);
    await here.clock.pass(5 * MINUTE, 3);
    expect(here.tasks).toEqual([{ kind: 'job', job: here.job, input: {}, maker: 'schedule' }]);
    expect(await here.rows()).toEqual([{ due: '2026-07-01T00:00', state: 'enqueued' }]);
    expect(here.reported.filter((line) => line.includes('it is in the queue'))).toEqual([
      `Job ${here.job} was due at 2026-07-01 02:00 Europe/Berlin: it is in the queue.`,
    ]);
  });

  it('continues if another instance ends', async () => {
    const here = await world('*/5 * * * *', '2026-07-01T00:01:00');
    const first = await here.start();
    await here.start();
    await here.clock.pass(5 * MINUTE, 2);
    parts.splice(parts.indexOf(first), 1);
    await first.close();
    await here.clock.pass(5 * MINUTE, 1);
    expect(await here.rows()).toEqual([
      { due: '2026-07-01T00:05', state: 'enqueued' },
      { due: '2026-07-01T00:10', state: 'enqueued' },
    ]);
    expect(here.tasks).toHaveLength(2);
  });

  describe('a due time without a running process', () => {
    /** Three nights are missed. */
    const missed = async (trigger: Omit<CronTrigger, 'cron'>) => {
      const here = await world('0 2 * * *', '2026-07-01T12:00:00', trigger);
      const part = await here.start();
      await here.clock.asleep(1);
      parts.splice(parts.indexOf(part), 1);
      await part.close();
      here.clock.set(at('2026-07-04T09:00:00'));
      here.reported.length = 0;
      for (let i = 0; i < 3; i++) await here.start();
      await here.clock.asleep(3);
      return here;
    };
    it('runs once at the start if the job says so, and is reported', async () => {
      const here = await missed({ catchUp: true });
      expect(here.tasks).toHaveLength(1);
      expect(here.reported).toContain(
        `Job ${here.job} was due at 2026-07-04 02:00 UTC, and 2 times before, while no process was running: it runs now, once.`,
      );
      expect(await here.rows()).toEqual([{ due: '2026-07-04T02:00', state: 'enqueued' }]);
      // And the next night as ever.
      here.clock.set(at('2026-07-05T01:58:00'));
      await here.clock.pass(LOOK, 3);
      expect(here.tasks).toHaveLength(2);
    });
    it('does not run otherwise, and is reported', async () => {
      const here = await missed({});
      expect(here.tasks).toEqual([]);
      expect(here.reported.filter((line) => line.includes('while no process was running'))).toEqual([
        `Job ${here.job} was due at 2026-07-04 02:00 UTC, and 2 times before, while no process was running: it is skipped. Set "catchUp": true to run it later.`,
      ]);
      expect(await here.rows()).toEqual([{ due: '2026-07-04T02:00', state: 'skipped' }]);
    });
    it('does not exist for a new cron', async () => {
      const here = await missed({ catchUp: true });
      here.tasks.length = 0;
      await here.start({ cron: '0 3 * * *' });
      await here.clock.asleep(4);
      expect(here.tasks).toEqual([]);
    });
  });

  describe('a clock', () => {
    it('that is set forward by a year causes no burst: skipped due times were missed', async () => {
      const here = await world('*/10 * * * *', '2026-07-01T00:01:00');
      await here.start();
      await here.clock.pass(10 * MINUTE, 1);
      here.clock.set(at('2027-07-01T00:22:00'));
      await here.clock.pass(LOOK, 1);
      expect(here.tasks).toHaveLength(2);
      expect((await here.rows()).at(-1)).toEqual({ due: '2027-07-01T00:20', state: 'enqueued' });
      expect(here.reported.at(-1)).toMatch(
        /was due at 2027-07-01 00:20 UTC, and more than 1,000 times before: it is in/,
      );
    });
    it('that is set back fires nothing twice, and nothing early', async () => {
      const here = await world('0 * * * *', '2026-07-01T00:30:00');
      await here.start();
      await here.start();
      await here.clock.pass(2 * HOUR, 2);
      expect(here.tasks).toHaveLength(2);
      here.clock.set(at('2026-07-01T00:30:00'));
      await here.clock.pass(2 * HOUR, 2);
      expect(here.tasks).toHaveLength(2);
      expect(here.reported).toContainEqual(
        expect.stringMatching(/^The clock was set back: .*What was done is not done/),
      );
      await here.clock.pass(HOUR, 2);
      expect((await here.rows()).map(({ due }) => due)).toEqual([
        '2026-07-01T01:00',
        '2026-07-01T02:00',
        '2026-07-01T03:00',
      ]);
      expect(here.tasks).toHaveLength(3);
    });
    it('that was ahead and is corrected does not skip a due time that it took as missed', async () => {
      const here = await world('0 2 * * *', '2026-07-01T12:00:00');
      await here.start();
      await here.clock.asleep(1);
      here.clock.set(at('2026-07-02T06:00:00'));
      await here.clock.pass(LOOK, 1);
      expect(await here.rows()).toEqual([{ due: '2026-07-02T02:00', state: 'skipped' }]);
      here.clock.set(at('2026-07-01T12:05:00'));
      await here.clock.pass(LOOK, 1);
      here.clock.set(at('2026-07-02T01:58:00'));
      await here.clock.pass(2 * LOOK, 1);
      expect(await here.rows()).toEqual([{ due: '2026-07-02T02:00', state: 'enqueued' }]);
      expect(here.tasks).toHaveLength(1);
    });
    it('that was a year ahead and is corrected does not end the schedule', async () => {
      const here = await world('0 2 * * *', '2027-07-01T01:59:00');
      const wrong = await here.start();
      await here.clock.pass(2 * MINUTE, 1);
      parts.splice(parts.indexOf(wrong), 1);
      await wrong.close();
      here.clock.set(at('2026-07-01T01:59:00'));
      await here.start();
      await here.clock.pass(2 * MINUTE, 1);
      expect((await here.rows()).map(({ due }) => due)).toEqual(['2026-07-01T02:00', '2027-07-01T02:00']);
    });
  });

  it('queues a due time that another instance claimed and did not queue, once', async () => {
    const here = await world('0 2 * * *', '2026-07-01T01:59:00');
    let crashed = 0;
    const crash = async () => {
      crashed++;
      throw new Error('killed between the row and the queue');
    };
    const dead = await here.start({ enqueue: crash, claimMs: 600_000 });
    await here.clock.pass(2 * MINUTE, 1);
    parts.splice(parts.indexOf(dead), 1);
    await dead.close();
    expect(crashed).toBe(1);
    expect(await here.rows()).toEqual([{ due: '2026-07-01T02:00', state: 'due' }]);
    // Its minute is not over yet: it may only be slow.
    for (let i = 0; i < 2; i++) await here.start();
    await here.clock.pass(LOOK, 2);
    expect(here.tasks).toEqual([]);
    await here.ledger.db.query(
      `update payrun.scheduled_run set claimed_until = now() - interval '1 ms' where job = $1`,
      [here.job],
    );
    await here.clock.pass(LOOK, 2);
    expect(here.tasks).toEqual([{ kind: 'job', job: here.job, input: {}, maker: 'schedule' }]);
    expect(await here.rows()).toEqual([{ due: '2026-07-01T02:00', state: 'enqueued' }]);
  });

  it('fires what was due while the database was unreachable for an hour, because a process was running', async () => {
    const here = await world('0 2 * * *', '2026-07-01T01:59:00');
    await here.start();
    await here.clock.asleep(1);
    const { tx } = here.ledger;
    let away = true;
    Object.assign(here.ledger, {
      tx: (work: never) => (away ? Promise.reject(new Error('away')) : tx(work)),
    });
    await here.clock.pass(20 * MINUTE, 1);
    expect(here.tasks).toEqual([]);
    away = false;
    await here.clock.pass(LOOK, 1);
    expect(await here.rows()).toEqual([{ due: '2026-07-01T02:00', state: 'enqueued' }]);
  });
});
