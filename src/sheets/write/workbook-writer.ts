import type exceljs from 'exceljs';
// @ts-expect-error: no types. Only the writer: all of exceljs would be 265 modules and 40 ms more at the start.
import Writer from 'exceljs/lib/stream/xlsx/workbook-writer.js';

/** exceljs's streaming writer of workbooks. */
export const WorkbookWriter = Writer as typeof exceljs.stream.xlsx.WorkbookWriter;
