import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isError, PayrunError } from '../errors.ts';
import { diskFullError } from '../platform/disk-faults.ts';
import { projectFolder } from './project-folder.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Converts what was thrown to a PayrunError. An unexpected error is a `defect`. */
export function asPayrunError(thrown: unknown): PayrunError {
  if (isError(thrown)) return thrown;
  const full = diskFullError(thrown);
  if (full) return full;
  return new PayrunError('defect', { detail: describeDefect(thrown) }, { cause: thrown });
}

/** An error in the `--json` document. */
export const failureDocument = ({ code, message, next }: PayrunError) => ({ code, message, next });

export interface FailedCommand {
  /** With a space, for `--help`: `pay `, or `users ` if only the first word is known; empty if no command was named. */
  readonly name: string;
  /** Whether `payrun resume` continues what it left unfinished. */
  readonly resumes: boolean;
}

/** Prints the error and the next step; returns the exit code. The stack is printed only at log level debug or trace. */
export function reportFailure(
  terminal: Terminal,
  thrown: unknown,
  debug: boolean,
  { name, resumes }: FailedCommand = { name: '', resumes: true },
): number {
  const error = asPayrunError(thrown);
  const { code, message } = error;
  const again = resumes
    ? error.next
    : error.next.replace(/(?<=\brun )`payrun resume(?: \d+)?`/i, `\`payrun ${name.trim()}\` again`);
  const next = code === 'usage' ? `See \`payrun ${name}--help\`.` : again;
  terminal.failure({ code, message, next });
  if (debug && error.code === 'defect') terminal.note(stackOf(thrown));
  return error.exitCode;
}

function describeDefect(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'something that is not an error was thrown';
  const frame = [...(thrown.stack ?? '').matchAll(/(?:\(|at (?:async )?)((?:file:\/\/)?\/.+?:\d+):\d+\)?$/gm)]
    .map(([, at = '']) => (at.startsWith('file:') ? fileURLToPath(at) : at))
    .find((at) => !at.includes('/node_modules/'));
  const place = frame ? ` (${relative(projectFolder(), frame)})` : '';
  const code = 'code' in thrown && typeof thrown.code === 'string' ? ` ${thrown.code}` : '';
  return `${thrown.name}${code}: ${withoutData(thrown.message)}${place}`;
}

/** Masks e-mails and possible account numbers, because the message of a library may quote data. */
function withoutData(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line
    .slice(0, 300)
    .replace(/\S+@\S+/g, '***')
    .replace(/[A-Z]{0,4}[\d][\dA-Z -]{4,}[\dA-Z]/g, '***');
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${describeDefect(thrown.cause)}`;
  return [`${thrown.name}: ${withoutData(thrown.message)}`, ...frames].join('\n') + cause;
}
