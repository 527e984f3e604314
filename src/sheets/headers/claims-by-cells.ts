import { CATEGORY, FITS, isLedgerAccount } from './cells-fit-column.ts';
import { type Claim, drop } from './claim.ts';
import { looksLikeIbanText } from './iban-text.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/**
 * If cells do not fit the header, the column becomes a question or is ruled out. If cells are clearer than the header,
 * they decide.
 */
export function readCells(claim: Claim, header: string, cells: readonly string[], claims: readonly Claim[]): void {
  if (claim.column === null || claim.strength === 'said' || cells.length === 0) return;
  if (claim.bareRecipient) readBareRecipient(claim, cells);
  const { column } = claim;
  const half = cells.length / 2;
  const count = (fits: (text: string) => boolean) => cells.filter(fits).length;
  /** If no cell fits, the column is ruled out; if some do, it becomes a question. */
  const doubt = (why: string, fitting: number) =>
    Object.assign(claim, { column: null, candidate: fitting === 0 ? null : column, ruledOut: fitting === 0, why });
  const isShared = claim.composed && DIFFERS.has(column) && cells.length > 1 && new Set(cells).size === 1;
  const doubtShared = () => {
    const another = claims.some((one) => one !== claim && (one.column === 'iban' || one.column === 'accountNum'));
    doubt('all rows have the same, so it may be of the payer', another && column !== 'email' ? 0 : 1);
  };
  if (column === 'accountNum') {
    const ibans = count(looksLikeIbanText);
    const ledger = count(isLedgerAccount);
    if (ibans === cells.length && !claims.some((one) => one.column === 'iban')) {
      Object.assign(claim, { column: 'iban', why: 'its header says account, but its cells are IBANs' });
    } else if (ibans > 0 && !claim.exact) doubt('some of its cells are IBANs, and others are not', ibans);
    else if (claim.recipient && !/bank/i.test(header) && isPartnerNumber(cells, claims))
      Object.assign(claim, { column: 'referenceId', exact: false, why: 'its cells are business partner numbers' });
    else if (ledger > half) doubt('its cells look like accounts of a ledger, not of a bank', cells.length - ledger);
    else if (isShared) doubtShared();
    return;
  }
  if (column === 'referenceId' && !claim.canonical && cells.every((text) => EMAIL.test(text))) {
    if (!claims.some((one) => one.column === 'email'))
      Object.assign(claim, { column: 'email', why: 'its header says number, but its cells are email addresses' });
    return;
  }
  // "T" and "U" are codes of another system's payment run.
  if (column === 'payoutMethod' && !claim.canonical && cells.every((text) => /^[A-Z0-9]{1,2}$/.test(text))) {
    doubt('its cells are codes of another system', 0);
    return;
  }
  if (column === 'payoutMethod' && !claim.canonical && cells.every((text) => OUTGOING.test(text))) {
    doubt('its cells say that money is sent, not how', 0);
    return;
  }
  if (column === 'category' && !claim.canonical && count((text) => CATEGORY.test(text)) === 0) {
    // A purpose is for the recipient to read; a category may be one of a ledger, which is no one else's concern.
    const isText = !/categ|kateg|catég/i.test(header) && !claims.some((one) => one.column === 'memo');
    Object.assign(claim, { column: isText ? 'memo' : null, exact: false });
    return;
  }
  if (column === 'type' && !claim.canonical && count((text) => TYPE_OF_RECIPIENT.test(text)) === 0) {
    doubt('its cells are no types of a recipient', 0);
    return;
  }
  // "State" may be the heading of a status.
  if (column === 'region' && !claim.canonical && cells.every((text) => STATUS.test(text))) {
    doubt('its cells are statuses', 0);
    return;
  }
  if (claim.exact) return;
  if (isShared) {
    doubtShared();
    return;
  }
  const test = FITS[column];
  if (test !== undefined && count(test.fits) < half) doubt(`its cells are no ${test.what}`, count(test.fits));
  else if (column === 'paymentReference' && claim.strength === 'plain' && new Set(cells).size < cells.length)
    doubt('several rows have the same, and a reference is of one payment', 1);
}

/** The beginnings of words for people and businesses: "Individual", "Personne morale", "GmbH". */
const TYPE_OF_RECIPIENT =
  /^(?:[ibcp]$|p[jf]$|indiv|consum|human|nat|pers|priv|part|f[ií]s|fyz|osob|физ|個|个|개|bire|ger[cç]|biz|bus|comp|corp|inst|org|leg|enter|firm|comm|non|char|ent|inc|l\.?l|ltd|unter|ges|jur|gesch|soci|entre|mor|emp|sole|azien|impr|bedr|recht|f[oö]ret|virks|yrit|pr[aá]v|юр|法|会|企|公|법|회|t[uü]z|[sş]ir|gmbh)/iu;
/** In an ERP, "Vendor account" is the vendor's number: US-101. */
function isPartnerNumber(cells: readonly string[], claims: readonly Claim[]): boolean {
  return (
    !claims.some(({ column }) => column === 'referenceId') &&
    cells.every((text) => /^\p{Lu}[\p{Lu}\d]{0,7}-?\d{1,4}$/u.test(text))
  );
}

const STATUS =
  /^(?:new|open|draft|pending|scheduled|processing|in progress|submitted|approved|confirmed|active|completed?|done|paid|unpaid|sent|settled|posted|failed|rejected|returned|reverted|declined|cancell?ed|closed|overdue|on hold)$/i;

const DIFFERS: ReadonlySet<string> = new Set(['iban', 'accountNum', 'email']);
const OUTGOING = /^(?:send|sent|outbound|outgoing|payment|bill payment|vendor payment|supplier payment)$/i;

/** "Vendor" may head names or numbers: the cells decide. */
function readBareRecipient(claim: Claim, cells: readonly string[]): void {
  const numbers = cells.filter((text) => /\d/.test(text) && !/\p{L}{3}/u.test(text)).length;
  const names = cells.filter((text) => /\p{L}{3}/u.test(text)).length;
  if (claim.column === 'name' && !claim.canonical && numbers === cells.length)
    Object.assign(claim, {
      column: 'referenceId',
      exact: false,
      why: 'its header names the recipient, and its cells are numbers',
    });
  else if (claim.column === 'referenceId' && names === cells.length)
    Object.assign(claim, {
      column: 'name',
      exact: false,
      why: 'its header names the recipient, and its cells are names',
    });
}

/** "Vendor" next to "Vendor name" is the vendor's code if its cells look like codes: ACMESUPP. */
export function readVendorCode(
  header: readonly string[],
  claims: readonly Claim[],
  cellsOf: readonly (readonly string[])[],
): void {
  const isName = ({ column, recipient, bareRecipient }: Claim) => column === 'name' && recipient && !bareRecipient;
  if (!claims.some(isName) || claims.some(({ column }) => column === 'referenceId')) return;
  const bare = claims.flatMap((claim, at) => (claim.bareRecipient && claim.column === 'name' ? [at] : []));
  const [at] = bare;
  if (at === undefined || bare.length > 1 || claims[at]!.strength === 'said' || header[at] === 'name') return;
  const cells = cellsOf[at] ?? [];
  if (cells.length > 0 && cells.every((text) => /^[A-Z0-9][A-Z0-9._/-]{1,19}$/.test(text)))
    Object.assign(claims[at]!, {
      column: 'referenceId',
      exact: false,
      why: 'another column has the name, and these cells are codes',
    });
}

/**
 * On a payment form of New Zealand, "Particulars", "Code" and "Reference" are three texts for the statement, so a
 * "Payee code" next to particulars may be one of them.
 */
export function askStatementCode(header: readonly string[], claims: readonly Claim[]): void {
  if (!header.some((text) => /\bparticulars\b/i.test(text))) return;
  for (const [at, claim] of claims.entries()) {
    const ofStatement = claim.column === 'referenceId' && /\bcode\b/i.test(header[at]!);
    if (ofStatement && !claim.canonical && claim.strength !== 'said')
      drop(claim, 'beside particulars, a code may be text for the statement');
  }
}

/**
 * In other systems, "Reference ID" is the number of the payment. Without another one, and with an e-mail that says who
 * is paid, it is unclear which is meant.
 */
export function askReferenceId(header: readonly string[], claims: readonly Claim[]): void {
  const has = (name: string) => claims.some(({ column }) => column === name);
  if (has('paymentReference') || !has('email')) return;
  for (const [at, claim] of claims.entries())
    if (
      claim.column === 'referenceId' &&
      !claim.canonical &&
      claim.strength !== 'said' &&
      BARE_REFERENCE_ID.test(header[at]!)
    )
      drop(claim, 'it may be the number of the payment, or that of the recipient');
}

const BARE_REFERENCE_ID = /^\s*reference[\s_-]*id\s*$/i;

/** In a list of expenses, a supplier or merchant is where money was spent: the person who spent it is paid. */
export function askSupplierOfExpense(header: readonly string[], claims: readonly Claim[]): void {
  if (!header.some((text) => EXPENSES.test(text))) return;
  for (const [at, claim] of claims.entries()) {
    const place = claim.column === 'merchant' || (claim.column === 'name' && SUPPLIER.test(header[at]!));
    if (place && !claim.canonical && claim.strength !== 'said')
      drop(claim, 'expenses are paid to the person who spent them');
  }
}

const EXPENSES = /reimburs|rembours|erstatt|reembols|rimbors|expense|receipt|travell?er|frais|spesen|报销|経費/i;

/**
 * If all rows have one account whose header names no one, next to an unknown column of accounts that differ, it may be
 * the one to pay from.
 */
export function askSharedAccount(claims: readonly Claim[], cellsOf: readonly (readonly string[])[]): void {
  const kinds = (at: number) => new Set(cellsOf[at] ?? []).size;
  const others = claims.some(({ column, ruledOut }, at) => {
    const unknown = column === null && !ruledOut && kinds(at) > 1;
    return unknown && (cellsOf[at] ?? []).every((text) => looksLikeIbanText(text) || /^\d{7,}$/.test(text));
  });
  const shared = claims.some(
    (claim, at) =>
      (claim.column === 'iban' || claim.column === 'accountNum') &&
      isBare(claim) &&
      // `settle` asks about two claims on one column.
      claims.filter(({ column }) => column === claim.column).length === 1 &&
      kinds(at) === 1 &&
      (cellsOf[at] ?? []).length > 1,
  );
  if (!others || !shared) return;
  for (const claim of claims)
    if (OF_SHARED.has(claim.column ?? '') && isBare(claim))
      drop(claim, 'all rows have the same, and another column has accounts that differ');
}

const OF_SHARED: ReadonlySet<string> = new Set(['iban', 'accountNum', 'swiftBic', 'accountCurrency', 'accountCountry']);

function isBare({ recipient, canonical, strength }: Claim): boolean {
  return !recipient && !canonical && strength !== 'said';
}

const SUPPLIER = /^(?:vendor|supplier|fournisseur|lieferant|proveedor|fornecedor|fornitore|leverancier)(?: name)?$/i;

/**
 * Turns ambiguous account columns into questions. Next to "Supplier IBAN", an "Account number" without a party may be
 * the one to pay from; so may an "Account currency" next to "Debit IBAN".
 */
export function askBareAccount(claims: readonly Claim[]): void {
  for (const claim of claims) {
    const bare = !claim.recipient && !claim.canonical && claim.strength !== 'said';
    if (bare && OF_ACCOUNT.has(claim.column ?? '') && claims.some(({ payer }) => payer))
      drop(claim, 'the account that pays is in the sheet too, and this one names no one');
  }
  for (const [column, other] of [
    ['iban', 'accountNum'],
    ['accountNum', 'iban'],
  ] as const) {
    const bare = claims.filter((claim) => claim.column === column);
    // `settle` asks about two claims on one column.
    if (bare.length !== 1 || !claims.some((claim) => claim.column === other && claim.recipient)) continue;
    const [claim] = bare as [Claim];
    if (!claim.recipient && !claim.canonical && claim.strength !== 'said')
      drop(claim, 'another account names the recipient, and this one names no one');
  }
}

const OF_ACCOUNT: ReadonlySet<string> = new Set(['accountCurrency', 'accountCountry']);
