import type { OptionEntry } from './command.ts';

/** Options of every command, which may also precede its name. */
export const FOR_ALL: readonly OptionEntry[] = [
  { flags: '--json', summary: 'one JSON document on standard output' },
  { flags: '-q, --quiet', summary: 'no progress' },
  { flags: '--no-color', summary: 'no colors' },
];

const AS: OptionEntry = {
  flags: '--as <name>',
  summary: 'the user to act as (default: your operating system account)',
};

const CONFIRM_STDIN: OptionEntry = {
  flags: '--confirm-stdin',
  summary:
    'reads your password and, on a second line, your two-factor code from standard input; not needed in a sandbox that the service has confirmed',
};

/** The options that select the acting user and prove their identity. */
export const ACTING = [AS, CONFIRM_STDIN];

/** Sources of a secret key. It is never an argument, which other users of the machine see. */
export const SECRET_KEY: readonly OptionEntry[] = [
  { flags: '--secret-key-stdin', summary: 'reads the secret key from standard input' },
  { flags: '--secret-key-file <file>', summary: 'reads the secret key from a file' },
  { flags: '--secret-key-env <variable>', summary: 'reads the secret key from an environment variable' },
];

export const LISTENING: readonly OptionEntry[] = [
  { flags: '--port <port>', summary: 'port to listen on (default: 4080)' },
  { flags: '--host <address>', summary: 'address to listen on (default: 127.0.0.1)' },
];

export const CONCURRENCY: OptionEntry = {
  flags: '--concurrency <tasks>',
  summary: 'runs processed at the same time, one per merchant (default: 8)',
};
