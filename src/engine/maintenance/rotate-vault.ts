import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import { requireOwner } from '../../ledger/db/application-role.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { resealedPendingKeys } from '../../ledger/merchants/pending-keys.ts';
import { type LedgerOptions, openLedger } from '../../ledger/open-ledger.ts';
import { reclaimSpace } from '../../ledger/reclaim-space.ts';
import { rotateKey } from '../../ledger/rotations/rotate-key.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { keyFile, keyText, newKey, saveNext, takeNext, vaultKey } from '../../ledger/vault/vault-key.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { usageError } from '../../references/usage-error.ts';
import { isSandboxRunning, SANDBOX_JOURNAL, SANDBOX_SEALED_AS } from '../context/embedded-sandbox.ts';

export interface RotateOptions {
  /** The new key, 32 bytes. Null generates one, which requires that the key is in a file of the home. */
  readonly next: Buffer | null;
  /** The user who changes the key. */
  readonly by: Actor | ((ledger: Ledger) => Promise<Actor>);
}

export interface RotateDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly openLedger?: (options: LedgerOptions) => Promise<Ledger>;
}

/** `nothing_left`: the database has this key already. */
export interface Rotated {
  readonly what: 'changed' | 'nothing_left';
  /** The number of values that were resealed. */
  readonly values: number;
  /** The place of the current key. */
  readonly place: 'vault.key' | 'PAYRUN_VAULT_KEY';
}

/**
 * Changes the vault key in one transaction, while nothing else of Payrun runs: processes that still do are refused by
 * the database. Files of the home are written before the transaction commits and take their names after it; the next
 * call or start completes that after an interruption. Throws what `authorize` and opening the ledger throw, `usage`,
 * `vault_key_used` and `vault_rotation_waits`.
 */
export async function rotateVault(deps: RotateDeps, { next, by: asked }: RotateOptions): Promise<Rotated> {
  const { config, clock } = deps;
  const inFile = config.vaultKey === undefined;
  const place = inFile ? 'vault.key' : 'PAYRUN_VAULT_KEY';
  const { ledger, isNext } = await openWith(deps, next);
  try {
    const by = typeof asked === 'function' ? await asked(ledger) : asked;
    await authorize(ledger.db, by, 'rotate_vault');
    await requireOwner(ledger.db);
    await refuseRunningSandbox(config);
    if (isNext) {
      takeNext(config.home);
      return { what: 'nothing_left', values: 0, place };
    }
    if (!next && !inFile) throw usageError('new_key_missing');
    const current = vaultKey(config.vaultKey, ledger.kind, config.home);
    const key = next ?? newKey();
    if (inFile) saveNext(keyFile(config.home), keyText(key));
    const actor = { by: by.name, at: new Date(clock.now()), trace: trace(by) };
    const values = await rotateKey(ledger, { current, next: key }, actor, async (db, vault) => {
      for (const [file, content] of [
        ...resealedSandbox(config, ledger.vault, vault),
        ...(await resealedPendingKeys(db, config.home, ledger.vault, vault)),
      ])
        saveNext(file, content);
    });
    takeNext(config.home);
    // Values that the old key sealed stay on the disk until their space is reused.
    await reclaimSpace(ledger);
    return { what: 'changed', values, place };
  } finally {
    await ledger.close();
  }
}

/** Opens the ledger with the configured key, or with the new one if a change that was cut off has replaced that. */
async function openWith({ config, log, clock, openLedger: open = openLedger }: RotateDeps, next: Buffer | null) {
  const { databaseUrl, home, vaultKey: configured } = config;
  const options = { databaseUrl, home, log, clock };
  try {
    const ledger = await open({ ...options, vaultKey: configured });
    return { ledger, isNext: next !== null && configured === next.toString('base64') };
  } catch (error) {
    if (!next || !isError(error, 'vault_key_wrong')) throw error;
    return { ledger: await open({ ...options, vaultKey: next.toString('base64') }), isNext: true };
  }
}

/** A running sandbox would keep writing its state with the old key. */
async function refuseRunningSandbox(config: Config): Promise<void> {
  if (config.embeddedService && (await isSandboxRunning(config)))
    throw new PayrunError('vault_rotation_waits', {
      detail: 'another Payrun process has the embedded sandbox open; stop it first',
    });
}

/** The state of the embedded sandbox, the lines of a file in the home, sealed with the new key. */
function resealedSandbox(config: Config, old: Vault, vault: Vault): readonly (readonly [file: string, text: string])[] {
  const file = join(config.home, SANDBOX_JOURNAL);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line, i, all) => {
      try {
        const opened = old.open(Buffer.from(line, 'base64'), SANDBOX_SEALED_AS);
        return `${vault.seal(opened, SANDBOX_SEALED_AS).toString('base64')}\n`;
      } catch (error) {
        // The last line may be incomplete; then it was never acknowledged.
        if (i < all.length - 1) throw error;
        return [];
      }
    });
  return [[file, lines.join('')]];
}
