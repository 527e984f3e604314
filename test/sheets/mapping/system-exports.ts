/**
 * Written without a look at the rules or at the other sheets. At first sight 317 of their 388 columns were right, 69 asked
 * about, 2 wrong and none dangerous.
 */
export const SYSTEM_EXPORTS: Readonly<Record<string, string>> = {
  'quickbooks-bills-to-pay': `
    ^ Harbour Lane Studio LLC
    ^ Bills to Pay
    Payee | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media LLC
    Ref No. | ?/paymentReference | 1021 | 88-A | CM-310
    Due Date | - | 07/01/2026 | 07/04/2026 | 07/08/2026
    Open balance | ?/- | 700.00 | 950.00 | 410.25
    Credit Applied | - | 0.00 | 50.00 | 0.00
    Payment | amount | 700.00 | 900.00 | 410.25
    Total Payment ($) | ?/- | 700.00 | 900.00 | 410.25
    Bank Account | ? | Checking 2210 | Checking 2210 | Checking 2210
    Vendor email | email | ap@acme.example | pay@beta.example | billing@cobalt.example
    Vendor Routing No | branchId | 021000021 | 026009593 | 121000248
    Vendor Acct No | ?/accountNum/referenceId | 483920110 | 77201934 | 9920018834`,
  'xero-batch-payment-au': `
    Batch Ref | - | BATCH-118 | BATCH-118 | BATCH-118
    Payee Name | name/accountHolderName | Coast Plumbing Pty Ltd | Lena Hart | Delta Timber
    Account BSB | branchId | 062-000 | 733-001 | 012-345
    Account Number | accountNum | 10482211 | 554120 | 440021987
    Invoice Total | - | 1,320.00 | 440.00 | 2,750.00
    GST | - | 120.00 | 40.00 | 250.00
    Amount Due | ?/- | 1,320.00 | 440.00 | 1,750.00
    Payment Amount | amount | 1,320.00 | 440.00 | 1,000.00
    Currency | currency | AUD | AUD | AUD
    Statement Particulars | memo/? | INV 2201 | INV 77 | PART INV 9
    Statement Code | -/?/memo | JUN | JUN | JUN
    Internal Note | - | approved by KL | ask Bob | split in three`,
  'sage200-suggested-payments': `
    A/C Ref | referenceId/? | ACM001 | BET002 | COB003
    A/C Name | name/accountHolderName | Acme Supplies Ltd | Beta Partners Ltd | Cobalt Media Ltd
    Our Ref | - | PI/0001821 | PI/0001822 | PI/0001823
    Their Ref | ?/memo/paymentReference | INV-991 | 20-1188 | C/77
    Document Value | - | 1200.00 | 300.00 | 88.50
    Discount | - | 24.00 | 0.00 | 0.00
    Outstanding | - | 1176.00 | 300.00 | 88.50
    To Pay | amount | 1176.00 | 300.00 | 88.50
    Ccy | currency | GBP | GBP | GBP
    Sort | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Bank A/C | ?/accountNum | 55779911 | 70872490 | 31926819
    BACS Reference | memo/paymentReference/? | HLS 991 | HLS 1188 | HLS C77`,
  'freeagent-bills': `
    Contact | ?/name | Acme Supplies | Petra Jones | Mono Print
    Contact Organisation | name/? | Acme Supplies Ltd | Jones Design | Mono Print Ltd
    Reference | paymentReference/? | B-2201 | B-2202 | B-2203
    Dated On | - | 2026-06-01 | 2026-06-03 | 2026-06-09
    Due On | - | 2026-07-01 | 2026-07-03 | 2026-07-09
    Total Value | ?/- | 240.00 | 120.00 | 99.60
    Sales Tax Value | - | 40.00 | 20.00 | 16.60
    Paid Value | - | 0.00 | 20.00 | 0.00
    Due Value | ?/amount | 240.00 | 100.00 | 99.60
    Currency | currency/? | GBP | GBP | GBP
    Category | -/?/category | 285 Accommodation | 250 Services | 359 Printing
    Project | - | Harbour | Lane | Harbour`,
  'myob-electronic-payments': `
    Supplier | name | Coast Plumbing | Delta Timber | Echo Signs
    Card ID | referenceId/? | CARD0011 | CARD0012 | CARD0013
    BSB No. | branchId | 062000 | 012345 | 733001
    Bank Account Number | accountNum | 10482211 | 440021987 | 554120
    Bank Account Name | accountHolderName | Coast Plumbing Pty Ltd | Delta Timber Pty Ltd | Echo Signs
    Cheque No. | ?/- | 0000311 | 0000312 | 0000313
    Purchase No. | ?/paymentReference/- | PO00121 | PO00122 | PO00129
    Balance Due | ?/- | $1,320.00 | $980.00 | $60.50
    Amount Applied | amount/? | $1,320.00 | $500.00 | $60.50
    Finance Charge | - | $0.00 | $4.10 | $0.00
    Statement Text | memo | HLS JUNE | HLS JUNE | HLS JUNE`,
  'exact-online-betalingen': `
    Crediteur | ?/name/referenceId | 40012 | 40031 | 40077
    Naam | name | Bakkerij De Wit B.V. | J. van Dam | Vos Advies
    Factuurnummer | ?/paymentReference | 2026-118 | F0031 | 88210
    Factuurdatum | - | 01-06-2026 | 03-06-2026 | 09-06-2026
    Vervaldatum | - | 01-07-2026 | 03-07-2026 | 09-07-2026
    Factuurbedrag | - | 1.210,00 | 605,00 | 90,75
    Openstaand | - | 1.210,00 | 305,00 | 90,75
    Te betalen | amount | 1.210,00 | 305,00 | 90,75
    Valuta | currency | EUR | EUR | EUR
    IBAN crediteur | iban | NL91ABNA0417164300 | NL20INGB0001234567 | BE68539007547034
    BIC | swiftBic | ABNANL2A | INGBNL2A | GKCCBEBB
    Onze bankrekening | - | NL39RABO0300065264 | NL39RABO0300065264 | NL39RABO0300065264
    Betalingskenmerk | memo/paymentReference/? | 0118 2026 | F0031 | 88210
    Geblokkeerd | - | Nee | Nee | Ja`,
  'odoo-batch-payment': `
    Number | ?/paymentReference | PBNK1/2026/00031 | PBNK1/2026/00032 | PBNK1/2026/00033
    Journal | - | Bank | Bank | Bank
    Payment Type | - | Send | Send | Send
    Partner Type | - | Vendor | Vendor | Vendor
    Customer/Vendor | name | Azure Interior | Deco Addict | Ready Mat
    Recipient Bank Account | iban | BE68539007547034 | FR7630006000011234567890189 | DE89370400440532013000
    Amount | amount | 1,210.00 | 305.00 | 90.75
    Currency | currency | EUR | EUR | EUR
    Amount Company Currency Signed | - | -1,210.00 | -305.00 | -90.75
    Company Currency | - | EUR | EUR | EUR
    Memo | memo | BILL/2026/06/0001 | BILL/2026/06/0002 | BILL/2026/06/0007
    Status | - | Draft | Draft | Draft`,
  'fortnox-betalningar': `
    Levnr | referenceId | 101 | 102 | 117
    Leverantör | name | Almgren Bygg AB | Björk & Co AB | Anna Dahl
    Fakturanr | ?/paymentReference | 22011 | 7781 | 31
    OCR | memo/paymentReference/? | 2201155 | 778113 | 3117
    Bankgiro | ?/accountNum/- | 5050-1055 | 991-2346 | 5402-9681
    IBAN | iban | SE4550000000058398257466 | SE3550000000054910000003 | SE4550000000058398257466
    BIC | swiftBic | ESSESESS | ESSESESS | ESSESESS
    Totalt | ?/- | 12 500,00 | 3 200,00 | 1 000,00
    Varav moms | - | 2 500,00 | 640,00 | 200,00
    Saldo | - | 12 500,00 | 1 200,00 | 1 000,00
    Betalbelopp | amount | 12 500,00 | 1 200,00 | 1 000,00
    Valuta | currency | SEK | SEK | SEK
    Kurs | - | 1 | 1 | 1
    Förfallodatum | - | 2026-07-01 | 2026-07-04 | 2026-07-08`,
  'economic-betalingsforslag': `
    Kreditornr. | referenceId | 50012 | 50031 | 50040
    Kreditornavn | name | Bager Holm ApS | Lars Friis | Nordlys A/S
    Bilag | - | 3311 | 3312 | 3320
    Fakturanr. | ?/paymentReference | 8812 | 77 | 2026-9
    Kontonr. | ?/accountNum/- | 6800 | 6800 | 6810
    Reg.nr. | ?/bankId/branchId | 0040 | 3000 | 6695
    Kontonummer | accountNum | 0440116243 | 0011223344 | 0001112223
    Beløb ekskl. moms | - | 1.000,00 | 400,00 | 800,00
    Moms | - | 250,00 | 100,00 | 200,00
    Beløb til betaling | amount | 1.250,00 | 500,00 | 1.000,00
    Valuta | currency | DKK | DKK | DKK
    Tekst til modtager | memo | Faktura 8812 | Faktura 77 | Faktura 2026-9
    Egen tekst | - | Holm juni | Friis | Nordlys`,
  'lexware-zahlungsverkehr': `
    Belegnr. | ?/paymentReference/- | ER-2026-0101 | ER-2026-0102 | ER-2026-0110
    Kreditorenkonto | referenceId/? | 70012 | 70031 | 70077
    Kreditor | name | Muster GmbH | Weber & Söhne KG | Julia Brandt
    Rechnungsnr. | ?/paymentReference | RE-118 | 2026/31 | 88
    Rechnungsbetrag | - | 1.190,00 | 357,00 | 59,50
    Skonto % | - | 2 | 0 | 3
    Skontobetrag | - | 23,80 | 0,00 | 1,79
    Zahlbetrag | amount | 1.166,20 | 357,00 | 57,71
    Währung | currency | EUR | EUR | EUR
    Bankverbindung | iban/? | DE89370400440532013000 | DE75512108001245126199 | AT611904300234573201
    Kontoinhaber | accountHolderName/name | Muster GmbH | Weber & Söhne KG | Julia Brandt
    Belastungskonto | - | DE02120300000000202051 | DE02120300000000202051 | DE02120300000000202051
    Zahlungssperre | - |  |  | X`,
  'cegid-echeancier-fournisseurs': `
    Cpte général | - | 40110000 | 40110000 | 40110000
    Cpte auxiliaire | referenceId/? | FALPHA | FBETA | FMOREAU
    Intitulé | name/? | Société Alpha | Bêta SARL | Moreau Claire
    N° pièce | ?/paymentReference/- | AC0611 | AC0612 | AC0688
    Réf. externe | ?/paymentReference/memo | F-2026-88 | 11290 | NH-04
    Débit | - | 0,00 | 0,00 | 0,00
    Crédit | ?/- | 1 200,00 | 450,50 | 880,00
    Solde | - | 1 200,00 | 450,50 | 880,00
    Montant à régler | amount | 1 200,00 | 450,50 | 440,00
    Devise | currency | EUR | EUR | EUR
    RIB fournisseur | iban/? | FR7630006000011234567890189 | FR1420041010050500013M02606 | FR7630006000011234567890189
    Code BIC | swiftBic | AGRIFRPP | PSSTFRPPPAR | AGRIFRPP
    Mode de règlement | ?/payoutMethod/- | VIR | VIR | VIR
    Libellé du virement | memo | Facture F-2026-88 | Facture 11290 | Honoraires`,
  'holded-pagos-proveedores': `
    Núm. documento | ?/paymentReference | F260012 | F260031 | F260040
    Contacto | name/? | Suministros Alfa SL | Marta Gil Pérez | Imprenta Norte SA
    NIF | governmentId | B12345674 | 12345678Z | A58818501
    Base imponible | - | 1.000,00 | 500,00 | 80,00
    IVA | - | 210,00 | 105,00 | 16,80
    Retención IRPF | - | 0,00 | -75,00 | 0,00
    Total | ?/amount | 1.210,00 | 530,00 | 96,80
    Pagado | - | 0,00 | 130,00 | 0,00
    Pendiente de pago | ?/amount | 1.210,00 | 400,00 | 96,80
    Divisa | currency/? | EUR | EUR | EUR
    Cuenta bancaria del proveedor | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES9121000418450200051332
    Cuenta de cargo | - | ES6621000418401234567891 | ES6621000418401234567891 | ES6621000418401234567891
    Concepto | memo | Material junio | Diseño | Folletos`,
  'conta-azul-contas-a-pagar': `
    Fornecedor | name | Papelaria Sol Ltda | João Pereira | Gráfica Rápida
    CNPJ/CPF | governmentId | 11.222.333/0001-81 | 529.982.247-25 | 45.997.418/0001-53
    Nota fiscal | ?/paymentReference/- | 10233 | 99 | 771
    Vencimento | - | 01/07/2026 | 03/07/2026 | 09/07/2026
    Valor original da parcela (R$) | - | 1.000,00 | 500,00 | 300,00
    Juros | - | 0,00 | 5,00 | 0,00
    Multa | - | 0,00 | 10,00 | 0,00
    Desconto | - | 50,00 | 0,00 | 0,00
    Valor a pagar (R$) | amount | 950,00 | 515,00 | 300,00
    Conta bancária | ? | Itaú PJ | Itaú PJ | Itaú PJ
    Banco | ?/bankId/- | 341 | 260 | 001
    Agência | branchId | 0123 | 0001 | 3344
    Conta corrente | accountNum | 12345-6 | 998877-1 | 40021-X
    Centro de custo | - | ADM | MKT | MKT`,
  'oracle-ap-payment-register': `
    Payment Process Request | - | PPR_0626 | PPR_0626 | PPR_0626
    Payment Number | paymentReference | 100231 | 100232 | 100233
    Payment Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Supplier Name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Supplier Number | referenceId | 30012 | 30031 | 30044
    Supplier Site | - | NEW YORK | BOSTON | REMOTE
    Remit-to Account Number | accountNum | 483920110 | 77201934 | 9920018834
    Remit-to Bank Branch Number | branchId | 021000021 | 026009593 | 121000248
    Disbursement Bank Account | - | BofA Operating 2210 | BofA Operating 2210 | BofA Operating 2210
    Payment Currency | currency | USD | USD | USD
    Payment Amount | amount | 1200.00 | 950.00 | 410.25
    Accounted Amount | - | 1200.00 | 950.00 | 410.25
    Invoice Number | ?/-/paymentReference | INV-1 | INV-2 | INV-9
    Withheld Amount | - | 0.00 | 50.00 | 0.00
    Payment Status | - | Negotiable | Negotiable | Negotiable`,
  'd365-vendor-payment-journal': `
    Voucher | - | APPM-000121 | APPM-000122 | APPM-000123
    Account type | - | Vendor | Vendor | Vendor
    Account | ?/referenceId | US-101 | US-104 | US-107
    Account name | name/accountHolderName/? | Fabrikam Electronics | Contoso Office | Lande Packaging
    Description | memo/? | June invoices | June invoices | June invoices
    Debit | ?/amount | 1,200.00 | 950.00 | 410.25
    Credit | ?/- |  |  | 
    Currency | currency | USD | USD | USD
    Offset account type | - | Bank | Bank | Bank
    Offset account | - | USMF OPER | USMF OPER | USMF OPER
    Method of payment | ?/payoutMethod | EFT | EFT | EFT
    Payment reference | paymentReference | PR-00121 | PR-00122 | PR-00123
    Vendor bank account number | accountNum | 483920110 | 77201934 | 9920018834
    Marked invoice | ?/- | INV-1 | INV-2 | INV-9`,
  'infor-payment-proposal': `
    Pay Group | - | US01 | US01 | US01
    Payee No | referenceId | 10045 | 10077 | 10091
    Payee | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Voucher No | ?/paymentReference | 88121 | 88122 | 88140
    Inv Amt (Doc Curr) | - | 1,200.00 | 950.00 | 500.00
    Doc Curr | ?/- | USD | EUR | GBP
    Inv Amt (Base Curr) | - | 1,200.00 | 1,026.00 | 635.00
    Base Curr | - | USD | USD | USD
    Disc Avail | - | 12.00 | 0.00 | 0.00
    Pmt Amt | amount | 1,188.00 | 950.00 | 500.00
    Pmt Curr | currency | USD | EUR | GBP
    Bene Acct / IBAN | iban/accountNum/? | 483920110 | FR7630006000011234567890189 | GB33BUKB20201555555555
    Bene BIC/ABA | ?/swiftBic/branchId | 021000021 | AGRIFRPP | BUKBGB22
    Cash Code | - | BOFA1 | DBEUR | HSBCGBP`,
  'netsuite-vendor-payment-saved-search': `
    Internal ID | ?/-/paymentReference | 55121 | 55122 | 55140
    Document Number | ?/paymentReference | VP1021 | VP1022 | VP1040
    Entity ID | referenceId/? | V-10045 | V-10077 | V-10091
    Entity Name | name/? | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Subsidiary | -/? | Harbour Lane US | Harbour Lane US | Harbour Lane US
    Account | - | 1001 Checking | 1001 Checking | 1001 Checking
    Amount (Foreign Currency) | amount/? | 1,200.00 | 950.00 | 500.00
    Amount | ?/- | 1,200.00 | 1,026.00 | 635.00
    Currency | currency/? | USD | EUR | GBP
    Exchange Rate | - | 1.00 | 1.08 | 1.27
    Amount Remaining | - | 0.00 | 0.00 | 0.00
    Vendor E-mail | email | ap@acme.example | pay@beta.example | billing@cobalt.example
    Entity Bank Details: IBAN | iban |  | FR7630006000011234567890189 | GB33BUKB20201555555555`,
  'hsbcnet-priority-payments': `
    Debit account number | - | 400515-12345678 | 400515-12345678 | 400515-12345678
    Debit account currency | - | GBP | GBP | GBP
    Value date | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Payment currency | currency | EUR | USD | EUR
    Payment amount | amount | 1200.00 | 950.00 | 410.25
    Beneficiary name | accountHolderName/name | Société Alpha | Beta Partners LLC | Muster GmbH
    Beneficiary account number or IBAN | iban/accountNum/? | FR7630006000011234567890189 | 483920110 | DE89370400440532013000
    Beneficiary bank BIC | swiftBic | AGRIFRPP | CHASUS33 | COBADEFFXXX
    Beneficiary bank clearing code | branchId/bankId/? |  | 021000021 | 
    Beneficiary bank country | accountCountry | FR | US | DE
    Intermediary bank BIC | - |  | IRVTUS3N | 
    Customer reference | paymentReference | HL-001 | HL-002 | HL-003
    Charges | - | SHA | OUR | SHA
    Remittance information | memo | INV F-2026-88 | INV 2 | RE-118`,
  'deutsche-bank-massenzahlung': `
    Auftraggeber IBAN | - | DE02120300000000202051 | DE02120300000000202051 | DE02120300000000202051
    Auftraggeber Name | - | Harbour Lane GmbH | Harbour Lane GmbH | Harbour Lane GmbH
    Empfänger Name | name/accountHolderName | Muster GmbH | Alpha SA | Julia Brandt
    Empfänger IBAN | iban | DE89370400440532013000 | FR7630006000011234567890189 | AT611904300234573201
    Empfänger BIC | swiftBic | COBADEFFXXX | AGRIFRPP | OPSKATWW
    Betrag in EUR | amount | 1166,20 | 357,00 | 57,71
    Ausführungsdatum | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Ende-zu-Ende-Ref. | paymentReference | HL-26-1 | HL-26-2 | HL-26-3
    Mandatsreferenz | - |  |  | 
    VWZ 1 | memo | RE-118 | 2026/31 | 88
    VWZ 2 | -/?/memo | Danke |  | 
    Purpose Code | -/?/category | SUPP | SUPP | SALA`,
  'bnp-virements-ma-banque-entreprise': `
    Compte à débiter | - | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185
    Nom du bénéficiaire | accountHolderName/name | Société Alpha | Moreau Claire | Muster GmbH
    Compte à créditer | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | DE89370400440532013000
    BIC banque bénéficiaire | swiftBic | AGRIFRPP | PSSTFRPPPAR | COBADEFFXXX
    Montant | amount | 1200,00 | 880,00 | 450,50
    Devise | currency | EUR | EUR | EUR
    Contre-valeur | - | 1200,00 | 880,00 | 450,50
    Réf. bout en bout | paymentReference | HL001 | HL002 | HL003
    Réf. remise | - | R0626 | R0626 | R0626
    Motif | memo | Facture 88 | Honoraires | RE-118
    Imputation des frais | - | SHA | SHA | SHA`,
  'itau-sispag-csv': `
    Banco favorecido | bankId | 341 | 001 | 237
    Agência favorecido | branchId | 0123 | 3344 | 1190
    Conta favorecido | accountNum | 12345 | 40021 | 77120
    DAC | ?/- | 6 | X | 2
    Nome do favorecido | name/accountHolderName | Papelaria Sol Ltda | Ana Lima | Carlos Souza
    Inscrição favorecido | governmentId/? | 11222333000181 | 52998224725 | 11144477735
    Seu número | paymentReference/? | 000101 | 000102 | 000103
    Nosso número | - |  |  | 
    Data de pagamento | - | 30062026 | 30062026 | 30062026
    Valor do pagamento | amount | 950,00 | 515,00 | 300,00
    Moeda | currency | BRL | BRL | BRL
    Finalidade TED | -/?/category | 00010 | 00010 | 00005
    Agência pagador | - | 7890 | 7890 | 7890
    Conta pagador | - | 55443 | 55443 | 55443`,
  'mizuho-sogo-furikomi': `
    銀行コード | bankId | 0001 | 0009 | 0005
    銀行名 | - | みずほ | 三井住友 | 三菱UFJ
    支店コード | branchId | 001 | 225 | 318
    支店名 | - | 東京営業部 | 渋谷 | 新宿
    預金種目 | -/? | 1 | 1 | 2
    口座番号 | accountNum | 1234567 | 7654321 | 1122334
    受取人名 | accountHolderName/name | カ)ヤマダショウジ | タナカ タロウ | カ)サクラ
    振込金額 | amount | 120000 | 95000 | 41025
    新規コード | - | 0 | 0 | 1
    顧客コード1 | referenceId/? | 0000000101 | 0000000102 | 0000000103
    手数料負担 | - | 当方 | 当方 | 先方`,
  'nab-connect-aba-csv': `
    Record | - | 1 | 1 | 1
    BSB | branchId | 062-000 | 012-345 | 733-001
    Account No | accountNum | 10482211 | 440021987 | 554120
    Indicator | - |  |  | N
    Transaction Code | - | 50 | 50 | 53
    Amount (cents) | amount | 132000 | 50000 | 6050
    Title of Account | accountHolderName/name | COAST PLUMBING PTY LTD | DELTA TIMBER | ECHO SIGNS
    Lodgement Reference | memo/paymentReference/? | HLS INV 2201 | HLS INV 9 | HLS 77
    Trace BSB | - | 083-170 | 083-170 | 083-170
    Trace Account No | - | 987654321 | 987654321 | 987654321
    Remitter | - | HARBOUR LANE | HARBOUR LANE | HARBOUR LANE
    Withholding Tax (cents) | - | 0 | 0 | 0`,
  'adp-net-pay-file': `
    Co Code | - | HL1 | HL1 | HL1
    File # | referenceId/? | 001021 | 001044 | 001050
    Payroll Name | ?/name | Perez, Ana | Smith, John | Lee, Mia
    Pay Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Gross Pay | - | 4,000.00 | 3,500.00 | 5,100.00
    Total Taxes | - | 900.00 | 700.00 | 1,250.00
    Total Deductions | - | 100.00 | 50.00 | 0.00
    Net Pay | amount | 3,000.00 | 2,750.00 | 3,850.00
    Direct Deposit Amount 1 | ?/- | 3,000.00 | 2,000.00 | 3,850.00
    Check Amount | - | 0.00 | 750.00 | 0.00
    Transit/ABA | branchId | 021000021 | 026009593 | 121000248
    Acct # | accountNum | 483920110 | 77201934 | 9920018834
    Account Type | -/? | C | S | C`,
  'personio-lohn-auszahlung': `
    Personalnr. | referenceId | 1001 | 1007 | 1012
    Vorname | firstName | Julia | Markus | Derya
    Nachname | lastName | Brandt | Weber | Yılmaz
    Kostenstelle | - | 400 | 410 | 400
    Eintrittsdatum | - | 01.02.2022 | 01.05.2019 | 01.01.2024
    Geburtsdatum | dob | 04.03.1990 | 12.11.1985 | 30.07.1994
    Steuer-ID | governmentId | 12345678901 | 98765432109 | 45678912301
    Gesamtbrutto | - | 4.500,00 | 5.200,00 | 3.900,00
    Gesetzl. Netto | -/? | 2.810,11 | 3.190,40 | 2.490,00
    Abzüge | - | 50,00 | 0,00 | 0,00
    Auszahlungsbetrag | amount | 2.760,11 | 3.190,40 | 2.490,00
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE12500105170648489890
    Abw. Kontoinhaber | accountHolderName |  | Petra Weber | 
    E-Mail (geschäftlich) | email | j@hl.example | m@hl.example | d@hl.example
    Arbeitgeber-AG-Anteil SV | - | 900,00 | 1.040,00 | 780,00`,
  'silae-virements-salaires': `
    Matricule | referenceId | 00012 | 00015 | 00031
    Civilité | - | Mme | M. | Mme
    Nom de naissance | lastName/? | Moreau | Petit | Leroy
    Nom d'usage | lastName/? | Moreau | Petit | Garnier
    Prénom | firstName | Claire | Luc | Inès
    N° SS | governmentId | 290037512345678 | 185117512345612 | 294077512345634
    Salaire brut | - | 2 800,00 | 3 100,00 | 2 500,00
    Net imposable | - | 2 290,00 | 2 530,00 | 2 050,00
    PAS | - | 120,00 | 180,00 | 60,00
    Acompte | - | 0,00 | 200,00 | 0,00
    Net à payer | amount | 2 100,10 | 2 080,00 | 1 930,00
    IBAN salarié | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | FR7630006000011234567890189
    IBAN société | - | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185
    Libellé | memo | Salaire juin | Salaire juin | Salaire juin`,
  'deel-contractor-payouts': `
    Contract ID | -/? | m4k2x9 | p2n8y1 | z7q3c5
    Worker ID | referenceId/? | W-1001 | W-1002 | W-1003
    Worker name | name | Ana Pérez | Kofi Mensah | Mia Lee
    Worker country | country | MX | GH | US
    Worker email | email | ana@mail.example | kofi@mail.example | mia@mail.example
    Client legal entity | - | Harbour Lane Inc | Harbour Lane Inc | Harbour Lane Inc
    Invoice # | paymentReference/? | INV-2026-6 | INV-2026-7 | INV-2026-8
    Contract currency | ?/- | USD | EUR | USD
    Contract amount | ?/- | 2,000.00 | 1,500.00 | 3,100.00
    Payment currency | currency/? | USD | EUR | USD
    Payment amount | amount/? | 2,000.00 | 1,500.00 | 3,100.00
    Deel fee | - | 49.00 | 49.00 | 49.00
    Total charged | - | 2,049.00 | 1,549.00 | 3,149.00
    Withdrawal method | ?/payoutMethod | Bank transfer | PayPal | Bank transfer`,
  'amazon-affiliate-payouts': `
    Tracking ID | - | anablog-20 | kofitech-21 | miacooks-20
    Store ID | referenceId/? | anablog | kofitech | miacooks
    Publisher | name/? | Ana Pérez | Kofi Mensah | Mia Lee
    Clicks | - | 1,210 | 980 | 33
    Items Shipped | - | 44 | 31 | 2
    Shipped Revenue ($) | - | 2,410.00 | 1,870.20 | 60.00
    Ad Fees ($) | ?/amount/- | 120.50 | 93.51 | 3.00
    Adjustments ($) | - | -10.00 | 0.00 | 0.00
    Threshold met | - | Yes | Yes | No
    Payable ($) | amount | 110.50 | 93.51 | 3.00
    PayPal e-mail | paypalEmail | ana@pp.example | kofi@pp.example | mia@pp.example
    Contact e-mail | email | ana@mail.example | kofi@mail.example | mia@mail.example`,
  'expensify-reimbursements': `
    Report ID | paymentReference/? | R00aBcD1 | R00aBcD2 | R00aBcD3
    Report Name | memo/? | June travel | Client lunch | Hardware
    Submitter First Name | firstName | Ana | John | Mia
    Submitter Last Name | lastName | Perez | Smith | Lee
    Submitter Email | email | ana@hl.example | john@hl.example | mia@hl.example
    Approver Email | - | boss@hl.example | boss@hl.example | cfo@hl.example
    Report Total | ?/- | 210.40 | 88.00 | 1,299.00
    Non-Reimbursable | - | 10.40 | 0.00 | 0.00
    Reimbursable Total | amount | 200.00 | 88.00 | 1,299.00
    Currency | currency | USD | USD | USD
    Original Currency | - | EUR | USD | USD
    GL Code | - | 6010 | 6020 | 1500
    Deposit Account | ?/accountNum | 483920110 | 77201934 | 9920018834`,
  'royalty-statement-label': `
    Statement No | ?/paymentReference | ST-26-1 | ST-26-2 | ST-26-9
    Payee Code | referenceId | P001 | P002 | P009
    Payee | name | Ana Pérez | Kofi Mensah | Blue Door Music Ltd
    Artist | -/? | Ana P | KOFI | The Doors Blue
    Opening Balance | - | 10.00 | 0.00 | -200.00
    Gross Royalties | - | 900.00 | 1,200.00 | 300.00
    Recoupment | - | 0.00 | 200.00 | 100.00
    WHT @ 20% | - | 180.00 | 0.00 | 0.00
    Closing Balance | ?/- | 730.00 | 1,000.00 | 0.00
    Net Payable (GBP) | amount | 730.00 | 1,000.00 | 150.00
    Payee IBAN | iban | ES9121000418450200051332 | GB33BUKB20201555555555 | GB29NWBK60161331926819
    VAT Reg | -/?/governmentId | ESB12345674 |  | GB123456789`,
};
