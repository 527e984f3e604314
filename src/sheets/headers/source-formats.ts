import { adpPayroll } from '../sources/adp-payroll.ts';
import { airwallexBatch } from '../sources/airwallex-batch.ts';
import { bacsStandard18 } from '../sources/bacs-standard-18.ts';
import { datevBookings } from '../sources/datev-bookings.ts';
import { dynamicsPaymentJournal } from '../sources/dynamics-payment-journal.ts';
import { fasterPayments } from '../sources/faster-payments.ts';
import { frenchPayroll } from '../sources/french-payroll.ts';
import { germanPayroll } from '../sources/german-payroll.ts';
import { gustoPayroll } from '../sources/gusto-payroll.ts';
import { japanesePayroll } from '../sources/japanese-payroll.ts';
import { japaneseTransfers } from '../sources/japanese-transfers.ts';
import { netsuiteBillPayments } from '../sources/netsuite-bill-payments.ts';
import { paypalPayouts } from '../sources/paypal-payouts.ts';
import { portuguesePayroll } from '../sources/portuguese-payroll.ts';
import { quickbooksBillPayments } from '../sources/quickbooks-bill-payments.ts';
import { quickbooksUnpaidBills } from '../sources/quickbooks-unpaid-bills.ts';
import { revolutBulkPayments } from '../sources/revolut-bulk-payments.ts';
import { sageAuditTrail } from '../sources/sage-audit-trail.ts';
import { sagePurchaseLedger } from '../sources/sage-purchase-ledger.ts';
import { sapPaymentList } from '../sources/sap-payment-list.ts';
import type { SourceFormatFile } from '../sources/source-format-file.ts';
import { spanishPayroll } from '../sources/spanish-payroll.ts';
import { tipaltiPaymentFile } from '../sources/tipalti-payment-file.ts';
import { wiseBatch } from '../sources/wise-batch.ts';
import { wiseRecipients } from '../sources/wise-recipients.ts';
import { xeroBatchPayments } from '../sources/xero-batch-payments.ts';
import { xeroBillTemplate } from '../sources/xero-bill-template.ts';
import { xeroBills } from '../sources/xero-bills.ts';
import { normaliseHeader } from './normalise-header.ts';

export interface SourceFormat {
  readonly name: string;
  readonly fingerprint: readonly string[];
  readonly columns: ReadonlyMap<string, string | null>;
}

/** To add a system, add a file in `sources` and a line here. */
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
];

const SOURCES: readonly SourceFormat[] = FORMATS.map(({ name, fingerprint, columns }) => ({
  name,
  fingerprint: fingerprint.map(normaliseHeader),
  columns: new Map(Object.entries(columns).map(([header, column]) => [normaliseHeader(header), column])),
}));

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
 */
export function sourceOf(header: readonly string[]): SourceFormat | null {
  const keys = new Set(header.map(normaliseHeader));
  let best: SourceFormat | null = null;
  for (const source of SOURCES) {
    const found = source.fingerprint.every((key) => keys.has(key));
    if (found && source.fingerprint.length > (best?.fingerprint.length ?? 0)) best = source;
  }
  return best;
}
