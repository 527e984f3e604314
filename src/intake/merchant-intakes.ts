import type { Ledger } from '../ledger/ledger.ts';
import { getMerchant } from '../ledger/merchants/merchant.ts';
import { computeFingerprints, recipientFingerprint } from '../ledger/payments/fingerprints.ts';
import type { NewPayment } from '../ledger/payments/payment-load.ts';
import { type KnownMinimum, knownMinimums } from '../ledger/recipients/route-minimum.ts';
import { beginLoading, discardLoadedRows } from '../ledger/runs/loading.ts';
import { getSheetRuns, openSheetRun } from '../ledger/runs/sheet-runs.ts';
import type { SheetRow } from '../model.ts';
import { finding } from '../rules/finding.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../step.ts';
import { createPaymentBuilder } from './build-payment.ts';
import type { ReportedMinimumOf } from './check-context.ts';
import { createContentDigest } from './content-digest.ts';
import type { IntakeSource } from './intake-source.ts';
import { createKeyFilter, createRepeatedKeys } from './repeats/repeated-keys.ts';
import { createTally } from './tally.ts';

/** The intake of one merchant's rows: its run and its totals. */
export interface MerchantIntake {
  readonly run: bigint;
  readonly merchant: string;
  /** An earlier attempt has finished the intake of these rows, so they are only counted. */
  readonly closed: boolean;
  readonly buildPayment: ReturnType<typeof createPaymentBuilder>;
  readonly tally: ReturnType<typeof createTally>;
  readonly content: ReturnType<typeof createContentDigest>;
  readonly repeated: ReturnType<typeof createRepeatedKeys>;
}

/** Knows which merchants can pay. */
export interface PayingMerchants {
  readonly knows: (merchant: string) => Promise<boolean>;
}

export interface MerchantIntakes {
  /** The run of the intake first, then the others in the order of their first rows. */
  all(): readonly MerchantIntake[];
  /** Checks a chunk of rows, each for its merchant, and gives the payments to load to `load`. */
  take(rows: readonly SheetRow[], load: (payment: NewPayment) => void): Promise<void>;
}

/**
 * Opens the intakes of one sheet. If its rows name the merchant, each merchant has an intake with a run of its own,
 * which is created at the first row that names it. A row that names no known merchant stays with the run of the intake,
 * as an error. Any other sheet, and a rerun, has one intake. Rows that an interrupted attempt loaded are deleted.
 */
export async function openMerchantIntakes(
  run: ActiveRun,
  deps: LocalDeps,
  source: IntakeSource,
  payers: PayingMerchants | null,
): Promise<MerchantIntakes> {
  const { ledger } = deps;
  const byRow = payers === null ? null : (run.options.byRow ?? null);
  const intakes = new Map<string, MerchantIntake>();
  /** Names of unknown merchants. */
  const strangers = new Set<string>();
  const seen = createKeyFilter();

  const open = async (id: bigint, merchant: string, closed: boolean): Promise<MerchantIntake> => {
    const { country } = await getMerchant(ledger.db, merchant);
    const reportedMinimum = await loadReportedMinimums(ledger, merchant);
    const buildPayment = createPaymentBuilder(
      { run: id, merchant, country, reportedMinimum },
      deps,
      await deps.rules(),
      source,
    );
    const intake = {
      run: id,
      merchant,
      closed,
      buildPayment,
      tally: createTally(),
      content: createContentDigest(ledger.vault),
      repeated: createRepeatedKeys(id, seen),
    };
    intakes.set(merchant, intake);
    if (!closed) await fenced(run, deps, (db) => beginLoading(db, id));
    return intake;
  };
  while (await fenced(run, deps, (db) => discardLoadedRows(db, run.id)));
  const own = await open(run.id, run.merchant, false);
  // Also the runs whose rows do not occur this time: they must end without payments.
  for (const { id, merchant_id, intake_at } of await getSheetRuns(ledger.db, run.id))
    if (id !== run.id) await open(id, merchant_id, intake_at !== null);

  const openFor = async (merchant: string): Promise<void> => {
    if (intakes.has(merchant) || strangers.has(merchant)) return;
    if (!(await payers!.knows(merchant))) {
      strangers.add(merchant);
      return;
    }
    const merchantRun = await fenced(run, deps, async (db) => {
      const opened = await openSheetRun(db, run.id, merchant);
      if (opened.isNew) {
        const data = { job: opened.run.job, sheetOf: run.id, merchant, dryRun: run.options.dryRun };
        await audit(db, { id: opened.run.id }, deps, 'run_created', data, run.maker);
      }
      return opened.run;
    });
    await open(merchantRun.id, merchant, merchantRun.intake_at !== null);
  };

  const payerOf = ({ cells }: SheetRow) => cells.merchant ?? byRow?.otherwise ?? null;
  const addRow = (row: SheetRow): { intake: MerchantIntake; payment: ReturnType<MerchantIntake['buildPayment']> } => {
    const name = row.cells.merchant;
    if (byRow === null) {
      // If each row names its merchant, a row without a merchant has none in a rerun either.
      const payer = name ?? (run.options.byRow ? run.options.byRow.otherwise : run.merchant);
      const wrong =
        payer === null
          ? finding('merchant_missing', 'merchant')
          : payer === run.merchant
            ? null
            : finding('merchant_other', 'merchant', { merchant: run.merchant }, payer);
      return { intake: own, payment: own.buildPayment(row, wrong) };
    }
    const payer = payerOf(row);
    const intake = payer === null ? undefined : intakes.get(payer);
    if (intake) return { intake, payment: intake.buildPayment(row) };
    const wrong =
      payer === null ? finding('merchant_missing', 'merchant') : finding('merchant_not_known', 'merchant', {}, payer);
    return { intake: own, payment: own.buildPayment(row, wrong) };
  };

  return {
    all: () => [...intakes.values()],
    async take(rows, load) {
      if (byRow !== null) for (const name of new Set(rows.map(payerOf))) if (name !== null) await openFor(name);
      for (const row of rows) {
        const { intake, payment } = addRow(row);
        intake.tally.add(payment.draft);
        intake.content.add({ ...payment, cells: row.cells });
        if (intake.closed) continue;
        intake.repeated.add(payment.payment);
        load(payment.payment);
      }
    },
  };
}

/**
 * The minimums that the payout service gave for recipients of a merchant, from one query; null if it gave none. A
 * recipient whose row has other bank details than the ledger is not covered.
 */
async function loadReportedMinimums(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  merchant: string,
): Promise<ReportedMinimumOf | null> {
  const known = await knownMinimums(db, merchant);
  if (known.length === 0) return null;
  const byFp = new Map<string, KnownMinimum>();
  // The key takes precedence over the e-mail. If several recipients have one e-mail, the first known one counts.
  for (const one of known) if (one.emailFp) byFp.set(textOf(one.emailFp), one);
  for (const one of known) byFp.set(textOf(one.keyFp), one);
  return (recipient, currency) => {
    const found = byFp.get(textOf(recipientFingerprint(vault, recipient.key)));
    if (found?.currency !== currency) return null;
    return computeFingerprints(vault, recipient).accountFp?.equals(found.accountFp) ? found : null;
  };
}

const textOf = (fp: Buffer) => fp.toString('latin1');
