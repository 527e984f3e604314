/**
 * Sheets as systems write them, a line for each column: its header, what it means, and the cells of two rows. `-` is a column by which
 * nothing is paid; `a/b` a column that is either; `?` one that nobody can know without asking.
 */
export const KNOWN_SYSTEMS: Readonly<Record<string, string>> = {
  'quickbooks-unpaid-bills': `
    Date | - | 06/01/2026 | 06/03/2026
    Transaction Type | - | Bill | Bill
    Num | paymentReference | 1042 | 1043
    Vendor | name | Acme Ltd | Beta Inc
    Due Date | - | 07/01/2026 | 07/03/2026
    Past Due | - | -4 | -2
    Amount | ? | 1200.00 | 340.50
    Open Balance | - | 700.00 | 340.50
    Currency | currency | USD | USD
    Email | email | ap@acme.example | pay@beta.example`,
  'quickbooks-bill-payments': `
    Date | - | 06/01/2026 | 06/03/2026
    Transaction Type | - | Bill Payment | Bill Payment
    Num | paymentReference | 1042 | 1043
    Vendor | name | Acme Ltd | Beta Inc
    Memo/Description | memo | June | July
    Account | - | Checking | Checking
    Amount | amount | 1200.00 | 340.50`,
  'xero-bills': `
    *ContactName | name | Acme Ltd | Beta Inc
    EmailAddress | email | ap@acme.example | pay@beta.example
    POAddressLine1 | street1 | 1 High Street | 2 Low Street
    POCity | city | Leeds | York
    POPostalCode | postalCode | LS1 4AP | YO1 7HH
    POCountry | country | United Kingdom | United Kingdom
    *InvoiceNumber | paymentReference | INV-1 | INV-2
    Reference | memo | June | June
    *InvoiceDate | - | 01/06/2026 | 01/06/2026
    *DueDate | - | 01/07/2026 | 01/07/2026
    Total | - | 120.00 | 60.00
    TaxTotal | - | 20.00 | 10.00
    InvoiceAmountPaid | - | 20.00 | 0.00
    InvoiceAmountDue | amount | 100.00 | 60.00
    Description | - | Paint | Paper
    *Quantity | - | 2 | 1
    *UnitAmount | - | 50.00 | 50.00
    *AccountCode | - | 400 | 400
    *TaxType | - | 20% (VAT on Expenses) | 20% (VAT on Expenses)
    Currency | currency | GBP | GBP`,
  'xero-bill-template': `
    *ContactName | name | Acme Ltd | Beta Ltd
    EmailAddress | email | ap@acme.example | pay@beta.example
    POAddressLine1 | street1 | 1 High Street | 2 Low Street
    POAddressLine2 | street2 | | Unit 4
    POAddressLine3 | - | |
    POAddressLine4 | - | |
    POCity | city | Leeds | York
    PORegion | region | |
    POPostalCode | postalCode | LS1 4AP | YO1 7HH
    POCountry | country | United Kingdom | United Kingdom
    *InvoiceNumber | paymentReference | INV-1 | INV-2
    *InvoiceDate | - | 01/06/2026 | 01/06/2026
    *DueDate | - | 01/07/2026 | 01/07/2026
    InventoryItemCode | - | P-1 | P-2
    Description | - | Paint | Paper
    *Quantity | - | 2 | 1
    *UnitAmount | - | 50.00 | 50.00
    *AccountCode | - | 400 | 400
    *TaxType | - | 20% (VAT on Expenses) | 20% (VAT on Expenses)
    TrackingName1 | - | Region | Region
    TrackingOption1 | - | North | South
    TrackingName2 | - | |
    TrackingOption2 | - | |
    Currency | currency | GBP | GBP`,
  'xero-batch-payments': `
    Payee Name | name | Acme Ltd | Beta Ltd
    Payee Account | accountNum | 12-3140-0123456-00 | 01-0902-0068389-00
    Amount | amount | 100.00 | 60.00
    Particulars | memo | June | June
    Code | - | A1 | A2
    Reference | paymentReference | INV-1 | INV-2`,
  'netsuite-bill-payments': `
    Internal ID | - | 501 | 502
    Document Number | paymentReference | BILLPAY1 | BILLPAY2
    Date | - | 6/30/2026 | 6/30/2026
    Payee | name | Acme Ltd | Beta Ltd
    Account | - | 2000 Accounts Payable | 2000 Accounts Payable
    Amount (Foreign Currency) | amount | 1200.00 | 10.00
    Amount | - | 1521.60 | 12.68
    Currency | currency | GBP | GBP
    Memo | memo | June | June
    Email | email | ap@acme.example | pay@beta.example`,
  'sap-technical-names': `
    ZBUKR | - | 1000 | 1000
    LIFNR | referenceId | 0000100042 | 0000100043
    ZNME1 | name | Muster GmbH | Beta AG
    ZIBAN | iban | DE89370400440532013000 | AT611904300234573201
    ZSWIF | swiftBic | COBADEFFXXX | BKAUATWW
    UIBAN | - | DE02120300000000202051 | DE02120300000000202051
    RBETR | - | 100.00 | 90.00
    RWBTR | amount | 110.00 | 99.00
    WAERS | currency | EUR | EUR
    VBLNR | paymentReference | 2000000123 | 2000000124`,
  'dynamics-payment-journal': `
    Posting Date | - | 6/30/2026 | 6/30/2026
    Document Type | - | Payment | Payment
    Document No. | paymentReference | PAY-1 | PAY-2
    Account Type | - | Vendor | Vendor
    Account No. | referenceId | V00010 | V00020
    Recipient Bank Account | - | MAIN | MAIN
    Description | memo | June | July
    Currency Code | currency | EUR | EUR
    Amount | amount | 120.00 | 99.00
    Amount (LCY) | - | 132.10 | 108.98
    Bal. Account Type | - | Bank Account | Bank Account
    Bal. Account No. | - | CHECKING | CHECKING`,
  'datev-bookings': `
    Umsatz (ohne Soll/Haben-Kz) | amount | 1234,50 | 99,00
    Soll/Haben-Kennzeichen | - | S | S
    WKZ Umsatz | currency | EUR | EUR
    Basis-Umsatz | - | 1234,50 | 99,00
    Konto | - | 70001 | 70002
    Gegenkonto (ohne BU-Schlüssel) | - | 1200 | 1200
    Belegdatum | - | 3006 | 3006
    Belegfeld 1 | paymentReference | RE-1 | RE-2
    Buchungstext | memo | Miete | Strom`,
  'wise-batch': `
    recipientId | referenceId | 120044 | 120045
    name | name | Acme Ltd | Beta Ltd
    recipientEmail | email | ap@acme.example | pay@beta.example
    receiverType | type | INSTITUTION | PERSON
    sourceCurrency | currency | GBP | GBP
    targetCurrency | targetCurrency | EUR | EUR
    amountCurrency | amountCurrency | target | source
    amount | amount | 10.00 | 20.00
    paymentReference | paymentReference | P1 | P2
    referenceNumber | - | |
    IBAN | iban | DE89370400440532013000 | AT611904300234573201`,
  'wise-saved-recipients': `
    recipientId | referenceId | 120044 | 120045
    name | name | Acme Ltd | Beta Ltd
    recipientDetail | - | EUR account ending in 3000 | EUR account ending in 3201
    recipientType | type | INSTITUTION | PERSON
    recipientEmail | email | ap@acme.example | pay@beta.example
    addressCountryCode | country | DE | AT
    addressCity | city | Berlin | Wien`,
  'paypal-mass-payment': `
    Email/Phone | email | ana@example.com | bo@example.com
    Amount | amount | 10.00 | 12.00
    Currency code | currency | USD | USD
    Reference ID | paymentReference | P-1 | P-2
    Note to recipient | memo | Thanks | Thanks
    Recipient wallet | payoutMethod | PayPal | PayPal`,
  'payrun-order-results': `
    paymentReference | paymentReference | E-1 | E-2
    amount | amount | 10.00 | 12.00
    currency | currency | EUR | EUR
    email | email | ana@example.com | bo@example.com
    PmtInfId | - | B1 | B1
    InstrId | - | 1 | 2
    EndToEndId | - | E-1 | E-2`,
  'paypal-payouts-web': `
    Recipient identifier | email | ana@example.com | bo@example.com
    Payment amount | amount | 10.00 | 12.00
    Currency | currency | USD | USD
    Customer ID | - | ID001 | ID001
    Note to recipient | memo | Thanks | Thanks`,
  'tipalti-payment-file': `
    Idap | referenceId | P-100 | P-101
    Amount | amount | 10.00 | 12.00
    Currency | currency | USD | USD
    RefCode | paymentReference | R1 | R2
    EWalletMessage | - | Hi | Hi
    BankingMessage | memo | June | June
    IgnoreThresholds | - | FALSE | FALSE`,
  'revolut-bulk-payments': `
    Name | name | Acme GmbH | Beta AG
    Recipient type | type | Company | Individual
    IBAN | iban | DE89370400440532013000 | AT611904300234573201
    BIC | swiftBic | COBADEFFXXX | BKAUATWW
    Recipient bank country | accountCountry | DE | AT
    Currency | currency | EUR | EUR
    Amount | amount | 10.00 | 12.00
    Payment reference | paymentReference | P1 | P2
    Recipient country | country | DE | AT
    City | city | Berlin | Wien
    Address line 1 | street1 | Weg 1 | Ring 2
    Postal code | postalCode | 10969 | 1010`,
  'airwallex-batch': `
    Account name | accountHolderName/name | Acme GmbH | Beta AG
    Bank country | accountCountry | DE | AT
    IBAN | iban | DE89370400440532013000 | AT611904300234573201
    SWIFT code | swiftBic | COBADEFFXXX | BKAUATWW
    Source currency | currency | USD | USD
    Transfer currency | targetCurrency | EUR | EUR
    Transfer amount | targetAmount | 10.00 | 12.00
    Reference | paymentReference/memo | P1 | P2
    Fee paid by | - | Payer | Payer`,
  'bacs-standard-18': `
    Destination Sort Code | branchId | 20-00-00 | 60-16-13
    Destination Account Number | accountNum | 55779911 | 31926819
    Destination Account Name | accountHolderName/name | ACME LTD | BETA LTD
    Originating Sort Code | - | 40-47-84 | 40-47-84
    Originating Account Number | - | 70872490 | 70872490
    Amount | amount | 10.00 | 12.00
    Reference | paymentReference | P1 | P2`,
  'faster-payments': `
    Debit Account Number | - | 70872490 | 70872490
    Beneficiary Name | accountHolderName/name | ACME LTD | BETA LTD
    Beneficiary Sort Code | branchId | 20-00-00 | 60-16-13
    Beneficiary Account Number | accountNum | 55779911 | 31926819
    Amount | amount | 10.00 | 12.00
    Beneficiary Reference | memo/paymentReference | INV 1 | INV 2`,
  'adp-payroll-register': `
    Co Code | - | ABC | ABC
    File # | referenceId | 000123 | 000124
    Payroll Name | name | Lovelace, Ada | Hopper, Grace
    Reg Hours | - | 80 | 80
    Hours 3 Amount | - | 4 | 0
    Adjust Ded Amount | - | 25.00 | 0.00
    Gross Pay | - | 5000.00 | 4000.00
    Federal Tax | - | 900.00 | 700.00
    Net Pay | amount | 3700.00 | 3100.00`,
  'gusto-payroll-journal': `
    Last Name | lastName | Lovelace | Hopper
    First Name | firstName | Ada | Grace
    Gross Earnings | - | 5000.00 | 4000.00
    Employee Taxes | - | 900.00 | 700.00
    Reimbursements | - | 0.00 | 12.00
    Net Pay | amount | 4100.00 | 3312.00
    Employer Cost | - | 5400.00 | 4300.00`,
  'payroll-de': `
    Personalnummer | referenceId | 1001 | 1002
    Name | lastName | Müller | Schmidt
    Vorname | firstName | Anna | Bernd
    IBAN | iban | DE89370400440532013000 | DE02120300000000202051
    Bruttolohn | - | 5.000,00 | 4.000,00
    Lohnsteuer | - | 900,00 | 700,00
    Auszahlungsbetrag | amount | 3.100,00 | 2.500,00
    Währung | currency | EUR | EUR
    Verwendungszweck | memo | Lohn Juni | Lohn Juni`,
  'payroll-fr': `
    Matricule | referenceId | 0012 | 0013
    Nom | lastName | Dupont | Martin
    Prénom | firstName | Jean | Claire
    IBAN | iban | FR1420041010050500013M02606 | FR7630006000011234567890189
    Salaire brut | - | 3000,00 | 3100,00
    Net imposable | - | 2500,00 | 2600,00
    Net à payer | amount | 2310,20 | 2401,00
    Devise | currency | EUR | EUR`,
  'payroll-es': `
    Nº empleado | referenceId | 12 | 13
    Apellidos | lastName | Pérez Gómez | Ruiz
    Nombre | firstName | Ana | Luis
    NIF | governmentId | 12345678Z | 87654321X
    Cuenta bancaria | iban/accountNum | ES9121000418450200051332 | ES7921000813610123456789
    Total devengado | - | 2000,00 | 2100,00
    Total deducciones | - | 300,00 | 320,00
    Líquido a percibir | amount | 1700,00 | 1780,00`,
  'payroll-pt': `
    Matrícula | referenceId | 12 | 13
    Nome do funcionário | name | Ana Souza | Luis Lima
    CPF | governmentId | 390.533.447-05 | 168.995.350-09
    Banco | - | Itaú | Bradesco
    Agência | branchId | 0001 | 1234
    Conta | accountNum | 123456-7 | 987654-3
    Salário bruto | - | 5000,00 | 4000,00
    Descontos | - | 900,00 | 700,00
    Líquido a receber | amount | 4100,00 | 3300,00`,
  'payroll-ja': `
    社員番号 | referenceId | 1001 | 1002
    氏名 | name | 山田 太郎 | 佐藤 花子
    総支給額 | - | 400000 | 350000
    控除合計 | - | 80000 | 70000
    差引支給額 | amount | 320000 | 280000
    銀行コード | bankId | 0001 | 0005
    支店コード | branchId | 123 | 456
    口座番号 | accountNum | 1234567 | 7654321
    口座名義 | accountHolderName/name | ヤマダ タロウ | サトウ ハナコ`,
  'zengin-transfers-ja': `
    被仕向銀行番号 | bankId | 0001 | 0005
    被仕向支店番号 | branchId | 123 | 456
    預金種目 | - | 1 | 1
    口座番号 | accountNum | 1234567 | 7654321
    受取人名 | accountHolderName/name | ヤマダ タロウ | サトウ ハナコ
    振込金額 | amount | 320000 | 280000
    仕向銀行番号 | - | 0009 | 0009`,
  'sage-audit-trail': `
    Type | - | PP | PP
    Account Reference | referenceId | ABC001 | XYZ001
    Nominal A/C Ref | - | 1200 | 1200
    Department Code | - | 0 | 0
    Date | - | 30/06/2026 | 30/06/2026
    Reference | paymentReference | INV 1 | INV 2
    Details | memo | June | June
    Net Amount | ? | 100.00 | 90.00
    Tax Code | - | T9 | T9
    Tax Amount | - | 0.00 | 0.00
    Exchange Rate | - | 1.00 | 1.00
    Extra Reference | - | | `,
  'sage-purchase-ledger': `
    A/C | referenceId | ACM001 | BET001
    N/C | - | 5000 | 5000
    T/C | - | T1 | T1
    Date | - | 30/06/2026 | 30/06/2026
    Ref | paymentReference | INV1 | INV2
    Details | memo | Paint | Paper
    Net Amount | ? | 100.00 | 50.00
    Tax Amount | - | 20.00 | 10.00`,
};
