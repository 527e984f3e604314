/** Sheets in which something stands that is easily paid by mistake, as companies write them. Written before it was seen how they are read. */
export const ODD_SHEETS: Readonly<Record<string, string>> = {
  'debit-and-credit-iban': `
    Nr. | - | 1 | 2
    Debit IBAN | - | DE02120300000000202051 | DE02120300000000202051
    Credit IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Credit BIC | swiftBic | COBADEFFXXX | BKAUATWW
    Creditor | name | Acme GmbH | Beta AG
    Amount | amount | 10.00 | 20.00
    Ccy | currency | EUR | EUR
    End-to-end ID | paymentReference | E2E-1 | E2E-2`,
  'uk-cents-in-header': `
    Supplier | name | Acme Ltd | Beta Ltd
    Supplier ref | ?/referenceId | S1 | S2
    Amount (pence) | ?/amount | 1000 | 2050
    Currency | currency | GBP | GBP
    Sort code | branchId | 20-00-00 | 60-16-13
    Account number | accountNum | 55779911 | 31926819`,
  'minor-units-stripe': `
    destination | ?/- | acct_1 | acct_2
    amount_minor | ?/amount/- | 1000 | 2050
    currency | currency | eur | eur
    description | memo/? | June | July
    email | email | a@example.com | b@example.com`,
  'trading-and-legal-name': `
    Trading name | ?/name/- | Joe's Plumbing | Fine Foods
    Legal name | ?/name | J Bloggs Ltd | Fine Foods Holding Ltd
    Name on account | accountHolderName | J BLOGGS LTD | FINE FOODS HOLDING
    Contact name | ?/- | Joe Bloggs | Ann Fine
    Contact email | ?/email | joe@example.com | ann@example.com
    Invoice total | ?/amount/- | 120.00 | 90.00
    Amount to pay now | amount/? | 100.00 | 90.00
    Currency | currency | GBP | GBP`,
  'unit-subtotal-discount': `
    PO number | ?/paymentReference/- | PO-1 | PO-2
    Supplier name | name | Acme Ltd | Beta Ltd
    Supplier e-mail | email | a@example.com | b@example.com
    Price per unit | - | 10.00 | 20.00
    Units | - | 5 | 3
    Line subtotal | - | 50.00 | 60.00
    Early payment discount | - | 1.00 | 0.00
    Sales tax | - | 4.00 | 5.00
    Amount payable | amount | 53.00 | 65.00
    Currency | currency | USD | USD`,
  'settlement-in-two-currencies': `
    Host ID | ?/referenceId | H1 | H2
    Host name | name/? | Ana Pérez | Bo Berg
    Amount (booking currency) | - | 110.00 | 99.00
    Booking currency | - | USD | USD
    Amount (payout currency) | ?/amount/targetAmount | 100.00 | 90.00
    Payout currency | ?/currency/targetCurrency | EUR | EUR
    FX rate | - | 1.10 | 1.10`,
  'home-currency-first': `
    Payee ID | referenceId | P1 | P2
    Payee name | name | Acme Ltd | Beta Ltd
    Value in home currency | - | 110.00 | 99.00
    Home currency | - | USD | USD
    Invoice value | ?/amount/- | 100.00 | 90.00
    Invoice currency | ?/currency | EUR | EUR
    Payment method | payoutMethod | Bank transfer | Bank transfer`,
  'charity-payees-au': `
    Payee | name | Acme Pty Ltd | Beta Pty Ltd
    BSB | branchId | 062-000 | 083-004
    Account | accountNum/? | 12345678 | 87654321
    Title of account | accountHolderName/? | ACME PTY LTD | BETA PTY LTD
    Remitter | - | Our Charity | Our Charity
    Trace BSB | - | 062-111 | 062-111
    Trace account | - | 11112222 | 11112222
    Lodgement reference | ?/memo/paymentReference | INV 1 | INV 2
    Amount AUD | amount | 10.00 | 20.00`,
  'payroll-ph': `
    Emp. No. | referenceId | 100 | 101
    Surname | lastName | Reyes | Santos
    Given Name | firstName | Jose | Maria
    M.I. | - | A | B
    Payroll Account No. | accountNum/? | 001234567890 | 009876543210
    Basic Pay | - | 20000.00 | 18000.00
    Overtime | -/? | 500.00 | 0.00
    SSS | -/? | 900.00 | 900.00
    PhilHealth | -/? | 400.00 | 400.00
    Total Deductions | - | 1300.00 | 1300.00
    Net Take-Home Pay | amount/? | 19200.00 | 16700.00`,
  'lieferanten-skonto-de': `
    Kred.-Nr. | ?/referenceId | 70001 | 70002
    Name Kreditor | name/? | Muster GmbH | Beta AG
    Rg.-Nr. | paymentReference/? | R1 | R2
    Rg.-Betrag brutto | - | 119,00 | 107,10
    Skonto | - | 2,38 | 0,00
    Zu zahlen | amount/? | 116,62 | 107,10
    Unser Konto | - | DE02120300000000202051 | DE02120300000000202051
    Empfänger-IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Waehrung | currency | EUR | EUR`,
  'remesa-es': `
    Cuenta de cargo | - | ES7921000813610123456789 | ES7921000813610123456789
    Cuenta de abono | iban | ES9121000418450200051332 | DE89370400440532013000
    Beneficiario | name/accountHolderName | Proveedor SL | Otro GmbH
    Importe | amount | 121,00 | 108,90
    Importe anterior | - | 99,00 | 0,00
    Divisa | currency | EUR | EUR
    Concepto | memo | Factura 1 | Factura 2`,
  'virements-fr': `
    Compte à débiter | - | FR7630006000011234567890189 | FR7630006000011234567890189
    Compte à créditer | iban/? | FR1420041010050500013M02606 | DE89370400440532013000
    Nom du bénéficiaire | name/accountHolderName | Dupont SA | Muster GmbH
    Montant HT | - | 100,00 | 90,00
    Montant à payer | amount | 120,00 | 108,00
    Devise du compte | ? | EUR | EUR
    Devise | currency/? | EUR | EUR
    Motif | memo/? | Facture 1 | Facture 2`,
  'influencers': `
    @handle | - | @ana | @bo
    Creator | name/? | Ana Pérez | Bo Berg
    Agency | -/?/name | Star Agency | -
    Creator email | email/? | ana@example.com | bo@example.com
    Agency email | -/?/email | billing@star.example | 
    Campaign fee | -/?/amount | 1000.00 | 900.00
    Agency cut | -/? | 200.00 | 0.00
    Creator gets | amount/? | 800.00 | 900.00
    Cur. | currency/? | EUR | EUR`,
  'insurance-claims': `
    Claim no. | paymentReference/? | C-1 | C-2
    Policyholder | ?/name/- | Ana Pérez | Bo Berg
    Payee | name | Garage Ltd | Bo Berg
    Payee bank account | accountNum/iban | DE89370400440532013000 | AT611904300234573201
    Claimed | - | 1000.00 | 900.00
    Excess | - | 150.00 | 150.00
    Reserve | - | 500.00 | 0.00
    Settlement amount | amount/? | 850.00 | 750.00
    Currency | currency | EUR | EUR`,
  'cheque-and-transfer': `
    Vch No | ?/paymentReference | 1001 | 1002
    Party | ?/name | Asha Traders | Ravi & Co
    Dr | -/? | 0.00 | 0.00
    Cr | -/?/amount | 5000.00 | 7000.00
    Net Payable | amount/? | 4900.00 | 6860.00
    TDS | -/? | 100.00 | 140.00
    Beneficiary A/c | accountNum/? | 50100012345678 | 50100087654321
    Beneficiary IFSC | branchId | HDFC0000001 | ICIC0000002
    From A/c | - | 50200011112222 | 50200011112222`,
  'second-payee-account': `
    Name | name | Anna Braun | Bo Berg
    IBAN 1 | ?/iban | DE89370400440532013000 | AT611904300234573201
    Share 1 % | - | 80 | 100
    IBAN 2 | ?/- | DE02120300000000202051 | 
    Share 2 % | - | 20 | 0
    Net | amount/? | 3100.00 | 2600.00
    Currency | currency | EUR | EUR`,
};
