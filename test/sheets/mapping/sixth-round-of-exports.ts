/** A sixth round of unseen exports: everyday lists of payments, payroll and bills from thirteen countries. */
export const SIXTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'hsbc-uk-bulk-list-export': `
    Payee name | name/accountHolderName | Acme Supplies Ltd | P Jones | Mono Print Ltd
    Sort code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Account number | accountNum | 55779911 | 70872490 | 31926819
    Payment amount | amount | 1,176.00 | 300.00 | 88.50
    Payment reference | paymentReference | HLS991 | HLS1188 | HLSC77
    Last paid date | - | 28/05/2026 | 28/05/2026 | 12/01/2026
    Last paid amount | - | 1,000.00 | 300.00 | 90.00`,
  'commerzbank-sepa-csv-vorlage': `
    Empfänger | name/accountHolderName | Muster GmbH | Beta AG | Anna Braun
    IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    BIC (optional) | swiftBic | COBADEFFXXX | BKAUATWW | SOGEDEFF
    Betrag (€) | amount | 1.240,50 | 88,00 | 310,00
    Verwendungszweck | memo | RE-17 | RE 2026-88 | Honorar
    Kundenreferenz | paymentReference/? | K-1 | K-2 | K-3
    Ausführungstermin | - | 30.06.2026 | 30.06.2026 | 30.06.2026`,
  'credit-agricole-virements-collectifs': `
    Nom bénéficiaire | name/accountHolderName | Société Alpha | Bêta SARL | Moreau Claire
    IBAN bénéficiaire | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC bénéficiaire | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    Montant | amount | 1200,00 | 880,00 | 64,30
    Devise | currency | EUR | EUR | EUR
    Référence opération | paymentReference/? | V-118 | V-119 | V-120
    Libellé | memo | Facture 118 | Facture 119 | Frais
    IBAN à débiter | - | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185`,
  'bbva-es-fichero-transferencias': `
    Beneficiario | accountHolderName/name | Alfa SL | Beta SA | Marta Ruiz
    Cuenta beneficiario | iban | ES9121000418450200051332 | ES7921000813610123456789 | DE89370400440532013000
    Importe | amount | 1.240,50 | 880,00 | 310,00
    Divisa | currency | EUR | EUR | EUR
    Concepto | memo | Factura 118 | Factura 119 | Dietas
    Referencia | paymentReference | T-118 | T-119 | T-120
    Cuenta cargo | - | ES6621000418401234567891 | ES6621000418401234567891 | ES6621000418401234567891
    Gastos | - | SHA | SHA | SHA`,
  'intesa-bonifici-multipli': `
    Ragione sociale beneficiario | name/accountHolderName | Alfa Srl | Beta SpA | Rossi Anna
    IBAN beneficiario | iban | IT60X0542811101000000123456 | DE89370400440532013000 | FR7630006000011234567890189
    Importo | amount | 1.240,50 | 880,00 | 310,00
    Divisa | currency | EUR | EUR | EUR
    Causale | memo | Fattura 118 | Fattura 119 | Rimborso
    Riferimento operazione | paymentReference | OP-1 | OP-2 | OP-3
    Conto ordinante | - | IT40S0542811101000000999999 | IT40S0542811101000000999999 | IT40S0542811101000000999999`,
  'quickbooks-online-contractor-payments-detail': `
    Contractor | name | Ana Perez | Okoro Ltd | Cora Li
    Contractor ID | referenceId | C-1 | C-2 | C-17
    Email | email | ana@perez.example | ap@okoro.example | cora@li.example
    Pay date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Payment method | payoutMethod | Direct deposit | Direct deposit | Check
    Amount | amount | 1,200.00 | 950.00 | 500.00
    Category | -/category/? | Contractors | Contractors | Contractors
    Routing number | branchId | 021000021 | 111000025 | 102001017
    Account number | accountNum | 483920110 | 77201934 | 5512334`,
  'gusto-payroll-summary-like': `
    Employee First Name | firstName | Anna | John | Ana
    Employee Last Name | lastName | Smith | Doe | Perez
    Employee ID | referenceId | 1001 | 1002 | 1017
    Regular Hours | - | 80 | 80 | 72.5
    Gross Earnings | - | 3,200.00 | 2,800.00 | 2,175.00
    Employee Taxes | - | 640.00 | 560.00 | 391.50
    Employee Deductions | - | 120.00 | 90.00 | 0.00
    Net Pay | amount | 2,440.00 | 2,150.00 | 1,783.50
    Check Amount | -/?/amount | 2,440.00 | 2,150.00 | 1,783.50
    Employer Taxes | - | 244.80 | 214.20 | 166.39`,
  'lohn-export-sage-hr-suite': `
    Mandantennummer | - | 100 | 100 | 100
    Personalnummer | referenceId | 0012 | 0013 | 0044
    Nachname | lastName | Braun | Schulz | Yılmaz
    Vorname | firstName | Anna | Peter | Ayşe
    Straße | street1 | Weg 1 | Allee 2 | Ring 3
    PLZ | postalCode | 10969 | 20095 | 80331
    Ort | city | Berlin | Hamburg | München
    Land | country | DE | DE | DE
    Auszahlungsbetrag | amount | 2.461,02 | 2.686,37 | 520,00
    Währung | currency | EUR | EUR | EUR
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    abw. Kontoinhaber | accountHolderName |  | Ute Schulz | `,
  'paie-export-bancaire-nibelis': `
    Matricule | referenceId | 0012 | 0013 | 0044
    Nom | lastName | Moreau | Petit | Lopez
    Prénom | firstName | Claire | Luc | Inès
    Établissement | - | Paris | Paris | Lyon
    Net à virer | amount | 2 102,80 | 2 312,50 | 1 488,00
    Titulaire du compte | accountHolderName | MOREAU CLAIRE | PETIT LUC | LOPEZ INES
    IBAN | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    Date de paiement | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'nominaplus-listado-bancos': `
    Código | ?/referenceId | 0012 | 0013 | 0044
    Trabajador | name | García López, Ana | Martín Sanz, Luis | Ruiz Gil, Marta
    N.I.F. | governmentId | 12345678Z | 87654321X | 11223344B
    Entidad | -/? | CaixaBank | CaixaBank | CaixaBank
    IBAN | iban | ES9121000418450200051332 | ES7921000813610123456789 | DE89370400440532013000
    Líquido | amount/? | 1.920,00 | 1.599,00 | 1.376,00
    Fecha de pago | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'dominio-folha-liquidos': `
    Código | ?/referenceId | 12 | 13 | 44
    Nome do empregado | name | Ana Souza | Bruno Lima | Carla Reis
    CPF | governmentId | 529.982.247-25 | 111.444.777-35 | 935.411.347-80
    Admissão | - | 01/02/2020 | 10/05/2021 | 02/09/2022
    Banco | bankId | 001 | 341 | 237
    Agência | branchId | 1234-5 | 0047 | 2210
    Conta | accountNum | 12345-6 | 77201-9 | 551233-4
    Líquido a receber | amount | 2.440,00 | 2.150,00 | 1.783,50`,
  'rakuten-bank-sogo-furikomi-template': `
    振込先銀行コード | bankId | 0001 | 0005 | 0036
    振込先支店コード | branchId | 001 | 001 | 251
    預金種別 | - | 1 | 1 | 1
    振込先口座番号 | accountNum | 1234567 | 7654321 | 1112223
    受取人名 | accountHolderName | ヤマダ タロウ | カ）アルファ | リ コンサル
    振込金額 | amount | 264780 | 110000 | 299370
    顧客番号 | ?/referenceId/paymentReference | 10012 | 10013 | 10044
    手数料負担 | - | 先方 | 先方 | 当方
    振込依頼人名 | - | モノ（カ | モノ（カ | モノ（カ`,
  'mt-exported-payment-list-nl-ing': `
    Naam begunstigde | name/accountHolderName | Jansen BV | Bakker & Zn | De Vries Advies
    IBAN begunstigde | iban | NL91ABNA0417164300 | NL39RABO0300065264 | BE68539007547034
    Bedrag | amount | 1210,00 | 605,00 | 363,00
    Munt | currency | EUR | EUR | EUR
    Omschrijving | memo | Factuur 118 | Factuur 77 | Advies
    Kenmerk opdrachtgever | - | OPD1 | OPD2 | OPD3
    End-to-end ID | paymentReference | E-1 | E-2 | E-3
    Uitvoerdatum | - | 30-06-2026 | 30-06-2026 | 30-06-2026`,
  'bankgiro-leverantorsbetalningar-se': `
    Mottagare | name/accountHolderName | Lindqvist AB | Berg Konsult | Holm HB
    Mottagarens konto | accountNum/? | 5000-58398257 | 8327-1234567890 | 6000-123456789
    Belopp (SEK) | amount | 12400,00 | 880,00 | 3105,00
    Meddelande | memo | Faktura 118 | Faktura 77 | K-9
    Betalningsdatum | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Avsändarkonto | - | 5050-1055 | 5050-1055 | 5050-1055
    Fakturanummer | paymentReference | 118 | 77 | 9`,
  'pko-przelewy-import': `
    Nazwa odbiorcy | name/accountHolderName | Alfa Sp. z o.o. | Beta S.A. | Jan Nowak
    Adres odbiorcy | street1 | Długa 5, Warszawa | Krótka 1, Kraków | Nowa 12, Gdańsk
    Numer rachunku odbiorcy | accountNum/iban | PL61109010140000071219812874 | DE89370400440532013000 | FR7630006000011234567890189
    Kwota przelewu | amount | 12 400,00 | 880,00 | 3 105,00
    Waluta | currency | PLN | EUR | EUR
    Tytuł przelewu | memo | FV 118 | FV 77 | Umowa 9
    Rachunek nadawcy | - | PL10105000997603123456789123 | PL10105000997603123456789123 | PL10105000997603123456789123
    Data realizacji | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'zoho-books-bills-to-pay': `
    Bill Date | - | 2026-06-01 | 2026-06-03 | 2026-06-09
    Bill# | paymentReference | A-5501 | B-118 | C-77
    Vendor Name | name | Acme Supplies | Beta Partners | Cobalt Media
    Status | - | Overdue | Open | Open
    Due Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Amount | -/?/amount | 1,200.00 | 960.00 | 500.00
    Balance Due | ?/amount/- | 1,200.00 | 950.00 | 500.00
    Currency Code | currency | USD | EUR | USD
    Vendor Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example`,
  'dynamics-365-fo-vendor-payment-transfer': `
    Journal batch number | - | J-88 | J-88 | J-88
    Voucher | paymentReference/? | APPM-1 | APPM-2 | APPM-3
    Vendor account | referenceId/? | US-101 | US-102 | US-111
    Vendor name | name | Fabrikam | Contoso Supply | Northwind
    Debit | amount/? | 1,200.00 | 950.00 | 500.00
    Currency | currency | USD | USD | USD
    Method of payment | payoutMethod | ACH | ACH | Wire
    Vendor bank account number | accountNum | 483920110 | 77201934 | 5512334
    Vendor routing number | branchId | 021000021 | 111000025 | 102001017
    Offset account | - | USMF OPER | USMF OPER | USMF OPER
    Payment status | - | None | None | None`,
  'sage-intacct-expense-reimbursements': `
    Employee ID | referenceId | E12 | E13 | E44
    Employee name | name | Anna Smith | John Doe | Ana Perez
    Expense report number | paymentReference | ER-1 | ER-2 | ER-3
    Reason for expense | memo/-/? | Trip | Client | Supplies
    Amount to reimburse | amount | 89.00 | 1,200.00 | 55.10
    Reimbursement currency | currency | USD | USD | USD
    ACH account number | accountNum | 483920110 | 77201934 | 5512334
    ACH routing number | branchId | 021000021 | 111000025 | 102001017
    Manager email | - | dana@co.example | dana@co.example | lee@co.example`,
  'affiliate-tune-invoices': `
    Affiliate ID | referenceId | 1001 | 1002 | 1017
    Affiliate | name | Ana Reviews | Okoro Deals | Li Blog
    Invoice ID | paymentReference | 88 | 89 | 90
    Period | - | 2026-06 | 2026-06 | 2026-06
    Conversions | - | 120 | 93 | 41
    Revenue | - | 12000.00 | 9300.00 | 4100.00
    Payout | amount | 600.00 | 465.00 | 205.00
    Currency | currency | USD | USD | USD
    PayPal email | paypalEmail | ana@reviews.example | x@okoro.example | li@blog.example
    Billing country | country | US | NG | US`,
  'hr-works-reisekosten': `
    Personalnummer | referenceId | E12 | E13 | E44
    Person | name | Anna Braun | Peter Schulz | Ayşe Yılmaz
    Reise-Nr. | paymentReference/? | R-1 | R-2 | R-3
    Kostenstelle | - | 400 | 410 | 400
    Gesamtkosten | - | 320,00 | 880,00 | 64,30
    Bereits bezahlt (Firmenkarte) | - | 200,00 | 0,00 | 0,00
    Auszahlungsbetrag EUR | amount | 120,00 | 880,00 | 64,30
    IBAN Mitarbeiter | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789`,
  'payroll-singapore-giro': `
    Staff No. | referenceId | 12 | 13 | 44
    Staff Name | name | Tan Ah Kow | Lim Wei Ling | Wong Mei
    NRIC/FIN | governmentId | S1234567D | S7654321F | G1234567N
    Bank | -/? | DBS | OCBC | UOB
    Bank Code | bankId | 7171 | 7339 | 7375
    Branch Code | branchId | 001 | 501 | 012
    Account No. | accountNum | 0720012345 | 3915550123 | 3012345678
    Nett Salary | amount | 3,200.00 | 2,880.50 | 4,150.00
    Employer CPF | - | 544.00 | 489.69 | 705.50`,
};
