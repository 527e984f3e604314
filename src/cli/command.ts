import type { Terminal } from './screens/terminal.ts';

/** What a command is called with. */
export interface Invocation {
  /** Positional arguments; a list argument is spread at the end. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly terminal: Terminal;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Options by their names in camel case: text, or true for a switch; absent where not given. */
export type Options = Readonly<Record<string, string | true | undefined>>;

/** Does the work and resolves with the exit code; throws PayrunError. */
export type Command = (invocation: Invocation) => Promise<number>;

/** One command of the table: all that `--help` needs, and where the code is. */
export interface CommandEntry {
  /** `pay`, or `merchants add` for a command below a command. */
  readonly name: string;
  /** Positional arguments as commander writes them: `<file...>`, `[run]`. */
  readonly arguments: string;
  readonly summary: string;
  readonly options: readonly OptionEntry[];
  /** What is typed, and what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** It goes on until it is told to stop. */
  readonly stays?: true;
  /** It is about what is in the ledger: if there is none yet, it is refused, and none is made. */
  readonly needsLedger?: true;
  load(): Promise<Command>;
}

export interface OptionEntry {
  /** As commander writes them: `--run <run>`, `--yes`. */
  readonly flags: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** Whether a value has the form of this option, and that form in words. */
  readonly form?: { readonly fits: (value: string) => boolean; readonly inWords: string };
}

/** The text of an option; undefined where it is absent. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
