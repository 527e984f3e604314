import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task, TaskAnswer } from './child.ts';

/** Processes that carry out tasks. One that survives its task in good order is used again. */
export interface Workers {
  /** Null when the process killed itself as it was told. How it ended, where it ended otherwise. */
  perform(task: Task): Promise<TaskAnswer | null>;
  close(): Promise<void>;
}

const PATIENCE_MS = 180_000;

/**
 * `spare`: how many processes are started ahead of their task, so that starting them costs no waiting. One that takes longer
 * than `patienceMs` is ended.
 */
export function startWorkers(spare: number, patienceMs = PATIENCE_MS): Workers {
  const idle: Promise<ChildProcess>[] = [];
  const alive = new Set<ChildProcess>();
  let closing = false;

  const start = async (): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, 'child.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      // Starting takes 0.25 s instead of 0.5 s where the code is compiled already.
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), 'payrun-crash-compiled') },
    });
    // One listener a task, and a child has many.
    child.setMaxListeners(0);
    alive.add(child);
    child.once('exit', () => alive.delete(child));
    const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
    if (!ready) throw new Error('a process of the laboratory could not start');
    return child;
  };
  const refill = () => {
    while (!closing && idle.length < spare) {
      const one = start();
      // Told to whoever takes it.
      one.catch(() => {});
      idle.push(one);
    }
  };

  return {
    async perform(task) {
      const child = await (idle.shift() ?? start());
      refill();
      if (child.exitCode !== null)
        return unexpected(`a process ended by itself after its task, with ${child.exitCode}`);
      const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
      const answered = once(child, 'message').then(([answer]) => answer as TaskAnswer);
      let hung = false;
      const patience = setTimeout(() => {
        hung = true;
        child.kill('SIGKILL');
      }, patienceMs);
      child.send(task);
      const first = await Promise.race([ended, answered]);
      clearTimeout(patience);
      if ('points' in first) {
        // A lease that it could not give back is free only when it is gone.
        if (first.error === null && !closing && idle.length < 2 * spare) idle.unshift(Promise.resolve(child));
        else {
          child.disconnect();
          await ended;
        }
        return first;
      }
      if (hung) return unexpected(`a process did not end in ${patienceMs / 1000} s`);
      if (first.signal === 'SIGKILL') return null;
      return unexpected(`a process ended by itself, with ${first.code ?? first.signal}`);
    },
    async close() {
      closing = true;
      await Promise.allSettled(idle);
      await Promise.all(
        [...alive].map(async (child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        }),
      );
    },
  };
}

const unexpected = (what: string): TaskAnswer => ({ error: `defect: ${what}`, points: [], books: null });
