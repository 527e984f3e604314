import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that says what it does in lines of JSON. */
export interface Child {
  readonly pid: number;
  /** Its output so far. */
  readonly output: readonly unknown[];
  /** Waits until its output has something like this; throws when it ends without. */
  until(test: (line: unknown) => boolean): Promise<unknown>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Waits until it is killed by `kill`; throws if it ends before that. */
  untilKilled(): Promise<void>;
  /** Ends its standard input and waits for its end; its exit code. */
  end(): Promise<number | null>;
}

/** The content of a line; its text if it is a part of a longer document. */
function read(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

export function startChild(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Child {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output: unknown[] = [];
  const listeners = new Set<() => void>();
  let gone = false;
  let isKilled = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(read(line));
    tell();
  });
  const exited = once(child, 'close').then(([code]) => {
    gone = true;
    tell();
    return code as number | null;
  });

  return {
    pid: child.pid!,
    output,
    until: (test) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = output.find(test);
          if (found === undefined && !gone) return;
          listeners.delete(look);
          if (found === undefined) reject(new Error(`it ended after saying ${JSON.stringify(output)}`));
          else resolve(found);
        };
        listeners.add(look);
        look();
      }),
    async kill(signal) {
      isKilled = true;
      child.kill(signal);
      await exited;
    },
    async untilKilled() {
      await exited;
      if (!isKilled) throw new Error(`it ended after saying ${JSON.stringify(output)}`);
    },
    end() {
      child.stdin.end();
      return exited;
    },
  };
}
