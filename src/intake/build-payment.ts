import { accountKey, computeFingerprints, moneyKey } from '../ledger/payments/fingerprints.ts';
import type { NewPayment } from '../ledger/payments/payment-load.ts';
import { sealRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { Finding, PaymentDraft, Problem, SheetRow } from '../model.ts';
import type { MoneyRules } from '../money-rules.ts';
import { METHODS } from '../payout-methods/methods.ts';
import { readableCode } from '../platform/readable-code.ts';
import { canonicalReference } from '../references/spellings.ts';
import { createBankNumberSuggester } from '../rules/banks/suggest-repair.ts';
import { getRecipientName } from '../rules/people/recipient.ts';
import { rulesVersion } from '../rules/rules-version.ts';
import type { LocalDeps } from '../step.ts';
import { checkContext, type ReportedMinimumOf } from './check-context.ts';
import { checkRow } from './check-row.ts';
import type { IntakeSource } from './intake-source.ts';
import { createSeenKeys } from './repeats/seen-keys.ts';

/** A row as the ledger stores it. Null `draft`: the row is invalid and cannot be paid. */
export interface BuiltRow {
  readonly payment: NewPayment;
  readonly draft: PaymentDraft | null;
}

/** Checks and seals a row. `wrong`: an error of the row's merchant column, which makes the row invalid. */
export type BuildPayment = (row: SheetRow, wrong?: Finding | null) => BuiltRow;

/** The run of a row, and the merchant that pays. */
export interface PaymentContext {
  readonly run: bigint;
  readonly merchant: string;
  /** The merchant's country, ISO 3166: route minimums depend on it. */
  readonly country: string;
  /** Null if the service has given no minimum for a recipient whose bank details the ledger knows. */
  readonly reportedMinimum: ReportedMinimumOf | null;
}

/**
 * Returns a function that checks a row and builds the payment that the ledger stores. One builder serves the rows of
 * one merchant in one sheet, in their order.
 */
export function createPaymentBuilder(
  { run, merchant, country, reportedMinimum }: PaymentContext,
  { ledger, config, ids, clock }: LocalDeps,
  inForce: MoneyRules,
  { replacedBy }: IntakeSource,
): BuildPayment {
  const { vault } = ledger;
  const derive = createReferenceDeriver(vault);
  const suggest = createBankNumberSuggester();
  const rules = rulesVersion();
  const context = checkContext({ ...config, ...inForce }, clock.now(), country, reportedMinimum);
  return (row, wrong = null) => {
    const checked = checkRow(row, context);
    const draft = wrong ? null : checked.draft;
    const found: readonly Problem[] = wrong ? [...checked.problems, { ...wrong, row: row.row }] : checked.problems;
    const problems = suggest(found, row.cells);
    const id = ids();
    const rowSealed = sealRow(vault, merchant, id, {
      cells: row.cells,
      ...(row.before ? { before: row.before } : {}),
      ...(row.findings.length > 0 ? { findings: row.findings } : {}),
      draft,
    });
    const replaced = replacedBy?.(row.row);
    const base = {
      id,
      runId: run,
      merchant,
      row: row.row,
      recipientName: getRecipientName(row),
      rowSealed,
      problems,
      rules,
      replaces: replaced?.id ?? null,
      corrected: row.before !== undefined,
    };
    if (!draft) return { draft, payment: { ...base, ...NOTHING, reference: row.cells.paymentReference ?? null } };
    const { recipient, amount } = draft;
    const named =
      replaced?.keptReference ??
      (draft.reference === null ? derive(draft) : { reference: draft.reference, derivedFp: null });
    const { recipientFp, personFp, profileFp, accountFp } = computeFingerprints(vault, recipient);
    const key = canonicalReference(named.reference);
    // Field by field: a spread takes five times as long, and a sheet can have a million rows.
    const payment: NewPayment = {
      id,
      runId: run,
      merchant,
      row: row.row,
      state: 'ready',
      reference: named.reference,
      derivedFp: named.derivedFp,
      referenceKey: key === named.reference ? null : key,
      sourceCurrency: draft.sourceCurrency,
      fixed: draft.fixed,
      currency: amount.currency,
      minor: amount.minor,
      recipientName: base.recipientName,
      recipientFp,
      personFp,
      profileFp,
      accountFp,
      accountHint: recipient.account ? METHODS[recipient.account.method].hint(recipient.account) : null,
      accountKey: accountKey(vault, recipient, base.recipientName),
      moneyKey: moneyKey(vault, draft),
      rowSealed,
      problems,
      rules,
      replaces: base.replaces,
      corrected: base.corrected,
    };
    return { draft, payment };
  };
}

/** An invalid row has no amount, recipient or account that can be trusted. */
const NOTHING = {
  state: 'invalid',
  derivedFp: null,
  referenceKey: null,
  sourceCurrency: null,
  fixed: null,
  currency: null,
  minor: null,
  recipientFp: null,
  personFp: null,
  profileFp: null,
  accountFp: null,
  accountHint: null,
  accountKey: null,
  moneyKey: null,
} as const;

/**
 * Derives the reference of a payment without `paymentReference` from recipient, amount, currencies, memo and the
 * ordinal among equal rows. If the sheet is edited and uploaded again, each row gets the same reference again. One
 * deriver serves one sheet, in the order of its rows.
 */
export function createReferenceDeriver(
  vault: Vault,
): (draft: PaymentDraft) => { reference: string; derivedFp: Buffer } {
  const seen = createSeenKeys();
  return (draft) => {
    const { fixed, amount, sourceCurrency, memo, recipient } = draft;
    const same = [recipient.key, fixed, amount.currency, amount.minor, sourceCurrency, memo ?? ''].join('\n');
    const digest = vault.fingerprint('equal-rows', same);
    const ordinal = seen.get(digest) + 1;
    seen.set(digest, ordinal);
    const derivedFp = vault.fingerprint('reference', `${same}\n${ordinal}`);
    return { reference: `auto-${readableCode(derivedFp)}`, derivedFp };
  };
}
