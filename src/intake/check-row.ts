import type {
  AccountDraft,
  Cells,
  Finding,
  PaymentDraft,
  PayoutMethodSlug,
  Problem,
  RecipientDraft,
  SheetRow,
} from '../model.ts';
import { getDecimals, showMoney } from '../money.ts';
import { METHODS } from '../payout-methods/methods.ts';
import type { PayoutMethod } from '../payout-methods/payout-method.ts';
import { isSpreadsheetError } from '../references/spreadsheet-error.ts';
import { checkReferences } from '../rules/banks/memo-reference.ts';
import { isOwnAccount } from '../rules/banks/own-account.ts';
import { withCodes } from '../rules/cell-words.ts';
import { checkReference, checkText } from '../rules/check-text.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { finding, isRefused } from '../rules/finding.ts';
import { readRecipient } from '../rules/people/recipient.ts';
import { isPlaceholderId, withoutPlaceholders, withPlaceholders } from '../rules/placeholder.ts';
import { type AmountReading, checkAmount } from './check-amount.ts';
import type { CheckContext } from './check-context.ts';
import { checkRoute } from './check-route.ts';
import { payDayFault } from './pay-day.ts';

const LONGEST_SLUG = 20;

export interface CheckedRow {
  /** Null if a problem is an error. */
  readonly draft: PaymentDraft | null;
  /** All problems of the row, without duplicates. */
  readonly problems: readonly Problem[];
}

/**
 * The columns of the payment. A row with a referenceId and none but these columns pays a recipient that the ledger
 * knows.
 */
export const PAYMENT_COLUMNS: ReadonlySet<string> = new Set([
  'merchant',
  'paymentReference',
  'amount',
  'currency',
  'targetAmount',
  'targetCurrency',
  'amountCurrency',
  'memo',
  'payOn',
  'category',
  'tags',
  'referenceId',
]);
const CATEGORIES: readonly string[] = [
  'services',
  'royalties',
  'rent',
  'royalties_film',
  'prizes',
  'education',
  'refunds',
];
const LONGEST_MEMO = 1024;
const NO_PROBLEMS: readonly Problem[] = Object.freeze([]);
const NO_TAGS: readonly string[] = Object.freeze([]);

/**
 * Checks a row by every rule and builds its payment. A column in which the reader found an error is not checked again,
 * and a row whose fields could not be separated is not checked at all.
 */
export function checkRow(read: SheetRow, context: CheckContext): CheckedRow {
  const row = withErrorTexts(read);
  const unread = row.findings.some(({ column, severity }) => column === null && severity === 'error');
  if (unread) return { draft: null, problems: problemsOf(row, []) };
  const found: Finding[] = [];
  const cells = withCodes(row.cells, found);
  const draft = readRow(withoutPlaceholders(cells), context, found);
  if (row.numbers?.includes('accountNum')) checkZerosInFront(draft?.recipient.account ?? null, found);
  const problems = problemsOf(row, withPlaceholders(found, cells));
  return { draft: draft !== null && !isRefused(problems) ? draft : null, problems };
}

/** The row with an error for each cell whose text is an error value of a spreadsheet, as for a real error cell. */
function withErrorTexts(row: SheetRow): SheetRow {
  let findings: Finding[] | null = null;
  for (const column in row.cells) {
    const text = row.cells[column]!;
    if (!isSpreadsheetError(text)) continue;
    findings ??= [...row.findings];
    findings.push(finding('cell_error', column, {}, text));
  }
  return findings === null ? row : { ...row, findings };
}

/**
 * Warns that an account number may have lost leading zeros, if the cell was a number. No warning if its length rules
 * that out.
 */
function checkZerosInFront(account: AccountDraft | null, found: Finding[]): void {
  const { country = '', accountNum } = account?.fields ?? {};
  const rule = COUNTRIES[country]?.accountNum;
  if (accountNum === undefined || !rule?.pattern.test(`0${accountNum}`)) return;
  const details = { country: COUNTRIES[country]!.inWords };
  found.push(finding('account_from_number', 'accountNum', details, accountNum));
}

export interface CheckedRecipient {
  /** Null if a problem is an error. */
  readonly recipient: RecipientDraft | null;
  readonly problems: readonly Problem[];
}

/** The amount in a sheet without payments. */
const NO_AMOUNT: AmountReading = { sourceCurrency: '', fixed: 'source', amount: null, targetCurrency: null };

/** Checks a row of a sheet of recipients by every rule except those of amounts. */
export function checkRecipientRow(read: SheetRow, context: CheckContext): CheckedRecipient {
  const row = withErrorTexts(read);
  const unread = row.findings.some(({ column, severity }) => column === null && severity === 'error');
  if (unread) return { recipient: null, problems: problemsOf(row, []) };
  const found: Finding[] = [];
  const written = withCodes(row.cells, found);
  const cells = withoutPlaceholders(written);
  if (cells.referenceId !== undefined) checkReferenceId(cells.referenceId, found);
  const recipient = readRecipientOf(cells, cells.referenceId, context, found);
  if (recipient) checkRoute(recipient, NO_AMOUNT, cells, context, found);
  const problems = problemsOf(row, withPlaceholders(found, written));
  return { recipient: recipient !== null && !isRefused(problems) ? recipient : null, problems };
}

/** The payment of a row; null, or only partly valid, if an error was found. */
function readRow(cells: Cells, context: CheckContext, found: Finding[]): PaymentDraft | null {
  const reading = checkAmount(cells, found);
  const { merchant, paymentReference, memo, referenceId } = cells;
  for (const column of ['merchant', 'paymentReference'] as const) {
    const text = cells[column];
    if (text !== undefined) checkReference(text, column, found);
  }
  if (referenceId !== undefined) checkReferenceId(referenceId, found);
  if (memo !== undefined) checkText(memo, 'memo', found, LONGEST_MEMO);
  const category = readCategory(cells.category, found);
  const payOn = cells.payOn === undefined ? undefined : readPayOn(cells.payOn, context.today, found);
  const tags = cells.tags === undefined ? NO_TAGS : readTags(cells.tags, found);
  const recipient = readRecipientOf(cells, referenceId, context, found);
  if (recipient) {
    checkRoute(recipient, reading, cells, context, found);
    checkReferences(recipient, cells, found);
    if (recipient.account?.method === 'paypal') checkPaypalAmount(reading, found);
  }
  if (!recipient || !reading.amount) return null;
  return {
    reference: paymentReference ?? null,
    merchant: merchant ?? null,
    sourceCurrency: reading.sourceCurrency,
    fixed: reading.fixed,
    amount: reading.amount,
    ...(memo === undefined ? {} : { memo }),
    ...(category === undefined ? {} : { category }),
    tags,
    ...(payOn === undefined ? {} : { payOn }),
    recipient,
  };
}

function checkReferenceId(text: string, found: Finding[]): void {
  if (isPlaceholderId(text)) found.push(finding('reference_id_placeholder', 'referenceId', {}, text));
  else checkReference(text, 'referenceId', found);
}

/** PayPal, REST API currency codes: PayPal gives these no decimals, although banks give some two. */
const WHOLE_AT_PAYPAL: readonly string[] = ['HUF', 'JPY', 'TWD'];

function checkPaypalAmount({ amount, fixed }: AmountReading, found: Finding[]): void {
  if (amount === null || !WHOLE_AT_PAYPAL.includes(amount.currency)) return;
  if (getDecimals(amount.currency) === 0 || amount.minor % 100n === 0n) return;
  const details = { currency: amount.currency, decimals: 'no decimals by PayPal', example: '1240' };
  found.push(finding('amount_scale', fixed === 'source' ? 'amount' : 'targetAmount', details, showMoney(amount)));
}

/** The day on which the row is to be paid. A day that is over is a warning: the payment is late already. */
function readPayOn(text: string, today: string | undefined, found: Finding[]): string | undefined {
  const fault = payDayFault(text, today ?? '');
  if (fault !== null) found.push(finding(fault, 'payOn', {}, text));
  return fault === null || fault === 'pay_on_past' ? text : undefined;
}

function readRecipientOf(
  cells: Cells,
  referenceId: string | undefined,
  context: CheckContext,
  found: Finding[],
): RecipientDraft | null {
  if (!hasRecipientColumns(cells)) {
    if (referenceId !== undefined) return { key: `ref:${referenceId}`, referenceId, profile: null, account: null };
    found.push(finding('recipient_missing', null));
    return null;
  }
  const method = context.withoutAccounts ? null : chooseMethod(cells, found);
  const { profile, name, country, findings } = readRecipient(cells, {
    address: method?.needsAddress ? 'full' : 'country',
    today: context.today,
  });
  if (findings.length > 0) found.push(...findings);
  const { environment } = context;
  const about = { environment, recipientName: name, addressCountry: country };
  const account = method && readAccount(method, cells, about, found);
  if (account && isOwnAccount(account, context.ownAccounts ?? []))
    found.push(finding('account_is_own', cells.iban === undefined ? 'accountNum' : 'iban'));
  if (referenceId !== undefined) return { key: `ref:${referenceId}`, referenceId, profile, account };
  return { key: `email:${profile.email.toLowerCase()}`, profile, account };
}

function readAccount(
  method: PayoutMethod,
  cells: Cells,
  about: Parameters<PayoutMethod['read']>[1],
  found: Finding[],
): AccountDraft | null {
  const { account, findings } = method.read(cells, about);
  const { setUpByRecipient } = method;
  if (setUpByRecipient === null) {
    if (findings.length > 0) found.push(...findings);
    return account;
  }
  // Payrun would send none of these fields, so a missing one is no error.
  found.push(...findings.filter(({ code }) => !code.endsWith('_missing')));
  const details = { method: setUpByRecipient };
  found.push(finding('payout_method_not_payable', 'payoutMethod', details, cells.payoutMethod));
  return null;
}

function hasRecipientColumns(cells: Cells): boolean {
  for (const column in cells) if (!PAYMENT_COLUMNS.has(column)) return true;
  return false;
}

function readCategory(text: string | undefined, found: Finding[]): string | undefined {
  if (text === undefined) return undefined;
  const category = text.length > 20 ? '' : text.toLowerCase().replace(/[\s-]+/g, '_');
  if (CATEGORIES.includes(category)) return category;
  found.push(finding('category_unknown', 'category', { allowed: CATEGORIES.join(', ') }, text));
  return undefined;
}

/** Tags are separated by semicolons or commas. */
function readTags(text: string, found: Finding[]): readonly string[] {
  if (!checkText(text, 'tags', found, LONGEST_MEMO)) return NO_TAGS;
  const tags = text.split(/[;,]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/**
 * The findings of the reader and of the rules, with their row, without duplicates. A finding of the rules is dropped if
 * the reader could not read its column.
 */
function problemsOf({ row, findings }: SheetRow, found: readonly Finding[]): readonly Problem[] {
  if (findings.length === 0 && found.length === 0) return NO_PROBLEMS;
  const unread = new Set(findings.filter(({ severity }) => severity === 'error').map(({ column }) => column));
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const one of [...findings, ...found.filter(({ column }) => column === null || !unread.has(column))]) {
    const key = `${one.code} ${one.column}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push({ ...one, row });
  }
  return problems;
}

/**
 * The payout method of a row: payoutMethod if it is filled in, else the method whose columns are filled in, else a bank
 * transfer. A mailing address next to a bank account does not select a check: many sheets have one. Null if the method
 * is unknown or ambiguous; `found` then has the error.
 */
function chooseMethod(cells: Cells, found: Finding[]): PayoutMethod | null {
  const { payoutMethod } = cells;
  if (payoutMethod !== undefined) {
    const slug = payoutMethod.length > LONGEST_SLUG ? '' : payoutMethod.toLowerCase().replace(/[\s_]+/g, '-');
    const method = Object.hasOwn(METHODS, slug) ? METHODS[slug as PayoutMethodSlug] : null;
    if (!method) found.push(finding('payout_method_unknown', 'payoutMethod', {}, payoutMethod));
    return method;
  }
  const byBank = isFilled(METHODS['bank-transfer'], cells);
  if (isFilled(METHODS.paypal, cells)) {
    if (!byBank) return METHODS.paypal;
    found.push(finding('payout_method_ambiguous', 'payoutMethod'));
    return null;
  }
  return !byBank && isFilled(METHODS.check, cells) ? METHODS.check : METHODS['bank-transfer'];
}

function isFilled({ chosenBy }: PayoutMethod, cells: Cells): boolean {
  for (const column of chosenBy) if (cells[column] !== undefined) return true;
  return false;
}
