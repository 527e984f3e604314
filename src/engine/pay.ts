import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { checkName } from '../batches/approve.ts';
import { appendEvent } from '../ledger/events.ts';
import { confirmRun, createRun } from '../ledger/run.ts';
import { describeSheet, storeSheet } from '../ledger/sheet.ts';
import type { RunOutcome } from '../report/outcome.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { type CarryOutOptions, carryOut } from './carry-out.ts';
import type { Workplace } from './workplace.ts';

export interface PayOptions extends Omit<CarryOutOptions, 'confirm'> {
  readonly file: string;
  readonly merchant?: string | undefined;
  /** Who asks for it. */
  readonly maker: string;
  readonly onInvalid: 'skip' | 'stop';
  readonly dryRun: boolean;
  /** Asks the person; `yes` where it was said beforehand, and then the run is carried on also after a crash. */
  readonly confirm: 'yes' | NonNullable<CarryOutOptions['confirm']>;
}

/**
 * The whole job on one sheet. Throws `file_*` and `sheet_*` before anything is written, and everything that `carryOut`
 * throws; then the run stays, and `payrun resume` carries it on.
 */
export async function paySheet(workplace: Workplace, options: PayOptions): Promise<RunOutcome> {
  const { ledger, ids, clock, config } = workplace;
  const file = resolve(options.file);
  const maker = checkName(options.maker);
  const merchant = options.merchant ?? workplace.defaultMerchant;
  const seen = await readSheet(file, { columns: config.columns });
  await seen.close();
  // Makes sure that the merchant exists before a run is written for it.
  await workplace.service(merchant);

  const { id: sheetId, hash } = await storeSheet(ledger.db, ledger.vault, {
    id: ids(),
    name: basename(file),
    content: createReadStream(file),
  });
  const run = await ledger.tx(async (db) => {
    await describeSheet(db, sheetId, seen.understood);
    const { onInvalid, dryRun } = options;
    const id = await createRun(db, {
      job: 'pay-sheet',
      sheetId,
      merchant,
      maker,
      options: { file, onInvalid, dryRun },
    });
    const data = { job: 'pay-sheet', sheet: basename(file), contentHash: hash.toString('hex'), merchant, dryRun };
    await appendEvent(db, { chain: `run-${id}`, at: new Date(clock.now()), actor: maker, kind: 'run_created', data });
    if (options.confirm === 'yes' && !dryRun) await confirmRun(db, id);
    return id;
  });
  return carryOut(workplace, run, {
    ...options,
    confirm: options.confirm === 'yes' ? async () => true : options.confirm,
  });
}
