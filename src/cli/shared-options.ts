import type { OptionEntry } from './command.ts';

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
