/**
 * Written to mislead: the account that pays in bare words, amounts before and after deductions, lists of expenses. At first
 * sight 227 of their 314 columns were right, 81 asked about, 1 wrong and 5 dangerous.
 */
export const MISLEADING_EXPORTS: Readonly<Record<string, string>> = {
  'bank-export-with-our-account-bare': `
    Account | - | 40051512345678 | 40051512345678 | 40051512345678
    Counterparty | name/accountHolderName/? | Acme Supplies Ltd | P Jones | Mono Print Ltd
    Counterparty account | accountNum | 55779911 | 70872490 | 31926819
    Counterparty sort code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Amount | amount | 1176.00 | 300.00 | 88.50
    Running balance | - | 8824.00 | 8524.00 | 8435.50
    Ccy | currency | GBP | GBP | GBP
    Reference | ?/paymentReference/memo | HLS 991 | HLS 1188 | HLS C77`,
  'supplier-statement-account-number': `
    Supplier | name | British Gas | Thames Water | BT plc
    Our Account Number with Supplier | - | 850012345678 | 900112233 | GB12345678
    Invoice Number | paymentReference/? | BG-1 | TW-7 | BT-19
    Invoice Date | - | 01/06/2026 | 03/06/2026 | 09/06/2026
    Amount Due (inc VAT) | ?/amount | 120.00 | 88.00 | 60.50
    Amount Paid | - | 0.00 | 0.00 | 10.00
    Amount to Pay Now | amount | 120.00 | 88.00 | 50.50
    Supplier Sort Code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Supplier Bank Account Number | accountNum | 55779911 | 70872490 | 31926819
    Query Contact Email | ?/- | help@bg.example | care@tw.example | ap@bt.example`,
  'kyriba-payments-extract': `
    Trans. ref. | paymentReference/? | KY0001 | KY0002 | KY0003
    Flow code | - | VIRSEPA | VIRSEPA | VIRINT
    Account code | - | BNP-EUR-01 | BNP-EUR-01 | BNP-USD-01
    Account IBAN | -/? | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185
    Third party code | referenceId/? | T001 | T002 | T009
    Third party name | name/accountHolderName/? | Société Alpha | Moreau Claire | Beta Partners LLC
    Third party account | iban/accountNum/? | FR7630006000011234567890189 | FR1420041010050500013M02606 | 483920110
    Third party BIC | swiftBic/? | AGRIFRPP | PSSTFRPPPAR | CHASUS33
    Flow amount | amount/? | 1200.00 | 880.00 | 950.00
    Flow currency | currency/? | EUR | EUR | USD
    Account amount | - | 1200.00 | 880.00 | 879.63
    Account currency | -/? | EUR | EUR | EUR`,
  'oracle-fusion-payments-fx': `
    Payment File Reference | - | 118 | 118 | 118
    Paper Document Number | - |  |  | 
    Payee Name | name | Société Alpha | Beta Partners LLC | Mono Print Ltd
    Payee Site | - | PARIS | NY | LONDON
    Payment Amount | amount | 1200.00 | 950.00 | 500.00
    Payment Currency | currency | EUR | USD | GBP
    Ledger Currency | - | USD | USD | USD
    Payment Amount in Ledger Currency | - | 1296.00 | 950.00 | 635.00
    Payee IBAN | iban | FR7630006000011234567890189 |  | GB29NWBK60161331926819
    Payee Account Number | accountNum |  | 77201934 | 
    Payer Bank Account Name | - | BofA Ops | BofA Ops | BofA Ops
    Remittance Delivery Email | email/? | ap@alpha.example | ap@beta.example | ap@mono.example`,
  'epicor-payment-entry': `
    Group ID | - | AP0626 | AP0626 | AP0626
    Supplier ID | referenceId | ACME | BETA | COBALT
    Name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Check # | ?/paymentReference/- | 20011 | 20012 | 20013
    Legal Number | -/? | LN-1 | LN-2 | LN-9
    Total Amt Base | - | 1,200.00 | 1,026.00 | 635.00
    Total Amt | ?/amount | 1,200.00 | 950.00 | 500.00
    Doc Disc Amt | - | 0.00 | 10.00 | 0.00
    Doc Pay Amt | amount/? | 1,200.00 | 940.00 | 500.00
    Currency | currency | USD | EUR | GBP
    Pay Method | payoutMethod | ACH | Wire | Wire
    Supplier Bank | -/? | CHASE | DB | HSBC
    Bank Acct | ?/- | OPER | OPER | OPER`,
  'dual-currency-invoice-list': `
    Supplier | name | Société Alpha | Beta Partners LLC | Mono Print Ltd
    Invoice No | paymentReference/? | F-88 | B-2 | C-9
    Amount (EUR) | ? | 1,200.00 | 950.00 | 500.00
    Amount (USD) | ? | 1,296.00 | 1,026.00 | 540.00
    Pay in | currency/? | EUR | USD | EUR
    IBAN | iban | FR7630006000011234567890189 | DE89370400440532013000 | GB29NWBK60161331926819
    Entered by | - | KL | KL | BT
    Email | email | ap@alpha.example | ap@beta.example | ap@mono.example`,
  'debit-credit-ledger-lines': `
    Line | - | 1 | 2 | 3
    Debit account | - | 2000 | 2000 | 2000
    Credit account | - | 1010 | 1010 | 1010
    Partner | name | Azure Interior | Deco Addict | Ready Mat
    Label | memo/-/? | BILL 1 | BILL 2 | BILL 7
    Debit | ?/amount/- | 1,210.00 | 305.00 | 90.75
    Credit | ?/- | 0.00 | 0.00 | 0.00
    Amount residual | - | 1,210.00 | 205.00 | 90.75
    Currency | currency | EUR | EUR | EUR
    Bank account/Account number | iban/accountNum/? | BE68539007547034 | FR7630006000011234567890189 | DE89370400440532013000`,
  'payroll-us-split-deposit': `
    Emp ID | referenceId | 1001 | 1002 | 1003
    Employee | name | Ana Perez | John Smith | Mia Lee
    Gross | - | 4,000.00 | 3,500.00 | 5,100.00
    Net | ?/- | 3,000.00 | 2,750.00 | 3,850.00
    DD1 Routing | branchId/? | 021000021 | 026009593 | 121000248
    DD1 Account | accountNum/? | 483920110 | 77201934 | 9920018834
    DD1 Amount | ?/amount | 2,500.00 | 2,750.00 | 3,850.00
    DD2 Routing | ? | 026009593 |  | 
    DD2 Account | ? | 11223344 |  | 
    DD2 Amount | ? | 500.00 |  | 
    SSN | governmentId | 123-45-6789 | 987-65-4321 | 555-44-3333`,
  'german-lohn-zwei-betraege': `
    Pers.-Nr. | referenceId | 00012 | 00015 | 00031
    Name, Vorname | name | Brandt, Julia | Weber, Markus | Yılmaz, Derya
    Abrechnungsmonat | - | 06/2026 | 06/2026 | 06/2026
    Gesamt-Brutto | - | 4.500,00 | 5.200,00 | 3.900,00
    Netto-Verdienst | ?/- | 2.810,11 | 3.190,40 | 2.490,00
    VWL an Bausparkasse | - | 40,00 | 0,00 | 26,59
    Pfändung | - | 0,00 | 210,00 | 0,00
    Auszahlungsbetrag | amount | 2.770,11 | 2.980,40 | 2.463,41
    Bankverbindung AN | iban/? | DE89370400440532013000 | DE75512108001245126199 | DE12500105170648489890
    Bankverbindung VWL | -/? | DE02120300000000202051 |  | DE02500105170137075030
    Kst. | - | 400 | 410 | 400`,
  'spanish-facturas-retencion': `
    Nº factura | paymentReference/? | F260012 | F260031 | F260040
    Proveedor | name | Suministros Alfa SL | Marta Gil Pérez | Imprenta Norte SA
    CIF/NIF proveedor | governmentId | B12345674 | 12345678Z | A58818501
    Base | - | 1.000,00 | 500,00 | 80,00
    Cuota IVA | - | 210,00 | 105,00 | 16,80
    % Ret. | - | 0 | 15 | 0
    Imp. retención | - | 0,00 | 75,00 | 0,00
    Total factura | ?/- | 1.210,00 | 530,00 | 96,80
    Importe a transferir | amount | 1.210,00 | 530,00 | 96,80
    C/C proveedor | iban/? | ES9121000418450200051332 | ES7921000813610123456789 | ES9121000418450200051332
    C/C cargo | - | ES6621000418401234567891 | ES6621000418401234567891 | ES6621000418401234567891
    F. vto. | - | 01/07/2026 | 04/07/2026 | 08/07/2026
    Correo aviso pago | email/? | ap@alfa.example | m@gil.example | cobros@norte.example`,
  'italian-scadenzario-ritenute': `
    Fornitore | name | Alfa S.r.l. | Bianchi Mario | Gamma S.p.A.
    Cod. Fisc. | governmentId/? | 01234567897 | BNCMRA80A01H501U | 00743110157
    Protocollo | -/?/paymentReference | 118 | 119 | 130
    Fattura n. | ?/paymentReference | 118/A | 31 | 882
    Totale fattura | ?/- | 1.220,00 | 610,00 | 91,50
    Ritenuta | - | 0,00 | 100,00 | 0,00
    Netto a pagare | amount | 1.220,00 | 510,00 | 91,50
    Valuta | currency/- | EUR | EUR | EUR
    Data valuta | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    IBAN | iban | IT60X0542811101000000123456 | IT60X0542811101000000123456 | DE89370400440532013000
    Ns. banca | - | BPM | BPM | BPM
    CIG | - | Z1A2B3C4D5 |  | Z9A8B7C6D5`,
  'portugal-pagamentos': `
    N.º fornecedor | referenceId | 2211001 | 2211002 | 2211009
    Fornecedor | name | Papel Sol Lda | João Pereira | Gráfica SA
    Contribuinte | governmentId/? | 501442600 | 123456789 | 503504564
    Doc. | ?/paymentReference | FT 1/10 | FT 1/31 | FT 9/88
    Valor líquido | -/? | 1.000,00 | 500,00 | 300,00
    IVA | - | 230,00 | 115,00 | 69,00
    Total doc. | ?/- | 1.230,00 | 615,00 | 369,00
    Valor em dívida | -/? | 1.230,00 | 315,00 | 369,00
    Valor a liquidar | amount/? | 1.230,00 | 315,00 | 369,00
    IBAN destino | iban | PT50000201231234567890154 | PT50000201231234567890154 | ES9121000418450200051332
    IBAN origem | - | PT50003506510000000000033 | PT50003506510000000000033 | PT50003506510000000000033
    Descritivo | memo | FT 10 | FT 31 | FT 88`,
  'swedish-lön-utbetalning': `
    Anst.nr | referenceId/? | 1001 | 1004 | 1012
    Personnr | governmentId/? | 19900304-1234 | 19851112-4321 | 19940730-9876
    Förnamn | firstName | Anna | Björn | Sara
    Efternamn | lastName | Dahl | Ek | Lind
    Bruttolön | - | 38 000,00 | 42 000,00 | 35 500,00
    Prel. skatt | - | 9 100,00 | 10 800,00 | 8 200,00
    Nettolön | amount | 28 900,00 | 31 200,00 | 27 300,00
    Clearingnr | branchId/bankId/? | 5000 | 6000 | 3300
    Bankkonto | accountNum | 0058398 | 123456789 | 9003041234
    Utbetalningsdag | - | 2026-06-25 | 2026-06-25 | 2026-06-25
    Kst | - | 10 | 20 | 10`,
  'japan-shiharai-yotei': `
    支払予定日 | - | 2026/06/30 | 2026/06/30 | 2026/06/30
    仕入先コード | referenceId | 000101 | 000102 | 000117
    仕入先名 | name | 株式会社山田商事 | 田中 太郎 | 桜株式会社
    請求書番号 | paymentReference/? | S-1 | S-2 | S-9
    請求金額(税込) | ?/- | 110000 | 55000 | 33000
    内消費税 | - | 10000 | 5000 | 3000
    源泉徴収税額 | - | 0 | 5105 | 0
    振込手数料 | - | 440 | 440 | 440
    差引支払額 | amount/? | 109560 | 49455 | 32560
    金融機関コード | bankId | 0001 | 0009 | 0005
    支店番号 | branchId | 001 | 225 | 318
    口座番号 | accountNum | 1234567 | 7654321 | 1122334
    口座名義(カナ) | accountHolderName | ヤマダシヨウジ | タナカ タロウ | サクラ
    当社口座 | - | 9988776 | 9988776 | 9988776`,
  'dutch-salaris-netto': `
    Pers.nr. | referenceId/? | 101 | 102 | 117
    Achternaam | lastName | de Wit | van Dam | Vos
    Voorletters | firstName/-/? | J.A. | P. | M.
    BSN | governmentId | 123456782 | 111222333 | 987654321
    Bruto loon | - | 4.200,00 | 3.100,00 | 5.000,00
    Loonheffing | - | 1.100,00 | 650,00 | 1.500,00
    Netto loon | amount/? | 2.900,00 | 2.350,00 | 3.400,00
    Reiskosten | - | 120,00 | 0,00 | 80,00
    Te betalen netto | amount | 3.020,00 | 2.350,00 | 3.480,00
    IBAN werknemer | iban | NL91ABNA0417164300 | NL20INGB0001234567 | BE68539007547034
    T.n.v. | accountHolderName/? | J.A. de Wit | P. van Dam | M. Vos`,
  'tipalti-like-bill-export': `
    Bill internal ID | -/? | 55121 | 55122 | 55140
    Bill ref code | paymentReference/? | B-1 | B-2 | B-9
    Payee ID | referenceId | P1 | P2 | P9
    Payee name | name | Ana Pérez | Kofi Mensah | Blue Door Ltd
    Bill amount | ?/- | 2,000.00 | 1,500.00 | 3,100.00
    Bill currency | ?/- | USD | EUR | GBP
    Amount paid in payee currency | -/? | 34,000.00 | 1,500.00 | 3,100.00
    Payee currency | ?/targetCurrency/accountCurrency/currency | MXN | EUR | GBP
    Payer entity | - | HL Inc | HL Inc | HL Ltd
    Withholding rate | - | 0 | 0 | 20
    Submit amount | amount/? | 2,000.00 | 1,500.00 | 2,480.00
    Payment status | - | Scheduled | Scheduled | Scheduled`,
  'stripe-connect-transfers': `
    id | ?/paymentReference | tr_1AbC | tr_2DeF | tr_3GhI
    Created (UTC) | - | 2026-06-30 10:00 | 2026-06-30 10:00 | 2026-06-30 10:00
    Amount | amount | 1200.00 | 950.00 | 410.25
    Amount Reversed | - | 0.00 | 0.00 | 10.25
    Currency | currency | usd | usd | eur
    Destination | ?/referenceId/accountNum | acct_1AAA | acct_1BBB | acct_1CCC
    Destination Name | name/accountHolderName/? | Ana's Attic | Kofi Crafts | Mia Prints LLC
    Source Transaction | - | ch_1 | ch_2 | ch_3
    Description | memo | June | June | June
    seller_email (metadata) | email/? | ana@attic.example | kofi@crafts.example | mia@prints.example`,
  'amex-employee-cards-and-cash': `
    Traveler | name/? | Ana Perez | John Smith | Mia Lee
    Merchant | -/? | Delta | Hilton | Uber
    Trip | - | NYC | BOS | SFO
    Amount Paid by Company Card | - | 300.00 | 0.00 | 20.00
    Amount Paid by Employee | ?/amount | 120.00 | 88.00 | 45.00
    Amount Owed to Employee | amount/? | 120.00 | 88.00 | 40.00
    Employee Email | email | ana@hl.example | john@hl.example | mia@hl.example
    Expense Report # | paymentReference/? | ER-1 | ER-2 | ER-9
    Account | - | 6010 Travel | 6010 Travel | 6010 Travel`,
  'rent-payments-landlords': `
    Property | - | 12 Harbour St | 4 Lane Rd | 9 Mill Way
    Tenant | - | Harbour Lane Ltd | Harbour Lane Ltd | Harbour Lane Ltd
    Landlord | name | Acme Estates Ltd | P Jones | Mill Trust
    Landlord account name | accountHolderName | ACME ESTATES CLIENT AC | P JONES | MILL TRUST
    Sort Code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Account No. | accountNum | 55779911 | 70872490 | 31926819
    Monthly rent | ?/amount | 1,200.00 | 950.00 | 2,400.00
    Service charge | - | 100.00 | 0.00 | 240.00
    Deposit held | - | 1,200.00 | 950.00 | 2,400.00
    Payment this quarter (£) | amount/? | 3,900.00 | 2,850.00 | 7,920.00
    Lease ref | ?/paymentReference/- | L1 | L2 | L9`,
  'french-notes-de-frais': `
    N° note | paymentReference/? | NDF-118 | NDF-119 | NDF-130
    Collaborateur | name | Claire Moreau | Luc Petit | Inès Garnier
    Validé par | - | Paul Roux | Paul Roux | Paul Roux
    Fournisseur | -/? | SNCF | Hertz | Fnac
    Montant TTC | ?/- | 120,00 | 88,00 | 1 299,00
    TVA récupérable | - | 20,00 | 0,00 | 216,50
    Payé carte société | - | 0,00 | 0,00 | 1 000,00
    À rembourser | amount | 120,00 | 88,00 | 299,00
    Devise d'origine | - | EUR | GBP | EUR
    IBAN collaborateur | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | FR7630006000011234567890189
    Compte comptable | - | 625100 | 625100 | 606300`,
  'china-baoxiao-list': `
    单据编号 | paymentReference/? | BX-01 | BX-02 | BX-09
    报销人 | name/? | 李娜 | 王伟 | 张敏
    员工工号 | referenceId | 1001 | 1002 | 1003
    部门 | - | 市场 | 技术 | 财务
    报销金额 | ?/amount | 1200.00 | 880.00 | 460.00
    借款冲销 | - | 200.00 | 0.00 | 0.00
    实付金额 | amount | 1000.00 | 880.00 | 460.00
    开户行 | - | 工商银行 | 建设银行 | 农业银行
    银行卡号 | accountNum | 6222021001116245702 | 6217000010001234567 | 6228480402564890018
    审批人 | - | 赵总 | 赵总 | 赵总`,
  'polish-lista-plac': `
    Nr ewid. | referenceId/? | 12 | 15 | 31
    Nazwisko i imię | name | Kowalski Jan | Nowak Anna | Zieliński Piotr
    PESEL | governmentId | 90010112345 | 85051254321 | 94073098765
    Brutto | - | 8 000,00 | 6 500,00 | 7 200,00
    Składki ZUS | - | 1 096,80 | 891,15 | 987,12
    Zaliczka PIT | - | 520,00 | 380,00 | 440,00
    Potrącenia | - | 0,00 | 200,00 | 0,00
    Do wypłaty | amount | 5 762,00 | 4 510,00 | 5 190,00
    Konto pracownika | accountNum/iban/? | PL61109010140000071219812874 | PL27114020040000300201355387 | PL61109010140000071219812874
    Konto ZUS | - | PL83101010230000261395100000 | PL83101010230000261395100000 | PL83101010230000261395100000`,
  'danish-lonservice': `
    Medarb.nr. | referenceId/? | 1 | 4 | 12
    CPR-nr. | governmentId/? | 010190-1234 | 120585-4321 | 300794-9876
    Navn | name | Lars Friis | Mette Holm | Ida Krog
    Bruttoløn | - | 38.000,00 | 42.000,00 | 35.500,00
    A-skat | - | 11.100,00 | 12.800,00 | 10.200,00
    AM-bidrag | - | 3.040,00 | 3.360,00 | 2.840,00
    Til disposition | amount/? | 23.860,00 | 25.840,00 | 22.460,00
    Regnr. | bankId/branchId/? | 0040 | 3000 | 6695
    Kontonr. | accountNum | 0440116243 | 0011223344 | 0001112223
    Pensionskonto | - | 9988776655 | 9988776655 | 9988776655`,
  'anz-transactive-pay-import': `
    From Account | - | 013-000 123456789 | 013-000 123456789 | 013-000 123456789
    To BSB | branchId | 062-000 | 733-001 | 012-345
    To Account | accountNum | 10482211 | 554120 | 440021987
    To Account Name | accountHolderName/name | COAST PLUMBING | LENA HART | DELTA TIMBER
    Debit Amount | - | 1320.00 | 440.00 | 1000.00
    Credit Amount | amount | 1320.00 | 440.00 | 1000.00
    From Narrative | - | JUNE AP | JUNE AP | JUNE AP
    To Narrative | memo/? | INV 2201 | INV 77 | INV 9
    Payment Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'paychex-agency-checks': `
    Client # | - | 0012-A345 | 0012-A345 | 0012-A345
    Worker ID | referenceId | 1 | 4 | 12
    Worker Name | name | Perez, Ana | Smith, John | Lee, Mia
    Net Pay | ?/- | 3,000.00 | 2,750.00 | 3,850.00
    Garnishment Amount | - | 0.00 | 200.00 | 0.00
    Garnishment Payee | -/? |  | NY Child Support | 
    Net Direct Deposit | amount/? | 3,000.00 | 2,550.00 | 3,850.00
    Deposit Routing # | branchId/? | 021000021 | 026009593 | 121000248
    Deposit Account # | accountNum/? | 483920110 | 77201934 | 9920018834
    Employer Tax | - | 240.00 | 210.00 | 300.00`,
  'mexico-spei-dispersion': `
    Cuenta cargo | - | 012180004455667788 | 012180004455667788 | 012180004455667788
    Cuenta abono (CLABE) | accountNum | 012180000118359719 | 002010077777777771 | 072580012345678901
    Nombre beneficiario | accountHolderName/name | Ana Pérez | Luis Soto | Papeles del Norte SA de CV
    RFC beneficiario | governmentId | PEAA900101AB1 | SOLL850512CD2 | PNO010203EF3
    Importe operación | amount/? | 1,200.00 | 950.00 | 410.25
    IVA operación | - | 165.52 | 131.03 | 56.59
    Concepto pago | memo | Factura 88 | Factura 2 | Factura 9
    Referencia numérica | ?/memo/paymentReference | 1234567 | 2345678 | 3456789
    Clave de rastreo | ?/paymentReference | HL0001 | HL0002 | HL0003
    Banco destino | -/bankId/? | BBVA | BANAMEX | BANORTE`,
  'swiss-abacus-dta': `
    Lieferant Nr. | referenceId | 1001 | 1004 | 1012
    Lieferant | name | Muster AG | Meier & Co | Anna Keller
    Beleg | ?/paymentReference | 8812 | 8813 | 8820
    Rechnungsbetrag FW | - | 1'200.00 | 450.50 | 880.00
    Rechnungsbetrag LW | - | 1'200.00 | 430.00 | 880.00
    Zahlung FW | amount/? | 1'200.00 | 450.50 | 440.00
    FW | currency/? | CHF | EUR | CHF
    QR-Referenz | ?/memo/paymentReference | 210000000003139471430009017 | | 210000000003139471430009033
    IBAN/QR-IBAN | iban | CH9300762011623852957 | DE89370400440532013000 | CH9300762011623852957
    Belastungskonto | - | CH5604835012345678009 | CH5604835012345678009 | CH5604835012345678009
    Mitteilung | memo | Rg. 8812 | Rg. 8813 | Rg. 8820`,
  'affiliate-impact-like': `
    Partner ID | referenceId/? | 10011 | 10012 | 10013
    Partner Name | name | Ana Blog | Kofi Tech | Mia Cooks
    Contact | -/name/? | Ana Pérez | Kofi Mensah | Mia Lee
    Tax ID on file | - | Yes | Yes | No
    Locked Commission | ?/- | 120.50 | 93.51 | 33.00
    Bonus | - | 0.00 | 10.00 | 0.00
    Payable This Cycle | amount/? | 120.50 | 103.51 | 33.00
    Currency | currency | USD | EUR | USD
    Payment Threshold | - | 50.00 | 50.00 | 50.00
    PayPal Email | paypalEmail | ana@pp.example | kofi@pp.example | mia@pp.example
    Account Manager Email | - | am@hl.example | am@hl.example | am2@hl.example`,
  'hours-and-two-rates-contractors': `
    Contractor | name | Ana Pérez | Kofi Mensah | Mia Lee
    Contractor email | email | ana@mail.example | kofi@mail.example | mia@mail.example
    PO # | - | PO-1 | PO-2 | PO-9
    Inv # | paymentReference/? | A-1 | K-7 | M-9
    Hrs | - | 40 | 12 | 30
    Rate (USD/h) | - | 50.00 | 80.00 | 60.00
    Line total | ?/amount | 2,000.00 | 960.00 | 1,800.00
    WHT 10 % | - | 200.00 | 0.00 | 180.00
    Net to pay (USD) | amount | 1,800.00 | 960.00 | 1,620.00
    Bank Name | - | BBVA | GCB | Chase
    Acc No | accountNum | 012180000118359719 | 1441000123456 | 9920018834
    ABA / SWIFT | ?/swiftBic/branchId | BCMRMXMM | GHCBGHAC | 021000021`,
  'treasury-file-with-a-short-header': `
    Entity | - | HL01 | HL01 | HL01
    IBAN | ? | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185
    Cpty | -/?/name | Alpha | Moreau | Muster
    Cpty coord. | ? | FR7630006000011234567890189 | FR1420041010050500013M02606 | DE89370400440532013000
    Payment amount | amount | 1200.00 | 880.00 | 450.50
    Payment currency | currency | EUR | EUR | EUR`,
};
