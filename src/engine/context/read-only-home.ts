import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { hasLedger } from '../../ledger/embedded/has-ledger.ts';

/**
 * Calls `work` with a configuration for reading. If there is no ledger, its home is a temporary folder, so that nothing
 * is created in the real one. Calls to the payout service need a ledger for their quota and keys.
 */
export async function withReadOnlyHome<T>(config: Config, work: (config: Config) => Promise<T>): Promise<T> {
  if (hasLedger(config)) return work(config);
  const home = mkdtempSync(join(tmpdir(), 'payrun-look-'));
  try {
    return await work({ ...config, home });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
