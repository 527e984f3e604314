import { controlLine } from '../headers/control-total.ts';
import { hasText } from '../headers/find-header.ts';
import { isAmountAlone, isCurrencyCode, isEmailText } from '../headers/payment-line.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { ControlTotal } from '../understood-sheet.ts';

/** The name of this format on pages and in messages. */
export const PAYPAL_WITHOUT_HEADER = 'PayPal mass payment (no header)';

/**
 * The columns of a payment file for PayPal's web page, in order, named as in PayPal's template with a header. PayPal's
 * help page on such files (September 2026) lists: recipient, amount, currency, customer ID, note, wallet.
 */
const COLUMNS = [
  ...['Email/Phone', 'Amount', 'Currency code', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
  ...['Social Feed Privacy (optional)', 'Holler URL (deprecated)', 'Logo URL (optional)'],
] as const;
/** Columns that every row gets, even if the row in the file ends before them. */
const LEAST = 5;
const WALLET = 5;
/** PayPal accepts no more rows in a file, so a longer one is another file. */
const MOST_ROWS = 5_000;

const PHONE = /^\+?\d[\d\s().-]{6,19}$/;
const PAYER_ID = /^[A-Z0-9]{13}$/;
const HANDLE = /^@[\w-]{3,}$/;
const ID = /^\S{1,63}$/;
const WALLETS = /^(?:|paypal|venmo|recipient_selected)$/i;

export interface WithoutHeader {
  readonly header: readonly string[];
  /** The row number of the control total at the top; 0 if the file has none. */
  readonly above: number;
  readonly control: readonly ControlTotal[];
}

/**
 * Checks whether every row of a CSV without a header has the form of a PayPal mass payment. Returns a reason if not:
 * one row of another form can mean that the columns have another meaning. The reason is empty if the first row does not
 * match.
 */
export async function paypalWithoutHeader(
  file: string,
  records: AsyncIterable<readonly SheetRecord[]>,
): Promise<WithoutHeader | string> {
  const seen = new Map<string, number>();
  const control: ControlTotal[] = [];
  let [above, rows, emails, width] = [0, 0, 0, LEAST];
  for await (const chunk of records) {
    for (const record of chunk) {
      if (!hasText(record)) continue;
      const cells = record.values.map((value) => value.trim());
      const total = rows === 0 ? controlLine(file, cells) : null;
      if (total) {
        control.push(total);
        above = record.row;
        continue;
      }
      const [who = '', amount = '', currency = '', id = ''] = cells;
      const known = isEmailText(who) || PHONE.test(who) || PAYER_ID.test(who) || HANDLE.test(who);
      const last = cells.findLastIndex((cell) => cell !== '');
      const shaped = known && isAmountAlone(amount) && isCurrencyCode(currency) && last < COLUMNS.length;
      if (!shaped || !WALLETS.test(cells[WALLET] ?? ''))
        return rows === 0 ? '' : `the rows above row ${record.row} are like a PayPal mass payment, and that one is not`;
      if (id !== '') {
        const first = seen.get(id);
        if (!ID.test(id) || first !== undefined)
          return `its rows are like a PayPal mass payment, but the fourth cell of row ${record.row} is not an ID of one payment`;
        seen.set(id, record.row);
      }
      rows++;
      if (isEmailText(who)) emails++;
      width = Math.max(width, last + 1);
      if (rows > MOST_ROWS) return 'it has more rows than a PayPal mass payment';
    }
  }
  if (rows === 0) return '';
  if (emails === 0) return 'its rows are like a PayPal mass payment, but none has an email address';
  return { header: COLUMNS.slice(0, width), above, control };
}

/** Pads records to the width of the header: a row may omit the cells after the currency. */
export async function* asWide(
  records: AsyncGenerator<SheetRecord[], void>,
  width: number,
): AsyncGenerator<SheetRecord[], void> {
  for await (const chunk of records) {
    yield chunk.map((record) => {
      if (record.values.length >= width || !hasText(record)) return record;
      const blanks = Array.from({ length: width - record.values.length }, () => '');
      return { ...record, values: [...record.values, ...blanks] };
    });
  }
}
