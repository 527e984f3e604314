import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { jsonPieces } from '../../platform/json-pieces.ts';
import { printable, printableJson } from '../../platform/printable.ts';

type Style = Parameters<typeof styleText>[0];

/** The input and output of a command. With `--json`, standard output has one JSON document and nothing else. */
export interface Terminal {
  readonly json: boolean;
  /** Whether questions can be asked. */
  readonly interactive: boolean;
  /** Whether progress is not shown. */
  readonly quiet: boolean;
  /** Whether standard error is a terminal, so that a line can be redrawn. */
  readonly animated: boolean;
  /** Whether both outputs are a terminal, so that a line on one need not be repeated on the other. */
  readonly oneScreen: boolean;
  /** Whether a person is watching: one of the outputs is a terminal. */
  readonly watched: boolean;
  /**
   * Prints a line of the result on standard output; nothing with `--json`. Whatever is printed loses the characters
   * that `printable` removes.
   */
  print(text: string): void;
  /** Prints a line on standard error, with or without `--json`. */
  note(text: string): void;
  /** Prints the error that ends the command, as a document with `--json`, else on standard error. */
  failure(error: { readonly code: string; readonly message: string; readonly next: string }): void;
  /** Prints the JSON document; nothing without `--json`. */
  document(value: unknown): void;
  /** Prints one JSON line on standard output, with or without `--json`. */
  line(value: unknown): void;
  /** Writes text to standard error unchanged, to redraw a line. */
  draw(text: string): void;
  /** Styles text for standard output. Plain if it is not a terminal, with --no-color, or if NO_COLOR is set. */
  style(format: Style, text: string): string;
  /** Asks on standard error; only "y" and "yes" confirm. */
  ask(question: string, signal?: AbortSignal): Promise<boolean>;
  /** Asks on standard error for a line of text; null if the user ends the question. */
  answer(question: string, signal?: AbortSignal): Promise<string | null>;
  /** Whether a question was ended by Ctrl-C, where it is no signal. */
  wasInterrupted(): boolean;
}

export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** A terminal on the streams of the process; its mode comes from the options that every command has. */
export function createTerminal(
  { json, quiet = false, color = true }: { readonly json: boolean; readonly quiet?: boolean; readonly color?: boolean },
  { stdin, stdout, stderr }: Streams,
): Terminal {
  const animated = Boolean(stderr.isTTY) && !quiet;
  // Replaces the escape character in the output of `style`: no other text can contain it.
  const mark = `<${randomUUID()}>`;
  let interrupted = false;
  const shown = (text: string) => printable(text).replaceAll(mark, '\u001b');
  async function answer(question: string, signal?: AbortSignal): Promise<string | null> {
    const reader = createInterface({ input: stdin, output: stderr });
    // Ctrl-C and Ctrl-D end the question without an answer, which confirms nothing.
    const closed = new Promise<null>((done) => reader.on('close', () => done(null)));
    reader.on('SIGINT', () => {
      interrupted = true;
      reader.close();
    });
    try {
      return await Promise.race([reader.question(printable(question), signal ? { signal } : {}), closed]);
    } finally {
      reader.close();
    }
  }
  const note = (text: string) => void stderr.write(`${shown(text)}\n`);
  const document = (value: unknown) => {
    if (json) for (const piece of jsonPieces(value, plainValue)) stdout.write(printableJson(piece));
  };
  return {
    json,
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    quiet,
    animated,
    oneScreen: Boolean(stdout.isTTY && stderr.isTTY),
    watched: Boolean(stdout.isTTY || stderr.isTTY),
    print: (text) => {
      if (!json) stdout.write(`${shown(text)}\n`);
    },
    note,
    failure: (error) => (json ? document({ error }) : note(`${error.message}\n${error.next}`)),
    document,
    line: (value) => void stdout.write(`${printableJson(JSON.stringify(value, plainValue))}\n`),
    draw: (text) => void stderr.write(text),
    style: (format, text) =>
      color ? styleText(format, printable(text), { stream: stdout }).replaceAll('\u001b', mark) : text,
    ask: async (question, signal) => /^y(es)?$/i.test(((await answer(`${question} [y/N] `, signal)) ?? '').trim()),
    answer,
    wasInterrupted: () => interrupted,
  };
}

/** The same terminal for a service that no one watches: lines on standard error go to its JSON log. */
export function loggedTerminal(terminal: Terminal, { stderr }: Pick<Streams, 'stderr'>): Terminal {
  const write = (level: number, facts: object) => {
    const line = JSON.stringify({ level, time: new Date().toISOString(), ...facts });
    stderr.write(`${printableJson(line)}\n`);
  };
  return {
    ...terminal,
    note: (msg) => write(30, { msg }),
    failure: ({ code, message, next }) => write(60, { code, next, msg: message }),
  };
}

/** JSON has no bigint. Writes a number if it is exact, else a string. */
function plainValue(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
}
