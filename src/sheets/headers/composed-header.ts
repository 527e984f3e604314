import { wordSet } from './phrases/header-words.ts';

/** Words that say what an account is for. */
const OF_ACCOUNT = [
  'bank|banks|ach|wire|eft|sepa|bacs|rtgs|neft|imps|deposit|direct|dd|payment|payments|payout|pay|salary|wage|payroll|transfer|disbursement',
  'reimbursement|refund|remittance|election|domestic|local|current|checking|savings|personal|private|primary|default|details|party|us|uk',
  'gehalt|lohn|überweisung|zahlung|auszahlung|privat|virement|paiement|règlement|versement|salaire|bancaire|domiciliation|coordonnées',
  'transferencia|pago|abono|nómina|bancaria|bancario|pagamento|depósito|transferência|salário|bonifico|stipendio|accredito|coordinate|bancarie',
  'betaling|overboeking|salaris|loon|utbetalning|betalning|lön|utbetaling|lønn|løn|przelew|przelewu|wypłata|wypłaty|płatności|wynagrodzenia',
  'maksu|palkka|pankki|výplata|výplaty|platba|platby|maaş|ödeme|havale|выплата|выплаты|платеж|платежа|зарплата',
];
/** Words for the kind of a name or an address. */
const OF_PERSON = [
  'home|personal|private|legal|registered|preferred|residential|full|default|primary|party|profile|person|details|privat|personnel|personnelle|persoonlijk',
];
/** Words that say for what an e-mail address or phone is. */
const OF_CONTACT = [
  'work|business|payment|payments|remittance|advice|notification|payout|office|company|geschäftlich|dienstlich|pro',
];

/** Neutral words by column: without them the header means the same. An amount or a reference has none. */
const NEUTRAL: readonly (readonly [words: ReadonlySet<string>, columns: readonly string[]])[] = [
  [wordSet(OF_ACCOUNT), ['iban', 'accountNum', 'swiftBic', 'branchId', 'bankId', 'accountHolderName']],
  [
    wordSet(OF_PERSON),
    [
      'name',
      'firstName',
      'lastName',
      'type',
      'street1',
      'street2',
      'city',
      'postalCode',
      'region',
      'country',
      'phone',
      'email',
    ],
  ],
  [wordSet([...OF_PERSON, ...OF_CONTACT]), ['phone', 'email']],
];

/**
 * The column of a header without the words that say what it is for: "Deposit routing number", "Home email". Null if
 * there is none.
 */
export function withoutNeutralWords(words: readonly string[], columnOf: (key: string) => string | null): string | null {
  for (const [neutral, columns] of NEUTRAL) {
    const rest = words.filter((word) => !neutral.has(word));
    if (rest.length === 0 || rest.length === words.length) continue;
    const column = columnOf(rest.join(''));
    if (column !== null && columns.includes(column)) return column;
  }
  return null;
}

const BETWEEN = /[/|,;()[\]（）［］]|\s(?:or|and|oder|und|ou|et|o|e|y|of|en|eller|og|och|lub|nebo|veya|или)\s/iu;

/** The parts of a header that names several things: "SWIFT / BIC", "Bank routing number (ABA)". */
export function splitHeader(header: string): readonly string[] {
  return header
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Parts of other meanings that together mean one column. */
const TOGETHER: readonly (readonly [parts: readonly string[], column: string])[] = [
  [['firstName', 'lastName'], 'name'],
  [['name', 'firstName', 'lastName'], 'name'],
  [['name', 'accountHolderName'], 'accountHolderName'],
  // The cells show which of the two it is.
  [['accountNum', 'iban'], 'accountNum'],
];

/** The column that all parts of a header mean; null if one has none, or if they differ. */
export function commonColumn(columns: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(columns);
  if (others.length === 0) return first;
  const kinds = new Set(columns);
  const both = TOGETHER.find(([parts]) => parts.length === kinds.size && parts.every((part) => kinds.has(part)));
  return both?.[1] ?? null;
}
