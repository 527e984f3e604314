import { type Config, loadConfig } from '../config.ts';
import { EXIT, PayrunError } from '../errors.ts';
import { hasLedger } from '../ledger/embedded/has-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { systemClock } from '../platform/clock.ts';
import { createCommandLog } from '../platform/log.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Opens the ledger of the configuration, calls `work` with it, and always closes it. */
export async function withLedger<T>(work: (ledger: Ledger, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const ledger = await openConfigured(config);
  try {
    return await work(ledger, config);
  } finally {
    await ledger.close();
  }
}

/** The result of a list if there is no ledger yet: an empty document. `terminal` prints a sentence that says so. */
export interface EmptyList {
  readonly terminal: Terminal;
  readonly document: unknown;
}

/**
 * Like `withLedger`, for a command that only reads. If there is no ledger yet, none is created and the list is empty.
 */
export async function readLedger(
  { terminal, document }: EmptyList,
  work: (ledger: Ledger, config: Config) => Promise<number>,
): Promise<number> {
  const config = loadConfig();
  return hasLedger(config) ? withLedger(work) : answerWithoutLedger(config, { terminal, document });
}

/** Prints that there is no ledger yet. This is no error: the list is empty, and no run is unfinished. */
export function answerWithoutLedger(config: Config, { terminal, document }: EmptyList): number {
  terminal.document(document);
  terminal.print(ledgerMissing(config).message);
  return EXIT.done;
}

/** Throws `ledger_missing` if the configuration names no database and the home has no ledger. Creates nothing. */
export function requireLedger(config: Config = loadConfig()): void {
  if (!hasLedger(config)) throw ledgerMissing(config);
}

const ledgerMissing = ({ home }: Config) => new PayrunError('ledger_missing', { home });

/** Opens the ledger of the configuration. */
export function openConfigured(config: Config): Promise<Ledger> {
  const { databaseUrl, home, vaultKey } = config;
  return openLedger({ databaseUrl, home, vaultKey, log: createCommandLog(config), clock: systemClock });
}
