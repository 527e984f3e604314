import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/payrun', import.meta.url));

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** The whole environment but for PATH, and HOME, which is `cwd`: nothing of the machine's own settings gets in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Is called with every piece of standard output. */
  readonly onStdout?: (text: string, process: { kill(signal: NodeJS.Signals): void }) => void;
  /** The same for standard error. */
  readonly onStderr?: (text: string, process: { kill(signal: NodeJS.Signals): void }) => void;
  readonly command?: string;
  /** Is called once it runs. */
  readonly onSpawn?: (process: { kill(signal: NodeJS.Signals): void }) => void;
}

/** Runs `bin/payrun` as a user does, and waits for its end. */
export function runPayrun(args: readonly string[], options: RunOptions): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(options.command ?? LAUNCHER, args, {
    cwd: options.cwd,
    // A user of its own for each folder: nothing is read from or left in the home of who runs the tests.
    env: { PATH, HOME: options.cwd, USER: 'tester', ...options.env },
  });
  options.onSpawn?.(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onStdout?.(text, child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onStderr?.(text, child);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** The one JSON document that `--json` promises: anything else on standard output throws. */
export function documentOf({
  stdout,
}: Ended): Record<string, never> & { readonly error?: { code: string; message: string; next: string } } {
  return JSON.parse(stdout);
}
