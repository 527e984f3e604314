import type { Readable } from 'node:stream';
import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import type { Ledger } from '../ledger.ts';
import { openSheetFile, sheetStart } from './sheet.ts';

export interface StoredSheetBytes {
  readonly name: string;
  readonly content: () => Readable;
  /**
   * Counts a reading. Returns what to call at its end, whether it was stopped or not. Throws `sheet_not_read_again`.
   */
  readonly beginReading: () => Promise<(isStopped: boolean) => Promise<void>>;
}

/** Readings that were stopped, or ended with their process, after which a sheet is not read again. */
const MOST_STOPPED = 2;

export function storedSheetBytes(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  { id, name }: { readonly id: string; readonly name: string },
): StoredSheetBytes {
  const start = sheetStart(db, vault, id);
  return {
    name,
    content: () => openSheetFile(db, vault, id, start),
    beginReading: async () => {
      const of = readingsOf(db);
      // Pages and the worker of one process may read a sheet at the same time: that is one reading.
      const reading = of.get(id) ?? { now: 0, counted: countReading(db, id, name) };
      reading.now++;
      of.set(id, reading);
      try {
        await reading.counted;
      } catch (error) {
        of.delete(id);
        throw error;
      }
      return async (isStopped) => {
        reading.now--;
        if (of.get(id) !== reading || (reading.now > 0 && !isStopped)) return;
        of.delete(id);
        if (isStopped) return;
        await db.query('update payrun.sheet set open_readings = greatest(open_readings - 1, 0) where id = $1', [id]);
      };
    },
  };
}

/** Lets a sheet be read again that was stopped twice. */
export async function forgetReadings(db: Db, id: string): Promise<void> {
  await db.query('update payrun.sheet set open_readings = 0 where id = $1', [id]);
}

/** Committed before it is read, so that a process that does not survive it has counted it. */
async function countReading(db: Db, id: string, name: string): Promise<void> {
  const { rowCount } = await db.query(
    'update payrun.sheet set open_readings = open_readings + 1 where id = $1 and open_readings < $2',
    [id, MOST_STOPPED],
  );
  if (rowCount === 0) throw new PayrunError('sheet_not_read_again', { file: name });
}

interface Reading {
  now: number;
  readonly counted: Promise<void>;
}
const READINGS = new WeakMap<Db, Map<string, Reading>>();
const readingsOf = (db: Db): Map<string, Reading> => {
  const of = READINGS.get(db) ?? new Map<string, Reading>();
  READINGS.set(db, of);
  return of;
};
