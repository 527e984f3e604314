import { columnNamed } from '../headers/columns.ts';
import type { PainVersion } from '../pain-version.ts';
import { type RowResult, resultReason } from './row-result.ts';

/** ISO 20022 statuses that an answer (pain.002) uses. */
export type PainStatus = 'ACSC' | 'PDNG' | 'RJCT' | 'CANC';

/** The ISO 20022 status of each payment status; all other statuses are pending. */
const STATUSES: Readonly<Record<string, PainStatus>> = {
  processed: 'ACSC',
  invalid: 'RJCT',
  failed: 'RJCT',
  returned: 'RJCT',
  canceled: 'CANC',
  dismissed: 'RJCT',
  already_paid: 'RJCT',
};

/** Status reasons by the column of an error, from the ISO 20022 external code list. */
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
  /** Null if the status needs no reason. */
  readonly reason: string | null;
}

/**
 * The status and reason of a row in an answer. Version .03 has no status for canceled payments, so they are rejected.
 */
export function painOutcome(result: RowResult, version: PainVersion): PainOutcome {
  const { status, before, problems } = result;
  // An earlier run pays or has paid it, so this order never does.
  if (before || status === 'already_paid') return { status: 'RJCT', reason: 'AM05' };
  const found = STATUSES[status] ?? 'PDNG';
  const written = found === 'CANC' && /03$/.test(version) ? 'RJCT' : found;
  if (written === 'ACSC') return { status: written, reason: null };
  if (status === 'invalid') {
    const columns = problems.flatMap(({ severity, column }) =>
      severity === 'error' && column !== null ? [column] : [],
    );
    const code = columns.map((column) => REASONS[columnNamed(column)?.name ?? '']).find((one) => one !== undefined);
    return { status: written, reason: code ?? 'NARR' };
  }
  if (status === 'failed' || status === 'returned') return { status: written, reason: 'MS03' };
  return { status: written, reason: resultReason(result) === '' ? null : 'NARR' };
}

/**
 * The status of the whole order: that of all its payments, or partial. If some are rejected and the others pending, it
 * is pending.
 */
export function groupStatus(counts: ReadonlyMap<PainStatus, number>): 'ACSC' | 'PDNG' | 'RJCT' | 'PART' {
  const has = (...statuses: readonly PainStatus[]) => statuses.some((status) => (counts.get(status) ?? 0) > 0);
  if (has('ACSC')) return has('PDNG', 'RJCT', 'CANC') ? 'PART' : 'ACSC';
  return has('PDNG') ? 'PDNG' : 'RJCT';
}
