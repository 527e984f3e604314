import { PayrunError } from '../../errors.ts';

/** What is wrong with a workbook, in words for a clerk; without the name of the file, which the inner parts do not know. */
export class XlsxFault extends Error {}

/**
 * Any failure of reading a workbook as `sheet_damaged`. What a parser says is not shown: it may quote a cell.
 */
export function damaged(file: string, error: unknown): PayrunError {
  if (error instanceof PayrunError) return error;
  const detail = error instanceof XlsxFault ? error.message : 'the workbook is damaged or cut off';
  return new PayrunError('sheet_damaged', { file, detail }, { cause: error });
}
