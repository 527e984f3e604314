import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { checkName } from '../batches/approve.ts';
import { appendEvent } from '../ledger/events.ts';
import { confirmRun, createRun } from '../ledger/run.ts';
import { describeSheet, storeSheet } from '../ledger/sheet.ts';
import type { OnInvalid } from '../on-invalid.ts';
import type { RunOutcome } from '../report/outcome.ts';
import { readOptions } from '../sheets/read-options.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { type CarryOutOptions, carryOutSheet } from './carry-out.ts';
import { payerOfSheet } from './payers.ts';
import type { Workplace } from './workplace.ts';

export interface PayOptions extends Omit<CarryOutOptions, 'confirm'> {
  readonly file: string;
  /** Who pays; of a sheet whose rows say who pays, the rows that name nobody. */
  readonly merchant?: string | undefined;
  /** Who asks for it. */
  readonly maker: string;
  /** Without it that of the configuration. */
  readonly onInvalid?: OnInvalid | undefined;
  /** What stands before the decimals of its amounts; without it that of the configuration, or what the sheet shows. */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** Of an XLSX with several worksheets. */
  readonly worksheet?: string | undefined;
  readonly dryRun: boolean;
  /** Asks the person; `yes` where it was said beforehand, and then the run is carried on also after a crash. */
  readonly confirm: 'yes' | NonNullable<CarryOutOptions['confirm']>;
}

/**
 * The whole job on one sheet: a run, or one for each merchant that its rows name. Throws `file_*` and `sheet_*` before anything is written, and everything that `carryOut`
 * throws; then the run stays, and `payrun resume` carries it on.
 */
export async function paySheet(workplace: Workplace, options: PayOptions): Promise<RunOutcome> {
  const { ledger, ids, clock, config } = workplace;
  const file = resolve(options.file);
  const maker = checkName(options.maker);
  const reading = readOptions(config, options);
  const seen = await readSheet(file, reading);
  const { merchant, byRow } = await payerOfSheet(workplace, seen, options.merchant).finally(() => seen.close());

  const { id: sheetId, hash } = await storeSheet(ledger.db, ledger.vault, {
    id: ids(),
    name: basename(file),
    content: createReadStream(file),
  });
  const run = await ledger.tx(async (db) => {
    await describeSheet(db, sheetId, seen.understood);
    const { onInvalid = config.onInvalid, dryRun } = options;
    const { decimal, worksheet } = reading;
    const read = { ...(decimal ? { decimal } : {}), ...(worksheet === undefined ? {} : { worksheet }) };
    const id = await createRun(db, {
      job: 'pay-sheet',
      sheetId,
      merchant,
      maker,
      options: { file, onInvalid, dryRun, ...read, ...(byRow ? { byRow } : {}) },
    });
    const data = { job: 'pay-sheet', sheet: basename(file), contentHash: hash.toString('hex'), merchant, dryRun };
    await appendEvent(db, { chain: `run-${id}`, at: new Date(clock.now()), actor: maker, kind: 'run_created', data });
    if (options.confirm === 'yes' && !dryRun) await confirmRun(db, id);
    return id;
  });
  return carryOutSheet(workplace, run, {
    ...options,
    confirm: options.confirm === 'yes' ? async () => true : options.confirm,
  });
}
