import type { Terminal } from './terminal/terminal.ts';

export interface Invocation {
  /** Positional arguments; a list argument is spread at the end. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Options by name in camel case: text, or true for a switch. Absent if not given. */
export type Options = Readonly<Record<string, string | true | undefined>>;

/** The answer of a command: a document for programs, lines for people, and its exit code; absent: done. */
export interface Answer {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly exitCode?: number;
}

/** Runs the command. Resolves with its answer, or with its exit code if it has printed itself; throws PayrunError. */
export type Command = (invocation: Invocation) => Promise<number | Answer>;

/** One command of the table: the data for `--help`, and the function that loads its code. */
export interface CommandEntry {
  /** `pay`, or `merchants add` for a subcommand. */
  readonly name: string;
  /** Positional arguments as commander writes them: `<file...>`, `[run]`; absent: none. */
  readonly arguments?: string;
  readonly summary: string;
  readonly options?: readonly OptionEntry[];
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** Runs until it is stopped, so a supervisor reads its log instead of its lines. */
  readonly stays?: true;
  /** Takes options of any name, as arguments: `--field value`. */
  readonly anyOptions?: true;
  /** Needs an existing ledger: if the home has none, the command is refused and creates none. */
  readonly needsLedger?: true;
  /** It makes or continues runs: `payrun resume` continues what it leaves unfinished. */
  readonly resumes?: true;
  load(): Promise<Command>;
}

export interface OptionEntry {
  /** As commander writes them: `--run <run>`, `--yes`. */
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** A check of the value, and a description of the valid forms. */
  readonly form?: { readonly fits: (value: string) => boolean; readonly inWords: string };
}

export function optionText(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
