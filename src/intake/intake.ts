import { PayrunError } from '../errors.ts';
import { fingerprintsOf } from '../ledger/fingerprints.ts';
import { sealRow } from '../ledger/kept-row.ts';
import { cancelPayments, discardUnscreened, loadPayments, type NewPayment } from '../ledger/payment.ts';
import { digestRows } from '../ledger/row-digests.ts';
import { recordIntake } from '../ledger/run.ts';
import { screenPayments } from '../ledger/screen.ts';
import { METHODS } from '../methods/methods.ts';
import type { PaymentDraft, Problem, SheetRow } from '../model.ts';
import type { ControlTotal } from '../sheets/open-sheet.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { type CheckedRow, checkRow } from './check.ts';
import { compareControlTotal } from './control-total.ts';
import { createReferenceDeriver } from './derive-reference.ts';
import { createTally } from './tally.ts';

/** Where rows come from: a sheet, or the audit tables. */
export interface IntakeSource {
  rows(): AsyncIterable<readonly SheetRow[]>;
  /** The reference that a row has already, in a rerun. */
  referenceOf?(row: number): { readonly reference: string; readonly derivedFp: Buffer | null } | null;
}

/**
 * Sheet -> rows in the ledger: read, check, seal and load in one streaming pass, then screen. An intake that was
 * interrupted is begun anew: what it had loaded was never screened, so nothing can have used it.
 * Throws `control_total` when the sheet does not agree with its own; then nothing of it is paid.
 */
export async function intake(
  run: ActiveRun,
  deps: StepDeps,
  source: IntakeSource,
  controls: readonly ControlTotal[],
): Promise<void> {
  const { ledger, config } = deps;
  await fenced(run, deps, (db) => discardUnscreened(db, run.id));

  const tally = createTally();
  const keep = createKeeper(run, deps, source);
  for await (const rows of source.rows()) {
    deps.signal.throwIfAborted();
    const payments = rows.map((row) => {
      const kept = keep(row);
      tally.add(kept.draft);
      return kept.payment;
    });
    await fenced(run, deps, (db) => loadPayments(ledger, db, payments));
    deps.progress({ stage: 'intake', done: tally.result().rows, total: null });
  }

  const { rows, invalid, totals } = tally.result();
  const mismatch = compareControlTotal(controls, tally.result());
  const stopped = mismatch
    ? {
        code: 'control_total',
        reason: `The sheet does not agree with its control total: ${mismatch}. Nothing of it is paid.`,
      }
    : run.options.onInvalid === 'stop' && invalid > 0
      ? {
          code: 'sheet_has_invalid_rows',
          reason: `${invalid} rows of the sheet are wrong, and --on-invalid stop was asked for. Nothing of it is paid.`,
        }
      : null;

  const { id, merchant, options } = run;
  const screen = { run: id, merchant, duplicateDays: config.duplicateDays, rerun: options.rerun !== undefined };
  await fenced(run, deps, async (db) => {
    if (stopped) await cancelPayments(db, run.id, ['new'], stopped.code, stopped.reason);
    else await screenPayments(db, screen);
    const sums = Object.fromEntries(
      Object.entries(totals).map(([currency, t]) => [currency, { rows: t.rows, minor: t.minor.toString() }]),
    );
    await recordIntake(db, run.id, rows, sums);
    const digests = await digestRows(db, run.id);
    const data = { rows, invalid, totals: sums, stopped: stopped?.code ?? null, digests };
    await audit(db, run, deps, 'intake', data, run.maker);
  });
  if (mismatch) throw new PayrunError('control_total', { file: run.options.file ?? 'the sheet', detail: mismatch });
}

/** Checks a row and makes of it what the ledger keeps. One keeper serves one sheet, in the order of its rows. */
function createKeeper(run: ActiveRun, { ledger, config, ids, clock }: StepDeps, { referenceOf }: IntakeSource) {
  const { vault } = ledger;
  const derive = createReferenceDeriver(vault);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const context = { merchantCountry: config.merchantCountry, environment: config.environment, today };
  return (row: SheetRow): { payment: NewPayment; draft: PaymentDraft | null } => {
    const { draft, problems } = ofThisMerchant(checkRow(row, context), row, run.merchant);
    const id = ids();
    const base = {
      id,
      runId: run.id,
      merchant: run.merchant,
      row: row.row,
      rowSealed: sealRow(vault, id, {
        cells: row.cells,
        ...(row.findings.length > 0 ? { findings: row.findings } : {}),
        draft,
      }),
      problems,
    };
    if (!draft)
      return {
        draft,
        payment: { ...base, ...NOTHING, reference: row.cells.paymentReference ?? null, payee: payeeOf(row) },
      };
    const { account } = draft.recipient;
    const known = referenceOf?.(row.row) ?? null;
    const given = draft.reference === null ? derive(draft) : { reference: draft.reference, derivedFp: null };
    return {
      draft,
      payment: {
        ...base,
        ...(known ?? given),
        ...fingerprintsOf(vault, draft.recipient),
        state: 'new',
        sourceCurrency: draft.sourceCurrency,
        fixed: draft.fixed,
        currency: draft.amount.currency,
        minor: draft.amount.minor,
        payee: payeeOf(row),
        accountHint: account ? METHODS[account.method].hint(account) : null,
      },
    };
  };
}

/** A row that names another merchant is never paid with this one's keys. */
function ofThisMerchant(checked: CheckedRow, { row, cells }: SheetRow, merchant: string): CheckedRow {
  if (cells.merchant === undefined || cells.merchant === merchant) return checked;
  const problem: Problem = {
    row,
    column: 'merchant',
    code: 'merchant_other',
    severity: 'error',
    message: `This row is for another merchant than ${merchant}. Put it into a sheet of its own and pay that with --merchant.`,
    value: cells.merchant,
  };
  return { draft: null, problems: [...checked.problems, problem] };
}

/** An invalid row has no amount, recipient or account that could be trusted. */
const NOTHING = {
  state: 'invalid',
  derivedFp: null,
  sourceCurrency: null,
  fixed: null,
  currency: null,
  minor: null,
  recipientFp: null,
  personFp: null,
  profileFp: null,
  accountFp: null,
  accountHint: null,
} as const;

function payeeOf({ cells }: SheetRow): string | null {
  const person = [cells.firstName, cells.lastName].filter(Boolean).join(' ');
  return cells.name ?? (person || (cells.referenceId ?? null));
}
