/** More templates of banks and exports of accounting systems, with titles, groups of columns and units above and in headers. */
export const BANKS_AND_ERPS_AGAIN: Readonly<Record<string, string>> = {
  'hsbcnet-file-upload-ach': `
    Payment Type | payoutMethod/-/? | ACH-CR | ACH-CR | ACH-CR
    Originator Account | - | 04112233445500 | 04112233445500 | 04112233445500
    Value Date (YYYYMMDD) | - | 20260630 | 20260630 | 20260630
    2nd Party ID | referenceId/? | S0012 | S0013 | S0044
    2nd Party Name | name/accountHolderName/? | Tan Trading | Lim Wei Ling | Wong & Co
    2nd Party Account Number | accountNum/? | 123456789001 | 400550123838 | 888123456833
    2nd Party Bank Code | bankId/? | 004 | 024 | 012
    Amount | amount | 1200.00 | 880.50 | 950.00
    Ccy | currency | HKD | HKD | HKD
    2nd Party Reference | paymentReference/memo/? | INV71 | RF8 | CONS
    Email Advice | email/? | ap@tan.example | lim@ling.example | wong@co.example`,
  'barclays-ipay-international': `
    ^ Bulk international payments
    ^ Prepared by | Finance
    Debit Account Number | - | 20994412345678 | 20994412345678 | 20994412345678
    Debit Currency | - | GBP | GBP | GBP
    Payee Name | name/accountHolderName | Société Alpha | Beta AG | Acme Inc
    Payee Address Line 1 | street1 | 4 rue Oberkampf | Weg 1 | 1 Main St
    Payee City | city | Paris | Wien | Austin
    Payee Country Code | country | FR | AT | US
    Payee Bank SWIFT BIC | swiftBic | AGRIFRPP | BKAUATWW | CHASUS33
    Payee Account / IBAN | iban/accountNum | FR7630006000011234567890189 | AT611904300234573201 | 483920110
    Payment Currency | currency | EUR | EUR | USD
    Payment Amount | amount | 1200.00 | 88.00 | 950.00
    Payment Reference | paymentReference | BX-1 | BX-2 | BX-3
    Charges (SHA/OUR/BEN) | - | SHA | SHA | OUR`,
  'citi-direct-preformat': `
    Payment Method Name | payoutMethod/-/? | Cross Border Funds Transfer | Cross Border Funds Transfer | Domestic Funds Transfer
    Transaction Reference Number | paymentReference | CT001 | CT002 | CT003
    Debit Account Name | - | Mono Ltd Ops | Mono Ltd Ops | Mono Ltd Ops
    Debit Account Number | - | 0155667788 | 0155667788 | 0155667788
    Transaction Amount | amount | 1200.00 | 880.00 | 950.00
    Transaction Currency | currency | EUR | EUR | USD
    Beneficiary Name | accountHolderName/name | Société Alpha | Moreau Claire | Acme Inc
    Beneficiary Account or Other ID | ?/accountNum/iban | FR7630006000011234567890189 | BE68539007547034 | 483920110
    Beneficiary Bank Routing Code | swiftBic/branchId/? | AGRIFRPP | GKCCBEBB | 021000021
    Beneficiary Bank Name | - | Crédit Agricole | KBC | Chase
    Payment Details Line 1 | memo | June fees | Refund | Inv 9
    Confidential Indicator | - | N | N | N`,
  'jpm-access-ach-batch': `
    Company ID | -/merchant/? | 1234567890 | 1234567890 | 1234567890
    Receiver Name | name/accountHolderName | SMITH ANNA | DOE JOHN | PEREZ ANA
    Receiver ID | referenceId | E1001 | E1002 | E1017
    Receiver ABA | branchId | 021000021 | 111000025 | 102001017
    Receiver Account | accountNum | 483920110 | 77201934 | 5512334
    Account Type (C/S) | - | C | C | S
    Credit Amount | amount | 2440.00 | 2150.00 | 1783.50
    Effective Entry Date | - | 06/19/2026 | 06/19/2026 | 06/19/2026
    Addenda | memo/-/? | June 1-15 | June 1-15 | June 1-15`,
  'bnp-connexis-virement-sepa': `
    Compte donneur d'ordre | - | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185
    Date d'exécution souhaitée | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Nom du bénéficiaire | name/accountHolderName | Société Alpha | Bêta SARL | Moreau Claire
    IBAN du bénéficiaire | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC de la banque du bénéficiaire | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    Montant (EUR) | amount | 1 200,00 | 880,00 | 64,30
    Référence de bout en bout | paymentReference | E2E-1 | E2E-2 | E2E-3
    Motif | memo | Facture 118 | Facture 119 | Note de frais
    Pays du bénéficiaire | country | FR | FR | BE`,
  'santander-pt-transferencias-lote': `
    Conta a debitar | - | PT50001800034567890123456 | PT50001800034567890123456 | PT50001800034567890123456
    IBAN destino | iban | PT50000201231234567890154 | ES9121000418450200051332 | PT50000201231234567890154
    Nome do beneficiário | name/accountHolderName | Alfa Lda | Beta SL | Carla Souza
    Montante | amount | 1.240,50 | 880,00 | 310,00
    Moeda | currency | EUR | EUR | EUR
    Descritivo | memo | Fatura 118 | Fatura 77 | Recibo 9
    Referência do ordenante | - | ORD1 | ORD2 | ORD3
    Email do beneficiário | email | ap@alfa.example | ap@beta.example | carla@souza.example
    NIF do beneficiário | governmentId | 501234567 | B12345678 | 212345678`,
  'anz-nz-direct-credit-import': `
    Record | - | 2 | 2 | 2
    Other Party Name | name/accountHolderName/? | Kauri Timber | J Ngata | Outback Freight
    Other Party Account | accountNum/? | 01-0902-0068389-00 | 03-0104-0020300-00 | 12-3140-0171323-50
    Other Party Particulars | memo/? | INV 4 | WAGES | FREIGHT
    Other Party Analysis Code | -/memo/? | JUN26 | JUN26 | JUN26
    Other Party Reference | paymentReference/memo/? | KT-4 | NG-88 | OF-12
    Amount NZD | amount | 440.00 | 1,250.75 | 98.10
    Subscriber Name | -/name/? | Mono NZ Ltd | Mono NZ Ltd | Mono NZ Ltd
    Subscriber Account | -/accountNum/? | 06-0501-0123456-00 | 06-0501-0123456-00 | 06-0501-0123456-00`,
  'commbiz-direct-credit-au': `
    Account Name | accountHolderName/name | Gum Tree Cafe | J Nguyen | Outback Freight
    BSB | branchId | 062-000 | 082-001 | 012-003
    Account No | accountNum | 10203040 | 55667788 | 90011234
    Credit Amount | amount | 440.00 | 1,250.75 | 98.10
    Lodgement Ref | paymentReference/memo/? | GT-4 | NG-88 | OF-12
    Trace BSB | - | 062-001 | 062-001 | 062-001
    Trace Account | - | 11112222 | 11112222 | 11112222
    Remitter | - | MONO PTY | MONO PTY | MONO PTY
    Withholding Tax | - | 0.00 | 0.00 | 0.00`,
  'oracle-fusion-payables-installments': `
    Business Unit | - | US1 | US1 | US1
    Supplier | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Supplier Number | referenceId | 10021 | 10022 | 10040
    Supplier Site | - | NY | AUSTIN | DENVER
    Invoice Number | paymentReference/? | A-5501 | B-118 | C-77
    Invoice Amount | -/? | 1,200.00 | 960.00 | 700.00
    Unpaid Amount | ?/amount/- | 1,200.00 | 950.00 | 500.00
    Discount Available | - | 0.00 | 0.00 | 10.00
    Payment Amount | amount | 1,200.00 | 950.00 | 490.00
    Payment Currency | currency | USD | EUR | USD
    Remit-to Account Number | accountNum/iban/? | 483920110 | DE89370400440532013000 | 5512334
    Disbursement Bank Account | - | BofA Ops | BofA Ops | BofA Ops`,
  'business-central-vendor-payments-en': `
    Posting Date | - | 6/30/2026 | 6/30/2026 | 6/30/2026
    Vendor No. | referenceId | V10000 | V20000 | V30000
    Vendor Name | name | Fabrikam | Graphic Design | Wide World
    Recipient Bank Account | ?/- | FAB-1 | GDI | WWI
    Recipient IBAN | iban | DE89370400440532013000 | NL91ABNA0417164300 | BE68539007547034
    Applies-to Ext. Doc. No. | -/?/paymentReference | A-55 | B-1 | C-7
    Document No. | paymentReference/? | PAY-01 | PAY-02 | PAY-03
    Currency Code | currency | EUR | EUR | EUR
    Amount | amount | 1,240.50 | 88.00 | 310.00
    Amount (LCY) | - | 1,356.11 | 96.20 | 338.89
    Bal. Account No. | - | GIRO | GIRO | GIRO
    Message to Recipient | memo | Inv A-55 | Inv B-1 | Inv C-7`,
  'sage50-us-vendor-checks': `
    Vendor ID | referenceId | ACME | BETA | COBALT
    Vendor Name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Remit-To Address 1 | street1 | 1 Main St | 9 Elm St | 4 Oak Ave
    Remit-To City | city | Austin | Denver | Salem
    Remit-To ST | region | TX | CO | OR
    Remit-To Zip | postalCode | 73301 | 80014 | 97301
    Invoice # | paymentReference/? | A-5501 | B-118 | C-77
    Amount Due | ?/amount/- | 1,200.00 | 960.00 | 500.00
    Discount Amt | - | 0.00 | 10.00 | 0.00
    Amount Paid | ?/amount/- | 1,200.00 | 950.00 | 500.00
    Pay | - | TRUE | TRUE | TRUE
    1099 Type | - | NEC | None | NEC
    Cash G/L Acct | - | 10200 | 10200 | 10200`,
  'exact-globe-crediteurenbetaling': `
    Crediteur | name/referenceId | Jansen BV | Bakker & Zn | De Vries Advies
    Crediteurcode | referenceId | 1600 | 1601 | 1677
    Uw referentie | -/?/paymentReference/memo | 2026-118 | F77 | 2026/9
    Boekstuknr. | paymentReference/? | 26600012 | 26600013 | 26600044
    Bedrag | -/?/amount | 1.210,00 | 605,00 | 363,00
    Bet.korting | - | 0,00 | 0,00 | 0,00
    Te betalen bedrag | amount | 1.210,00 | 605,00 | 263,00
    Val. | currency/? | EUR | EUR | EUR
    Bankrekening crediteur | iban | NL91ABNA0417164300 | NL39RABO0300065264 | BE68539007547034
    Betaaldatum | - | 30-06-2026 | 30-06-2026 | 30-06-2026
    Bankrekening eigen | - | NL20INGB0001234567 | NL20INGB0001234567 | NL20INGB0001234567`,
  'wave-bills-export': `
    Bill Number | paymentReference/? | 101 | 102 | 109
    Vendor Name | name | Acme Supplies | Beta Partners | Cobalt Media
    Vendor Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example
    Bill Date | - | 2026-06-01 | 2026-06-03 | 2026-06-09
    Currency | currency | USD | USD | USD
    Bill Subtotal | - | 1000.00 | 800.00 | 420.00
    Sales Tax | - | 80.00 | 64.00 | 33.60
    Bill Total Amount | -/?/amount | 1080.00 | 864.00 | 453.60
    Bill Amount Due | ?/amount | 1080.00 | 864.00 | 153.60
    PO/SO Number | - | 7 |  | 9`,
  'myob-accountright-pay-bills': `
    Co./Last Name | name/lastName/? | Gum Tree Cafe | Nguyen | Outback Freight
    First Name | firstName | | Jo | 
    Card ID | referenceId/? | C001 | C002 | C017
    Cheque # | ?/paymentReference/- | 801 | 802 | 803
    Statement Text | memo | INV 4 | WAGES JUN | FREIGHT
    Amount | amount | $440.00 | $1,250.75 | $98.10
    Payee BSB | branchId | 062-000 | 082-001 | 012-003
    Payee Account | accountNum | 10203040 | 55667788 | 90011234
    Payment Account | - | 1-1110 | 1-1110 | 1-1110
    Delivery Status | - | To be emailed | To be emailed | To be emailed`,
  'fortnox-leverantorsreskontra': `
    Lev.nr | referenceId | 51 | 52 | 77
    Leverantör | name | Lindqvist AB | Berg Konsult | Holm HB
    Fakturanr | paymentReference/? | 2026118 | 77 | K-9
    OCR | ?/paymentReference/memo | 12345672 | 998877 | 
    Förfallodatum | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Fakturabelopp | -/?/amount | 12 400,00 | 880,00 | 3 105,00
    Kvar att betala | ?/amount | 12 400,00 | 880,00 | 3 105,00
    Valuta | currency | SEK | SEK | SEK
    Bankgiro | ?/accountNum/- | 5050-1055 | 991-2346 | 5051-6905
    Plusgiro | ?/- |  | 4155-8 | 
    E-post | email | ek@lindqvist.example | berg@konsult.example | holm@hb.example`,
  'procountor-ostot-fi': `
    Laskun nro | paymentReference/? | 2026118 | 77 | K-9
    Myyjä | name/? | Virtanen Oy | Mäkinen Ky | Korhonen Tmi
    Y-tunnus | governmentId | 1234567-8 | 2345678-9 | 3456789-0
    Laskun pvm | - | 1.6.2026 | 3.6.2026 | 9.6.2026
    Eräpäivä | - | 30.6.2026 | 30.6.2026 | 30.6.2026
    Veroton summa | - | 1000,00 | 70,97 | 250,00
    ALV | - | 255,00 | 18,10 | 63,75
    Maksettava | amount | 1255,00 | 89,07 | 313,75
    Valuutta | currency | EUR | EUR | EUR
    IBAN | iban | FI2112345600000785 | FI2112345600000785 | SE4550000000058398257466
    BIC | swiftBic | NDEAFIHH | OKOYFIHH | ESSESESS
    Viite | ?/paymentReference/memo | 12345672 | 998877 | 13`,
};
