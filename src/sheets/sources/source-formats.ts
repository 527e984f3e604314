import { normaliseHeader } from '../normalise-header.ts';
import { adpPayroll } from './adp-payroll.ts';
import { airwallexBatch } from './airwallex-batch.ts';
import { bacsStandard18 } from './bacs-standard-18.ts';
import { datevBookings } from './datev-bookings.ts';
import { dynamicsPaymentJournal } from './dynamics-payment-journal.ts';
import { fasterPayments } from './faster-payments.ts';
import { frenchPayroll } from './french-payroll.ts';
import { germanPayroll } from './german-payroll.ts';
import { gustoPayroll } from './gusto-payroll.ts';
import { japanesePayroll } from './japanese-payroll.ts';
import { japaneseTransfers } from './japanese-transfers.ts';
import { netsuiteBillPayments } from './netsuite-bill-payments.ts';
import { paypalPayouts } from './paypal-payouts.ts';
import { portuguesePayroll } from './portuguese-payroll.ts';
import { quickbooksBillPayments } from './quickbooks-bill-payments.ts';
import { quickbooksUnpaidBills } from './quickbooks-unpaid-bills.ts';
import { revolutBulkPayments } from './revolut-bulk-payments.ts';
import { sagePurchaseLedger } from './sage-purchase-ledger.ts';
import { sapPaymentList } from './sap-payment-list.ts';
import type { SourceFormatFile } from './source-format-file.ts';
import { spanishPayroll } from './spanish-payroll.ts';
import { tipaltiPaymentFile } from './tipalti-payment-file.ts';
import { wiseBatch } from './wise-batch.ts';
import { wiseRecipients } from './wise-recipients.ts';
import { xeroBatchPayments } from './xero-batch-payments.ts';
import { xeroBillTemplate } from './xero-bill-template.ts';
import { xeroBills } from './xero-bills.ts';

export interface SourceFormat {
  readonly name: string;
  readonly fingerprint: readonly string[];
  readonly columns: ReadonlyMap<string, string | null>;
}

/** A new system is a file in this folder and a line here. */
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

/** What a header means in one of the exports: enough to know a header line by, not to pay by. */
export function sourceColumn(key: string): string | undefined {
  return ANYWHERE.get(key);
}

/** The system whose export has these headers: of several, the one that more headers speak for. */
export function sourceOf(header: readonly string[]): SourceFormat | null {
  const keys = new Set(header.map(normaliseHeader));
  let best: SourceFormat | null = null;
  for (const source of SOURCES) {
    const found = source.fingerprint.every((key) => keys.has(key));
    if (found && source.fingerprint.length > (best?.fingerprint.length ?? 0)) best = source;
  }
  return best;
}
