import { type Config, loadConfig } from '../config.ts';
import { EXIT, PayrunError } from '../errors.ts';
import { hasLedger } from '../ledger/embedded/has-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import type { Terminal } from './screens/terminal.ts';

/** Opens the ledger of the configuration, hands it to `work`, and closes it whatever happens. */
export async function withLedger<T>(work: (ledger: Ledger, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const ledger = await openConfigured(config);
  try {
    return await work(ledger, config);
  } finally {
    await ledger.close();
  }
}

/** What a list answers if there is no ledger yet: an empty document, and a sentence that says so. */
export interface EmptyList {
  readonly terminal: Terminal;
  readonly document: unknown;
}

/** As `withLedger`, for a command that only reads: if there is no ledger yet, none is made, and the list is empty. */
export async function readLedger(
  { terminal, document }: EmptyList,
  work: (ledger: Ledger, config: Config) => Promise<number>,
): Promise<number> {
  const config = loadConfig();
  return hasLedger(config) ? withLedger(work) : answerWithoutLedger(config, { terminal, document });
}

/** Says that there is no ledger yet, which is no failure: there is nothing to list or to carry on. */
export function answerWithoutLedger(config: Config, { terminal, document }: EmptyList): number {
  terminal.document(document);
  terminal.print(ledgerMissing(config).message);
  return EXIT.done;
}

/** Throws `ledger_missing` if the configuration names no ledger and there is none in its home yet. Makes nothing. */
export function requireLedger(config: Config = loadConfig()): void {
  if (!hasLedger(config)) throw ledgerMissing(config);
}

const ledgerMissing = ({ home }: Config) => new PayrunError('ledger_missing', { home });

/** The ledger that the configuration names. */
export function openConfigured(config: Config): Promise<Ledger> {
  const { databaseUrl, home, vaultKey, logLevel } = config;
  return openLedger({ databaseUrl, home, vaultKey, log: createLog(logLevel), clock: systemClock });
}
