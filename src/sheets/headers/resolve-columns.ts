import { readBankCode } from './bank-code-forms.ts';
import { isAmount } from './cells-fit-column.ts';
import { type Claim, drop } from './claim.ts';
import { claimOnlyIbanOrEmail } from './claim-only-iban-or-email.ts';
import {
  askBareAccount,
  askReferenceId,
  askSharedAccount,
  askStatementCode,
  askSupplierOfExpense,
  readCells,
  readVendorCode,
} from './claims-by-cells.ts';
import { type CurrencyMismatch, currencyMismatch } from './currency-and-countries.ts';
import { headerMeaning, isBareRecipient, namesRecipient } from './header-meaning.ts';
import type { HeaderUnit } from './header-unit.ts';
import { recognizeNetPay } from './net-pay.ts';
import { normalizeHeader } from './normalize-header.ts';
import { pairCurrencies } from './pair-currencies.ts';
import { pairNames } from './pair-names.ts';
import { withNamedParty } from './party-of-sheet.ts';
import {
  askLedgerAccounts,
  askNumberOfOthers,
  askNumberWithIban,
  preferFullReference,
  ruleOutEmployer,
} from './question-claims-by-rows.ts';
import { findSourceFormat, type SourceFormat, sourceKey } from './source-formats.ts';
import { withoutLoneNumber } from './without-lone-number.ts';

/** The result for one header. */
export interface ResolvedColumn {
  /** Canonical name; null if no payment uses the column. */
  readonly column: string | null;
  /** The reason for the result, as text; null if none is needed. */
  readonly why: string | null;
  /** The column that it could be, if that needs a question; else null. */
  readonly candidate: string | null;
  /** The column is known not to be meant, whatever its cells hold. */
  readonly ruledOut: boolean;
  /** A user or the format of the sheet assigned it, or marked it as not used. */
  readonly isSaid: boolean;
  readonly unit: HeaderUnit | null;
}

/** A column that decides the recipient or the amount, if it is unclear which header means it. */
export interface ColumnQuestion {
  readonly column: string;
  readonly at: readonly number[];
  readonly why: string;
}

export interface ResolvedHeader {
  readonly columns: readonly ResolvedColumn[];
  readonly questions: readonly ColumnQuestion[];
  /** The system that exported the sheet; null if unknown. */
  readonly source: string | null;
  /** Positions of columns about the merchant's own account. */
  readonly payers: readonly number[];
  /** All amounts are in another currency than that of the accounts' countries, and no column asks about it. */
  readonly mismatch: CurrencyMismatch | null;
}

/** Looks up one header: in the merchant's own mapping (null: not used; undefined: not in it), and in the catalog. */
export interface HeaderLookup {
  readonly mapped: (header: string) => string | null | undefined;
  readonly named: (header: string) => string | undefined;
  /** The saved format with exactly this header; null if none. */
  readonly savedFor: (
    header: readonly string[],
  ) => { readonly name: string; readonly columns: ReadonlyMap<string, string | null> } | null;
}

/** Columns for which a wrong match pays a wrong amount, a wrong account, on a wrong day or twice. */
export const CRITICAL: ReadonlySet<string> = new Set([
  ...[
    'amount',
    'currency',
    'targetAmount',
    'targetCurrency',
    'amountCurrency',
    'payOn',
    'merchant',
    'paymentReference',
    'referenceId',
    'email',
  ],
  ...['iban', 'accountNum', 'swiftBic', 'branchId', 'bankId', 'paypalEmail', 'accountCurrency', 'accountCountry'],
]);

const NAMED = 'matched by header';
const RULED_OUT = {
  payer: 'it is about the payer, not the recipient',
  amount: 'it is another amount than the one to be paid',
  changes: 'it is another amount than the one to be paid',
  known: null,
} as const;

/**
 * Resolves all headers of a sheet together, with the first cells below them. If two headers could mean the same
 * critical column, neither gets it and it becomes a question.
 */
export function resolveColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { mapped, named, savedFor }: HeaderLookup,
  /** The header without the columns that earlier results added. */
  ownHeader: readonly string[] = header,
): ResolvedHeader {
  const cellsOf = header.map((_, at) => rows.map((row) => row[at]?.trim() ?? '').filter((text) => text !== ''));
  const saved = savedFor(ownHeader);
  const source = saved === null ? findSourceFormat(header, cellsOf) : saved;
  const claims = withoutLoneNumber(withNamedParty(header, cellsOf)).map((text, at) =>
    claimOf({ written: header[at]!.trim(), text: text.trim() }, mapped, named, source),
  );
  const questions: ColumnQuestion[] = [];
  pairNames(header, claims);
  recognizeNetPay(header, claims, cellsOf);
  claimOnlyIbanOrEmail(header, claims, cellsOf);
  for (const [at, claim] of claims.entries()) {
    readBankCode(claim, header[at]!, cellsOf[at] ?? [], claims);
    readCells(claim, header[at]!, cellsOf[at] ?? [], claims);
  }
  readVendorCode(header, claims, cellsOf);
  pairCurrencies(header, claims);
  askLedgerAccounts(claims, cellsOf);
  askBareAccount(claims);
  askNumberWithIban(claims, rows);
  askNumberOfOthers(claims, rows);
  preferFullReference(claims, rows);
  ruleOutEmployer(claims, rows);
  askSharedAccount(claims, cellsOf);
  askReferenceId(header, claims);
  askStatementCode(header, claims);
  askSupplierOfExpense(header, claims);
  for (const column of new Set(claims.flatMap((claim) => claim.column ?? [])))
    settle(column, claims, cellsOf, questions);
  for (const [at, { candidate, column, why }] of claims.entries()) {
    if (column !== null || candidate === null || !CRITICAL.has(candidate) || candidate === 'paymentReference') continue;
    if (questions.some((one) => one.column === candidate) || claims.some((one) => one.column === candidate)) continue;
    questions.push({ column: candidate, at: [at], why: why ?? '' });
  }
  const mismatch = askCurrency(claims, cellsOf, questions);
  return {
    mismatch,
    columns: claims.map(({ column, why, candidate, ruledOut, strength, unit }) => ({
      ...{ column, why, candidate, ruledOut, unit },
      isSaid: strength === 'said',
    })),
    questions,
    source: source?.name ?? null,
    payers: claims.flatMap(({ payer }, at) => (payer ? [at] : [])),
  };
}

/** The meaning of a header alone. One given by a user or a source format applies to the header as written. */
function claimOf(
  { written, text }: { readonly written: string; readonly text: string },
  mapped: HeaderLookup['mapped'],
  named: HeaderLookup['named'],
  source: Pick<SourceFormat, 'name' | 'columns'> | null,
): Claim {
  const claim = (column: string | null, rest: Partial<Claim>): Claim => ({
    column,
    strength: 'plain',
    exact: false,
    canonical: false,
    why: null,
    candidate: null,
    ruledOut: false,
    changes: false,
    besides: false,
    payer: false,
    net: false,
    recipient: namesRecipient(text),
    bareRecipient: isBareRecipient(text),
    unit: null,
    composed: false,
    ...rest,
  });
  if (text === '') return claim(null, {});
  const given = firstGiven(mapped(written), mapped(text));
  const meaning = headerMeaning(text);
  const unit = meaning.unit.currency === null && meaning.unit.scale === null ? null : meaning.unit;
  if (given !== undefined)
    return claim(given, {
      strength: 'said',
      exact: true,
      why: given === null ? 'you said that it is not used' : NAMED,
      ruledOut: given === null,
      payer: given === null && meaning.not === 'payer',
      unit: given === 'amount' || given === 'targetAmount' ? unit : null,
    });
  const ofSource = firstGiven(
    source?.columns.get(normalizeHeader(written)),
    source?.columns.get(normalizeHeader(text)),
    source?.columns.get(sourceKey(written)),
  );
  if (source && ofSource !== undefined)
    return claim(ofSource, {
      strength: 'said',
      exact: true,
      why: ofSource === null ? `no payment needs it (${source.name})` : `${NAMED} (${source.name})`,
      ruledOut: ofSource === null,
      payer: ofSource === null && meaning.not === 'payer',
    });
  const catalog = named(text);
  // It can name a merchant in Payrun, or be only a name on a bank's form. Either guess could be wrong, so it is a
  // question.
  if (catalog === 'merchant' && meaning.not === 'payer')
    return claim(null, { candidate: catalog, why: 'it may be a merchant, or only the name of the payer' });
  if (catalog !== undefined) {
    const agrees = meaning.column === catalog;
    const strength = agrees ? meaning.strength : 'plain';
    const ofAmount = catalog === 'amount' || catalog === 'targetAmount';
    const canonical = text === catalog;
    return claim(catalog, { strength, exact: true, canonical, why: NAMED, unit: ofAmount ? unit : null });
  }
  if (meaning.not !== null)
    return claim(null, {
      why: RULED_OUT[meaning.not],
      ruledOut: true,
      payer: meaning.not === 'payer',
      changes: meaning.not === 'changes',
      besides: meaning.not === 'amount',
    });
  const amount = meaning.column === 'amount' || meaning.column === 'targetAmount';
  // Only an amount has a unit: "Name (EUR)" is not a known name.
  if (meaning.column !== null && unit !== null && !amount) return claim(null, {});
  const net = meaning.column === 'amount' && meaning.strength === 'weak' && NET.test(normalizeHeader(text));
  return claim(meaning.column, {
    strength: meaning.strength,
    why: meaning.column === null ? null : NAMED,
    unit,
    net,
    composed: meaning.composed,
  });
}

/** Null says that a column is not used, so it counts. */
const firstGiven = (...given: readonly (string | null | undefined)[]): string | null | undefined =>
  given.find((one) => one !== undefined);

const NET = /^(?:net|importenet|montantnet|amountnet)|(?:netto?|neto)$/;

const RANK: Readonly<Record<Claim['strength'], number>> = { said: 5, strong: 3, earned: 2, plain: 1, weak: 0 };
/** A header that is the canonical name to the letter. */
const CANONICAL = 4;

/**
 * If the currency does not fit the accounts' countries and an unknown column does, either could be meant. Returns the
 * mismatch if no other column could be.
 */
function askCurrency(
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
  questions: ColumnQuestion[],
): CurrencyMismatch | null {
  const columns = claims.map(({ column }) => column);
  const isUnknown = (at: number) =>
    claims[at]!.column === null && claims[at]!.candidate === null && !claims[at]!.ruledOut;
  const unit = claims.find(({ column }) => column === 'amount')?.unit?.currency ?? null;
  const mismatch = currencyMismatch(columns, cellsOf, isUnknown, unit);
  const at = columns.indexOf('currency');
  const claim = claims[at];
  if (mismatch === null || mismatch.others.length === 0 || !claim || claim.canonical || claim.strength === 'said')
    return mismatch;
  const why = `the accounts are in countries that use ${mismatch.used}, as the other column shows`;
  drop(claim, why);
  questions.push({ column: 'currency', at: [at, ...mismatch.others], why });
  return null;
}

/** Gives a column to the one header that clearly means it; to none if there are several or only a weak one. */
function settle(
  column: string,
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
  questions: ColumnQuestion[],
): void {
  const all = claims.flatMap((claim, at) => (claim.column === column ? [{ claim, at }] : []));
  // `matchHeader` reports two exact names for one column as an error.
  const exact = all.filter(({ claim }) => claim.exact);
  if (exact.length > 1 && exact.some(({ claim }) => claim.canonical)) return;
  const rankOf = ({ canonical, strength }: Claim) => (canonical ? CANONICAL : RANK[strength]);
  const best = Math.max(...all.map(({ claim }) => rankOf(claim)));
  const first = all.filter(({ claim }) => rankOf(claim) === best);
  // In "Net, VAT, Amount", the amount after the net amount and its tax includes the tax.
  const afterNet = best === RANK.plain && all.every((one) => one === first[0] || one.claim.net);
  const enough = column === 'paymentReference' ? RANK.plain : RANK.earned;
  const winner =
    first.length === 1 && (best >= enough || all.length === 1 || afterNet || !CRITICAL.has(column)) ? first[0]! : null;
  if (winner) {
    for (const { claim } of all) {
      if (claim !== winner.claim) lose(claim);
    }
    const doubt = column === 'amount' && !(afterNet && all.length > 1) ? doubtOf(winner.claim, claims, cellsOf) : null;
    if (doubt !== null) {
      drop(winner.claim, doubt);
      questions.push({ column, at: [winner.at], why: doubt });
    }
    return;
  }
  const ofRecipient = first.filter(({ claim }) => claim.recipient);
  if (!CRITICAL.has(column) && ofRecipient.length === 1) {
    for (const { claim } of all) if (!claim.recipient) lose(claim);
    return;
  }
  if (!CRITICAL.has(column) && exact.length === 1) {
    for (const { claim } of all) if (!claim.exact) lose(claim);
    return;
  }
  if (exact.length > 1) {
    for (const { claim } of all) if (!claim.exact) lose(claim);
    return;
  }
  const why = `${all.length === 2 ? 'two' : all.length} columns match`;
  for (const { claim } of all) drop(claim, why);
  if (CRITICAL.has(column)) questions.push({ column, at: all.map(({ at }) => at), why });
}

function lose(claim: Claim): void {
  Object.assign(claim, { column: null, ruledOut: true, why: 'another column is a clearer match' });
}

/** The reason why the only amount of a sheet may not be the amount to pay; null if it is. */
function doubtOf(
  { strength, canonical }: Claim,
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
): string | null {
  if (canonical || (strength !== 'plain' && strength !== 'weak')) return null;
  const hasOtherAmount = claims.some(
    ({ changes, besides, column, candidate, ruledOut }, at) =>
      ((changes || (besides && strength === 'weak')) &&
        (cellsOf[at] ?? []).some((text) => /\d/.test(text) && isAmount(text))) ||
      // Next to an invoice's total, amounts under an unknown header may be the paid part.
      (strength === 'weak' &&
        column === null &&
        candidate === null &&
        !ruledOut &&
        (cellsOf[at] ?? []).every((text) => /\d[.,]\d\d$/.test(text) && isAmount(text)) &&
        (cellsOf[at] ?? []).length > 0),
  );
  return hasOtherAmount ? 'there are other amounts beside it, so it may not be what is paid' : null;
}
