import type { JournalEntry } from '../ledger/views/journal.ts';
import { formatMinor } from '../money.ts';
import type { JOURNAL_FIELD_NAMES } from '../settings/setting-forms.ts';

/** The accounts of the company's ledger that the journal posts to. */
export interface JournalAccounts {
  readonly payables: string;
  readonly fees: string;
  readonly withheldTax: string;
  /** The account for the balance in the payout service: one, or one for each currency. */
  readonly balance: string | Readonly<Record<string, string>>;
}

/** A line of the journal: a debit or a credit of one account. */
export interface JournalLine {
  /** The same for the lines of an entry. */
  readonly entry: string;
  readonly day: string;
  readonly account: string;
  /** The account on the other side: that of the balance. */
  readonly contra: string;
  readonly minor: bigint;
  readonly side: 'debit' | 'credit';
  readonly currency: string;
  readonly description: string;
  readonly of: JournalEntry;
}

const KINDS = { paid: 'Payment', returned: 'Returned payment', corrected: 'Correction of payment' } as const;

/** The debits and credits of an entry. Lines of zero are left out. */
export function entryLines(entry: JournalEntry, accounts: JournalAccounts): readonly JournalLine[] {
  const { balance } = accounts;
  const contra =
    typeof balance === 'string' ? balance : (balance[entry.currency] ?? `Payout service ${entry.currency}`);
  const who = [entry.reference, entry.recipient].filter((text) => text).join(', ');
  const line = (account: string, minor: bigint, what: string): readonly JournalLine[] =>
    minor === 0n
      ? []
      : [
          {
            ...{
              entry: `PR${entry.exportId}-${entry.number}`,
              day: entry.day,
              account,
              contra,
              currency: entry.currency,
              of: entry,
            },
            minor: minor < 0n ? -minor : minor,
            side: minor < 0n ? ('credit' as const) : ('debit' as const),
            description: `${what} ${who}`,
          },
        ];
  const what = KINDS[entry.kind];
  return [
    ...line(accounts.payables, entry.payables, what),
    ...line(accounts.fees, entry.fees, 'Fee of payment'),
    ...line(accounts.withheldTax, entry.withheld, 'Tax withheld from payment'),
    ...line(contra, -entry.balance, what),
  ];
}

/** The fields of a line that a column can have. */
export const JOURNAL_FIELDS: Readonly<
  Record<JournalField, (line: JournalLine, settings: { readonly taxRate: string }) => string>
> = {
  entry: ({ entry }) => entry,
  date: ({ day }) => day,
  date_us: ({ day }) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  date_uk: ({ day }) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
  account: ({ account }) => account,
  contra: ({ contra }) => contra,
  debit: (line) => (line.side === 'debit' ? amountOf(line) : ''),
  credit: (line) => (line.side === 'credit' ? amountOf(line) : ''),
  amount: (line) => (line.side === 'debit' ? amountOf(line) : `-${amountOf(line)}`),
  currency: ({ currency }) => currency,
  description: ({ description }) => description,
  reference: ({ of }) => of.reference,
  recipient: ({ of }) => of.recipient ?? '',
  merchant: ({ of }) => of.merchant,
  run: ({ of }) => String(of.run),
  kind: ({ of }) => of.kind,
  rate: ({ of }) => of.rate ?? '',
  empty: () => '',
  tax_rate: (_, { taxRate }) => taxRate,
};

export type JournalField = (typeof JOURNAL_FIELD_NAMES)[number];
export type JournalColumns = readonly (readonly [title: string, field: JournalField])[];

const amountOf = ({ minor, currency }: JournalLine) => formatMinor(minor, currency);

/** The columns that a ledger imports, in its order. DATEV has a form of its own: `journal-datev.ts`. */
export const JOURNAL_FORMATS = {
  standard: [
    ['Entry', 'entry'],
    ['Date', 'date'],
    ['Account', 'account'],
    ['Debit', 'debit'],
    ['Credit', 'credit'],
    ['Currency', 'currency'],
    ['Description', 'description'],
    ['Reference', 'reference'],
    ['Recipient', 'recipient'],
    ['Merchant', 'merchant'],
    ['Run', 'run'],
    ['Kind', 'kind'],
    ['Rate', 'rate'],
  ],
  // QuickBooks Online, Import data, Journal entries: dates of the United States, names of accounts.
  quickbooks: [
    ['Journal No', 'entry'],
    ['Journal Date', 'date_us'],
    ['Account Name', 'account'],
    ['Debits', 'debit'],
    ['Credits', 'credit'],
    ['Description', 'description'],
    ['Name', 'empty'],
    ['Currency', 'currency'],
  ],
  // Xero, the template of manual journals: lines with one narration and date are one journal; a credit is negative.
  xero: [
    ['*Narration', 'entry'],
    ['*Date', 'date_uk'],
    ['Description', 'description'],
    ['*AccountCode', 'account'],
    ['*TaxRate', 'tax_rate'],
    ['*Amount', 'amount'],
    ['TrackingName1', 'empty'],
    ['TrackingOption1', 'empty'],
    ['TrackingName2', 'empty'],
    ['TrackingOption2', 'empty'],
  ],
  // NetSuite, journal entries by the import assistant: the External ID makes a second import of an entry an error.
  netsuite: [
    ['External ID', 'entry'],
    ['Date', 'date_us'],
    ['Currency', 'currency'],
    ['Memo', 'reference'],
    ['Account', 'account'],
    ['Debit', 'debit'],
    ['Credit', 'credit'],
    ['Line Memo', 'description'],
  ],
} as const satisfies Record<string, JournalColumns>;

/** The most lines that a ledger imports from one file, as its documentation says. */
export const MOST_LINES: Readonly<Record<string, number>> = {
  // help.xero.com, Enter multiple manual journals using an import template.
  xero: 300,
  // QuickBooks Online takes 1,000 rows, the titles included.
  quickbooks: 999,
  // docs.oracle.com, General CSV File Conventions: 25,000 records or 50 MB a job.
  netsuite: 25_000,
  datev: 99_999,
};

/** The most lines of an entry: payables, fees, withheld tax and balance. */
export const LINES_OF_ENTRY = 4;
