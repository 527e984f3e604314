import { type DestinationStream, type Logger, pino } from 'pino';
import { maskBankDetails } from '../mask-bank-details.ts';

export type Log = Logger;

/**
 * Keys whose values never reach a log, up to two levels deep in an object. A safety net: code must not log them anyway.
 */
const SECRET_KEYS = [
  'secretKey',
  'accessKey',
  'authorization',
  'password',
  'vaultKey',
  'iban',
  'accountNum',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  'dob',
  'email',
  'emailAddress',
  'paypalEmail',
  'cells',
  'draft',
  'databaseUrl',
];

/** A logger that writes JSON lines to stderr, because stdout carries the result of a command. */
export function createLog(level: string, stream: DestinationStream = process.stderr): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // A file can have an account number as its name, and an error of a library can quote one.
      hooks: { streamWrite: maskBankDetails },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    stream,
  );
}

/**
 * The log of a command that a person runs: warnings are sentences. JSON if PAYRUN_LOG_LEVEL or the configuration asks
 * for a level.
 */
export function createCommandLog(
  { logLevel, given }: { readonly logLevel: string; readonly given: Readonly<Record<string, unknown>> },
  stream: NodeJS.WritableStream = process.stderr,
): Log {
  if (given.logLevel !== undefined) return createLog(logLevel, stream);
  const write = (line: string) => void stream.write(`${warningOf(line)}\n`);
  return createLog(logLevel, { write });
}

function warningOf(line: string): string {
  const { msg = '', level: _, time: __, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const text = String(msg).replace(/\.$/, '');
  const details = Object.entries(facts).map(([name, value]) => `${name} ${[value].flat().join(' ')}`);
  return `Warning: ${text}${details.length === 0 ? '' : ` (${details.join(', ')})`}.`;
}
