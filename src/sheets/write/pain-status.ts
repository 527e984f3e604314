import { columnNamed } from '../headers/columns.ts';
import type { PainVersion } from '../pain-version.ts';
import { type RowResult, reasonOf } from './row-result.ts';

/** Statuses of ISO 20022 that an answer gives. */
export type PainStatus = 'ACSC' | 'PDNG' | 'RJCT' | 'CANC';

/** What a payment's status is called in an answer; everything that is not final is pending. */
const STATUSES: Readonly<Record<string, PainStatus>> = {
  processed: 'ACSC',
  invalid: 'RJCT',
  failed: 'RJCT',
  returned: 'RJCT',
  cancelled: 'CANC',
  dismissed: 'RJCT',
  already_paid: 'RJCT',
};

/** Reasons by the columns of errors, from the external code list of status reasons. */
const REASONS: Readonly<Record<string, string>> = {
  iban: 'AC01',
  accountNum: 'AC01',
  accountCountry: 'AC01',
  accountCurrency: 'AC09',
  swiftBic: 'RC01',
  branchId: 'RC01',
  bankId: 'RC01',
  amount: 'AM12',
  targetAmount: 'AM12',
  currency: 'AM03',
  targetCurrency: 'AM03',
  street1: 'BE04',
  city: 'BE04',
  postalCode: 'BE04',
  region: 'BE04',
  country: 'BE04',
  dob: 'BE06',
  governmentId: 'BE16',
};

export interface PainOutcome {
  readonly status: PainStatus;
  /** Null if nothing needs a reason. */
  readonly reason: string | null;
}

/** What an answer of a version says of a row. Version .03 knows no canceled payments; there they are rejected. */
export function painOutcome(result: RowResult, version: PainVersion): PainOutcome {
  const { status, before, problems } = result;
  // Paid, or being paid, by an earlier run: this order of it never is.
  if (before || status === 'already_paid') return { status: 'RJCT', reason: 'AM05' };
  const found = STATUSES[status] ?? 'PDNG';
  const said = found === 'CANC' && version === 'pain.001.001.03' ? 'RJCT' : found;
  if (said === 'ACSC') return { status: said, reason: null };
  if (status === 'invalid') {
    const columns = problems.flatMap(({ severity, column }) =>
      severity === 'error' && column !== null ? [column] : [],
    );
    const code = columns.map((column) => REASONS[columnNamed(column)?.name ?? '']).find((one) => one !== undefined);
    return { status: said, reason: code ?? 'NARR' };
  }
  if (status === 'failed' || status === 'returned') return { status: said, reason: 'MS03' };
  return { status: said, reason: reasonOf(result) === '' ? null : 'NARR' };
}

/**
 * The status of the whole order: that of all its payments, or in part. If some are rejected and the others pending, nothing is accepted
 * yet.
 */
export function groupStatus(counts: ReadonlyMap<PainStatus, number>): 'ACSC' | 'PDNG' | 'RJCT' | 'PART' {
  const has = (...statuses: readonly PainStatus[]) => statuses.some((status) => (counts.get(status) ?? 0) > 0);
  if (has('ACSC')) return has('PDNG', 'RJCT', 'CANC') ? 'PART' : 'ACSC';
  return has('PDNG') ? 'PDNG' : 'RJCT';
}
