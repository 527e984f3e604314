import { PayrunError } from '../../errors.ts';
import { SAVE_AGAIN } from '../repairs.ts';

/** An error in a workbook, for the user. It has no file name, because the inner parts do not know it. */
export class XlsxFault extends Error {}

/**
 * Turns any failure of reading a workbook into `sheet_damaged`; returns a `PayrunError` unchanged. It never shows a
 * parser's message, which may quote a cell.
 */
export function damaged(file: string, error: unknown): PayrunError {
  if (error instanceof PayrunError) return error;
  const detail = error instanceof XlsxFault ? error.message : 'the workbook is damaged or cut off';
  return new PayrunError('sheet_damaged', { file, detail, repair: SAVE_AGAIN }, { cause: error });
}
