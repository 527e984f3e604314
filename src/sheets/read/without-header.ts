import { PayrunError } from '../../errors.ts';
import type { SheetFile } from '../files/sheet-file.ts';
import { type FoundHeader, hasText } from '../headers/find-header.ts';
import { holdsData } from '../headers/payment-line.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { SheetOf } from '../understood-sheet.ts';
import type { FoundTable, TableSource } from './table-source.ts';

/** The row number of the first line of a table if it is a payment; else null. A control total above it is skipped. */
export async function firstPayment(source: TableSource): Promise<number | null> {
  const { records } = source.open();
  try {
    for await (const chunk of records) {
      const line = chunk.find((record) => hasText(record) && record.values[0]?.trim() !== 'PAYRUN');
      if (line) return holdsData(line.values) ? line.row : null;
    }
    return null;
  } finally {
    await records.return();
  }
}

/**
 * Reads a file without a header if all of its rows have the form of a PayPal mass payment. Otherwise throws
 * `sheet_no_header`: the first row is never treated as a header.
 */
export async function withoutHeader(
  file: SheetFile,
  source: TableSource,
  first: number,
  of: SheetOf | undefined,
): Promise<FoundTable> {
  const { asWide, PAYPAL_WITHOUT_HEADER, paypalWithoutHeader } = await import('./paypal-without-header.ts');
  const ofPayments = of === undefined || of === 'payments';
  const known =
    ofPayments && source.worksheet === undefined ? await paypalWithoutHeader(file.name, source.open().records) : '';
  if (typeof known === 'string') {
    const at = source.worksheet === undefined ? '' : ` of "${source.worksheet}"`;
    const more = known === '' ? '' : `; ${known}`;
    const detail = `row ${first}${at} is already a payment${more}. Add a first line with the names of the columns`;
    throw new PayrunError('sheet_no_header', { file: file.name, detail });
  }
  const { header: values, above: row, control } = known;
  const padded: TableSource = {
    open: () => {
      const table = source.open();
      return { ...table, records: asWide(table.records, values.length) };
    },
  };
  const header: FoundHeader = { row, values, styles: [], control, skipped: 0, below: [] };
  const text = `The file has no header: all rows were read by the order of a PayPal mass payment (${values.slice(0, 5).join(', ')}).`;
  return {
    source: padded,
    table: { records: below(padded.open().records, row) },
    header,
    note: { code: 'header_missing', text },
    system: PAYPAL_WITHOUT_HEADER,
  };
}

async function* below(records: AsyncGenerator<SheetRecord[], void>, row: number): AsyncGenerator<SheetRecord[], void> {
  for await (const chunk of records) yield chunk.filter((record) => record.row > row);
}
