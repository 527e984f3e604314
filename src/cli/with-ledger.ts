import { systemClock } from '../clock.ts';
import { type Config, loadConfig } from '../config.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { createLog } from '../log.ts';

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

/** The ledger that the configuration names. */
export function openConfigured(config: Config): Promise<Ledger> {
  const { databaseUrl, home, vaultKey, logLevel } = config;
  return openLedger({ databaseUrl, home, vaultKey, log: createLog(logLevel), clock: systemClock });
}
