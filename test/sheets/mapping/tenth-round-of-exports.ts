/** A tenth round of unseen exports; the headers of about half of them are those of programs that write such files. */
export const TENTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'neft-disbursal-of-payroll': `
    Beneficiary Account Number | accountNum | 123456789012 | 50100044332211 | 201994883921
    Beneficiary Name | name/accountHolderName | Rohan Mehta | Anita Rao | Sunil Verma
    IFSC Code | branchId | ICIC0001234 | HDFC0000123 | SBIN0004321
    Amount | amount | 75000.00 | 61250.00 | 45000.00
    Payment Reference | paymentReference | SAL-0626-11 | SAL-0626-12 | SAL-0626-13
    Remarks | memo/- | Salary June | Salary June | Salary June`,
  'yes-bank-bulk': `
    Beneficiary Account Number | accountNum | 123456789012 | 50100044332211 | 201994883921
    Beneficiary Name | name/accountHolderName | Rohan Mehta | Anita Rao | Sunil Verma
    IFSC Code | branchId | ICIC0001234 | HDFC0000123 | SBIN0004321
    Amount | amount | 75000.00 | 61250.00 | 45000.00
    Transaction Type | - | NEFT | NEFT | NEFT
    Reference | paymentReference/memo/? | EMP11 | EMP12 | EMP13
    Customer Reference | paymentReference/memo/- | B118-1 | B118-2 | B118-3`,
  'sbi-cmp': `
    Txn Type | - | NEFT | NEFT | RTGS
    Debit Account No | - | 50200088997766 | 50200088997766 | 50200088997766
    Beneficiary Name | name/accountHolderName | Sunil Gavaskar | Priya Nair | Acme Tools Pvt Ltd
    Beneficiary Account No | accountNum | 201994883921 | 31200045671 | 50100044332211
    Amount | amount | 45000.00 | 12500.00 | 310000.00
    Beneficiary IFSC | branchId | SBIN0004321 | UTIB0000047 | HDFC0000123
    Narration | memo | JUNE SALARY | JUNE SALARY | INV 118`,
  'indian-erp-payment-advice': `
    Beneficiary Name | name/accountHolderName | Acme Tools Pvt Ltd | Priya Nair | Om Traders
    Beneficiary Account Number | accountNum | 50100044332211 | 31200045671 | 201994883921
    Beneficiary IFSC | branchId | HDFC0000123 | UTIB0000047 | SBIN0004321
    Amount | amount | 310000.00 | 12500.00 | 8800.50
    Value Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Payment Mode | payoutMethod | RTGS | NEFT | NEFT
    Reference | paymentReference/memo/? | PV-118 | PV-119 | PV-120
    Remitter Account Number | - | 50200088997766 | 50200088997766 | 50200088997766
    Remitter IFSC | - | HDFC0000001 | HDFC0000001 | HDFC0000001
    Voucher Number | paymentReference/memo/-/? | 1118 | 1119 | 1120`,
  'mandiri-payroll': `
    Beneficiary Account Number | accountNum | 1370012345678 | 1370087654321 | 0700001855377
    Beneficiary Name | name/accountHolderName | Siti Rahma | Budi Santoso | Dewi Lestari
    Amount | amount | 8500000.00 | 7250000.00 | 9100000.00
    Currency | currency | IDR | IDR | IDR
    Remark | memo | Gaji Periode Juni | Gaji Periode Juni | Gaji Periode Juni`,
  'absa-business-integrator': `
    Beneficiary Name | name/accountHolderName | BrickDirect Industrial | Lindiwe Dube | Cape Paper CC
    Beneficiary Account | accountNum | 62849302918 | 4071234567 | 9011223344
    Branch Code | branchId/bankId | 250655 | 632005 | 051001
    Account Type | -/? | Cheque | Savings | Cheque
    Amount | amount | 12400.50 | 8800.00 | 3100.00
    Beneficiary Reference | memo/paymentReference/? | INV118 | SALARY | INV9
    Own Reference | paymentReference/-/? | P-118 | P-119 | P-120`,
  'stanbic-payslips': `
    Beneficiary Name | name/accountHolderName | Tendai Moyo | Rudo Ncube | Farai Dube
    Beneficiary Account | accountNum | 9140001234567 | 9140007654321 | 9140001112223
    Bank Code | bankId | 31 | 04 | 07
    Branch Code | branchId | 031004 | 004112 | 007001
    Amount | amount | 850.00 | 910.50 | 640.00
    Reference | paymentReference/memo/? | PAY-118 | PAY-119 | PAY-120`,
  'china-remittance-export': `
    Beneficiary Name | name/accountHolderName | 王伟 | 李娜 | 张敏
    Beneficiary Account No. | accountNum | 6222020200112233445 | 6228480402564890018 | 6217000010012345678
    Bank Name | - | ICBC | ABC | CCB
    Bank Branch | branchId/-/? | Beijing Haidian | Shanghai Pudong | Guangzhou Tianhe
    Province | region/-/bankRegion/? | Beijing | Shanghai | Guangdong
    City | city/bankCity/? | Beijing | Shanghai | Guangzhou
    ID Card No. | governmentId | 110105199001011234 | 310115198805052345 | 440106199203033456
    Currency | currency/targetCurrency | CNY | CNY | CNY
    Transaction Amount Received | targetAmount/amount/? | 8500.00 | 7200.00 | 6100.00`,
  'sd-direct-submission': `
    Destination Account Name | name/accountHolderName | A Smith | J Doe | M Lee
    Destination Sort Code | branchId | 200000 | 404757 | 309626
    Destination Account Number | accountNum | 55779911 | 70872490 | 31926819
    Payment Reference | paymentReference | SAL12 | SAL13 | SAL44
    Amount | amount | 1860.22 | 2104.87 | 1577.40
    Transaction code | - | 99 | 99 | 99
    Realtime Information Checksum | - | /ABC | /DEF | /GHI
    Pay Date | - | 2026-06-26 | 2026-06-26 | 2026-06-26
    Originating Sort Code | - | 601111 | 601111 | 601111
    Originating Account Number | - | 12345678 | 12345678 | 12345678
    Originating Account Name | - | ACME LTD | ACME LTD | ACME LTD`,
  'revolut-business-statement': `
    Date started (UTC) | - | 2026-06-15 09:23:45 | 2026-06-15 14:30:00 | 2026-06-16 10:00:00
    ID | -/paymentReference/? | rev-abc123 | rev-ghi789 | rev-jkl012
    Type | - | TRANSFER | TRANSFER | TRANSFER
    State | - | PENDING | PENDING | PENDING
    Description | memo/- | To Muster GmbH | To Anna Braun | To Beta AG
    Reference | paymentReference/memo/? | INV-1042 | INV-1043 | INV-1044
    Payer | - | Mike Ross | Mike Ross | Mike Ross
    Orig currency | - | EUR | EUR | EUR
    Orig amount | - | 2500.00 | 310.00 | 88.00
    Payment currency | currency/? | EUR | EUR | EUR
    Amount | amount | 2500.00 | 310.00 | 88.00
    Fee | - | 0.20 | 0.20 | 0.20
    Balance | - | 12500.00 | 12190.00 | 12102.00
    Account | - | Main EUR | Main EUR | Main EUR
    Beneficiary IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT611904300234573201
    Beneficiary BIC | swiftBic | COBADEFF | SOGEDEFF | BKAUATWW
    Beneficiary name | name/accountHolderName | Muster GmbH | Anna Braun | Beta AG`,
  'austrian-george-umsaetze': `
    Buchungsdatum | - | 15.06.2026 | 15.06.2026 | 16.06.2026
    Valutadatum | - | 15.06.2026 | 15.06.2026 | 16.06.2026
    Betrag | amount | 1.240,50 | 88,00 | 310,00
    Währung | currency | EUR | EUR | EUR
    Auftraggebername | - | Chorkuma GmbH | Chorkuma GmbH | Chorkuma GmbH
    Auftraggeber IBAN/Kto.Nr. | - | AT611904300234573201 | AT611904300234573201 | AT611904300234573201
    Auftraggeber BIC/BLZ | - | BKAUATWW | BKAUATWW | BKAUATWW
    Empfängername | name/accountHolderName | Muster GmbH | Anna Braun | Beta AG
    Empfänger IBAN/Kto.Nr. | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Empfänger BIC/BLZ | swiftBic | COBADEFF | SOGEDEFF | RLNWATWW
    Text | memo/- | Überweisung | Überweisung | Überweisung
    Verwendungszweck | memo | RE 118 | RE 119 | RE 120`,
  'mein-geld-import': `
    Empfängername | name/accountHolderName | Muster GmbH | Anna Braun | Beta AG
    Kontonummer | accountNum | 532013000 | 1245126199 | 12345864
    Bankleitzahl | bankId/branchId | 37040044 | 51210800 | 32000000
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    BIC | swiftBic | COBADEFF | SOGEDEFF | RLNWATWW
    Verwendungszweck | memo | RE 118 | RE 119 | RE 120
    Betrag | amount | 1240,50 | 88,00 | 310,00
    Auftragsart | - | SEPA-Überweisung | SEPA-Überweisung | SEPA-Überweisung
    Textschlüssel | - | 51 | 51 | 51
    Kundenreferenz | paymentReference | K118 | K119 | K120
    Ausführungsdatum | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Kommentar | memo/- | ok | ok | ok`,
  'jp-sogo-furikomi-service': `
    サービス区分 | - | 3 | 3 | 3
    実行日 | - | 0630 | 0630 | 0630
    銀行番号 | bankId | 0001 | 0005 | 0036
    支店番号 | branchId | 001 | 225 | 251
    預金種目 | - | 1 | 1 | 1
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義 | name/accountHolderName | ヤマダ タロウ | カ）サンプル | スズキ ハナコ
    金額 | amount | 264780 | 236870 | 208300
    顧客番号 | referenceId/-/paymentReference | 000118 | 000119 | 000120`,
  'jp-cast-invoices': `
    請求書番号 | paymentReference | INV-118 | INV-119 | INV-120
    キャスト名 | name | 山田 花子 | 鈴木 一郎 | 佐藤 愛
    メールアドレス | email | hanako@example.jp | ichiro@example.jp | ai@example.jp
    件名 | memo/- | 6月分 | 6月分 | 6月分
    支払期日 | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    小計 | - | 100000 | 80000 | 50000
    消費税 | - | 10000 | 8000 | 5000
    源泉徴収 | - | 10210 | 8168 | 5105
    合計金額 | amount/? | 99790 | 79832 | 49895
    銀行名 | - | みずほ銀行 | 三菱UFJ銀行 | 楽天銀行
    支店名 | - | 本店 | 渋谷支店 | 第一営業支店
    口座種別 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義 | accountHolderName/name | ヤマダ ハナコ | スズキ イチロウ | サトウ アイ
    ステータス | - | 承認済 | 承認済 | 承認済`,
  'jp-merchant-settlement': `
    振込年月日 | - | 20260630 | 20260630 | 20260630
    支払先番号 | referenceId | S0118 | S0119 | S0120
    支払先名 | name | 株式会社アルファ | 有限会社ベータ | ガンマ商店
    締日 | - | 20260615 | 20260615 | 20260615
    売上件数 | - | 12 | 8 | 31
    売上金額 | - | 300000 | 150000 | 640000
    手数料率 | - | 3.6 | 3.6 | 3.6
    手数料 | - | 10800 | 5400 | 23040
    振込金額 | amount | 289200 | 144600 | 616960`,
  'xero-pay-run-export-nz': `
    Employee Name | name | Aroha King | Ben Wiremu | Cleo Park
    Employee ID | referenceId | E118 | E119 | E120
    Bank Account | accountNum | 12-3140-0171323-50 | 01-0902-0068389-00 | 06-0996-0000044-00
    Particulars | memo/- | SALARY | SALARY | SALARY
    Code | -/? | JUN | JUN | JUN
    Reference | paymentReference/memo/? | PR-118-1 | PR-118-2 | PR-118-3
    Gross Earnings | - | 3200.00 | 2900.00 | 4100.00
    PAYE | - | 620.00 | 540.00 | 890.00
    Take Home Pay | amount | 2580.00 | 2360.00 | 3210.00`,
  'myob-aba-listing': `
    Payee | name | Kelly Plumbing Pty Ltd | Noah Smith | Zed Foods
    BSB | branchId | 062-000 | 033-088 | 484-799
    Account Number | accountNum | 12345678 | 123456 | 043453534
    Statement Text | memo | INV 118 | Wages | INV 9
    Amount | amount | $1,240.50 | $880.00 | $310.00
    Cheque No. | paymentReference/-/? | EP0118 | EP0119 | EP0120
    Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'quickbooks-online-vendor-contact-list-with-balance': `
    Vendor | name | Acme Supplies | Ben Okoro | Cora Li
    Phone | phone | (415) 555-0111 | (212) 555-0133 | (646) 555-0150
    Email | email | ap@acme.example | ben@okoro.example | cora@li.example
    Street | street1 | 1 Main St | 22 Oak Ave | 5 Elm Rd
    City | city | Austin | Boston | Denver
    State | region | TX | MA | CO
    Zip | postalCode | 73301 | 02108 | 80202
    Account # | accountNum/-/? | 118 | 119 | 120
    Open Balance | - | 1,240.50 | 880.00 | 310.00`,
  'quickbooks-bill-payment-list': `
    Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Num | paymentReference/-/? | 1118 | 1119 | 1120
    Vendor | name | Acme Supplies | Ben Okoro | Cora Li
    Bank Account | - | Checking | Checking | Checking
    Amount | amount | -1,240.50 | -880.00 | -310.00
    Memo | memo | Bill 118 | Bill 119 | Bill 120`,
  'netsuite-eft-bill-payments': `
    Internal ID | -/? | 50118 | 50119 | 50120
    Transaction Number | paymentReference/? | BP118 | BP119 | BP120
    Payee | name | Acme Supplies | Muster GmbH | Cora Li
    Subsidiary | -/merchant | Parent : US | Parent : DE | Parent : US
    Currency | currency | USD | EUR | USD
    Exchange Rate | - | 1.00 | 1.08 | 1.00
    Amount (Foreign Currency) | amount | 1,240.50 | 880.00 | 310.00
    Amount | -/? | 1,240.50 | 950.40 | 310.00
    A/P Account | - | 2000 Accounts Payable | 2000 Accounts Payable | 2000 Accounts Payable
    Bank Account Number | accountNum | 483920110 | 77201934 | 5512334
    Routing Number | branchId | 021000021 | 111000025 | 102001017`,
  'd365-bc-vendor-payment-journal': `
    Posting Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Document Type | - | Payment | Payment | Payment
    Document No. | paymentReference | G04118 | G04119 | G04120
    Account Type | - | Vendor | Vendor | Vendor
    Account No. | referenceId/? | V10000 | V20000 | V30000
    Recipient Bank Account | -/? | ECA | ECB | BANK1
    Message to Recipient | memo | Payment of 108017 | Payment of 108018 | Payment of 108019
    Currency Code | currency | EUR | EUR | EUR
    Amount | amount | 1,240.50 | 880.00 | 310.00
    Bal. Account Type | - | Bank Account | Bank Account | Bank Account
    Bal. Account No. | - | GIRO | GIRO | GIRO`,
  'odoo-vendor-payments-export': `
    Number | paymentReference/? | PBNK1/2026/00118 | PBNK1/2026/00119 | PBNK1/2026/00120
    Vendor | name | Muster GmbH | Anna Braun | Beta AG
    Journal | - | Bank | Bank | Bank
    Payment Method | payoutMethod | SEPA Credit Transfer | SEPA Credit Transfer | SEPA Credit Transfer
    Recipient Bank Account | iban | DE89 3704 0044 0532 0130 00 | DE75 5121 0800 1245 1261 99 | AT48 3200 0000 1234 5864
    Amount | amount | 1240.5 | 88.0 | 310.0
    Currency | currency | EUR | EUR | EUR
    Memo | memo | BILL/2026/06/0118 | BILL/2026/06/0119 | BILL/2026/06/0120
    Status | - | Draft | Draft | Draft`,
  'datev-zahlungsvorschlag': `
    Lieferant | referenceId/name/? | 70118 | 70119 | 70120
    Bezeichnung | name | Muster GmbH | Anna Braun | Beta AG
    Rechnungs-Nr. | paymentReference/memo | RE-118 | RE-119 | RE-120
    Rechnungsbetrag | - | 1.265,82 | 88,00 | 316,33
    Skonto | - | 25,32 | 0,00 | 6,33
    Zahlbetrag | amount | 1.240,50 | 88,00 | 310,00
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    BIC | swiftBic | COBADEFF | SOGEDEFF | RLNWATWW
    Unsere Bank | - | Commerzbank | Commerzbank | Commerzbank
    Fällig | - | 30.06.2026 | 30.06.2026 | 30.06.2026`,
  'datev-lohn-zahlungsliste': `
    Pers.-Nr. | referenceId | 00118 | 00119 | 00120
    Name, Vorname | name | Braun, Anna | Muster, Max | Weiß, Eva
    Brutto | - | 4.200,00 | 3.900,00 | 5.100,00
    Netto | -/? | 2.610,12 | 2.480,40 | 3.050,90
    Abzüge | - | 40,00 | 0,00 | 0,00
    Auszahlungsbetrag | amount | 2.570,12 | 2.480,40 | 3.050,90
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Abw. Kontoinhaber | accountHolderName | Braun, Peter |  | `,
  'sage-50-uk-supplier-payments': `
    A/C | referenceId/? | ACM001 | BET001 | COR001
    Name | name | Acme Supplies Ltd | Beta Partners | Cora Li
    Bank Sort Code | branchId | 20-00-00 | 40-47-57 | 30-96-26
    Bank A/C No | accountNum | 55779911 | 70872490 | 31926819
    BACS Ref | memo/paymentReference/? | ACME118 | BETA119 | CORA120
    Invoice Ref | paymentReference/memo | 118 | 119 | 120
    Outstanding | - | 1240.50 | 900.00 | 310.00
    Discount | - | 0.00 | 20.00 | 0.00
    Payment | amount | 1240.50 | 880.00 | 310.00`,
  'sage-100-fr-echeancier': `
    Compte tiers | referenceId | FALPHA | FBETA | FGAMMA
    Intitulé | name | Alpha SARL | Bêta SAS | Gamma EURL
    N° pièce | paymentReference | FA118 | FA119 | FA120
    Libellé écriture | memo | Facture 118 | Facture 119 | Facture 120
    Date d'échéance | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Montant TTC | - | 1 265,82 | 880,00 | 310,00
    Montant à régler | amount | 1 240,50 | 880,00 | 310,00
    Devise | currency | EUR | EUR | EUR
    IBAN tiers | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC tiers | swiftBic | AGRIFRPP | PSSTFRPPLIL | GKCCBEBB
    Banque émettrice | - | BNP1 | BNP1 | BNP1`,
  'payfit-virements': `
    Matricule | referenceId | 118 | 119 | 120
    Nom | lastName/name | Durand | Petit | Moreau
    Prénom | firstName | Alice | Bruno | Chloé
    Salaire brut | - | 3 200,00 | 2 900,00 | 4 100,00
    Net à payer avant impôt | - | 2 500,00 | 2 260,00 | 3 200,00
    Prélèvement à la source | - | 120,00 | 90,00 | 310,00
    Net payé | amount | 2 380,00 | 2 170,00 | 2 890,00
    IBAN du salarié | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC | swiftBic | AGRIFRPP | PSSTFRPPLIL | GKCCBEBB
    Motif | memo | Salaire juin | Salaire juin | Salaire juin`,
  'a3nom-remesa-nominas': `
    Código trabajador | referenceId | 118 | 119 | 120
    Apellidos y nombre | name | Pérez Ruiz, Ana | Gil Soto, Luis | Mora Vega, Eva
    NIF | governmentId | 12345678Z | 87654321X | 11223344B
    Total devengado | - | 2.100,00 | 1.900,00 | 2.600,00
    Total deducciones | - | 380,00 | 310,00 | 520,00
    Líquido a percibir | amount | 1.720,00 | 1.590,00 | 2.080,00
    Cuenta bancaria | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES1000492352082414205416
    Concepto | memo | Nómina junio | Nómina junio | Nómina junio
    Cuenta de cargo | - | ES6000491500051234567892 | ES6000491500051234567892 | ES6000491500051234567892`,
  'totvs-folha-liquidos': `
    Matrícula | referenceId | 000118 | 000119 | 000120
    Nome do funcionário | name | Ana Souza | Bruno Lima | Carla Dias
    CPF | governmentId | 529.982.247-25 | 111.444.777-35 | 123.456.789-09
    Banco | bankId | 001 | 237 | 341
    Agência | branchId | 1234-5 | 0047 | 2210
    Conta corrente | accountNum | 12345-6 | 77201-9 | 551233-4
    Proventos | - | 5.200,00 | 3.900,00 | 6.100,00
    Descontos | - | 900,00 | 640,00 | 1.310,00
    Líquido | amount | 4.300,00 | 3.260,00 | 4.790,00`,
  'primavera-ordenados-pt': `
    N.º Func. | referenceId | 118 | 119 | 120
    Nome | name | Ana Sousa | Bruno Lima | Carla Dias
    NIF | governmentId | 123456789 | 234567899 | 245678903
    NIB/IBAN | iban | PT50000201231234567890154 | PT50003506510000000123456 | PT50001000001234567890123
    Vencimento base | - | 1.200,00 | 980,00 | 1.600,00
    Total líquido | amount | 960,00 | 830,00 | 1.190,00
    Descritivo | memo | Vencimento junho | Vencimento junho | Vencimento junho`,
  'adp-workforce-direct-deposit-register': `
    Company Code | - | X7A | X7A | X7A
    File # | referenceId/? | 000118 | 000119 | 000120
    Payroll Name | name | Perez, Ana | Okoro, Ben | Li, Cora
    Gross Pay | - | 3,200.00 | 2,900.00 | 4,100.00
    Total Taxes | - | 620.00 | 540.00 | 890.00
    Net Pay | amount/? | 2,580.00 | 2,360.00 | 3,210.00
    Deposit Amount | amount/? | 2,580.00 | 2,360.00 | 3,210.00
    Transit/ABA Number | branchId | 021000021 | 111000025 | 102001017
    Account Number | accountNum | 483920110 | 77201934 | 5512334
    Voucher # | paymentReference/? | 26118 | 26119 | 26120`,
  'gusto-contractor-payments-report': `
    Contractor | name | Ana Perez | Ben Okoro | Cora Li
    Type | type | Individual | Business | Individual
    Hours | - | 80 | 120 | 40
    Wage | - | 1,200.00 | 1,200.00 | 500.00
    Bonus | - | 0.00 | 100.00 | 0.00
    Reimbursement | - | 50.00 | 0.00 | 0.00
    Total amount | amount | 1,250.00 | 1,300.00 | 500.00
    Payment method | payoutMethod/- | Direct Deposit | Direct Deposit | Direct Deposit`,
  'deel-invoices-export': `
    Invoice ID | paymentReference | INV-118 | INV-119 | INV-120
    Contract name | -/memo | Designer | Writer | Developer
    Contractor name | name | Ana Perez | Ben Okoro | Cora Li
    Contractor email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Contractor country | country | MX | NG | CA
    Contract currency | currency/? | USD | USD | CAD
    Invoice amount | amount/? | 1,200.00 | 900.00 | 500.00
    Deel fee | - | 49.00 | 49.00 | 49.00
    Total | -/amount/? | 1,249.00 | 949.00 | 549.00
    Payment currency | -/currency/targetCurrency/? | USD | USD | USD`,
  'bill-com-vendor-payments': `
    Vendor Name | name | Acme Supplies | Beta Partners | Cora Li
    Vendor ID | referenceId | 0091118 | 0091119 | 0091120
    Invoice # | paymentReference/memo | 118 | 119 | 120
    Bill Amount | -/? | 1,300.50 | 880.00 | 310.00
    Amount Due | -/? /amount | 1,240.50 | 880.00 | 310.00
    Payment Amount | amount | 1,240.50 | 880.00 | 310.00
    Pay From | - | Checking 1234 | Checking 1234 | Checking 1234
    Pay By | - | ePayment | ePayment | Check
    Process Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026`,
  'coupa-digital-check-run': `
    Supplier Number | referenceId | 1118 | 1119 | 1120
    Supplier Name | name | Acme Supplies | Muster GmbH | Cora Li
    Remit-To Code | -/? | RT1 | RT2 | RT3
    Invoice Number | paymentReference/memo | A118 | B119 | C120
    Payment Currency | currency | USD | EUR | USD
    Invoice Total | -/? | 1,300.50 | 880.00 | 310.00
    Net Payment Amount | amount | 1,240.50 | 880.00 | 310.00
    Beneficiary IBAN | iban |  | DE89370400440532013000 | 
    Beneficiary Account Number | accountNum | 483920110 |  | 5512334
    Routing Transit Number | branchId | 021000021 |  | 102001017`,
  'workday-settlement-run': `
    Payment ID | paymentReference | PMT-118 | PMT-119 | PMT-120
    Payee | name | Acme Supplies | Muster GmbH | Cora Li
    Payee Type | -/type | Supplier | Supplier | Supplier
    Payment Amount | amount | 1,240.50 | 880.00 | 310.00
    Payment Currency | currency | USD | EUR | USD
    Payment Amount in Company Currency | - | 1,240.50 | 950.40 | 310.00
    Company Currency | - | USD | USD | USD
    Settlement Bank Account | - | Ops USD | Ops EUR | Ops USD
    Payee Bank Name | - | Chase | Commerzbank | WF
    Payee Account Number | accountNum | 483920110 | 532013000 | 5512334
    Payee IBAN | iban |  | DE89370400440532013000 | 
    Payee BIC | swiftBic |  | COBADEFF | `,
  'kyriba-payments-by-counterparty': `
    Transaction code | - | VIR | VIR | VIR
    Account code | - | OPSEUR | OPSEUR | OPSEUR
    Counterparty code | referenceId/? | TP118 | TP119 | TP120
    Counterparty name | name | Muster GmbH | Anna Braun | Beta AG
    Counterparty IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | AT483200000012345864
    Amount | amount | 1240.50 | 88.00 | 310.00
    Currency | currency | EUR | EUR | EUR
    Value date | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Reason 1 | memo/? | INV 118 | INV 119 | INV 120
    Reason 2 | -/? | June | June | June`,
  'payoneer-mass-payout-again': `
    Payee ID | referenceId | P118 | P119 | P120
    Payment ID | paymentReference | 50118 | 50119 | 50120
    Amount | amount/targetAmount | 1240.50 | 880.00 | 310.00
    Currency | currency | USD | USD | USD
    Description | memo | June | June | June
    Payment Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Group ID | - | 7 | 7 | 7`,
  'airwallex-batch-template-of-today': `
    Beneficiary ID | referenceId/? |  |  | 
    Beneficiary name | name/accountHolderName | Muster GmbH | Anna Braun | Acme Supplies
    Beneficiary type | type | Company | Personal | Company
    Account name | accountHolderName/name | Muster GmbH | Anna Braun | Acme Supplies
    Account number / IBAN | iban/accountNum/? | DE89370400440532013000 | DE75512108001245126199 | 483920110
    Bank country/region | accountCountry | DE | DE | US
    Source currency | currency | USD | USD | USD
    Transfer currency | targetCurrency | EUR | EUR | USD
    Transfer amount | targetAmount | 1240.50 | 880.00 | 310.00
    Transfer reference | paymentReference/memo/? | INV118 | INV119 | INV120
    Transfer reason | category/-/? | Goods purchased | Wages | Goods purchased`,
  'turkish-maas-odeme': `
    Sicil No | referenceId | 118 | 119 | 120
    Adı Soyadı | name | Ayşe Yılmaz | Mehmet Kaya | Elif Demir
    T.C. Kimlik No | governmentId | 10000000146 | 12345678950 | 98765432110
    IBAN No | iban | TR330006100519786457841326 | TR320010009999901234567890 | TR470006701000000012345678
    Net Ücret | amount | 42.500,00 | 38.900,50 | 51.200,00
    Para Birimi | currency | TRY | TRY | TRY
    Açıklama | memo | Haziran maaşı | Haziran maaşı | Haziran maaşı`,
  'polish-elixir-przelewy': `
    Nazwa odbiorcy | name/accountHolderName | Alfa Sp. z o.o. | Jan Nowak | Beta SA
    Rachunek odbiorcy | iban/accountNum | PL61109010140000071219812874 | PL27114020040000300201355387 | PL10105000997603123456789123
    Kwota | amount | 1240,50 | 880,00 | 310,00
    Waluta | currency | PLN | PLN | PLN
    Tytuł przelewu | memo | Faktura 118 | Wynagrodzenie | Faktura 120
    Rachunek nadawcy | - | PL83101010230000261395100000 | PL83101010230000261395100000 | PL83101010230000261395100000
    Data realizacji | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'twinfield-betaalvoorstel-nl': `
    Relatiecode | referenceId | 1118 | 1119 | 1120
    Relatienaam | name | Jansen BV | De Vries | Bakker & Zn
    Factuurnummer | paymentReference/memo | 26118 | 26119 | 26120
    Openstaand bedrag | - | 1.300,50 | 880,00 | 310,00
    Te betalen | amount | 1.240,50 | 880,00 | 310,00
    IBAN begunstigde | iban | NL91ABNA0417164300 | NL20INGB0001234567 | BE68539007547034
    Omschrijving | memo | Factuur 26118 | Factuur 26119 | Factuur 26120
    Eigen rekening | - | NL39RABO0300065264 | NL39RABO0300065264 | NL39RABO0300065264`,
};
