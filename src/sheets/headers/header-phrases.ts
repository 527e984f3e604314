import { AMOUNTS_TO_PAY } from './amounts-to-pay.ts';
import { phraseKeys } from './header-words.ts';

/**
 * How clearly a phrase means its column. `strong`: it clearly means the amount to pay, or the ID of a payment or
 * recipient. `earned`: as `strong`, if no column says what is transferred of it. `plain`: it does so if no other column of the sheet could be meant. `weak`: as `plain`, and only if no
 * column beside it changes the amount to pay.
 */
export type Strength = 'strong' | 'earned' | 'plain' | 'weak';

export interface Phrase {
  /** Null for a known header that no payment needs. */
  readonly column: string | null;
  readonly strength: Strength;
}

type Lines = readonly string[];
interface Entry {
  readonly strong?: Lines;
  readonly earned?: Lines;
  readonly plain?: Lines;
  readonly weak?: Lines;
}

/** Headers in other languages and systems that mean a column. Words for the recipient may surround them. */
const PHRASES: Readonly<Record<string, Entry>> = {
  amount: {
    strong: [
      'to pay|to be paid|pay now|amount to settle|reimbursable total|amount to be reimbursed|net reimbursable|net direct deposit|direct deposit amount|net deposit|direct deposit|amount owed employee|net salary payment|salary payment|payout total|this instalment|this installment|instalment amount|installment amount|current instalment|payment amount|pay amount|wire amount|ach amount|eft amount|remit amount|amount to remit|amount to reimburse|reimbursement amount|amount to disburse|amount to pay|amount to be paid|amount payable|payable amount|amount to transfer|transfer amount|payout amount',
      'disbursement amount|remittance amount|net pay|net pay amount|net payable|net payment|take home pay|net take home pay|net payroll|amount to pay now',
      'net payout|payout net|net payout amount|net disbursement|reimbursable amount|amount reimbursable|total reimbursable|amount due employee|source amount|payable|instructed amount|amount in document currency|amount in doc curr|document currency amount|amount document currency|pay in amount|payment value',
      'zahlung fw|zahlungsvorschlag|zahlbetrag fw|zahlbetrag belegwährung|zahlbetrag|zahlungsbetrag|auszahlungsbetrag|überweisungsbetrag|auszahlung|nettoauszahlung|zu zahlen',
      'zahlbetrag netto|zu zahlender betrag|zu überweisender betrag|betrag in belegwährung|auszuzahlender betrag|überweisung betrag',
      'net à payer|montant à payer|montant du virement|montant du paiement|montant à virer|net à verser|net à régler|montant à régler|montant net à payer|virement',
      'importe a pagar|importe de pago|importe transferencia|importe del pago|líquido a percibir|líquido percibir|neto a pagar|neto a percibir',
      'monto a pagar|monto de pago|monto del pago|monto transferencia|total a pagar|importe líquido|líquido total',
      'valor a pagar|valor do pagamento|valor pagamento|líquido a receber|valor líquido a receber|valor transferência|total líquido',
      'valor da transferência|montante a pagar|valor a transferir|importo da pagare|importo bonifico|netto a pagare|netto in busta|importo del bonifico',
      'netto busta|importo pagamento|importo netto da pagare|te betalen bedrag|te betalen|betaalbedrag|uit te betalen',
      'betalbelopp|att utbetala|beløb til betaling|til betaling|beløp til betaling|til disposition|betalningsbelopp|att betala|utbetalningsbelopp|betalingsbeløp|til udbetaling|beløb til udbetaling|maksettava',
      'kwota przelewu|kwota do zapłaty|kwota do wypłaty|do wypłaty|částka k úhradě|k výplatě',
      'ödenecek tutar|сумма платежа|сумма к выплате|к выплате|сумма к оплате|сума платежу|suma de plată',
      '差引支払額|振込金額|振込額|差引支給額|差引支給|支払金額|支払額|手取額|手取り|手取り額|送金額|送金金額|お振込金額|支給額',
      '本次付款金额|本次支付金额|实付金额|實付金額|本次付款|付款金额|付款金額|支付金额|转账金额|實發金額|实发金额|实发工资|實發工資|汇款金额|이체금액|지급액|실지급액|송금액|차인지급액|المبلغ المدفوع|סכום לתשלום',
    ],
    earned: [
      'net salary|net wages|net wage|nettolohn|nettogehalt|nettoverdienst|salaire net|salario neto|sueldo neto|salário líquido|stipendio netto|nettoloon|netto loon',
      'nettolön|nettolønn|nettoløn|wynagrodzenie netto|čistá mzda|nettó bér|net ücret|net maaş|salariu net',
    ],
    plain: [
      'amount|refund amount|sum amount|transaction amount|credit amount|amount credit|amount foreign currency|foreign currency amount|foreign amount|amount fcy',
      'settlement amount|settled amount|distribution|distribution amount|net distribution|fc amount|payment|pay|payout|value amount|amount transaction currency|amount paid out',
      'importe operación|importe de la operación|betrag|zahlung|umsatz|wert|montant|importe|monto|cantidad a abonar|valor|importo|bedrag|belopp|beløb|beløp|summa|kwota|částka|suma plăta',
      'összeg|tutar|tutarı|сумма|сума|ποσό|金額|金额|价额|금액|المبلغ|סכום|จำนวนเงิน|số tiền|jumlah|nominal|iznos|montante|quantia',
    ],
    weak: [
      'totalt|i alt|approved amount|amount approved|total approved|total|total amount|amount due|due amount|total due|amount total|invoice amount|amount invoice|bill amount|net amount|amount net|invoice total|sum|net',
      'salary|wage|wages|fee amount|bill total|document amount|amount document|invoice value|bill value',
      'fakturabeløp|fakturabeløb|rechnungsbetrag fw|nettobetrag|rechnungsbetrag|gesamtbetrag|summe|gesamt|endbetrag|fälliger betrag|gehalt|lohn|netto|belegbetrag|forderung',
      'montant total|montant dû|montant facture|montant net|total ttc|ttc|montant ttc|salaire|net|somme',
      'importe total|total factura|importe factura|importe neto|monto total|salario|sueldo|neto|valor total|valor líquido|valor nota|salário|líquido',
      'importo totale|totale|totale fattura|importo fattura|importo netto|stipendio|netto|totaalbedrag|factuurbedrag|nettobedrag|loon|salaris|fakturabelopp',
      '报销金额|報銷金額|合計|合計金額|請求金額|請求額|给付金額|应付金额|應付金額|合计|总金额|합계|청구금액|총액',
    ],
  },
  currency: {
    strong: [
      'pay currency|reimbursement currency|source currency|payment currency|payment currency code|document currency code|transfer currency code|currency of payment|transfer currency|payout currency|zahlungswährung|auftragswährung|devise de paiement|devise du virement',
      'moneda de pago|divisa de pago|moeda do pagamento|valuta pagamento|document currency|belegwährung|振込通貨|支払通貨|instructed currency',
    ],
    plain: [
      'settlement currency|currency|currency code|currency iso|iso currency|currency iso code|amount currency code|transaction currency|currency name|foreign currency',
      'währung|währungscode|währungskennzeichen|wkz|whg|währungsschlüssel|wkz umsatz|devise|code devise|monnaie|moneda|divisa|código moneda',
      'código divisa|moeda|código da moeda|valuta|codice valuta|divisa|valutacode|valutakod|waluta|měna|pénznem|deviza|döviz|döviz cinsi|para birimi',
      'валюта|код валюты|νόμισμα|通貨|通貨コード|币种|幣別|货币|貨幣|통화|통화코드|العملة|מטבע|สกุลเงิน|tiền tệ|mata uang',
    ],
    weak: ['invoice currency|rechnungswährung|devise facture|moneda factura|currency invoice'],
  },
  targetAmount: {
    strong: [
      'target amount|amount to receive|receive amount|destination amount|amount to be received|receiving amount|recipient gets',
    ],
  },
  targetCurrency: {
    strong: [
      'target currency|receive currency|destination currency|currency to receive|receiving currency|zielwährung|buy currency',
    ],
  },
  paymentReference: {
    strong: [
      'payment reference|payment number|payment no|transaction reference|transaction id|end to end id|endtoendid|end to end reference',
      'e2e reference|e2e id|unique reference|payment code|instruction id|your reference number|payment identification|payment key',
      'zahlungsreferenz|zahlungsnummer|ende zu ende referenz|ende zu ende id|ende zu ende|end to end referenz|zahlungs id|transaktionsnummer|zahlungsnr',
      'référence de paiement|référence paiement|référence du virement|référence virement|référence de bout en bout|numéro de paiement|id paiement',
      'referencia de pago|referencia del pago|número de pago|id de pago|referência do pagamento|referência pagamento|número do pagamento|id pagamento',
      'riferimento pagamento|numero pagamento|id pagamento|betalingskenmerk|betalingsreferentie|betalningsreferens|betalingsreference|referencja płatności',
      '支払番号|支払管理番号|振込管理番号|取引番号|付款编号|付款參考|付款参考|交易编号|지급번호|거래번호|номер платежа',
    ],
    plain: [
      'payout id|payout reference|payout number|claim id|nr dokumentu|numer dokumentu|num doc|numero doc|num documento|nº documento|expense report number|settlement id|settlement number|statement number|número de expediente|expediente|reference|reference number|document number|document no|bill number|bill no|voucher number|voucher no|invoice number|invoice no|invoice id|number invoice',
      'document id|doc number|doc no|external id|external reference|invoice|bill id|transaction number|request id|claim number|order id',
      'referenz|referenznummer|rechnungsnummer|rechnungsnr|belegnummer|belegnr|beleg nr|belegfeld 1|rechnung nr|rechnung|buchungsnummer|beleg',
      'référence|numéro de facture|numéro facture|facture|numéro de pièce|numéro pièce|pièce|réf',
      'seu número|seu numero do documento|referencia|número de factura|número factura|factura|número documento|número de documento|folio|referência|número da nota|número da fatura|nota fiscal',
      'fattura number|fattura n|fatura|documento|riferimento|numero fattura|numero documento|fattura|factuurnummer|kenmerk|boekstuknummer|referens|fakturanummer|ocr|faktura',
      'numer faktury|faktura numer|číslo faktury|variabilní symbol|számlaszám hivatkozás|fatura no|referans|номер счета фактуры|номер документа|референс',
      '参照番号|請求書番号|請求番号|伝票番号|管理番号|整理番号|发票号码|發票號碼|发票号|参考号|单据编号|송장번호|참조번호|전표번호|청구번호',
    ],
  },
  memo: {
    plain: [
      'memo|note|notes|description|message|remittance|remittance information|payment details|details of payment|narrative|narration|particulars|payment description',
      'remittance info|remittance advice|remittance text|unstructured remittance|payment narrative|statement text|payment message|comment|comments|remark|remarks',
      'reason for payment|payment reason|purpose of payment|details|item text|line description|message to recipient|message to beneficiary|payment memo|note to recipient',
      'vwz|vwz 1|vwz1|remittance information ustrd|remittance information unstructured|memo to vendor|message to vendor|note to vendor|memo to payee|message to payee|message to supplier|mitteilung an empfänger|nachricht an empfänger|text für empfänger|verwendungszweck|verwendungszweck 1|zahlungsgrund|bemerkung|zweck|zahlungszweck|notiz|mitteilung|kommentar|positionstext|beschreibung',
      'message au bénéficiaire|mensaje al beneficiario|mensagem ao favorecido|messaggio al beneficiario|bericht aan begunstigde|concepto 1|motif|libellé|libellé du virement|motif du virement|objet|motif de paiement|communication|commentaire|concepto|concepto de pago|descripción',
      'observaciones|detalle|glosa|motivo|motivo de pago|descrição|histórico|observação|finalidade|finalidade do pagamento|mensagem|descritivo',
      'causale|causale pagamento|causale bonifico|descrizione|note pagamento|omschrijving|mededeling|meddelande|melding|besked|betalingstekst|tekst',
      'tytuł płatności|melding til mottaker|besked til modtager|meddelande till mottagare|tytuł|tytuł przelewu|tekst til modtager|text till mottagare|tytułem|opis|zpráva pro příjemce|poznámka|popis|közlemény|açıklama|назначение платежа|описание|комментарий|призначення платежу',
      '摘要|備考|内容|メモ|件名|振込内容|备注|附言|用途|摘要说明|적요|비고|메모|입금통장표시내용',
    ],
    weak: ['buchungstext'],
  },
  category: { plain: ['payment category|category of payment|zahlungskategorie'] },
  referenceId: {
    plain: [
      'employment id|individual id|individual identification number|partner id|partner number|partner code|recipient id|vendor id|vendor number|vendor code|supplier id|supplier number|supplier code|payee id|payee code|payee number',
      'employee id|employee number|employee code|beneficiary id|beneficiary code|beneficiary number|contractor id|contractor number|creditor number|creditor id',
      'worker id|staff number|staff id|file number|payroll number|payroll id|personnel number|associate id|counterparty id|receiver id|contact id|artist id',
      'works number|payee identifier|business partner|business partner number|account code vendor|person number|badge number|seller id|affiliate id',
      'kreditorkonto|lieferantenkonto|levnummer|lev nummer|leverandørkonto|kreditorennummer|kreditornummer|kreditor|lieferantennummer|lieferantennr|lieferanten nr|personalnummer|personalnr|personal nr|mitarbeiternummer',
      'mitarbeiternr|empfängernummer|kreditor nr|kreditoren nr|pers nr|mitarbeiter nr|kreditorenkonto|geschäftspartner|geschäftspartnernummer',
      'compte auxiliaire|cpte auxiliaire|code auxiliaire|auxiliaire|matricule|matricule salarié|code fournisseur|numéro fournisseur|code tiers|compte tiers|identifiant bénéficiaire|numéro salarié|id fournisseur',
      'código proveedor|código de proveedor|número de proveedor|número de empleado|código empleado|código trabajador|clave empleado|id proveedor|legajo',
      'código fornecedor|código do fornecedor|matrícula|número funcionário|código funcionário|código do funcionário|número de funcionário|registro',
      'codice fornitore|matricola|codice dipendente|numero dipendente|leveranciersnummer|crediteurnummer|personeelsnummer|medewerkernummer|mdw nummer|crediteurcode',
      'leverantörsnummer|anställningsnummer|medarbejdernummer|leverandørnummer|ansattnummer|numer pracownika|kod kontrahenta|numer dostawcy',
      'osobní číslo|sicil no|sicil numarası|tedarikçi kodu|табельный номер|код поставщика|табельний номер',
      '员工工号|社員番号|従業員番号|職員番号|社員コード|従業員コード|取引先コード|仕入先コード|支払先コード|顧客コード|顧客コード1|员工编号|員工編號|工号|供应商编号|供应商代码|사원번호|사번|거래처코드',
    ],
  },
  type: {
    plain: [
      'contractor type|supplier type|recipient type|payee type|receiver type|entity type|beneficiary type|payee entity type|legal type|vendor type|type of recipient|person type|recipient entity type',
      'empfängertyp|rechtsform|type de bénéficiaire|tipo de beneficiario|tipo de persona|tipo de pessoa|tipo pessoa|tipo persona|tipo beneficiario',
    ],
  },
  firstName: {
    plain: [
      'first name|given name|forename|first|givenname|legal first name|preferred first name|christian name|vorname|rufname|prénom|prénoms|primer nombre',
      'nombres|primeiro nome|voornaam|förnamn|fornavn|etunimi|imię|jméno|keresztnév|prenume|имя|名|ім’я|이름',
    ],
  },
  lastName: {
    plain: [
      'nom d usage|apellido 1|last name|surname|family name|last|familyname|legal last name|nachname|familienname|zuname|nom de famille|nom usuel|apellido|apellidos|primer apellido',
      'sobrenome|apelido|último nome|cognome|achternaam|efternamn|etternavn|efternavn|sukunimi|nazwisko|příjmení|vezetéknév|soyadı|soyad|фамилия|姓|прізвище',
    ],
    weak: ['nom de naissance|birth name|geburtsname|name at birth'],
  },
  name: {
    plain: [
      'individual name|customer vendor|vendor customer|customer supplier|partner|partner name|remit to|remit to name|pay to|pay to name|payable to|entidad|name|full name|company|company name|business name|organization|organization name|legal name|display name|trading name|entity name|name 1|legal entity name',
      'business partner name|company or last name|vendor name|supplier name|payee name|recipient name|employee name|name company',
      'firma|firmenname|firmenbezeichnung|unternehmen|bezeichnung|namen|nom|nom complet|raison sociale|nom ou raison sociale|société|entreprise|nom entreprise|dénomination',
      'nombre|nombre completo|razón social|empresa|nombre empresa|nombre o razón social|denominación|nome|nome completo|razão social|nome empresa|denominação',
      'ragione sociale|nominativo|denominazione|azienda|società|nome cognome|cognome nome|apellidos nombre|nombre apellidos|nom prénom|name vorname|naam|bedrijfsnaam|bedrijf',
      'namn|företag|företagsnamn|navn|firmanavn|nimi|nazwa|nazwa firmy|název|jméno příjmení|imię nazwisko|nazwisko imię|név|nume|denumire|adı soyadı|ad soyad|adı|ad|ünvan|unvan|firma adı',
      'наименование|фио|название|найменування|піб|报销人|氏名|名前|名称|会社名|法人名|社名|企業名|姓名|公司名称|公司名稱|单位名称|户名公司|성명|회사명|상호|업체명|사원명|الاسم|שם',
    ],
    // At a company, the contact person; without a company name, the recipient.
    weak: ['contact name|contact person|contact'],
  },
  accountHolderName: {
    plain: [
      'title of account|abweichender kontoinhaber|abw kontoinhaber|account holder|account holder name|account name|name on account|name of account holder|bank account name|account owner|account title|bank account holder',
      'account holders name|bank account title|name of account|kontoinhaber|kontobezeichnung|kontoname|titulaire|titulaire du compte|titulaire compte|intitulé du compte|nom du titulaire',
      'titular|titular de la cuenta|titular cuenta|nombre del titular|titular da conta|titular conta|nome do titular|intestatario|intestatario conto|intestatario del conto|intestazione',
      't n v|tnv|rekeninghouder|tenaamstelling|kontohavare|kontoinnehavare|kontohaver|kontoeier|hesap sahibi|właściciel rachunku|posiadacz rachunku|majitel účtu|владелец счета',
      '口座名義|口座名義人|名義|名義人|口座名義カナ|受取人名|受取人名カナ|受取人|お受取人名|户名|戶名|账户名称|賬戶名稱|예금주|예금주명|계좌주',
    ],
  },
  email: {
    plain: [
      'business email|company email|email geschäftlich|email privat|geschäftliche email|private email|dienstliche email|email pro|email professionnel|email personnel|email perso|remittance advice email|remittance delivery email|email|email address|remittance email|notification email|contact email|work email|payee email|personal email|email id|e mail adresse|mailadresse|emailadresse|email adresse',
      'mail|adresse mail|adresse email|adresse électronique|courriel|correo electrónico|dirección correo|endereço email|email corporativo|indirizzo email|posta elettronica|emailadres',
      'epost|epostadress|epostadresse|sähköposti|adres email|emailová adresa|e posta|eposta|электронная почта|эл почта|email адрес|メール|メールアドレス|电子邮箱|电子邮件|邮箱|이메일|이메일주소|電子郵件',
    ],
  },
  dob: {
    plain: [
      'date of birth|birth date|birth|dob|birthday|geburtsdatum|geb datum|geburtstag|date de naissance|naissance|fecha de nacimiento|fecha nacimiento|data de nascimento',
      'nascimento|data di nascita|geboortedatum|födelsedatum|fødselsdato|data urodzenia|datum narození|doğum tarihi|дата рождения|生年月日|出生日期|생년월일',
    ],
  },
  governmentId: {
    plain: [
      'ni number|nino|national insurance number|ein|fein|abn|p iva|government id|government id number|national id|tax id|tax number|tin|tax id number|national id number|ssn|social security number|tax identification number|vat id|vat number',
      'cod fisc|contribuinte|cpr|cpr nummer|cpr nr|steuernummer|steuer id|steueridentifikationsnummer|ust id|ustid|ust idnr|sozialversicherungsnummer|siret|siren|numéro tva|numéro sécurité sociale|nif|cif|nif cif|cif nif|dni|dni nie|nif nie|nif dni|dni nif|rfc|curp|cuit|cuil|rut|ruc|nit',
      'numéro ss|numéro de sécu|inscrição|número de inscrição|cpf cnpj favorecido|nip kontrahenta|nip odbiorcy|nip dostawcy|cpf|cnpj|cpf cnpj|cnpj cpf|codice fiscale|partita iva|cf piva|bsn|kvk|personnummer|nip|pesel|ičo|dič|cui|cnp|vergi no|vergi numarası|tc kimlik no|инн|ідентифікаційний код|マイナンバー|身份证号|주민등록번호|사업자등록번호',
    ],
  },
  language: { plain: ['language|sprache|korrespondenzsprache|langue|idioma|lingua|taal|språk|sprog|言語|语言'] },
  street1: {
    plain: [
      'street|address|address 1|address line 1|street address|street 1|line 1|addressline1|street name|home address|residential address|billing address|billing street|street house number|po address line 1',
      'postal address|mailing street address|remit to address|street 1 address|strasse|straße|anschrift|adresse|straße hausnummer|straße nr|strasse hausnummer|adresse 1|adresszeile 1|rue|adresse ligne 1|voie',
      'dirección|calle|domicilio|dirección 1|direccion fiscal|endereço|logradouro|rua|morada|indirizzo|via|indirizzo 1|straat|adres|straat huisnummer|adress|gatuadress|gata|gade|vej|gate|osoite|katuosoite|ulica|ulice|utca|stradă|adresă|sokak|улица|адрес|адреса|住所|住所1|地址|街道|주소',
    ],
  },
  street2: {
    plain: [
      'street 2|address 2|address line 2|line 2|addressline2|apartment|apt suite|suite|unit number|address suite|po address line 2|adresszusatz|zusatz|adresse 2|complément|complément adresse|dirección 2|complemento|piso|indirizzo 2|huisnummer toevoeging|住所2|建物名|상세주소',
    ],
  },
  city: {
    plain: [
      'city|town|city town|suburb|locality|po city|billing city|home city|ort|stadt|wohnort|ville|commune|localité|ciudad|población|localidad|municipio|cidade|município|localidade|città|comune|località|plaats|woonplaats|stad|postort|ort|by|poststed|kaupunki|miasto|miejscowość|město|obec|város|oraș|localitate|şehir|il|город|місто|市区町村|市町村|城市|市|도시',
    ],
  },
  postalCode: {
    plain: [
      'postal code|zip|zip code|postcode|post code|postal|zip postal code|postal zip code|po postal code|billing zip|zipcode|plz|postleitzahl|code postal|cp|código postal|c p|cep|cap|codice avviamento|codice postale|postkod|postnummer|postnr|postnumero|kod pocztowy|psč|irányítószám|cod poștal|posta kodu|индекс|почтовый индекс|поштовий індекс|郵便番号|邮编|邮政编码|郵遞區號|우편번호',
    ],
  },
  region: {
    plain: [
      'region|state|province|state province|county|state region|po region|billing state|state code|bundesland|kanton|région|département|provincia|estado|comunidad|uf|distrito|regione|prov|provincie|län|fylke|województwo|megye|județ|область|都道府県|省|省份|시도|prefecture|state abbreviation',
    ],
  },
  country: {
    plain: [
      'country|country code|recipient country|country name|country of residence|residence country|iso country|country iso code|po country|billing country|home country|address country|destination country',
      'land|länderkennzeichen|ländercode|lkz|länderkürzel|wohnsitzland|pays|code pays|pays de résidence|país|código país|código de país|país de residencia|código do país|paese|nazione|codice paese|stato|landcode|landkod|landekode|maa|kod kraju|země|stát|ország|țara|țară|ülke|ülke kodu|страна|код страны|країна|国|国名|国コード|国家|國家|国家代码|국가|국가코드',
    ],
  },
  phone: {
    plain: [
      'phone|phone number|telephone|telephone number|mobile|mobile number|mobile phone|cell|cell phone|contact number|home phone|telefon|telefonnummer|handy|mobil|mobilnummer|téléphone|numéro de téléphone|portable|teléfono|móvil|celular|telefone|telemóvel|telefono|cellulare|telefoonnummer|telefoon|mobiel|puhelin|telefon komórkowy|cep telefonu|телефон|電話番号|電話|电话|手机|手机号|전화번호|휴대폰',
    ],
  },
  payoutMethod: {
    plain: [
      'withdrawal method|payout option|payout method|method|payment method|payout type|payment type|pay method|method of payment|payment mode|pay mode|transfer type|transfer method|payment rail|payment channel|zahlungsart|zahlweg|zahlungsweg|zahlmethode|mode de paiement|mode de règlement|moyen de paiement|forma de pago|método de pago|forma de pagamento|método de pagamento|modalità di pagamento|metodo di pagamento|betaalmethode|betaalwijze|betalningssätt|metoda płatności|способ оплаты|支払方法|付款方式|지급방법',
    ],
  },
  accountCountry: {
    plain: [
      'account country|bank country|bank country code|country of bank|bank account country|bankland|land der bank|pays de la banque|pays banque|país del banco|país banco|país do banco|paese banca|銀行国|banks country',
    ],
  },
  accountCurrency: {
    plain: [
      'account currency|bank account currency|currency of account|kontowährung|devise du compte|moneda de la cuenta|divisa cuenta|moeda da conta|valuta conto|口座通貨',
    ],
  },
  accountNum: {
    plain: [
      'account|account number|bank account|bank account number|account id|bank account no|account code bank|clabe|cbu|clabe interbancaria|nuban|bank acct number|accountnumber|deposit account number|direct deposit account',
      'account number iban|rib|rib fournisseur|clabe account number|dfi account number|account number clabe|cuenta clabe|zielkonto|gegenkonto|tegenrekening|empfängerkonto|to account|konto|kontonummer|kontonr|konto nr|bankkonto|bankkontonummer|bankverbindung|compte|numéro de compte|numéro compte|compte bancaire|numéro de compte bancaire',
      'cuenta|número de cuenta|cuenta bancaria|número cuenta|número de cuenta bancaria|cta|cuenta corriente|cuenta cargo abono|ccc|conta|número da conta|conta corrente|conta bancária|número conta|conta e dígito|conta com dígito',
      'conto|conto corrente|numero conto|numero di conto|cc|coordinate bancarie|rekening|rekeningnummer|bankrekening|bankrekeningnummer|kontonummer bank|tilinumero|rachunek|numer rachunku|numer konta|rachunek bankowy|nrb|číslo účtu|účet|bankovní účet|bankszámlaszám|számlaszám|cont|cont bancar',
      'hesap|hesap no|hesap numarası|счет|номер счета|расчетный счет|р с|р счет|рахунок|номер рахунку|口座番号|銀行口座番号|口座|账号|帳號|银行账号|銀行帳號|银行卡号|账户|계좌번호|계좌|은행계좌|은행계좌번호|رقم الحساب|מספר חשבון|เลขที่บัญชี|số tài khoản|nomor rekening',
    ],
  },
  iban: {
    plain: [
      'iban qr iban|qr iban|iban|iban number|iban code|account iban|iban account|bank iban|iban account number|iban nr|compte iban|cuenta iban|iban cuenta|iban conto|conto iban|iban rekening|rekening iban|iban konto|konto iban|iban compte|numéro iban|número iban|numer iban|codice iban|código iban|iban no|iban numarası|номер iban|iban счет|iban kontonummer',
    ],
  },
  swiftBic: {
    plain: [
      'bic|swift|swift code|bic code|bic swift|swift bic|swift bic code|bic swift code|bank bic|bank swift|swift address|bank identifier code|bank identification code|bank swift code|bank swift bic|swiftcode|code bic|code swift|código swift|código bic|codice bic|codice swift|kod swift|kod bic|swift kodu|bic bank|bank code swift|bic bank code|swiftコード|bicコード|swift代码|swift코드|код swift|bic banque',
    ],
  },
  branchId: {
    plain: [
      'transit aba|account bsb|account sort code|account routing number|account routing|receiving dfi|dfi id|receiving dfi id|receiving dfi identification|rdfi|dfi routing number|ag crédito|agência crédito|branch|branch code|routing number|routing|aba|aba number|aba routing number|sort code|sortcode|bsb|bsb code|bsb number|transit number|ifsc|ifsc code|branch number|branch id|branch transit number|aba routing|aba code|routing code|bank routing number|bank sort code|ach routing number|routing transit number|wire routing number|bank branch code|bank branch number|bank branch|routing aba|fedwire routing number|rtn|transit|bank transit number',
      'agência|agencia|código da agência|número da agência|código agência|código de sucursal|sucursal|oficina|guichet|code guichet|cab|filialnummer|支店コード|支店番号|銀行支店コード|店番|支店|被仕向支店番号|被仕向支店コード|振込先支店コード|支行代码|分行代碼|지점코드|şube kodu|clearingnummer|clearing',
    ],
  },
  bankId: {
    plain: [
      'banco favorecido|banco do favorecido|banco crédito|banco destino|行联行号|行行号|bank code|bank number|institution number|institution|bank id|institution code|financial institution number|fi number|bank identifier|bankleitzahl|blz|bankschlüssel|banknummer|bankcode|code banque|code établissement|código del banco|código de banco|código banco|código do banco|banco código|número do banco|compe|abi|codice banca|codice abi|bankkod|kod banku|kód banky|код банка|мфо|бик|銀行コード|銀行番号|金融機関コード|金融機関番号|被仕向銀行番号|被仕向銀行コード|振込先銀行コード|联行号|银行代码|銀行代碼|은행코드|banka kodu',
    ],
  },
  bankAddress: {
    plain: [
      'bank address|address of bank|bank street|bank address line 1|adresse der bank|bankadresse|adresse de la banque|dirección del banco|endereço do banco|indirizzo banca|bankadres',
    ],
  },
  bankCity: {
    plain: [
      'bank city|city of bank|bankort|ort der bank|ville de la banque|ciudad del banco|cidade do banco|città banca',
    ],
  },
  bankRegion: { plain: ['bank state|bank province|bank region'] },
  paypalEmail: {
    strong: [
      'paypal|paypal account|paypal address|paypal email|paypal email address|paypal id|paypal konto|compte paypal|cuenta paypal',
    ],
  },
  mailingStreet1: { plain: ['mailing street|mailing address|mailing address 1|mailing address line 1'] },
  mailingStreet2: { plain: ['mailing address 2|mailing address line 2'] },
  mailingCity: { plain: ['mailing city'] },
  mailingPostal: { plain: ['mailing postal code|mailing zip|mailing zip code'] },
  mailingRegion: { plain: ['mailing state|mailing province'] },
  mailingCountry: { plain: ['mailing country'] },
};

/** Headers of known columns that no payment needs, whatever their cells hold. */
const NOTHING: Lines = [
  'date|due date|payment date|invoice date|value date|pay date|document date|posting date|execution date|created|created at|start date|end date|hire date|period|pay period|month|year|terms|payment terms',
  'label|status|state of payment|payment status|approved|approved by|approver|department|cost center|cost centre|project|class|location|office|manager|job title|title|position|division|entity|company code|fiscal year|gl account|gl code|account type|type of account|account description|ledger account|general ledger account|nominal code|tax type|tax code|tax rate|bank name|name of bank|branch name|beneficiary bank|beneficiary bank name|receiver bank|bank account type|invoice description|line|line number|row|seq|sequence|s number|serial number|internal id|system id|batch|batch id|batch number|file id|po number|purchase order|quantity|item|item code|sku|attachment|url|phone type|user|username|creation date|last updated|priority|urgency|charge bearer|charges code|details of charges|instruction priority|service level',
  'datum|fälligkeit|fälligkeitsdatum|buchungsdatum|belegdatum|rechnungsdatum|zahlungsziel|zahldatum|ausführungsdatum|valuta datum|wertstellung|kostenstelle|abteilung|status|bank name|bankname|kreditinstitut|name der bank|sachkonto|buchungskreis|geschäftsjahr|gegenkonto sachkonto|abrechnungsmonat|steuerklasse|steuerschlüssel|kostenträger|belegart|lfd nr|laufende nummer|anrede|eintrittsdatum',
  'date facture|date échéance|échéance|date de paiement|nom de la banque|journal|centre de coût|service|civilité|période|mois|statut|code analytique|poste',
  'fecha|vencimiento|fecha vencimiento|fecha de pago|fecha factura|nombre del banco|nombre banco|departamento|centro de coste|puesto|estado pago|período|mes|tipo de cuenta|tipo cuenta|data|vencimento|data vencimento|data de pagamento|nome do banco|cargo|setor|centro de custo|competência|tipo de conta|tipo conta|situação',
  'scadenza|data scadenza|data fattura|nome banca|reparto|centro di costo|mese|vervaldatum|factuurdatum|naam bank|afdeling|förfallodatum|bankens namn|termin płatności|nazwa banku|datum splatnosti|název banky|banka adı|vade|дата|наименование банка|срок оплаты',
  '日付|支払日|振込日|振込指定日|支払期日|支払予定日|支給日|銀行名|金融機関名|支店名|預金種目|預金種別|口座種別|科目|勘定科目|部署|部門|所属|状態|ステータス|被仕向銀行名|被仕向支店名|振込先銀行名|振込先支店名|日期|付款日期|开户行|開戶行|开户银行|部门|状态|지급일|은행명|지점명|부서|예금종류|上席|登録名|edi情報|edi情報または顧客コード|手形交換所番号|新規コード|振込指定区分|種別|種別コード|役職|対象月|支給月',
];

const KEYS: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...AMOUNTS_TO_PAY.flatMap(phraseKeys).map((key) => [key, { column: 'amount', strength: 'strong' }] as const),
  ...Object.entries(PHRASES)
    // Later entries of the map win: `NOTHING` over all columns, a column over those after it, and `strong` over weaker
    // phrases of the same column.
    .toReversed()
    .flatMap(([column, entry]) =>
      (['weak', 'plain', 'earned', 'strong'] as const).flatMap((strength) =>
        (entry[strength] ?? []).flatMap(phraseKeys).map((key) => [key, { column, strength }] as const),
      ),
    ),
  ...NOTHING.flatMap(phraseKeys)
    .filter((key) => key !== '')
    .map((key) => [key, { column: null, strength: 'plain' }] as const),
]);

/** The phrase of a header key; undefined if unknown. */
export function phraseOf(key: string): Phrase | undefined {
  return KEYS.get(key);
}
