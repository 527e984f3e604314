import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { openTransaction } from '../../ledger/db/open-transaction.ts';
import { hasLedger } from '../../ledger/embedded/has-ledger.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { copyLedger, hasArrived, type TableSum } from '../../ledger/operations/copy-ledger.ts';
import { beginMove, finishMove, getMove, refusalOfMoved, takeBackMove } from '../../ledger/operations/moved-ledger.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { usageError } from '../../references/usage-error.ts';
import { verifyLedger } from '../../reports/verify.ts';
import { ledgerLocation } from '../context/ledger-location.ts';

export interface ImportDeps {
  /** Has the URL of the PostgreSQL database and the vault key of the home. */
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly openLedger?: typeof openLedger;
}

export interface ImportHome {
  /** The home whose ledger is moved. Absolute path. */
  readonly home: string;
  /** The user who moves it; called once the ledger's users are known. */
  readonly by: (ledger: Ledger) => Promise<Actor>;
}

/** The result of a move. */
export interface Imported {
  readonly from: string;
  readonly to: string;
  readonly identity: string;
  readonly tables: readonly TableSum[];
  /** The findings of `payrun verify`, equal before and after the copy. */
  readonly findings: readonly string[];
}

/** The time (ms) that the connection to PostgreSQL may be idle: reading the embedded ledger may be slow. */
const IDLE_MS = 3_600_000;

/**
 * Moves the embedded ledger of a stopped home into the configured PostgreSQL, completely or not at all. It keeps its
 * identity, by which it knows its remote batches. The move is recorded before the copy, and from then on the home pays
 * nothing. `verify` must find the same before and after.
 * Throws `usage`, `ledger_missing`, `import_key`, `import_target_used`, `import_differs`, `import_cut_off`,
 * `home_open`, `ledger_moved`, `ledger_moving`, and what `authorize` and opening a ledger throw.
 */
export async function importHome(deps: ImportDeps, { home, by }: ImportHome): Promise<Imported> {
  const { config } = deps;
  if (config.databaseUrl === undefined) throw usageError('move_needs_database');
  if (!hasLedger({ home })) throw new PayrunError('ledger_missing', { home });
  return using(await openHome(deps, home), async (source) => {
    const actor = await by(source);
    await authorize(source.db, actor, 'import_home');
    return using(await openTarget(deps), (target) => move(deps, { home, source, target, actor }));
  });
}

interface Move {
  readonly home: string;
  readonly source: Ledger;
  readonly target: Ledger;
  readonly actor: Actor;
}

async function move({ config, clock }: ImportDeps, { home, source, target, actor }: Move): Promise<Imported> {
  const place = ledgerLocation(config);
  const from = ledgerLocation({ databaseUrl: undefined, home });
  await source.tx((db) => begin(db, place, new Date(clock.now())));
  try {
    const { findings: before } = await verifyLedger({ ledger: source, clock });
    const reading = await openTransaction(source);
    const tables = await target
      .tx(async (write) => {
        if (await hasArrived(write, source.identity)) return [];
        const copied = await copyLedger(reading.db, write, place);
        const imported: Ledger = { ...target, vault: source.vault, db: write, tx: (work) => work(write) };
        const { findings: after } = await verifyLedger({ ledger: imported, clock });
        if (JSON.stringify(after) !== JSON.stringify(before))
          throw new PayrunError('import_differs', { detail: '`payrun verify` finds something else in it' });
        await appendEvent(write, {
          chain: 'system',
          at: new Date(clock.now()),
          actor: actor.name,
          kind: 'ledger_imported',
          data: { from, to: place, rows: copied.reduce((sum, { rows }) => sum + rows, 0), ...trace(actor) },
        });
        return copied;
      })
      .finally(reading.rollback);
    await finishMove(source.db, new Date(clock.now()));
    return { from, to: place, identity: source.identity, tables, findings: before.map(({ what }) => what) };
  } catch (error) {
    // If the answer to the commit was lost, the ledger may have arrived. If that cannot be checked, the home stays
    // closed.
    const arrived = await target.tx((db) => hasArrived(db, source.identity)).catch(() => null);
    if (arrived === null) throw new PayrunError('import_cut_off', { place }, { cause: error });
    if (!arrived) await takeBackMove(source.db);
    throw error;
  }
}

export interface CancelImport extends ImportHome {
  /** True if the user states that the other database is lost, so that it cannot be checked. */
  readonly isLost: boolean;
}

/**
 * Cancels an interrupted move, after which the home pays again. Allowed only if the other database does not have the
 * ledger, or if the user states that it is lost. If it is used after all, each of the two finds unknown batches of its
 * own identity in the payout service and pays nothing. Returns the place that the ledger was moving to. Throws `usage`,
 * `ledger_missing`, `import_key`, `import_not_under_way`, `import_arrived`, `import_unproven`, `ledger_moved` and what
 * `authorize` throws.
 */
export async function cancelImport(deps: ImportDeps, { home, by, isLost }: CancelImport): Promise<string> {
  const { config, clock } = deps;
  if (!hasLedger({ home })) throw new PayrunError('ledger_missing', { home });
  return using(await openHome(deps, home), async (source) => {
    const actor = await by(source);
    await authorize(source.db, actor, 'import_home');
    const known = await getMove(source.db);
    if (!known) throw new PayrunError('import_not_under_way', { home });
    if (known.movedAt !== null) throw (await refusalOfMoved(source.db))!;
    const { place } = known;
    if (!isLost) {
      if (config.databaseUrl === undefined || ledgerLocation(config) !== place)
        throw usageError('move_asks_database', { place });
      if (await hasArrivedInTarget(deps, source, place)) throw new PayrunError('import_arrived', { place });
    }
    await source.tx(async (db) => {
      await takeBackMove(db);
      const data = { to: place, lost: isLost, ...trace(actor) };
      const at = new Date(clock.now());
      await appendEvent(db, { chain: 'system', at, actor: actor.name, kind: 'ledger_move_canceled', data });
    });
    return place;
  });
}

/** Throws `import_unproven` if the other database cannot be read. */
async function hasArrivedInTarget(deps: ImportDeps, { identity }: Ledger, place: string): Promise<boolean> {
  try {
    return await using(await openTarget(deps), (target) => target.tx((db) => hasArrived(db, identity)));
  } catch (error) {
    // With another vault key, the database belongs to another ledger.
    if (isError(error, 'import_target_used')) return false;
    throw new PayrunError('import_unproven', { place }, { cause: error });
  }
}

/** Records where the ledger moves. An interrupted move to the same place continues. */
async function begin(db: Db, place: string, at: Date): Promise<void> {
  const known = await getMove(db);
  if (known && (known.movedAt !== null || known.place !== place)) throw (await refusalOfMoved(db))!;
  await beginMove(db, place, at);
}

/** Throws `import_key` if the configured key is not that of the home, and `home_open`. */
async function openHome(
  { config, log, clock, openLedger: open = openLedger }: ImportDeps,
  home: string,
): Promise<Ledger> {
  const refused = () => new PayrunError('import_key', { home, file: shellWord(join(home, 'vault.key')) });
  if (config.vaultKey === undefined) throw refused();
  try {
    return await open({ databaseUrl: undefined, home, vaultKey: config.vaultKey, log, clock, alone: true });
  } catch (error) {
    throw isError(error, 'vault_key_wrong') ? refused() : error;
  }
}

/** Throws `import_target_used` if the database has another vault key. */
async function openTarget({ config, log, clock, openLedger: open = openLedger }: ImportDeps): Promise<Ledger> {
  const { databaseUrl, home, vaultKey } = config;
  try {
    return await open({ databaseUrl, home, vaultKey, log, clock, idleMs: IDLE_MS });
  } catch (error) {
    if (!isError(error, 'vault_key_wrong')) throw error;
    throw new PayrunError('import_target_used', { place: ledgerLocation(config), detail: 'it has another vault key' });
  }
}

/** Quotes text for a shell. */
const shellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

async function using<T>(ledger: Ledger, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
