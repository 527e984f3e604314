import { controlLine } from '../headers/control-total.ts';
import { hasText } from '../headers/find-header.ts';
import { isAmountAlone, isCurrencyCode, isEmailText } from '../headers/payment-line.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { ControlTotal } from '../understood-sheet.ts';

/** As a person calls it. */
export const PAYPAL_WITHOUT_HEADER = 'PayPal mass payment (no header)';

/**
 * The columns of a payment file for PayPal's web page, in their order, under the names of the template that has a
 * header. PayPal's own page on such files (September 2026) shows: recipient, amount, currency, customer ID, note,
 * wallet.
 */
const COLUMNS = [
  ...['Email/Phone', 'Amount', 'Currency code', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
  ...['Social Feed Privacy (optional)', 'Holler URL (deprecated)', 'Logo URL (optional)'],
] as const;
/** Those that every row has in what is read, also if the file ends before them. */
const LEAST = 5;
const WALLET = 5;
/** PayPal takes 5,000 rows in a file. */
const MOST_ROWS = 50_000;

const PHONE = /^\+?\d[\d\s().-]{6,19}$/;
const PAYER_ID = /^[A-Z0-9]{13}$/;
const HANDLE = /^@[\w-]{3,}$/;
const ID = /^\S{1,63}$/;
const WALLETS = /^(?:|paypal|venmo|recipient_selected)$/i;

export interface WithoutHeader {
  readonly header: readonly string[];
  /** The row of the control total that stands first; 0 if there is none. */
  readonly above: number;
  readonly control: readonly ControlTotal[];
}

/**
 * Whether all rows of a CSV without a header are those of a PayPal mass payment. A text says why they are not: one row
 * of another shape may mean that its columns are other ones.
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
  if (emails === 0) return 'its rows are like a PayPal mass payment, but none has an e-mail address';
  return { header: COLUMNS.slice(0, width), above, control };
}

/** The records as wide as the header: what stands behind the currency may be left out. */
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
