import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { resealPendingKeys } from '../../ledger/merchants/pending-keys.ts';
import { type LedgerOptions, openLedger } from '../../ledger/open-ledger.ts';
import { reclaimSpace } from '../../ledger/reclaim-space.ts';
import { resealAll } from '../../ledger/rotations/reseal.ts';
import { beginRotation, endRotation, endVacuums, openRotation } from '../../ledger/rotations/vault-rotation.ts';
import { newKey, saveNextKey, takeNextKey, vaultKey } from '../../ledger/vault/vault-key.ts';
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
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of values that were resealed so far. */
  readonly progress?: (done: number) => void;
}

type Rotation = RotateOptions & { readonly by: Actor };

export interface RotateDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly openLedger?: (options: LedgerOptions) => Promise<Ledger>;
}

/**
 * `changed`: a new key is in force. `resumed`: it already was, and the rest was resealed. `nothing_left`: nothing to
 * do.
 */
export interface Rotated {
  readonly what: 'changed' | 'resumed' | 'nothing_left';
  /** The number of values that were resealed. */
  readonly values: number;
  /** The place of the current key. */
  readonly place: 'vault.key' | 'PAYRUN_VAULT_KEY';
}

/** How many times the change waits, for one second each, until nothing is written. */
const PATIENCE = 30;

/**
 * Changes the vault key. From one moment on the new key is in force and every process refuses the old one. Then
 * everything is resealed in chunks, and the old key is forgotten. After an interruption, call it again to continue.
 * Fingerprints keep their key, so known recipients stay known and pending approvals stay valid. Throws what `authorize`
 * and opening the ledger throw, `usage`, `vault_key_used`, `vault_rotation_waits`, and the reason of `signal`.
 */
export async function rotateVault(deps: RotateDeps, options: RotateOptions): Promise<Rotated> {
  const { config } = deps;
  const place = config.vaultKey === undefined ? 'vault.key' : 'PAYRUN_VAULT_KEY';
  const { ledger, isNext } = await openWith(deps, options.next);
  try {
    const by = typeof options.by === 'function' ? await options.by(ledger) : options.by;
    await authorize(ledger.db, by, 'rotate_vault');
    await refuseRunningSandbox(config);
    let now = ledger;
    let what: Rotated['what'] = 'resumed';
    if ((await openRotation(ledger.db)) === null) {
      if (isNext) return { what: 'nothing_left', values: 0, place };
      now = await change(deps, ledger, { ...options, by });
      what = 'changed';
    }
    const values = await resealed(deps, now, { ...options, by });
    return { what, values, place };
  } finally {
    await ledger.close();
  }
}

/** Puts the new key into force. Returns the ledger with its vault. */
async function change({ config, clock }: RotateDeps, ledger: Ledger, { next, by, signal }: Rotation): Promise<Ledger> {
  const inFile = config.vaultKey === undefined;
  if (!next && !inFile) throw usageError('new_key_missing');
  const current = vaultKey(config.vaultKey, ledger.kind, config.home);
  const key = next ?? newKey();
  if (inFile) saveNextKey(config.home, key);
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const vault = await beginRotation(ledger, current, key, {
      by: by.name,
      at: new Date(clock.now()),
      trace: trace(by),
    });
    if (vault) {
      if (inFile) takeNextKey(config.home);
      return { ...ledger, vault };
    }
    if (attempt === PATIENCE)
      throw new PayrunError('vault_rotation_waits', {
        detail: 'other work writes to the tables with sealed values, such as a sheet that is being read',
      });
    await clock.sleep(1_000, signal);
    await endVacuums(ledger);
  }
}

async function resealed({ config, clock }: RotateDeps, ledger: Ledger, options: Rotation): Promise<number> {
  for (let values = 0; ; ) {
    values += await resealAll(ledger, options);
    resealSandbox(config, ledger);
    await resealPendingKeys(ledger, config.home);
    if (
      !(await endRotation(ledger, { by: options.by.name, at: new Date(clock.now()), trace: trace(options.by) }, values))
    )
      continue;
    // Values that the old key sealed stay on the disk until their space is reused.
    await reclaimSpace(ledger);
    return values;
  }
}

/**
 * Opens the ledger with the configured key. If an interrupted change has already replaced that key, opens it with the
 * new one.
 */
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
      detail: 'another payrun has the embedded sandbox open; end it first',
    });
}

/** Reseals the state of the embedded sandbox, the lines of a file in the home. The file is replaced as a whole. */
function resealSandbox(config: Config, { vault }: Pick<Ledger, 'vault'>): void {
  const file = join(config.home, SANDBOX_JOURNAL);
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line, i, all) => {
      try {
        const opened = vault.open(Buffer.from(line, 'base64'), SANDBOX_SEALED_AS);
        return `${vault.seal(opened, SANDBOX_SEALED_AS).toString('base64')}\n`;
      } catch (error) {
        // The last line may be incomplete; then it was never acknowledged.
        if (i < all.length - 1) throw error;
        return [];
      }
    });
  writeFileSync(`${file}.resealed`, lines.join(''), { mode: 0o600, flush: true });
  renameSync(`${file}.resealed`, file);
}
