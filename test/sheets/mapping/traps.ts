/** Sheets of companies, each with something in it that is easily taken for something else. */
export const TRAPS: Readonly<Record<string, string>> = {
  'gross-net-pay': `
    Employee ID | referenceId | E1 | E2
    First Name | firstName | Anna | Bo
    Last Name | lastName | Braun | Berg
    IBAN | iban | DE89370400440532013000 | DE02120300000000202051
    Gross Pay | - | 5000.00 | 4000.00
    Tax | - | 1900.00 | 1400.00
    Net Pay | amount | 3100.00 | 2600.00
    Currency | currency | EUR | EUR`,
  'invoice-lines': `
    Supplier | name | Acme Ltd | Beta Ltd
    Invoice No | paymentReference | I1 | I2
    Qty | - | 2 | 3
    Unit Price | - | 10.00 | 20.00
    Subtotal | - | 20.00 | 60.00
    VAT | - | 4.00 | 12.00
    Total | ?/amount | 24.00 | 72.00
    Currency | currency | GBP | GBP`,
  'net-vat-amount': `
    Supplier | name | Acme Ltd | Beta Ltd
    Net | - | 20.00 | 60.00
    VAT | - | 4.00 | 12.00
    Amount | amount | 24.00 | 72.00
    Currency | currency | GBP | GBP`,
  'original-and-payment-amount': `
    Vendor Name | name | Acme Ltd | Beta Ltd
    Vendor ID | referenceId | V1 | V2
    Invoice Number | paymentReference | I1 | I2
    Original Amount | - | 100.00 | 90.00
    Discount | - | 2.00 | 0.00
    Payment Amount | amount | 98.00 | 90.00
    Open Balance | - | 0.00 | 0.00`,
  'local-and-document-currency': `
    Supplier number | referenceId | 100042 | 100043
    Document number | paymentReference | 19001 | 19002
    Amount in local currency | - | 110.00 | 99.00
    Local currency | - | USD | USD
    Amount in document currency | amount | 100.00 | 90.00
    Document currency | currency | EUR | EUR`,
  'currency-in-header': `
    Payee | name | Acme Ltd | Beta Ltd
    Reference | paymentReference | R1 | R2
    Amount (EUR) | amount | 100.00 | 90.00
    IBAN | iban | DE89370400440532013000 | DE02120300000000202051`,
  'two-currencies-in-headers': `
    Payee | name | Acme Ltd | Beta Ltd
    Amount (EUR) | ? | 100.00 | 90.00
    Amount (USD) | ? | 110.00 | 99.00`,
  'ytd-and-current': `
    Employee number | referenceId | 1 | 2
    Employee name | name | Anna Braun | Bo Berg
    Net pay YTD | - | 18600.00 | 15600.00
    Net pay | amount | 3100.00 | 2600.00
    Hours | - | 160 | 160
    Hourly rate | - | 31.25 | 25.00`,
  'previous-payment': `
    Contractor ID | referenceId | C1 | C2
    Contractor name | name | Anna Braun | Bo Berg
    Previous payment | - | 100.00 | 90.00
    Payment amount | amount | 120.00 | 95.00
    Currency | currency | EUR | EUR`,
  'fees-beside': `
    Recipient | name | Acme Ltd | Beta Ltd
    Recipient email | email | a@example.com | b@example.com
    Fee | - | 1.00 | 1.00
    Transfer amount | amount | 120.00 | 95.00
    Transfer currency | ?/currency | EUR | EUR`,
  'two-accounts-unnamed': `
    Name | name | Acme Ltd | Beta Ltd
    IBAN | ? | DE89370400440532013000 | DE89370400440532013000
    IBAN beneficiary | ? | DE02120300000000202051 | AT611904300234573201
    Amount | amount | 10.00 | 20.00`,
  'company-account': `
    Company account | - | DE02120300000000202051 | DE02120300000000202051
    Supplier name | name | Acme Ltd | Beta Ltd
    Supplier IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Amount to pay | amount | 10.00 | 20.00
    Currency | currency | EUR | EUR`,
  'ledger-account': `
    Vendor | name | Acme Ltd | Beta Ltd
    GL Account | - | 2000 | 2000
    Account | - | 2000 Accounts Payable | 2000 Accounts Payable
    Bank account number | accountNum | 123456789 | 987654321
    Routing number | branchId | 021000021 | 011401533
    Amount | amount | 10.00 | 20.00`,
  'sender-and-payer-email': `
    Sender email | - | our@example.com | our@example.com
    Payee email | email | a@example.com | b@example.com
    Payee name | name | Ana | Bo
    Amount | amount | 10.00 | 20.00
    Currency | currency | USD | USD`,
  'amount-before-tax-withheld': `
    Artist ID | referenceId | A1 | A2
    Artist | name | Ana | Bo
    Royalty | - | 100.00 | 90.00
    Withholding tax | - | 15.00 | 13.50
    Amount payable | amount | 85.00 | 76.50
    Currency | currency | EUR | EUR`,
  'expenses-report': `
    Report ID | ? | R-1 | R-2
    Employee | name | Ana Pérez | Bo Berg
    Employee email | email | a@example.com | b@example.com
    Approved by | - | Carla | Carla
    Total claimed | - | 100.00 | 90.00
    Amount to reimburse | ?/amount | 80.00 | 90.00
    Currency | currency | EUR | EUR`,
  'bill-of-vendor-de': `
    Lieferantennr. | referenceId | 70001 | 70002
    Lieferant | name | Muster GmbH | Beta AG
    Rechnungsnummer | paymentReference | R1 | R2
    Nettobetrag | - | 100,00 | 90,00
    MwSt | - | 19,00 | 17,10
    Bruttobetrag | ? | 119,00 | 107,10
    Zahlbetrag | amount | 119,00 | 107,10
    Bankleitzahl | bankId | 37040044 | 12030000
    Kontonummer | accountNum | 532013000 | 202051000`,
  'facture-fr': `
    Code fournisseur | referenceId | F1 | F2
    Fournisseur | name | Dupont SA | Martin SA
    N° facture | paymentReference | 1 | 2
    Montant HT | - | 100,00 | 90,00
    TVA | - | 20,00 | 18,00
    Montant TTC | ?/amount | 120,00 | 108,00
    Échéance | - | 30/06/2026 | 30/06/2026`,
  'facturas-es': `
    Código proveedor | referenceId | P1 | P2
    Proveedor | name | Proveedor SL | Otro SA
    Nº factura | paymentReference | 1 | 2
    Base imponible | - | 100,00 | 90,00
    IVA | - | 21,00 | 18,90
    Importe a pagar | amount | 121,00 | 108,90
    Vencimiento | - | 30/06/2026 | 30/06/2026
    IBAN | iban | ES9121000418450200051332 | DE89370400440532013000`,
  'merchants-by-row': `
    merchant | merchant | acme | beta
    Payment Reference | paymentReference | P1 | P2
    Vendor ID | referenceId | V1 | V2
    Amount | amount | 10.00 | 20.00
    Currency | currency | EUR | EUR`,
  'names-in-two-columns': `
    ID | ? | 1 | 2
    Given name | firstName | Ana | Bo
    Family name | lastName | Pérez | Berg
    Date of birth | dob | 1990-04-17 | 1985-12-31
    Street address | street1 | Weg 1 | Ring 2
    Town | city | Berlin | Wien
    Post code | postalCode | 10969 | 1010
    Country of residence | country | Germany | Austria
    Mobile phone | phone | 0171 1234567 | 0664 1234567`,
};
