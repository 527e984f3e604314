import { type Logger, pino } from 'pino';
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
export function createLog(level: string, stream: NodeJS.WritableStream = process.stderr): Log {
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
