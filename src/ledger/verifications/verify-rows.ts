import { digestRows, ROWS_A_DIGEST, type RowDigest, rowNumbers } from '../audit/row-digests.ts';
import type { Db } from '../db/db.ts';
import { computeFingerprints } from '../payments/fingerprints.ts';
import { openRow } from '../payments/sealed-row.ts';
import type { Vault } from '../vault/vault.ts';
import type { BrokenGuarantee } from './verify.ts';

/**
 * Compares the payments of a run with the digests that the audit recorded at the intake, to find removed, added or
 * changed rows. If a digest of a thousand rows differs, the sealed rows show which row and which field. Returns the
 * number of rows checked.
 */
export async function verifyRows(
  db: Db,
  vault: Vault,
  run: bigint,
): Promise<{ rows: number; findings: readonly BrokenGuarantee[] }> {
  const { rows: events } = await db.query<{ digests: readonly RowDigest[] | null }>(
    `select data->'digests' as digests from payrun.event where chain = 'run-' || $1::bigint and kind = 'intake' order by seq desc limit 1`,
    [run],
  );
  const noted = segments(events[0]?.digests ?? []);
  if (noted.size === 0) return { rows: 0, findings: [] };
  const now = segments(await digestRows(db, run));
  const findings: BrokenGuarantee[] = [];
  let rows = 0;
  for (const segment of new Set([...noted.keys(), ...now.keys()])) {
    const before = noted.get(segment);
    const after = now.get(segment);
    rows += rowNumbers(after?.rows ?? '').length;
    if (before?.digest !== after?.digest) findings.push(...(await compareSegment(db, vault, run, before, after)));
  }
  return { rows, findings };
}

function segments(digests: readonly RowDigest[]): ReadonlyMap<number, RowDigest> {
  return new Map(digests.map((digest) => [Math.floor(rowNumbers(digest.rows)[0]! / ROWS_A_DIGEST), digest]));
}

async function compareSegment(
  db: Db,
  vault: Vault,
  run: bigint,
  before: RowDigest | undefined,
  after: RowDigest | undefined,
): Promise<readonly BrokenGuarantee[]> {
  const came = rowNumbers(before?.rows ?? '');
  const are = rowNumbers(after?.rows ?? '');
  const finding = (
    guarantee: 'G4' | 'G6',
    row: number | null,
    payment: string | null,
    what: string,
  ): BrokenGuarantee => {
    return { guarantee, run: String(run), row, payment, batch: null, what };
  };
  const removed = came.filter((row) => !are.includes(row));
  const added = are.filter((row) => !came.includes(row));
  const findings = [
    ...removed.map((row) => finding('G4', row, null, 'it was imported, but its payment is missing.')),
    ...added.map((row) => finding('G6', row, null, 'its payment was added after the sheet was imported.')),
  ];
  for (const payment of await storedPayments(db, run, are)) {
    for (const what of differences(vault, payment)) findings.push(finding('G6', payment.row, payment.id, what));
  }
  if (findings.length > 0) return findings;
  const what = `one of the rows ${came[0]} to ${came.at(-1)} differs from the imported sheet. Payrun cannot tell which one.`;
  return [finding('G6', null, null, what)];
}

interface StoredPayment {
  readonly id: string;
  readonly row: number;
  readonly merchant_id: string;
  readonly run_merchant: string;
  readonly reference: string | null;
  readonly source_currency: string | null;
  readonly fixed: string | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  readonly amount: string | null;
  readonly recipient_fp: Buffer | null;
  readonly profile_fp: Buffer | null;
  readonly account_fp: Buffer | null;
  readonly row_sealed: Buffer;
}

async function storedPayments(db: Db, run: bigint, rows: readonly number[]): Promise<readonly StoredPayment[]> {
  const found = await db.query<StoredPayment>(
    `select p.id, p.row, p.merchant_id, r.merchant_id as run_merchant, p.reference, p.source_currency, p.fixed, p.currency, p.minor,
       payrun.amount(p.minor, p.currency)::text as amount, p.recipient_fp, p.profile_fp, p.account_fp, p.row_sealed
     from payrun.payment p join payrun.run r on r.id = p.run_id where p.run_id = $1 and p.row = any($2) order by p.row`,
    [run, rows],
  );
  return found.rows;
}

/** Names the columns of a payment that differ from its sealed row. Never contains bank details. */
function differences(vault: Vault, payment: StoredPayment): readonly string[] {
  // Purged: the earlier content is gone, so nothing is left to compare.
  if (payment.row_sealed.length === 0) return [];
  let opened: ReturnType<typeof openRow>;
  try {
    opened = openRow(vault, payment);
  } catch {
    return ['its sealed row cannot be opened: the row or the payment ID was changed.'];
  }
  const { draft, cells } = opened;
  const fingerprints = draft && computeFingerprints(vault, draft.recipient);
  const reference = draft ? draft.reference : (cells.paymentReference ?? null);
  const derived = draft !== null && draft.reference === null;
  const checks: readonly [name: string, is: unknown, came: unknown][] = [
    ['merchant', payment.merchant_id, payment.run_merchant],
    ['reference', payment.reference, derived ? payment.reference : reference],
    ['currency of the balance', payment.source_currency, draft?.sourceCurrency ?? null],
    ['fixed side', payment.fixed, draft?.fixed ?? null],
    ['currency', payment.currency, draft?.amount.currency ?? null],
    ['amount', payment.minor, draft?.amount.minor ?? null],
    ['recipient', hex(payment.recipient_fp), hex(fingerprints?.recipientFp)],
    ["recipient's data", hex(payment.profile_fp), hex(fingerprints?.profileFp)],
    ['bank details', hex(payment.account_fp), hex(fingerprints?.accountFp)],
  ];
  const shown = payment.amount === null ? '' : ` to ${payment.amount} ${payment.currency}`;
  return checks
    .filter(([, is, came]) => is !== came)
    .map(
      ([name]) =>
        `its ${name} ${PLURAL.has(name) ? 'were' : 'was'} changed${name === 'amount' ? shown : ''} after the import.`,
    );
}

const PLURAL = new Set(["recipient's data", 'bank details']);

function hex(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? Buffer.from(bytes).toString('hex') : null;
}
