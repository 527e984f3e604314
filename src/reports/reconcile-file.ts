import { join } from 'node:path';
import type { AcceptedDiscrepancy, ServiceDiscrepancy } from '../discrepancies/service-discrepancy.ts';
import { makePrivateFolder } from '../platform/folders.ts';
import { writeFileAtomically } from '../platform/write-file.ts';
import { resultsCsv } from '../sheets/write/results-csv.ts';
import type { PageCell } from '../sheets/write/results-workbook.ts';
import type { Reconciled } from './reconcile.ts';

export interface ReconciledMerchant extends Omit<Reconciled, 'found'> {
  readonly merchant: string;
  /** The open discrepancies, and the accepted ones. */
  readonly differences: readonly ServiceDiscrepancy[];
  readonly accepted: readonly AcceptedDiscrepancy[];
  /** UTC. */
  readonly from: string;
  readonly until: string;
}

const HEADS = [
  'merchant',
  'difference',
  'of',
  'run',
  'row',
  'here',
  'service',
  'what',
  'serviceBatch',
  'servicePayment',
  'batch',
  'payment',
  'code',
  'accepted',
];
const WIDTHS = [18, 14, 10, 8, 8, 22, 26, 90, 26, 26, 38, 38, 20, 40];

/**
 * Writes the discrepancies as a workbook and a CSV into the folder, with the time in the name. No cell can become a
 * formula. Returns the path of the workbook. Throws `file_unwritable`.
 */
export async function writeReconciliation(
  merchants: readonly ReconciledMerchant[],
  { folder, at }: { readonly folder: string; readonly at: number },
): Promise<string> {
  makePrivateFolder(folder);
  const stamp = new Date(at)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/g, '')
    .replace('T', '-');
  const place = join(folder, `reconcile-${stamp}`);
  const lines = merchants.flatMap(({ differences, accepted }) => [
    ...differences.map((one) => lineOf(one, '')),
    ...accepted.map((one) => lineOf(one, `${one.accepted.by}: ${one.accepted.because}`)),
  ]);

  await writeFileAtomically(`${place}.csv`, async (temporary) => {
    const csv = await resultsCsv(temporary, ',');
    try {
      await csv.write([HEADS]);
      await csv.write(lines);
      await csv.finish();
    } finally {
      csv.abandon();
    }
  });
  await writeFileAtomically(`${place}.xlsx`, async (temporary) => {
    const { newWorkbook } = await import('../sheets/patches/new-workbook.ts');
    const book = await newWorkbook(temporary, at);
    try {
      const heads = (texts: readonly string[]) => texts.map((text): PageCell => ({ text, form: 'head' }));
      await book.page(
        'Differences',
        [heads(HEADS), ...lines.map((line) => line.map((text): PageCell => ({ text })))],
        WIDTHS,
      );
      const compared = merchants.map(({ merchant, from, until, batches, payments, differences }) =>
        [merchant, from, until, String(batches), String(payments), String(differences.length)].map(cellOf),
      );
      await book.page(
        'Compared',
        [heads(['merchant', 'from', 'until', 'batches', 'payments', 'differences']), ...compared],
        [18, 26, 26, 12, 12, 14],
      );
      const balances = merchants.flatMap(({ merchant, balances: of }) =>
        of.map(({ currency, amount, pending }) => [merchant, currency, amount, pending ?? ''].map(cellOf)),
      );
      await book.page(
        'Balances',
        [heads(['merchant', 'currency', 'amount', 'pending']), ...balances],
        [18, 12, 18, 18],
      );
      await book.finish();
    } finally {
      book.abandon();
    }
  });
  return `${place}.xlsx`;
}

/** The workbook stores figures as numbers. */
const cellOf = (text: string): PageCell => (/^-?\d+(\.\d+)?$/.test(text) ? { text, form: 'number' } : { text });

function lineOf(one: ServiceDiscrepancy, accepted: string): string[] {
  const { code, merchant, kind, of, run, row, here, there, what, serviceBatch, servicePayment, batch, payment } = one;
  return [
    merchant,
    kind,
    of,
    run ?? '',
    row === null ? '' : String(row),
    here,
    there,
    what,
    serviceBatch ?? '',
    servicePayment ?? '',
    batch ?? '',
    payment ?? '',
    code,
    accepted,
  ];
}
