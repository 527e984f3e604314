import adpPayroll from '../sources/adp-payroll.json' with { type: 'json' };
import airwallexBatch from '../sources/airwallex-batch.json' with { type: 'json' };
import bacsStandard18 from '../sources/bacs-standard-18.json' with { type: 'json' };
import datevBookings from '../sources/datev-bookings.json' with { type: 'json' };
import dynamicsPaymentJournal from '../sources/dynamics-payment-journal.json' with { type: 'json' };
import fasterPayments from '../sources/faster-payments.json' with { type: 'json' };
import frenchPayroll from '../sources/french-payroll.json' with { type: 'json' };
import germanPayroll from '../sources/german-payroll.json' with { type: 'json' };
import gustoPayroll from '../sources/gusto-payroll.json' with { type: 'json' };
import japanesePayroll from '../sources/japanese-payroll.json' with { type: 'json' };
import japaneseTransfers from '../sources/japanese-transfers.json' with { type: 'json' };
import netsuiteBillPayments from '../sources/netsuite-bill-payments.json' with { type: 'json' };
import paypalPayouts from '../sources/paypal-payouts.json' with { type: 'json' };
import payrunOrderResults from '../sources/payrun-order-results.json' with { type: 'json' };
import portuguesePayroll from '../sources/portuguese-payroll.json' with { type: 'json' };
import quickbooksBillPayments from '../sources/quickbooks-bill-payments.json' with { type: 'json' };
import quickbooksUnpaidBills from '../sources/quickbooks-unpaid-bills.json' with { type: 'json' };
import revolutBulkPayments from '../sources/revolut-bulk-payments.json' with { type: 'json' };
import sageAuditTrail from '../sources/sage-audit-trail.json' with { type: 'json' };
import sagePurchaseLedger from '../sources/sage-purchase-ledger.json' with { type: 'json' };
import sapPaymentList from '../sources/sap-payment-list.json' with { type: 'json' };
import spanishPayroll from '../sources/spanish-payroll.json' with { type: 'json' };
import tipaltiPaymentFile from '../sources/tipalti-payment-file.json' with { type: 'json' };
import wiseBatch from '../sources/wise-batch.json' with { type: 'json' };
import wiseRecipients from '../sources/wise-recipients.json' with { type: 'json' };
import xeroBatchPayments from '../sources/xero-batch-payments.json' with { type: 'json' };
import xeroBillTemplate from '../sources/xero-bill-template.json' with { type: 'json' };
import xeroBills from '../sources/xero-bills.json' with { type: 'json' };
import { normalizeHeader } from './normalize-header.ts';
import { isEmailText } from './payment-line.ts';

/** The headers by which an export is recognized, and the meaning of its columns. */
export interface SourceFormatFile {
  /** The name on pages and in messages: "Xero bill export". */
  readonly name: string;
  /** The origin of the names, and columns that could be mistaken. */
  readonly about?: string;
  /** Headers that only this export has together. */
  readonly fingerprint: readonly string[];
  /** Whether it is only this export if the cells below the fingerprint are e-mails, and no header has bank details. */
  readonly hasOnlyEmails?: boolean;
  /** Canonical names by header. Headers that are neither in it nor in `notUsed` are resolved as in any sheet. */
  readonly columns: Readonly<Record<string, string>>;
  /** Headers of columns that no payment needs. */
  readonly notUsed?: readonly string[];
  /** Values of each row that no column has, if the cell is empty. */
  readonly implies?: FormatImplies;
}

/** Values by canonical name: a payroll pays individuals, and a list for PayPal is paid by PayPal. */
export type FormatImplies = Readonly<Record<string, string>>;

export interface SourceFormat {
  readonly name: string;
  readonly fingerprint: readonly string[];
  readonly hasOnlyEmails: boolean;
  readonly columns: ReadonlyMap<string, string | null>;
}

/** A system needs a file in `sources` and a line in this list. */
export const FORMATS: readonly SourceFormatFile[] = [
  xeroBills,
  xeroBillTemplate,
  xeroBatchPayments,
  quickbooksUnpaidBills,
  quickbooksBillPayments,
  netsuiteBillPayments,
  sapPaymentList,
  dynamicsPaymentJournal,
  datevBookings,
  sagePurchaseLedger,
  sageAuditTrail,
  wiseBatch,
  wiseRecipients,
  paypalPayouts,
  // The headers that PayPal's documentation describes, where only the recipient and the amount are required.
  { ...paypalPayouts, fingerprint: ['Recipient identifier', 'Note to recipient'] },
  { ...paypalPayouts, fingerprint: ['Recipient identifier', 'Recipient wallet'] },
  { ...paypalPayouts, fingerprint: ['Recipient identifier'], hasOnlyEmails: true },
  { ...paypalPayouts, fingerprint: ['Email/Phone', 'Recipient wallet'] },
  { ...paypalPayouts, fingerprint: ['Email/Phone', 'Note to recipient'] },
  { ...paypalPayouts, fingerprint: ['Email/Phone', 'Amount', 'Currency code'], hasOnlyEmails: true },
  tipaltiPaymentFile,
  revolutBulkPayments,
  airwallexBatch,
  bacsStandard18,
  fasterPayments,
  adpPayroll,
  gustoPayroll,
  germanPayroll,
  frenchPayroll,
  spanishPayroll,
  portuguesePayroll,
  japaneseTransfers,
  japanesePayroll,
  payrunOrderResults,
];

const MARKED = /\((?:optional|required|mandatory|deprecated)\)\s*$/i;

/** The key of a header, which a template may mark: "Reference ID (optional)". */
export function sourceKey(header: string): string {
  return normalizeHeader(header.replace(MARKED, ''));
}

const SOURCES: readonly SourceFormat[] = FORMATS.map((format) => {
  const { name, fingerprint, hasOnlyEmails = false, columns, notUsed = [] } = format;
  return {
    name,
    hasOnlyEmails,
    fingerprint: fingerprint.map(sourceKey),
    columns: new Map([
      ...Object.entries(columns).map(([header, column]) => [sourceKey(header), column] as const),
      ...notUsed.map((header) => [sourceKey(header), null] as const),
    ]),
  };
});

const BANK_DETAILS = /iban|bic|swift|account|bank|sortcode|routing|konto|compte|cuenta|conto|clabe|bsb|ifsc/;

const NO_FORMAT: FormatImplies = {};
const IMPLIES: ReadonlyMap<string, FormatImplies> = new Map(
  FORMATS.map(({ name, implies = NO_FORMAT }) => [name, implies] as const),
);

/** Values implied by a known format; null if the format is not known. A list of PayPal may have no header. */
export function impliedBy(source: string | undefined): FormatImplies | null {
  return (source === undefined ? undefined : IMPLIES.get(source.replace(/ \(no header\)$/, ''))) ?? null;
}

const ANYWHERE: ReadonlyMap<string, string> = new Map(
  SOURCES.flatMap(({ columns }) =>
    [...columns].flatMap(([key, column]) => (column === null ? [] : [[key, column] as const])),
  ),
);

/**
 * The meaning of a header in any of the exports; undefined if none has it. It helps to find the header line, but does
 * not decide a payment.
 */
export function sourceColumn(key: string): string | undefined {
  return ANYWHERE.get(key);
}

/**
 * The system whose export has these headers; null if none. If several match, the one with the most matching headers
 * wins.
 * @param cellsOf the first cells below each header
 */
export function findSourceFormat(
  header: readonly string[],
  cellsOf: readonly (readonly string[])[] = [],
): SourceFormat | null {
  const keys = header.map(sourceKey);
  let best: SourceFormat | null = null;
  for (const source of SOURCES) {
    if (!source.fingerprint.every((key) => keys.includes(key))) continue;
    if (source.hasOnlyEmails && !isPaidByEmail(keys, cellsOf[keys.indexOf(source.fingerprint[0]!)])) continue;
    if (source.fingerprint.length > (best?.fingerprint.length ?? 0)) best = source;
  }
  return best;
}

function isPaidByEmail(keys: readonly string[], cells: readonly string[] = []): boolean {
  return cells.length > 0 && cells.every(isEmailText) && !keys.some((key) => BANK_DETAILS.test(key));
}
