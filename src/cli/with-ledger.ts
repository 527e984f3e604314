import { type Config, loadConfig } from '../config.ts';
import { isError, PayrunError } from '../errors.ts';
import { hasLedger } from '../ledger/embedded/has-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { systemClock } from '../platform/clock.ts';
import { createCommandLog } from '../platform/log.ts';
import type { Answer } from './command.ts';

/** Opens the ledger of the configuration, calls `work` with it, and always closes it. */
export async function withLedger<T>(
  work: (ledger: Ledger, config: Config) => Promise<T>,
  config: Config = loadConfig(),
): Promise<T> {
  const ledger = await openConfigured(config);
  try {
    return await work(ledger, config);
  } finally {
    await ledger.close();
  }
}

/**
 * Like `withLedger`, for a command that only reads. If there is no ledger yet, none is created, and the answer is the
 * empty `document` with a sentence that says so. `without`: another answer then, and if the ledger cannot be reached,
 * for the reason `fault`.
 */
export async function readLedger(
  {
    document,
    without,
  }: { document: unknown; without?: ((config: Config, fault?: string) => Promise<Answer>) | undefined },
  work: (ledger: Ledger, config: Config) => Promise<number | Answer>,
): Promise<number | Answer> {
  const config = loadConfig();
  if (!hasLedger(config)) return without ? without(config) : answerWithoutLedger(config, document);
  if (!without) return withLedger(work, config);
  let isOpen = false;
  try {
    return await withLedger((ledger) => {
      isOpen = true;
      return work(ledger, config);
    }, config);
  } catch (error) {
    if (isOpen || !isError(error)) throw error;
    return without(config, error.message);
  }
}

/** There is no ledger yet. This is no error: the list is empty, and no run is unfinished. */
export const answerWithoutLedger = (config: Config, document: unknown): Answer => ({
  document,
  lines: [ledgerMissing(config).message],
});

/** Throws `ledger_missing` if the configuration names no database and the home has no ledger. Creates nothing. */
export function requireLedger(config: Config = loadConfig()): void {
  if (!hasLedger(config)) throw ledgerMissing(config);
}

const ledgerMissing = ({ home }: Config) => new PayrunError('ledger_missing', { home });

export function openConfigured(config: Config): Promise<Ledger> {
  const { databaseUrl, home, vaultKey } = config;
  return openLedger({ databaseUrl, home, vaultKey, log: createCommandLog(config), clock: systemClock });
}
