/** A fifth round of unseen exports: split names, both accounts, invoices beside payments, deductions, reports with titles. */
export const FIFTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'netsuite-ach-electronic-payments': `
    Type | - | Bill Payment | Bill Payment | Bill Payment
    Transaction Number | paymentReference | BP1001 | BP1002 | BP1003
    Entity | name/referenceId/? | V100 Acme Supplies | V101 Beta Partners | V230 Cobalt Media
    Entity Bank Account | accountNum/? | 483920110 | 77201934 | 5512334
    Entity Bank Number | branchId/bankId/? | 021000021 | 111000025 | 102001017
    Subsidiary | - | Mono Inc | Mono Inc | Mono Inc
    AP Account | - | 2000 | 2000 | 2000
    Amount (Transaction Currency) | amount/? | 1,200.00 | 950.00 | 500.00
    Currency | currency | USD | USD | USD
    Exchange Rate | - | 1.00 | 1.00 | 1.00
    Memo | memo | June | June | June`,
  'xero-payrun-au-bank-file-preview': `
    Employee | name | Anna Smith | Jo Nguyen | Ana Perez
    Statement Text | memo | MONO PAY | MONO PAY | MONO PAY
    BSB | branchId | 062-000 | 082-001 | 012-003
    Account Number | accountNum | 10203040 | 55667788 | 90011234
    Account Name | accountHolderName | A Smith | J Nguyen | Ana Perez
    Amount | amount | 2,560.00 | 2,240.00 | 1,783.50
    Remainder | - | Yes | Yes | Yes`,
  'oracle-netsuite-vendor-prepayment-de': `
    Lieferant | name | Muster GmbH | Beta AG | Anna Braun
    Lieferanten-ID | referenceId | V100 | V101 | V230
    Zahlungsnummer | paymentReference | ZA-1 | ZA-2 | ZA-3
    Rechnungsbetrag (brutto) | -/? | 1.240,50 | 98,00 | 310,00
    Skonto | - | 0,00 | 10,00 | 0,00
    Zahlbetrag | amount | 1.240,50 | 88,00 | 310,00
    Zahlungswährung | currency | EUR | EUR | EUR
    Bankleitzahl | bankId | 37040044 | 51210800 | 10000000
    Kontonummer | accountNum | 0532013000 | 1245126199 | 0123456789
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    Unsere Bank | - | Commerzbank | Commerzbank | Commerzbank`,
  'workday-payroll-settlement-instructions': `
    Pay Group | - | US Semi-monthly | US Semi-monthly | US Semi-monthly
    Worker | name | Anna Smith | John Doe | Ana Perez
    Employee ID | referenceId | 21001 | 21002 | 21017
    Payment Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Settlement Run | - | SR-88 | SR-88 | SR-88
    Payment Elected Amount | amount/? | 2440.00 | 2150.00 | 1783.50
    Currency | currency | USD | USD | USD
    Payee Bank Routing Transit Number | branchId | 021000021 | 111000025 | 102001017
    Payee Bank Account Number | accountNum | 483920110 | 77201934 | 5512334
    Originating Bank Account | - | BofA Payroll | BofA Payroll | BofA Payroll`,
  'sage-200-suggested-payments-es': `
    Cód. proveedor | referenceId | 400001 | 400002 | 400017
    Nombre fiscal | name | Alfa SL | Beta SA | Marta Ruiz
    CIF/DNI | governmentId | B12345678 | A87654321 | 11223344B
    Nº efecto | paymentReference/? | 118 | 119 | 120
    Fecha vto. | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Importe efecto | amount/? | 1.240,50 | 880,00 | 310,00
    Divisa | currency | EUR | EUR | EUR
    IBAN proveedor | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES9121000418450200051332
    Banco de pago | - | Santander | Santander | Santander
    Nº factura proveedor | ?/-/paymentReference | F-1 | 88 | H4`,
  'cegid-quadra-salaires-virements': `
    Code salarié | referenceId | 0012 | 0013 | 0044
    Nom | lastName | Moreau | Petit | Lopez
    Prénom | firstName | Claire | Luc | Inès
    N° SS | governmentId | 285017512345678 | 179057512345612 | 191097512345634
    Salaire brut | - | 2 800,00 | 3 150,00 | 1 900,00
    Charges salariales | - | 609,60 | 689,90 | 412,00
    Acompte | - | 0,00 | 200,00 | 0,00
    Net à payer | amount | 2 190,40 | 2 260,10 | 1 488,00
    Mode de paiement | payoutMethod | Virement | Virement | Virement
    Code IBAN | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    Code BIC | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB`,
  'lloyds-commercial-bulk-csv': `
    Payee Sort Code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Payee Account Number | accountNum | 55779911 | 70872490 | 31926819
    Payee Name | name/accountHolderName | Acme Supplies Ltd | P Jones | Mono Print Ltd
    Payee Ref | paymentReference/memo/? | HLS 991 | HLS 1188 | HLS C77
    Amount (£) | amount | 1,176.00 | 300.00 | 88.50
    From Sort Code | - | 30-96-26 | 30-96-26 | 30-96-26
    From Account No | - | 12345678 | 12345678 | 12345678
    Pay Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'wells-fargo-wire-import': `
    Wire Amount | amount | 12,000.00 | 9,500.00 | 5,000.00
    Wire Currency | currency | USD | EUR | USD
    Debit Account | - | 4111222233 | 4111222233 | 4111222233
    Beneficiary Name | name/accountHolderName | Acme Supplies Inc | Beta AG | Cobalt Media
    Beneficiary Account / IBAN | accountNum/iban/? | 483920110 | AT611904300234573201 | 5512334
    Beneficiary Address 1 | street1 | 1 Main St | Weg 1 | 4 Oak Ave
    Beneficiary City, State, Zip | -/? | Austin TX 73301 | Wien 1010 | Salem OR 97301
    Beneficiary Country | country | US | AT | US
    Beneficiary Bank ABA/SWIFT | ?/branchId/swiftBic | 021000021 | BKAUATWW | 102001017
    Originator to Beneficiary Information | memo/? | Inv A-55 | Inv B-1 | Inv C-7
    Intermediary Bank SWIFT | - |  | CHASUS33 | `,
  'td-canada-eft-credits': `
    Payee/Payor Name | name/? | Acme Supplies | Beta Partners | Cobalt Media
    Institution | bankId | 003 | 004 | 001
    Transit | branchId | 00102 | 12342 | 00011
    Account | accountNum | 1234567 | 5551234 | 9988776
    Amount CAD | amount | 1,130.00 | 904.00 | 174.60
    Cross-reference No. | paymentReference/? | AP-1 | AP-2 | AP-3
    CPA Code | - | 450 | 450 | 450
    Originator Short Name | - | MONO INC | MONO INC | MONO INC`,
  'axis-bank-india-bulk': `
    Debit Account Number | - | 918020098765432 | 918020098765432 | 918020098765432
    Transaction Amount | amount | 125000.00 | 48250.50 | 310000.00
    Transaction Currency | currency | INR | INR | INR
    Beneficiary name | name/accountHolderName | Sharma Traders | Gupta Logistics | Meera Iyer
    Beneficiary Account number | accountNum | 50100012345678 | 918020012345671 | 004701530012
    Beneficiary IFSC Code | branchId | HDFC0000123 | UTIB0000047 | ICIC0000047
    Transaction Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Payment Mode | payoutMethod/-/? | NEFT | IFT | RTGS
    Customer Reference Number | paymentReference | CR1 | CR2 | CR3
    Beneficiary Nickname/Code | referenceId/-/? | SHARMA | GUPTA | MEERA
    Beneficiary Email ID 1 | email/? | a@sharma.example | pay@gupta.example | meera@iyer.example`,
  'payroll-ireland-collsoft': `
    Emp No | referenceId | 12 | 13 | 44
    PPSN | governmentId | 1234567T | 2345678A | 3456789B
    Surname | lastName | Murphy | Kelly | Walsh
    Forename | firstName | Aoife | Sean | Niamh
    Gross | - | 3,800.00 | 4,250.00 | 520.00
    PAYE | - | 512.00 | 640.25 | 0.00
    USC | - | 96.10 | 118.30 | 2.60
    PRSI EE | - | 152.00 | 170.00 | 0.00
    Net | amount/? | 3,039.90 | 3,321.45 | 517.40
    IBAN | iban | IE29AIBK93115212345678 | IE29AIBK93115212345678 | DE89370400440532013000
    BIC | swiftBic | AIBKIE2D | AIBKIE2D | COBADEFFXXX
    Email Payslip To | email/? | aoife@murphy.example | sean@kelly.example | niamh@walsh.example`,
  'uk-cis-subcontractor-payments': `
    Subcontractor | name | J Smith Roofing | K Doe Ltd | A Perez
    UTR | governmentId/-/? | 1234567890 | 2345678901 | 3456789012
    Gross Payment | - | 1,000.00 | 2,000.00 | 800.00
    Materials | - | 200.00 | 500.00 | 0.00
    CIS Deduction | - | 160.00 | 300.00 | 160.00
    Net Payment | amount | 840.00 | 1,700.00 | 640.00
    Sort code | branchId | 20-00-00 | 40-47-84 | 30-96-26
    Account | accountNum | 55779911 | 70872490 | 31926819
    Certificate no | paymentReference/? | CIS-1 | CIS-2 | CIS-3`,
  'stripe-connect-payouts-pending': `
    id | ?/paymentReference | po_1 | po_2 | po_3
    Destination account | referenceId/?/accountNum | acct_1A | acct_1B | acct_1C
    Destination Name | name/? | Ana Perez | Okoro Ltd | Cora Li
    Amount | amount | 1200.00 | 950.00 | 500.00
    Currency | currency | usd | gbp | eur
    Created (UTC) | - | 2026-06-28 10:00 | 2026-06-28 10:00 | 2026-06-28 10:00
    Arrival Date (UTC) | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Status | - | pending | pending | pending
    Application fee | - | 12.00 | 9.50 | 5.00`,
  'shopify-collective-supplier-payouts': `
    Supplier | name | Acme Goods | Beta Prints | Cobalt Ceramics
    Supplier email | email | pay@acme.example | pay@beta.example | pay@cobalt.example
    Payout ID | paymentReference | 9001 | 9002 | 9003
    Payout date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Orders | - | 12 | 30 | 7
    Charges | - | 640.00 | 1530.00 | 298.00
    Refunds | - | 0.00 | 51.00 | 0.00
    Fees | - | 12.80 | 30.60 | 5.96
    Total | amount/? | 627.20 | 1448.40 | 292.04
    Currency | currency | USD | USD | USD`,
  'expensify-reimbursement-batch': `
    Report Name | -/memo/? | June trips | Client visit | Supplies
    Report ID | ?/paymentReference | R00a1 | R00a2 | R00a3
    Submitter | name/? | Anna Smith | John Doe | Ana Perez
    Submitter Email | email | anna@co.example | john@co.example | ana@co.example
    Total Reimbursable | amount | 89.00 | 1,200.00 | 55.10
    Non-Reimbursable | - | 200.00 | 0.00 | 0.00
    Report Currency | currency | USD | USD | USD
    Bank Account Nickname | - | Chase 1 | BofA 2 | Wells 3
    Approver | - | dana@co.example | dana@co.example | lee@co.example`,
  'clinical-trial-patient-stipends': `
    Subject ID | referenceId | S-1001 | S-1002 | S-1017
    Site No. | - | 101 | 101 | 102
    Visit | - | V3 | V3 | V1
    Visit Date | - | 2026-06-12 | 2026-06-13 | 2026-06-14
    Stipend | amount | 75.00 | 75.00 | 150.00
    Travel Reimbursement | ?/- | 12.50 | 0.00 | 33.00
    Total Payment Due | amount/? | 87.50 | 75.00 | 183.00
    Currency | currency | USD | USD | USD
    Patient email | email | s1@trial.example | s2@trial.example | s17@trial.example
    Payment Method | payoutMethod | PayPal | ACH | PayPal`,
  'film-residuals-sag-like': `
    Performer SSN | governmentId | 123-45-6789 | 234-56-7890 | 345-67-8901
    Performer Name | name | Anna Smith | John Doe | Ana Perez
    Loan-out Company | -/name/? |  | Doe Works LLC | 
    Picture | - | Blue Day | Blue Day | Red Night
    Gross Residual | - | 1,200.00 | 950.00 | 500.00
    Taxes | - | 264.00 | 0.00 | 110.00
    Net Check | amount | 936.00 | 950.00 | 390.00
    Check No. | paymentReference/?/- | 60011 | 60012 | 60013
    Mailing Address | mailingStreet1/street1 | 1 Main St | 9 Elm St | 4 Oak Ave
    City | city/mailingCity | Austin | Denver | Salem
    State | region/mailingRegion | TX | CO | OR
    ZIP | postalCode/mailingPostal | 73301 | 80014 | 97301`,
  'gehaltsliste-schweiz-abacus': `
    Pers.-Nr. | referenceId | 12 | 13 | 44
    AHV-Nr. | governmentId | 756.1234.5678.97 | 756.2345.6789.04 | 756.3456.7890.11
    Name | lastName | Müller | Rossi | Favre
    Vorname | firstName | Anna | Luca | Inès
    Bruttolohn CHF | - | 6'500.00 | 7'200.00 | 5'100.00
    AHV/IV/EO | - | 344.50 | 381.60 | 270.30
    BVG | - | 310.00 | 355.00 | 0.00
    Nettolohn CHF | amount | 5'845.50 | 6'463.40 | 4'829.70
    Postkonto/IBAN | iban/? | CH9300762011623852957 | CH9300762011623852957 | DE89370400440532013000
    Clearing-Nr. | bankId/branchId/? | 762 | 762 | 
    Ort | city | Zürich | Lugano | Genf
    PLZ | postalCode | 8001 | 6900 | 1201`,
  'paghe-inaz-elenco-bonifici': `
    ^ ELENCO BONIFICI STIPENDI - GIUGNO 2026
    Matr. | referenceId | 0012 | 0013 | 0044
    Dipendente | name | ROSSI ANNA | BIANCHI LUCA | VERDI SARA
    ABI | bankId | 05428 | 02008 | 03069
    CAB | branchId | 11101 | 01600 | 09606
    N. conto | accountNum | 000000123456 | 000000234567 | 000000345678
    IBAN | iban | IT60X0542811101000000123456 | IT60X0542811101000000123456 | IT60X0542811101000000123456
    Importo netto EUR | amount/? | 1.780,00 | 1.470,00 | 1.250,00
    Causale | memo | STIPENDIO 06/2026 | STIPENDIO 06/2026 | STIPENDIO 06/2026
    $ TOTALE | | | | | | 4.500,00`,
  'kyuryo-bugyo-ginko-furikomi': `
    社員番号 | referenceId | 0012 | 0013 | 0044
    氏名 | name | 山田 太郎 | 佐藤 花子 | 鈴木 一郎
    フリガナ | -/accountHolderName/? | ヤマダ タロウ | サトウ ハナコ | スズキ イチロウ
    総支給金額 | - | 320000 | 285000 | 250000
    控除合計額 | - | 55220 | 48130 | 41700
    銀行１振込額 | amount/? | 264780 | 236870 | 208300
    銀行１銀行コード | bankId | 0001 | 0005 | 0036
    銀行１支店コード | branchId | 001 | 001 | 251
    銀行１預金種目 | - | 1 | 1 | 1
    銀行１口座番号 | accountNum | 1234567 | 7654321 | 1112223
    現金支給額 | - | 0 | 0 | 0`,
  'jde-ap-payment-worksheet': `
    Address Number | referenceId/? | 4242 | 4343 | 4545
    Alpha Name | name/? | Acme Supplies | Beta Partners | Cobalt Media
    Document Number | paymentReference/? | 10001 | 10002 | 10003
    Document Type | - | PV | PV | PV
    Invoice Number | ?/paymentReference/- | A-5501 | B-118 | C-77
    Gross Amount | - | 1,200.00 | 960.00 | 500.00
    Discount Available | - | 0.00 | 10.00 | 0.00
    Open Amount | -/? | 1,200.00 | 960.00 | 500.00
    Payment Amount | amount | 1,200.00 | 950.00 | 500.00
    Currency Code | currency | USD | USD | USD
    Payee Bank Transit | branchId/? | 021000021 | 111000025 | 102001017
    Payee Bank Account | accountNum | 483920110 | 77201934 | 5512334
    G/L Bank Account | - | 108 | 108 | 108`,
  'infor-sunsystems-payment-run': `
    Account Code | referenceId/? | 80001 | 80002 | 80017
    Account Name | name/accountHolderName/? | Acme Supplies | Beta Partners | Cobalt Media
    Transaction Reference | paymentReference | A-5501 | B-118 | C-77
    Accounting Period | - | 006/2026 | 006/2026 | 006/2026
    Base Amount | - | 1,524.00 | 950.00 | 500.00
    Transaction Amount | amount | 1,200.00 | 950.00 | 500.00
    Currency Code | currency | GBP | USD | USD
    Bank Sort Code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Bank Account Number | accountNum | 55779911 | 70872490 | 31926819
    D/C | - | D | D | D`,
};
