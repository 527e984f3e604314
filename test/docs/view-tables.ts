import { PGlite } from '@electric-sql/pglite';
import { readMigrations } from '../../src/ledger/migrations/migrate.ts';
import { code } from './markdown.ts';

interface View {
  readonly name: string;
  readonly about: string;
  /** Name, type and description of each column. */
  readonly columns: readonly (readonly string[])[];
}

const ABOUT = {
  payment_status: 'A row for each payment.',
  run_summary: 'A row for each run.',
  call_log: 'A row for each API call to the payout service.',
} as const;

/** What the columns hold, where their names do not say it. Amounts are in major units. */
const HOLDS: Readonly<Record<string, string>> = {
  'payment_status.payment': 'id of the payment, also its `externalId` in the service',
  'payment_status.run': 'id of the run',
  'payment_status.row': 'row of the sheet',
  'payment_status.merchant': 'id of the merchant that pays',
  'payment_status.reference': 'your reference, or the derived one',
  'payment_status.generation': 'how often the reference was used again after it was not paid',
  'payment_status.recipient': 'name of the recipient, or their `referenceId`',
  'payment_status.state': 'see the [glossary](glossary.md#statuses-of-a-payment)',
  'payment_status.fixed': 'which amount is fixed: `source` (debited) or `target` (recipient gets)',
  'payment_status.currency': 'currency of `amount`',
  'payment_status.amount': 'amount of the row',
  'payment_status.source_currency': 'currency of the balance',
  'payment_status.reason_code': 'code of the reason, if there is one',
  'payment_status.reason': 'the reason in words',
  'payment_status.rules': 'version of the country rules by which the row was checked',
  'payment_status.problems': 'errors and warnings of the row',
  'payment_status.batch': 'id of the batch in the ledger',
  'payment_status.service_batch': 'id of the batch in the service',
  'payment_status.service_payment': 'id of the payment in the service',
  'payment_status.paid_amount': 'what was debited without fees',
  'payment_status.fees': 'fees that the merchant bears',
  'payment_status.recipient_fees': 'fees that the recipient bears',
  'payment_status.rate': 'the exchange rate',
  'payment_status.target_currency': 'currency that the recipient gets',
  'payment_status.target_amount': 'what the recipient gets',
  'payment_status.created_at': 'when the row was read',
  'payment_status.started_at': 'when its batch was started',
  'payment_status.withheld': 'tax that the payout service withheld from the recipient',
  'payment_status.compliance': 'what the compliance review of the payout service said of the recipient last',
  'payment_status.final_at': 'when it became final',
  'run_summary.run': 'id of the run',
  'run_summary.job': 'the job that made it',
  'run_summary.note': 'what it waits for, or how it ended',
  'run_summary.merchant': 'id of the merchant that pays',
  'run_summary.maker': 'who submitted it',
  'run_summary.sheet': 'name of the sheet',
  'run_summary.rows': 'rows of the sheet',
  'run_summary.created_at': 'when it began',
  'run_summary.finished_at': 'when it was done',
  'run_summary.parent_run': 'the run that it retries',
  'run_summary.counts': 'payments by state',
  'run_summary.calls': 'API calls that it made',
  'run_summary.status': 'see the [glossary](glossary.md#statuses-of-a-run)',
  'call_log.id': 'id of the call',
  'call_log.at': 'when it was sent',
  'call_log.run': 'the run that made it',
  'call_log.merchant': 'id of the merchant whose keys it used',
  'call_log.method': 'HTTP method',
  'call_log.path': 'path with the ids of the service, without a query',
  'call_log.status': 'HTTP status; empty without an answer',
  'call_log.codes': 'error codes of the answer',
  'call_log.ms': 'how long it took',
  'call_log.attempt': 'which attempt of the same call it was',
  'call_log.outcome': 'what Payrun made of the answer',
};

/** The views for BI tools as the migrations make them. Throws if a column is not described. */
export async function viewTables(): Promise<readonly View[]> {
  const db = await PGlite.create();
  try {
    await db.exec('create schema payrun');
    for (const { sql } of readMigrations()) await db.exec(sql);
    const { rows } = await db.query<{ view: string; name: string; type: string }>(
      `select table_name as view, column_name as name, data_type as type from information_schema.columns
       where table_schema = 'payrun' and table_name = any($1) order by ordinal_position`,
      [Object.keys(ABOUT)],
    );
    return Object.entries(ABOUT).map(([name, about]) => ({
      name: `payrun.${name}`,
      about,
      columns: rows
        .filter(({ view }) => view === name)
        .map((column) => {
          const holds = HOLDS[`${name}.${column.name}`];
          if (holds === undefined) throw new Error(`say in view-tables.ts what ${name}.${column.name} holds`);
          return [code(column.name), column.type, holds];
        }),
    }));
  } finally {
    await db.close();
  }
}
