/** An eleventh round of unseen sheets. */
export const ELEVENTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'zim-cbz-payslips': `
    ACCOUNT_NUMBER | accountNum | 10124567890123 | 10129876543210 | 10121112223334
    AMOUNT | amount | 850.00 | 910.50 | 640.00
    ACCOUNT_NAME | accountHolderName/name | TENDAI MOYO | RUDO NCUBE | FARAI DUBE
    REFERENCE | paymentReference/memo/? | JUN-118 | JUN-119 | JUN-120
    CURRENCY | currency | USD | USD | USD`,
  'payslip-disbursement-screen': `
    Account Number | accountNum | 55779911 | 70872490 | 31926819
    Employee Name | name | Ana Perez | Ben Okoro | Cora Li
    Net Pay | amount | 2,580.00 | 2,360.00 | 3,210.00
    Payment Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Reference ID | paymentReference/referenceId/? | PR-118 | PR-119 | PR-120`,
  'icici-bulk-vendor': `
    Beneficiary Name | name/accountHolderName | Acme Tools Pvt Ltd | Priya Nair | Om Traders
    Beneficiary Account No | accountNum | 50100044332211 | 31200045671 | 201994883921
    Beneficiary IFSC | branchId | HDFC0000123 | UTIB0000047 | SBIN0004321
    Amount | amount | 310000.00 | 12500.00 | 8800.50
    Payment Mode | payoutMethod/- | NEFT | NEFT | NEFT
    Remarks | memo/- | B118 | B118 | B118`,
  'fire-com-batch': `
    icanFrom | - | 2150 | 2150 | 2150
    payeeType | - | ACCOUNT_DETAILS | ACCOUNT_DETAILS | ACCOUNT_DETAILS
    destAccountHolderName | accountHolderName/name | A Smith | J Doe | M Lee
    destAccountNumber | accountNum | 55779911 | 70872490 | 31926819
    destNsc | branchId/? | 200000 | 404757 | 309626
    amount | amount | 1860.22 | 2104.87 | 1577.40
    currency | currency | GBP | GBP | GBP
    myRef | paymentReference/-/? | M118 | M119 | M120
    yourRef | memo/paymentReference/? | Y118 | Y119 | Y120`,
  'wire-instructions-of-a-us-bank': `
    Originator Account | - | 000123456789 | 000123456789 | 000123456789
    Wire Amount | amount | 12,400.50 | 880.00 | 3,100.00
    Wire Currency | currency | USD | EUR | GBP
    Beneficiary Name | name/accountHolderName | Acme Supplies | Muster GmbH | Smith Ltd
    Beneficiary Account/IBAN | iban/accountNum/? | 483920110 | DE89370400440532013000 | GB29NWBK60161331926819
    Beneficiary Bank SWIFT | swiftBic | CHASUS33 | COBADEFF | NWBKGB2L
    Intermediary Bank SWIFT | - | BOFAUS3N | BOFAUS3N | BOFAUS3N
    Originator to Beneficiary Info | memo | Inv 118 | Inv 119 | Inv 120`,
  'nacha-ppd-worksheet': `
    Individual ID | referenceId/? | E118 | E119 | E120
    Individual Name | name | Ana Perez | Ben Okoro | Cora Li
    RDFI Routing | branchId | 021000021 | 111000025 | 102001017
    DFI Account Number | accountNum | 483920110 | 77201934 | 5512334
    Account Type | - | Checking | Savings | Checking
    Transaction Code | - | 22 | 32 | 22
    Amount | amount | 1240.50 | 880.00 | 310.00
    Company Entry Description | -/memo | PAYROLL | PAYROLL | PAYROLL
    Trace Number | -/paymentReference/? | 021000020000118 | 021000020000119 | 021000020000120`,
  'canadian-cpa005-list': `
    Payee Name | name | Acme Ltée | Benoit Roy | Cora Li
    Institution No. | bankId | 003 | 815 | 010
    Transit No. | branchId | 01234 | 30021 | 00952
    Account No. | accountNum | 1012345 | 4455667 | 9988776
    Amount (CAD) | amount | 1,240.50 | 880.00 | 310.00
    Cross Reference # | paymentReference/? | X118 | X119 | X120
    Due Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'aba-editor-au': `
    Account Title | accountHolderName/name | Kelly Plumbing | Noah Smith | Zed Foods
    BSB | branchId | 062-000 | 033-088 | 484-799
    Account | accountNum | 12345678 | 123456 | 043453534
    Transaction Code | - | 50 | 53 | 50
    Amount | amount | 1240.50 | 880.00 | 310.00
    Lodgement Reference | memo/paymentReference/? | INV 118 | WAGES | INV 9
    Remitter Name | - | ACME PTY | ACME PTY | ACME PTY
    Trace BSB | - | 082-001 | 082-001 | 082-001
    Trace Account | - | 98765432 | 98765432 | 98765432`,
  'singapore-giro-fast': `
    Receiving Party Name | name/accountHolderName | Tan Ah Kow | Lim Mei | Acme Pte Ltd
    Receiving Party Bank Code | swiftBic/bankId | DBSSSGSG | OCBCSGSG | UOVBSGSG
    Receiving Party Account No. | accountNum | 0123456789 | 501234567001 | 3456789012
    Amount | amount | 1240.50 | 880.00 | 310.00
    Currency | currency | SGD | SGD | SGD
    Purpose Code | -/category | SALA | SALA | SUPP
    Particulars | memo/? | June | June | Inv 9
    Reference | paymentReference/memo/? | S118 | S119 | S120`,
  'hk-autopay-out': `
    Seq. | - | 1 | 2 | 3
    Beneficiary Name | name/accountHolderName | CHAN TAI MAN | WONG SIU MING | ACME HK LTD
    Bank Code | bankId | 004 | 012 | 024
    Branch Code | branchId | 808 | 875 | 774
    Account Number | accountNum | 123456838 | 012345678 | 987654321
    Amount (HKD) | amount | 18,000.00 | 21,500.00 | 9,900.00
    Reference | paymentReference/memo/? | SAL01 | SAL02 | INV9`,
  'lexware-lohn-ueberweisungen': `
    Personalnummer | referenceId | 118 | 119 | 120
    Name | lastName/name | Braun | Muster | Weiß
    Vorname | firstName | Anna | Max | Eva
    Gesamtbrutto | - | 4.200,00 | 3.900,00 | 5.100,00
    Gesetzl. Netto | - | 2.610,12 | 2.480,40 | 3.050,90
    Überweisung | amount | 2.570,12 | 2.480,40 | 3.050,90
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Bank | - | Commerzbank | BHF | Raiffeisen`,
  'addison-opos': `
    Konto | referenceId/accountNum/? | 70118 | 70119 | 70120
    Kontenbezeichnung | name | Muster GmbH | Beta AG | Gamma KG
    OP-Nummer | paymentReference/memo | RE-118 | RE-119 | RE-120
    OP-Betrag | - | 1.265,82 | 88,00 | 316,33
    Skontobetrag | - | 25,32 | 0,00 | 6,33
    Überweisungsbetrag | amount | 1.240,50 | 88,00 | 310,00
    IBAN Geschäftspartner | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Mandant | - | 1000 | 1000 | 1000`,
  'cegid-reglements-fournisseurs': `
    Auxiliaire | referenceId/? | 0ALPHA | 0BETA | 0GAMMA
    Raison sociale | name | Alpha SARL | Bêta SAS | Gamma EURL
    Réf. facture | paymentReference/memo | FA118 | FA119 | FA120
    Échéance | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Solde dû | -/amount/? | 1 240,50 | 880,00 | 310,00
    Montant réglé | amount | 1 240,50 | 880,00 | 310,00
    Dev. | currency | EUR | EUR | EUR
    IBAN bénéficiaire | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    IBAN débiteur | - | FR7612548029989876543210917 | FR7612548029989876543210917 | FR7612548029989876543210917`,
  'notes-de-frais-spendesk': `
    Collaborateur | name | Alice Durand | Bruno Petit | Chloé Moreau
    E-mail du collaborateur | email | alice@x.example | bruno@x.example | chloe@x.example
    Date de la dépense | - | 12/06/2026 | 13/06/2026 | 14/06/2026
    Fournisseur | - | SNCF | Hôtel Ibis | Uber
    Montant TTC | amount/? | 120,50 | 98,00 | 31,00
    TVA | - | 10,95 | 8,91 | 2,82
    Montant à rembourser | amount | 120,50 | 98,00 | 31,00
    Devise | currency | EUR | EUR | EUR
    N° de dépense | paymentReference | D118 | D119 | D120`,
  'sage-nominaplus-transferencias': `
    Cód. empleado | referenceId | 118 | 119 | 120
    Nombre y apellidos | name | Ana Pérez Ruiz | Luis Gil Soto | Eva Mora Vega
    D.N.I. | governmentId | 12345678Z | 87654321X | 11223344B
    IBAN abono | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES1000492352082414205416
    IBAN cargo | - | ES6000491500051234567892 | ES6000491500051234567892 | ES6000491500051234567892
    Bruto | - | 2.100,00 | 1.900,00 | 2.600,00
    Neto transferencia | amount | 1.720,00 | 1.590,00 | 2.080,00
    Concepto transferencia | memo | Nómina junio | Nómina junio | Nómina junio`,
  'contpaqi-dispersion-mx': `
    Código | referenceId/? | 118 | 119 | 120
    Empleado | name | Ana Pérez | Luis Gil | Eva Mora
    RFC | governmentId | PEAA900417AB1 | GILL880311CD2 | MOVE920522EF3
    CLABE | accountNum | 012180000118359719 | 014027000005555558 | 072580000012345679
    Banco | - | BBVA | Santander | Banorte
    Total percepciones | - | 14,000.00 | 12,000.00 | 16,000.00
    Total deducciones | - | 1,900.00 | 1,500.00 | 2,300.00
    Neto | amount/? | 12,100.00 | 10,500.00 | 13,700.00`,
  'omie-contas-a-pagar-again': `
    Fornecedor | name | Alfa Ltda | Beta ME | Carla Souza
    CNPJ/CPF | governmentId | 11.222.333/0001-81 | 45.997.418/0001-53 | 529.982.247-25
    Nº do Documento | paymentReference | 118 | 119 | 120
    Vencimento | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Valor da Conta | -/? | 1.300,50 | 880,00 | 310,00
    Valor a Pagar | amount | 1.240,50 | 880,00 | 310,00
    Conta Corrente | -/accountNum/? | Itaú Matriz | Itaú Matriz | Itaú Matriz
    Chave Pix | -/accountNum/? | alfa@x.example | 45997418000153 | +5511999990000`,
  'zucchetti-bonifici': `
    Matricola | referenceId | 118 | 119 | 120
    Cognome | lastName | Rossi | Bianchi | Verdi
    Nome | firstName | Anna | Luca | Eva
    Cod. fiscale | governmentId | RSSNNA90D57H501X | BNCLCU88C11F205Y | VRDVEA92E62L219Z
    Lordo | - | 2.500,00 | 2.300,00 | 3.100,00
    Netto in busta | amount | 1.780,00 | 1.650,00 | 2.160,00
    IBAN dipendente | iban | IT60X0542811101000000123456 | IT28W8000000292100645211151 | IT97B0300203280284975661141
    IBAN azienda | - | IT02L1234512345123456789012 | IT02L1234512345123456789012 | IT02L1234512345123456789012`,
  'jp-freee-payroll': `
    従業員番号 | referenceId | E118 | E119 | E120
    氏名 | name | 山田 花子 | 鈴木 一郎 | 佐藤 愛
    総支給額 | - | 320000 | 290000 | 250000
    控除合計 | - | 62000 | 54000 | 46000
    差引支給額 | amount | 258000 | 236000 | 204000
    金融機関コード | bankId | 0001 | 0005 | 0036
    支店コード | branchId | 001 | 225 | 251
    口座種別 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義カナ | accountHolderName/name | ヤマダ ハナコ | スズキ イチロウ | サトウ アイ`,
  'kr-transfer-list': `
    입금은행 | - | 국민 | 신한 | 우리
    입금계좌번호 | accountNum | 123456789012 | 110123456789 | 1002123456789
    예금주명 | accountHolderName/name | 김영희 | 박철수 | 이민호
    이체금액 | amount | 2580000 | 2360000 | 2040000
    출금계좌번호 | - | 999999888888 | 999999888888 | 999999888888
    받는분통장표시내용 | memo | 6월급여 | 6월급여 | 6월급여`,
  'cn-payroll-daifa': `
    序号 | - | 1 | 2 | 3
    员工编号 | referenceId | E118 | E119 | E120
    姓名 | name | 王伟 | 李娜 | 张敏
    身份证号码 | governmentId | 110105199001011234 | 310115198805052345 | 440106199203033456
    应发工资 | - | 10000.00 | 9000.00 | 8000.00
    实发工资 | amount | 8500.00 | 7700.00 | 6900.00
    开户行 | - | 工商银行 | 农业银行 | 建设银行
    银行卡号 | accountNum | 6222020200112233445 | 6228480402564890018 | 6217000010012345678`,
  'fortnox-leverantorsbetalningar': `
    Lev.nr | referenceId | 118 | 119 | 120
    Leverantör | name | Alfa AB | Beta HB | Cora Li
    Fakturanr | paymentReference/memo | 26118 | 26119 | 26120
    OCR/Meddelande | memo/? | 261183 | 261191 | 261209
    Fakturabelopp | - | 1 300,50 | 880,00 | 310,00
    Betalt belopp | amount/? | 1 240,50 | 880,00 | 310,00
    Valuta | currency | SEK | SEK | SEK
    Bankgiro/IBAN | iban/accountNum/? | SE4550000000058398257466 | SE3550000000054910000003 | SE6412000000012170145230`,
  'netvisor-maksut': `
    Saajan nimi | name/accountHolderName | Alfa Oy | Beta Ky | Cora Li
    Saajan tilinumero | iban/accountNum | FI2112345600000785 | FI5542345670000081 | FI1410093000123458
    BIC | swiftBic | NDEAFIHH | OKOYFIHH | NDEAFIHH
    Viite | paymentReference | RF18539007547034 | 1232 | 1245
    Summa | amount | 1240,50 | 880,00 | 310,00
    Valuutta | currency | EUR | EUR | EUR
    Maksajan tili | - | FI3750001520000063 | FI3750001520000063 | FI3750001520000063
    Eräpäivä | - | 30.6.2026 | 30.6.2026 | 30.6.2026`,
  'kontist-freelancer-invoices': `
    Rechnungsnummer | paymentReference/memo | 2026-118 | 2026-119 | 2026-120
    Rechnungssteller | name | Anna Braun | Max Muster | Eva Weiß
    Nettobetrag | - | 1.042,44 | 739,50 | 260,50
    USt. | - | 198,06 | 140,50 | 49,50
    Bruttobetrag | amount/? | 1.240,50 | 880,00 | 310,00
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Verwendungszweck | memo | Honorar Juni | Honorar Juni | Honorar Juni
    E-Mail | email | anna@x.example | max@x.example | eva@x.example`,
  'tipalti-style-payee-upload-mixed': `
    Payee ID | referenceId | P118 | P119 | P120
    Payee email | email | ana@x.example | ben@x.example | cora@x.example
    Invoice amount | amount/? | 1,300.50 | 880.00 | 310.00
    Withholding | - | 60.00 | 0.00 | 0.00
    Amount to submit | amount | 1,240.50 | 880.00 | 310.00
    Invoice currency | currency/? | USD | USD | EUR
    Ref code | paymentReference/? | R118 | R119 | R120`,
  'stripe-connect-transfers-again': `
    id | -/paymentReference/? | tr_118 | tr_119 | tr_120
    destination | referenceId/-/? | acct_1A | acct_1B | acct_1C
    amount | amount | 1240.50 | 880.00 | 310.00
    currency | currency | usd | usd | eur
    description | memo | June | June | June
    source_transaction | - | ch_1 | ch_2 | ch_3
    transfer_group | - | G1 | G1 | G1`,
  'hyperwallet-payments': `
    Client Payment ID | paymentReference | 118 | 119 | 120
    Destination Token | -/referenceId/? | usr-1 | usr-2 | usr-3
    Destination Amount | targetAmount | 1240.50 | 880.00 | 310.00
    Destination Currency | targetCurrency | USD | EUR | GBP
    Notes | memo | June | June | June
    Program Token | - | prg-1 | prg-1 | prg-1`,
  'affiliate-network-payouts': `
    Publisher ID | referenceId | 118 | 119 | 120
    Publisher | name | Blog One | Deal Two | Cora Li
    PayPal Email | paypalEmail | one@x.example | two@x.example | cora@x.example
    Clicks | - | 12000 | 800 | 310
    Conversions | - | 120 | 8 | 3
    Gross Commission | - | 1,300.50 | 900.00 | 320.00
    Network Fee | - | 60.00 | 20.00 | 10.00
    Payout (USD) | amount | 1,240.50 | 880.00 | 310.00`,
  'grant-office-stipends': `
    Student No. | referenceId | S118 | S119 | S120
    Surname | lastName | Perez | Okoro | Li
    Forenames | firstName | Ana | Ben | Cora
    University e-mail | email | ana@uni.example | ben@uni.example | cora@uni.example
    Annual stipend | - | 18,000.00 | 18,000.00 | 12,000.00
    This payment | amount | 1,500.00 | 1,500.00 | 1,000.00
    Sort code | branchId | 20-00-00 | 40-47-57 | 30-96-26
    Account no. | accountNum | 55779911 | 70872490 | 31926819
    Cost centre | -/tags | RES1 | RES1 | RES2`,
  'ngo-field-officers-mixed-words': `
    Full names | name | Ana Perez | Ben Okoro | Cora Li
    Country of residence | country | Kenya | Nigeria | Philippines
    Bank | - | KCB | GTB | BDO
    Acc. No. | accountNum | 1101234567 | 0123456789 | 001234567890
    Swift | swiftBic | KCBLKENX | GTBINGLA | BNORPHMM
    Days | - | 20 | 22 | 15
    Daily rate | - | 50.00 | 45.00 | 40.00
    Less advance | - | 100.00 | 0.00 | 0.00
    Net due USD | amount | 900.00 | 990.00 | 600.00`,
};
