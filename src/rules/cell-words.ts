import type { Cells, Finding } from '../model.ts';
import { codesByWord, currencyOfWord, wordKey } from '../references/spellings.ts';
import { COUNTRIES } from './countries/countries.ts';
import { countryByName } from './countries/country-names.ts';
import { CURRENCIES } from './countries/currencies.ts';
import { finding } from './finding.ts';

/** Words that systems use for the type of a recipient. A single letter, or a role such as "Vendor", is ambiguous. */
const TYPES = codesByWord({
  individual:
    'individual|person|private|private person|natural person|physical person|consumer|human|personal|privat|privatperson|natürliche person|particulier|' +
    'personne|personne physique|individu|persona|persona física|persona natural|física|pessoa física|pf|individuo|individuale|persona fisica|privato|' +
    'particulier persoon|natuurlijk persoon|osoba fizyczna|fyzická osoba|физическое лицо|физлицо|個人|个人|개인|bireysel|gerçek kişi',
  business:
    'business|company|corporation|corporate|institution|organisation|organization|legal entity|legal person|enterprise|firm|commercial|non profit|' +
    'nonprofit|charity|entity|incorporated|firma|unternehmen|gesellschaft|organisation|juristische person|geschäftlich|société|entreprise|' +
    'personne morale|empresa|sociedad|persona jurídica|persona moral|jurídica|moral|pessoa jurídica|pj|azienda|società|impresa|persona giuridica|' +
    'bedrijf|rechtspersoon|företag|virksomhed|bedrift|yritys|osoba prawna|právnická osoba|юридическое лицо|юрлицо|法人|会社|企業|公司|企业|법인|회사|tüzel kişi|şirket',
});

/** Words that banks and ledgers use for a payout method. ACH, SEPA, wires and the like are all bank transfers. */
const METHODS = codesByWord({
  'bank-transfer':
    'bank transfer|banktransfer|bank|bank account|bank payment|electronic bank transfer|ach|ach transfer|ach credit|ach pmt|us ach|nacha|ccd|ppd|sepa|sepa credit transfer|sepa transfer|' +
    'sepa payment|sepa ct|sct|sepa instant|sct inst|wire|wire transfer|bank wire|fedwire|international wire|domestic wire|swift|swift transfer|eft|eft payment|eft file|' +
    'electronic funds transfer|electronic transfer|bacs|bacs payment|bacs direct credit|faster payments|faster payment|fps|fp|chaps|neft|rtgs|imps|npp|becs|' +
    'direct deposit|direct credit|deposit|credit transfer|iban|local|local transfer|local bank transfer|local payment|local bank|' +
    'global ach|eft local bank transfer|giro|bank giro|überweisung|banküberweisung|sepa überweisung|auslandsüberweisung|virement|virement bancaire|' +
    'virement sepa|transferencia|transferencia bancaria|transferencia sepa|spei|transferência|transferência bancária|ted|doc|bonifico|bonifico bancario|' +
    'bonifico sepa|overboeking|bankoverschrijving|banköverföring|bankoverføring|bankoverførsel|tilisiirto|przelew|przelew bankowy|bankovní převod|' +
    'havale|eft havale|банковский перевод|銀行振込|振込|銀行振り込み|银行转账|轉帳|转账|계좌이체|은행이체',
  check: 'check|cheque|paper check|paper cheque|mailed check',
  paypal: 'paypal|paypal payout|pay pal|recipient selected',
});

const LONGEST = 80;

function typeOf(text: string): string | undefined {
  return TYPES.get(text) ?? TYPES.get(wordKey(text));
}

function methodOf(text: string): string | undefined {
  return METHODS.get(wordKey(text));
}

function countryOf(text: string): string | undefined {
  return text.length === 2 && COUNTRIES[text.toUpperCase()] ? undefined : countryByName(text);
}

function currencyOf(text: string): string | undefined {
  if (text.length === 3 && CURRENCIES[text.toUpperCase()]) return undefined;
  return currencyOfWord(text);
}

/** Columns whose cells contain one of a few codes, and the function that converts other words to a code. */
const WORDS: readonly (readonly [column: string, codeOf: (text: string) => string | undefined])[] = [
  ['type', typeOf],
  ['payoutMethod', methodOf],
  ['country', countryOf],
  ['accountCountry', countryOf],
  ['mailingCountry', countryOf],
  ['currency', currencyOf],
  ['targetCurrency', currencyOf],
  ['accountCurrency', currencyOf],
];

/** Columns with identifiers: only their own rules change them further. */
const CODES = [
  'iban',
  'accountNum',
  'branchId',
  'bankId',
  'swiftBic',
  'governmentId',
  'postalCode',
  'phone',
  'email',
  'paypalEmail',
];

/**
 * The cells of a row with codes in place of words: "Germany", "Company", "SEPA", "€". A word that is unknown or
 * ambiguous is not changed, so that the rules report it. Invisible marks are removed with a warning.
 */
export function withCodes(cells: Cells, found: Finding[]): Cells {
  let read: Record<string, string> | null = null;
  for (const column of CODES) {
    const text = cells[column];
    if (text === undefined) continue;
    const seen = column.toLowerCase().endsWith('email') ? withoutUnseenEnds(text) : text;
    if (seen === text && !hasUnseenMarks(text)) continue;
    found.push(finding('unseen_removed', column));
    read ??= { ...cells };
    read[column] = withoutUnseenMarks(seen).trim();
  }
  for (const [column, codeOf] of WORDS) {
    const text = cells[column];
    if (text === undefined || text.length > LONGEST) continue;
    const seen = hasUnseenMarks(text) ? withoutUnseenMarks(text).trim() : text;
    if (seen !== text) found.push(finding('unseen_removed', column));
    const code = codeOf(seen) ?? seen;
    if (code === text) continue;
    read ??= { ...cells };
    read[column] = code;
  }
  return read ?? cells;
}

/**
 * Marks of writing direction or of the start of a text. Programs add them to numbers that are copied, and the text
 * looks the same without them. Marks that reverse a text (U+202B, U+202D, U+202E, U+2066 to U+2069) are not included:
 * they change how the text looks.
 */
const HARMLESS = /[\u200e\u200f\u061c\u202a\u202c\ufeff]/g;

/** Characters without width around a text, which web pages put behind an address. */
function withoutUnseenEnds(text: string): string {
  return /^[\x21-\x7e]+$/.test(text)
    ? text
    : text.replace(/^[\s\p{Cf}]+/u, '').replace(/(?<![\s\p{Cf}])[\s\p{Cf}]+$/u, '');
}

function hasUnseenMarks(text: string): boolean {
  return text.search(HARMLESS) >= 0;
}

function withoutUnseenMarks(text: string): string {
  return text.replace(HARMLESS, '');
}
