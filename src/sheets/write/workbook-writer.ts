import type exceljs from 'exceljs';
// @ts-expect-error: no types. The part of exceljs that writes: all of it would be 265 modules and 40 ms more at the start.
import Writer from 'exceljs/lib/stream/xlsx/workbook-writer.js';

/** exceljs's streaming writer of workbooks. */
export const WorkbookWriter = Writer as typeof exceljs.stream.xlsx.WorkbookWriter;
