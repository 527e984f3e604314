import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { jsonPieces } from './json-pieces.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command speaks and asks. With `--json`, standard output carries one JSON document and nothing else. */
export interface Terminal {
  readonly json: boolean;
  /** A person can be asked. */
  readonly interactive: boolean;
  /** Standard error is a terminal: a line can be drawn over. */
  readonly animated: boolean;
  /** Columns of standard output; 100 where it is no terminal. */
  readonly width: number;
  /** A line for the reader of the result; nothing with `--json`. */
  print(text: string): void;
  /** A line for the person who waits; on standard error. */
  note(text: string): void;
  /** The result for a program; nothing without `--json`. */
  document(value: unknown): void;
  /** One JSON line on standard output, with or without `--json`. */
  line(value: unknown): void;
  /** Text on standard error as it is, for drawing over a line. */
  draw(text: string): void;
  /** Colours for standard output; plain where it is no terminal, or NO_COLOR is set. */
  style(format: Style, text: string): string;
  /** Asks on standard error; only "y" and "yes" are yes. */
  ask(question: string, signal?: AbortSignal): Promise<boolean>;
  /** Asks on standard error for a line of text; null where the question was ended without one. */
  answer(question: string, signal?: AbortSignal): Promise<string | null>;
}

export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** A terminal on the process's streams. */
export function createTerminal(json: boolean, { stdin, stdout, stderr }: Streams): Terminal {
  const animated = Boolean(stderr.isTTY);
  async function answer(question: string, signal?: AbortSignal): Promise<string | null> {
    const reader = createInterface({ input: stdin, output: stderr });
    // Ctrl-C and Ctrl-D end the question, and that is a no.
    const closed = new Promise<null>((done) => reader.on('close', () => done(null)));
    try {
      return await Promise.race([reader.question(question, signal ? { signal } : {}), closed]);
    } finally {
      reader.close();
    }
  }
  return {
    json,
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    animated,
    width: stdout.isTTY ? stdout.columns : 100,
    print: (text) => {
      if (!json) stdout.write(`${text}\n`);
    },
    note: (text) => void stderr.write(`${text}\n`),
    document: (value) => {
      if (json) for (const piece of jsonPieces(value, plainValue)) stdout.write(piece);
    },
    line: (value) => void stdout.write(`${JSON.stringify(value, plainValue)}\n`),
    draw: (text) => void stderr.write(text),
    style: (format, text) => styleText(format, text, { stream: stdout }),
    ask: async (question, signal) => /^y(es)?$/i.test(((await answer(`${question} [y/N] `, signal)) ?? '').trim()),
    answer,
  };
}

/** JSON has no bigint: row counts and the like are small, so as numbers where they are exact, else as text. */
function plainValue(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}
