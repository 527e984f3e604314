import { wordSet } from './header-words.ts';

/** Words for the recipient, by language. A header with one of them is about the recipient. */
const RECIPIENT = [
  // English
  'beneficiary|recipient|payee|vendor|supplier|creditor|employee|contractor|receiver|worker|freelancer|consultant|staff',
  'associate|artist|author|seller|affiliate|participant|counterparty|contact|landlord|tutor|driver|student|scholar|creator|influencer|instructor|teacher|trainer|grantee|awardee|claimant|subcontractor|volunteer|investor|shareholder|winner|translator|musician|performer|patient|actor|composer|publisher',
  // German
  'empfänger|zahlungsempfänger|begünstigter|begünstigten|begünstigte|kreditor|kreditoren|lieferant|lieferanten|mitarbeiter|mitarbeiterin',
  'arbeitnehmer|dienstnehmer|gläubiger|angestellter',
  // French
  'bénéficiaire|fournisseur|destinataire|créancier|salarié|salariée|employé|employée|prestataire|tiers|collaborateur|collaboratrice',
  // Spanish
  'beneficiario|proveedor|destinatario|acreedor|empleado|empleada|trabajador|trabajadora|perceptor|beneficiaria|proveedora|acreedora|perceptora',
  // Portuguese
  'beneficiário|favorecido|fornecedor|destinatário|credor|funcionário|colaborador|empregado|recebedor|beneficiária|favorecida|funcionária|colaboradora|fornecedora',
  // Italian
  'beneficiario|fornitore|destinatario|creditore|dipendente|lavoratore|percipiente|beneficiaria|fornitrice',
  // Dutch
  'begunstigde|ontvanger|leverancier|crediteur|crediteuren|medewerker|werknemer',
  // Swedish, Norwegian, Danish, Finnish
  'mottagare|betalningsmottagare|leverantör|anställd|mottaker|leverandør|ansatt|modtager|medarbejder|saaja|saajan|toimittaja|toimittajan|työntekijä|työntekijän|palkansaaja|palkansaajan',
  'entidade|karyawan|pegawai|penerima|pemasok|往来单位|客商|mottagarens|leverantörens|modtagers|modtagerens|mottakers|mottakerens|leverandørens|mitarbeiters|arbeitnehmers|empfängers|zahlungsempfängers|lieferants|kreditors|gläubigers|tegenpartij|protistrana|protistrany|gegenpartei|contrepartie|contraparte|controparte|motpart|motpartens|modpart|modparts|vastapuoli|vastapuolen|контрагент|контрагента|lessor|missionary|vendeur|vendeuse|vendedor|vendedora|venditore|verkoper|säljare|selger|sælger|sprzedawca|sprzedawcy|prodejce|satıcı|eladó|vânzător|myyjä|myyjän|продавец|продавца',
  // Polish, Czech, Hungarian, Romanian, Turkish
  'odbiorca|odbiorcy|dostawca|dostawcy|kontrahent|kontrahenta|pracownik|pracownika|příjemce|příjemci|dodavatel|zaměstnanec|kedvezményezett',
  'beneficiar|furnizor|angajat|alıcı|alıcının|lehtar|tedarikçi|personel',
  // Russian, Ukrainian
  'получатель|получателя|поставщик|поставщика|сотрудник|сотрудника|одержувач|постачальник',
];

/** Words for the recipient's side without a noun for the recipient: "To account", "Credit account". */
const RECIPIENT_SIDE = [
  'to|owner|remit|payable to|destination|credit|receiving|gutschrift|ziel|empfangend|destino|abono|abonar|creditare|accredito|crediter|créditer|crédito|crédit|naar|till',
];

/** Words for the account holder: bank forms use them for a person, while other words mean a business partner. */
const HOLDER = [
  'beneficiary|begünstigter|begünstigten|begünstigte|bénéficiaire|beneficiario|beneficiário|favorecido|begunstigde|zahlungsempfänger',
];

/** Prefixes in compounds and in scripts without spaces. */
const RECIPIENT_BEFORE = [
  'zahlungsempfänger|empfängers|empfänger|begünstigten|begünstigter|lieferanten|kreditoren|kreditor|mitarbeiter|gläubiger|mottagar|leverantörs|ontvanger',
  'leverandør|leveranciers|crediteuren|modtager|mottaker|medarbejder|carihesap|cari',
  '受取人|受取|お受取人|振込先|支払先|送金先|入金先|被仕向|仕入先|取引先|社員|従業員|職員|往来单位|客商|収款人|收款人|收款方|收款|供应商|供應商|员工|員工|수취인|받는분|입금|예금주|거래처|사원|직원',
];

/** Words for the merchant, who pays. A column with such a header is never about the recipient. */
const OWN = [
  // English
  'debit|debtor|debited|own|from|sender|sending|payer|payor|paying|ordering|orderer|remitter|originator|originating|origin|applicant|drawer|trust account|account manager|approver|requester|requestor',
  'drawee|funding|employer|our|ours|settlement account|settlement bank|settlement iban|platform|payroll account|source account|source iban|source bank|funding source|charge account',
  'offset account|offset account type|offset|bal account|balancing account|nosso|fee account|charges account|company account|operating account|bank account from|principal account|my|instructing|initiating|buyer|disbursement account|disbursement bank|cash account|withdrawal account|paying account|subscriber|trace account|trace bsb',
  // German
  'auftraggeber|auftraggebers|auftraggeberkonto|auftraggebername|zahler|zahlers|zahlungspflichtiger|zahlungspflichtigen|absender|absenders',
  'belastung|belastungskonto|lastschrift|schuldner|debitor|eigen|eigene|eigenes|eigener|hausbank|hausbankkonto|arbeitgeber|mandant|ausgangskonto',
  'quellkonto|sollkonto|unser|unsere|kontoinhaber zahler|firmenkonto|abbuchungskonto',
  // French
  'émetteur|émettrice|émission|donneur|ordonnateur|débiteur|débit|débiter|débité|payeur|expéditeur|employeur|notre|donneur ordre|remettant',
  // Spanish
  'ordenante|remitente|pagador|emisor|emisora|cargo|deudor|débito|adeudo|debitar|origen|empleador|nuestro|nuestra|propia|propio',
  // Portuguese
  'ordenante|remetente|pagador|pagadora|emissor|devedor|débito|debitar|debitada|origem|empregador|nosso|nossa|própria|mandante',
  // Italian
  'ordinante|mittente|pagatore|debitore|addebito|addebitare|emittente|datore lavoro|nostro|nostra|proprio',
  // Dutch
  'opdrachtgever|betaler|afzender|debiteur|eigen|eigenrekening|werkgever|onze|debet|debiteren',
  // Swedish, Norwegian, Danish, Finnish
  'avsändare|avsändarkonto|betalare|betalar|från|arbetsgivare|avsender|betaler|fra|frakonto|afsender|debitering|arbejdsgiver|maksaja|maksajan|maksutili|veloitustili|lähettäjä|belastningskonto',
  // Polish, Czech, Hungarian, Romanian, Turkish
  'zleceniodawca|zleceniodawcy|nadawca|nadawcy|płatnik|płatnika|obciążany|obciążany rachunek|plátce|plátci|odesílatel|příkazce|fizető|megbízó',
  'plătitor|ordonator|gönderen|göndericinin|gönderici|ödeyen|borçlu|amir',
  // Russian, Ukrainian
  'плательщик|плательщика|отправитель|отправителя|платник|платника|списания|дебет',
];

/** The same for compounds and for scripts without spaces, anywhere in a header. */
const OWN_WITHIN = [
  'auftraggeber|auftragskont|zahlungspflichtig|belastungskont|absenderkont|opdrachtgever|zleceniodawc|donneurdordre|ordonnateur|avsändar',
  '振込元|依頼人|支払元|委託者|委託元|出金|引落|仕向銀行|仕向支店|送金元|送金人|当方|自社|付款人|付款方|付款账|付款帳|付款行|汇款人|匯款人|出账|扣款|출금|송금인|보내는|의뢰인|الدافع|المرسل|המשלם|ผู้โอน',
];

export const RECIPIENT_WORDS = wordSet(RECIPIENT);
export const RECIPIENT_SIDE_WORDS = wordSet(RECIPIENT_SIDE);
export const HOLDER_WORDS = wordSet(HOLDER);
export const OWN_WORDS = wordSet(OWN);
/** Shorter words begin other words: "staff", "saaja". */
const LEAST_OF_PREFIX = 6;
export const RECIPIENT_PREFIXES = [
  ...wordSet(RECIPIENT_BEFORE),
  ...[...RECIPIENT_WORDS].filter((word) => word.length >= LEAST_OF_PREFIX),
].sort((a, b) => b.length - a.length);
export const OWN_PARTS = [...wordSet(OWN_WITHIN)];
