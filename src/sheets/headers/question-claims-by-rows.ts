import { type Claim, drop } from './claim.ts';
import { looksLikeIbanText } from './iban-text.ts';

type Rows = readonly (readonly string[])[];

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

/**
 * An IBAN contains the account number. If the numbers next to IBANs are in none of them, they may be numbers of vendors
 * or of a ledger.
 */
export function askNumberWithIban(claims: readonly Claim[], rows: Rows): void {
  const iban = claims.findIndex(({ column }) => column === 'iban');
  for (const [at, claim] of claims.entries()) {
    if (iban < 0 || claim.column !== 'accountNum' || claim.canonical || claim.strength === 'said') continue;
    const both = rows.filter((row) => looksLikeIbanText(row[iban] ?? '') && digitsOf(row[at] ?? '') !== '');
    const unrelated = both.filter((row) => !digitsOf(row[iban]!.slice(4)).includes(digitsOf(row[at]!)));
    if (both.length > 0 && unrelated.length === both.length)
      drop(claim, 'its numbers are not those of the IBANs beside it');
  }
}

/**
 * If rows of several names have one number, it is the number of a group, a shop or a class, and not of the recipient.
 */
export function askNumberOfOthers(claims: readonly Claim[], rows: Rows): void {
  const names = claims.flatMap(({ column }, at) => (NAMES.has(column ?? '') ? [at] : []));
  if (names.length === 0) return;
  for (const [at, claim] of claims.entries()) {
    if (claim.column !== 'referenceId' || claim.canonical || claim.strength === 'said') continue;
    const nameOf = new Map<string, string>();
    const shared = rows.some((row) => {
      const [number, name] = [row[at]?.trim() ?? '', names.map((i) => row[i]?.trim().toLowerCase() ?? '').join(' ')];
      if (number === '' || name.trim() === '') return false;
      const first = nameOf.get(number) ?? name;
      nameOf.set(number, first);
      return first !== name;
    });
    if (shared) drop(claim, 'rows of several names have the same');
  }
}

/** A company that all rows share, next to last names that differ, is the employer. */
export function ruleOutEmployer(claims: readonly Claim[], rows: Rows): void {
  const kinds = (at: number) => new Set(rows.map((row) => row[at]?.trim() ?? '')).size;
  const differ = claims.some(({ column }, at) => column === 'lastName' && kinds(at) > 1);
  for (const [at, claim] of claims.entries())
    if (differ && claim.column === 'name' && !claim.canonical && claim.strength !== 'said' && kinds(at) === 1)
      Object.assign(claim, {
        column: null,
        ruledOut: true,
        why: 'all rows have the same, and their last names differ',
      });
}

/**
 * A reference that most rows lack is the recipient's, such as that of a bill; one that all rows have is of the payment.
 */
export function preferFullReference(claims: readonly Claim[], rows: Rows): void {
  const all = claims.flatMap((claim, at) => (claim.column === 'paymentReference' ? [{ claim, at }] : []));
  const filled = (at: number) => rows.filter((row) => (row[at] ?? '').trim() !== '').length;
  if (!all.some(({ at }) => filled(at) === rows.length)) return;
  for (const { claim, at } of all)
    if (filled(at) * 2 < rows.length && !claim.canonical && claim.strength !== 'said')
      Object.assign(claim, {
        column: null,
        ruledOut: true,
        why: 'most rows have none, and all have another reference',
      });
}

const NAMES: ReadonlySet<string> = new Set(['name', 'firstName', 'lastName', 'accountHolderName']);

/** The ledgers of a journal's account numbers: "Account type" next to "Account no.". */
const LEDGERS =
  /^(?:vendor|supplier|customer|employee|g\/?l account|general ledger|ledger|bank account|fixed asset|project|ic partner|kreditor|debitor|sachkonto|lieferant|kunde|fournisseur|client|compte général|proveedor|cliente|cuenta|leverancier|klant|grootboekrekening)s?$/i;

/**
 * If a column says of each row that its account is a vendor or a customer, an account number that names no one is the
 * one of a ledger. It becomes a question: the number is the recipient's, but may also be of another kind.
 */
export function askLedgerAccounts(claims: readonly Claim[], cellsOf: readonly (readonly string[])[]): void {
  const isJournal = cellsOf.some((cells) => cells.length > 0 && cells.every((text) => LEDGERS.test(text)));
  for (const claim of claims)
    if (isJournal && claim.column === 'accountNum' && !claim.recipient && !claim.canonical && claim.strength !== 'said')
      drop(claim, 'another column says whose ledger it is of, so it is no account of a bank');
}
