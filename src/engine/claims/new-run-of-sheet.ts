import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { appendEvent } from '../../ledger/audit/events.ts';
import type { Db } from '../../ledger/db/db.ts';
import { confirmRun, createRun } from '../../ledger/runs/run.ts';
import { describeSheet, storeSheet } from '../../ledger/runs/sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Actor, trace } from '../users/actor.ts';

export interface NewRun extends Omit<Parameters<typeof createRun>[1], 'sheetId' | 'maker'> {
  readonly maker: Actor;
  readonly file: string;
  /** What the reader made of it. */
  readonly understood: unknown;
  readonly confirmed: boolean;
  /** Asked when the sheet is kept, before the run is made; what it throws keeps the run from being made. */
  readonly isStill?: (() => Promise<void>) | undefined;
  /** Written in the same transaction as the run; what it throws keeps the run from being made. */
  readonly within?: ((db: Db, run: bigint) => Promise<void>) | undefined;
}

/** Keeps a file in the ledger, makes the run of it, and tells of that in its audit. Returns the run's id. */
export async function newRunOfSheet(
  { ledger, ids, clock }: Pick<AppContext, 'ledger' | 'ids' | 'clock'>,
  { file, understood, confirmed, isStill, within, maker, ...run }: NewRun,
): Promise<bigint> {
  const { job, merchant, options } = run;
  const name = basename(file);
  const content = createReadStream(file);
  const { id: sheetId, hash } = await storeSheet(ledger.db, ledger.vault, { id: ids(), name, content });
  await isStill?.();
  return ledger.tx(async (db) => {
    await describeSheet(db, sheetId, understood);
    const id = await createRun(db, { ...run, maker: maker.name, sheetId });
    const unknown = run.unknownMaker ? { unknownMaker: run.unknownMaker } : {};
    const sheet = { sheet: name, contentHash: hash.toString('hex'), merchant, dryRun: options.dryRun, ...unknown };
    const event = { chain: `run-${id}`, at: new Date(clock.now()), actor: maker.name, kind: 'run_created' };
    await appendEvent(db, { ...event, data: { job, ...sheet, ...trace(maker) } });
    if (confirmed) await confirmRun(db, id);
    await within?.(db, id);
    return id;
  });
}
