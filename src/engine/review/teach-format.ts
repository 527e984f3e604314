import { PayrunError } from '../../errors.ts';
import { mapSheet, type SheetMap } from '../../intake/map-sheet.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { keepSheetFormat, type TaughtSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { headerFingerprint } from '../../sheets/headers/taught-formats.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { readSheet } from '../../sheets/read/read-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';

/**
 * Keeps what somebody said of the columns of a sheet, for every later sheet with exactly that header. It counts for all
 * merchants, so it takes a maker of all of them. Throws `usage` if another header has the name, and what `authorize`
 * throws.
 */
export async function teachFormat(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  by: Actor,
  format: TaughtSheetFormat,
): Promise<void> {
  await ledger.tx(async (db) => {
    const user = await authorize(db, by, 'upload');
    if (user && user.merchants !== null)
      throw new PayrunError('may_not_decide', {
        name: by.name,
        deed: 'say what the columns of a sheet mean',
        detail: 'it counts for all merchants, and theirs are some of them.',
      });
    if (!(await keepSheetFormat(db, format, headerFingerprint(format.header), by.name)))
      throw new PayrunError('usage', {
        detail: `the name "${format.name}" is that of another header. Choose another name.`,
      });
    await appendEvent(db, {
      chain: 'system',
      at: new Date(clock.now()),
      actor: by.name,
      kind: 'columns_taught',
      data: { name: format.name, columns: { ...format.columns }, ...trace(by) },
    });
  });
}

/** How a file is read, as far as somebody said. */
type Said = Omit<NonNullable<Parameters<typeof readOptions>[1]>, 'format'>;

/** What the columns of a file are taken for. Throws `file_*`, `sheet_*`. */
export function mapFile({ config }: Pick<AppContext, 'config'>, file: string, said: Said): Promise<SheetMap> {
  return mapSheet(file, readOptions(config, said));
}

/** Whether a file can be read by a format; what is missing is then thrown now, and not for every later sheet. Throws `sheet_*`. */
export async function requireReadable(
  { config }: Pick<AppContext, 'config'>,
  file: string,
  said: Said,
  format: TaughtSheetFormat,
): Promise<void> {
  await (await readSheet(file, readOptions(config, { ...said, format }))).close();
}
