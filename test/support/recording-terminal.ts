import { PassThrough } from 'node:stream';
import { createTerminal, type Streams, type Terminal } from '../../src/cli/terminal/terminal.ts';

export interface RecordingTerminal {
  readonly terminal: Terminal;
  /** Everything that was written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Types as a user would. */
  readonly type: (text: string) => void;
}

/** Streams of memory, and everything that was written to them. `tty`: they say that they are a terminal. */
export function recordingStreams(tty = false) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: tty, columns: 80 });
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() };
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    streams[name].on('data', (text: Buffer) => {
      output[name] += text.toString('utf8');
    });
  return {
    streams: streams as unknown as Streams,
    said: output,
    type: (text: string) => void streams.stdin.write(text),
  };
}

/** The real terminal on streams of memory. */
export function recordingTerminal({ json = false, tty = false, quiet = false } = {}): RecordingTerminal {
  const { streams, said: output, type } = recordingStreams(tty);
  return { terminal: createTerminal({ json, quiet }, streams), output, type };
}
