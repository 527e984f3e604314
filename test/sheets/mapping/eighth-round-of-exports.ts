/** An eighth round of unseen exports, in the style of the sixth and seventh. */
export const EIGHTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'quickbooks-bill-payment-list-export': `
    Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Num | paymentReference/? | 118 | 119 | 120
    Vendor | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Vendor email | email | ap@acme.example | ap@beta.example | ap@cobalt.example
    Memo | memo | June | June | June
    Account | - | 1000 Checking | 1000 Checking | 1000 Checking
    Amount | amount | 1,200.00 | 950.00 | 500.00
    Currency | currency | USD | USD | USD`,
  'netsuite-vendor-bill-search-results': `
    Internal ID | - | 5501 | 5502 | 5503
    Date | - | 6/30/2026 | 6/30/2026 | 6/30/2026
    Document Number | paymentReference | A-5501 | B-118 | C-77
    Vendor : ID | referenceId | V100 | V101 | V230
    Vendor : Name | name | Acme Supplies | Beta Partners | Cobalt Media
    Vendor : Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example
    Amount (Foreign Currency) | amount | 1,200.00 | 950.00 | 500.00
    Amount | - | 1,524.00 | 950.00 | 540.00
    Currency | currency | GBP | USD | EUR
    Approval Status | - | Approved | Approved | Approved`,
  'dynamics-nav-lieferantenzahlung-mit-skonto': `
    Kreditorennr. | referenceId | 70001 | 70002 | 70055
    Kreditorname | name | Muster GmbH | Beta AG | Anna Braun
    Belegnr. | paymentReference | ZA-1 | ZA-2 | ZA-3
    Restbetrag | -/? | 1.265,82 | 88,00 | 310,00
    Möglicher Skonto | - | 25,32 | 0,00 | 0,00
    Zahlungsbetrag | amount | 1.240,50 | 88,00 | 310,00
    Währungscode | currency | EUR | EUR | EUR
    IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    Bankkonto | -/? | WWB-EUR | WWB-EUR | WWB-EUR
    Verwendungszweck | memo | RE-17 | 2026-88 | H-4`,
  'sage-50-uk-supplier-payments-due': `
    A/C | referenceId/? | ACM001 | BET001 | COB001
    Name | name | Acme Supplies Ltd | Beta Print | Cobalt Media
    Ref | paymentReference | A-5501 | B-118 | C-77
    Details | memo | Goods | Printing | Ads
    Due on | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Amount | -/?/amount | 1,200.00 | 960.00 | 500.00
    Payment | amount/? | 1,200.00 | 950.00 | 500.00
    Discount | - | 0.00 | 10.00 | 0.00
    Sort Code | branchId | 20-00-00 | 40-47-84 | 60-16-13
    Bank A/C No | accountNum | 55779911 | 70872490 | 31926819`,
  'datev-lohn-sepa-auszahlungsliste': `
    Pers.-Nr. | referenceId | 00012 | 00013 | 00044
    Name des Mitarbeiters | name | Braun, Anna | Schulz, Peter | Yılmaz, Ayşe
    Kontoinhaber | accountHolderName | Braun, Anna | Schulz, Ute | Yılmaz, Ayşe
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    BIC | swiftBic | COBADEFFXXX | SOGEDEFF | MARKDEF1100
    Auszahlung in EUR | amount | 2.461,02 | 2.686,37 | 520,00
    Verwendungszweck | memo | Lohn/Gehalt 06.2026 | Lohn/Gehalt 06.2026 | Lohn/Gehalt 06.2026
    Bankverbindung AG | - | 1 | 1 | 1`,
  'ebp-compta-reglements-fournisseurs': `
    Code fournisseur | referenceId | FALPHA | FBETA | FMOREAU
    Nom fournisseur | name | Société Alpha | Bêta SARL | Moreau Claire
    N° facture | paymentReference | F118 | F119 | N22
    Date facture | - | 01/06/2026 | 03/06/2026 | 09/06/2026
    Montant TTC | -/?/amount | 1 200,00 | 880,00 | 64,30
    Déjà réglé | - | 0,00 | 80,00 | 0,00
    Montant à régler | amount | 1 200,00 | 800,00 | 64,30
    Devise | currency | EUR | EUR | EUR
    IBAN fournisseur | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    Email fournisseur | email | ap@alpha.example | ap@beta.example | claire@moreau.example`,
  'contaplus-remesa-pagos': `
    Proveedor | name | Alfa SL | Beta SA | Marta Ruiz
    NIF | governmentId | B12345678 | A87654321 | 11223344B
    Factura | paymentReference | F118 | F119 | H4
    Vencimiento | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Importe a pagar | amount | 1.240,50 | 880,00 | 310,00
    Moneda | currency | EUR | EUR | EUR
    IBAN | iban | ES9121000418450200051332 | ES7921000813610123456789 | DE89370400440532013000
    Dirección | street1 | Calle 1 | Calle 2 | Calle 3
    Población | city | Madrid | Sevilla | Berlín
    País | country | ES | ES | DE`,
  'contaazul-pagamentos-programados': `
    Fornecedor | name | Alfa Ltda | Beta ME | Carla Souza
    E-mail do fornecedor | email | ap@alfa.example | ap@beta.example | carla@souza.example
    CNPJ/CPF | governmentId | 11.222.333/0001-81 | 45.997.418/0001-53 | 529.982.247-25
    Descrição | memo | NF 118 | NF 77 | RPA 9
    Nº documento | paymentReference | 118 | 77 | 9
    Valor total | -/?/amount | 1.240,50 | 880,00 | 3.100,00
    Valor a pagar | amount | 1.240,50 | 880,00 | 2.759,00
    Banco | bankId | 001 | 341 | 237
    Agência | branchId | 1234 | 0047 | 2210
    Conta | accountNum | 12345-6 | 77201-9 | 551233-4
    Conta bancária de saída | - | Itaú | Itaú | Itaú`,
  'moneyforward-shiharai-ichiran': `
    支払先名 | name | アルファ株式会社 | ベータ商事 | 李コンサル
    支払先コード | referenceId | T001 | T002 | T017
    請求書番号 | paymentReference | 118 | 119 | 120
    支払日 | - | 2026/06/30 | 2026/06/30 | 2026/06/30
    支払金額 | amount | 110000 | 79832 | 299370
    通貨 | currency | JPY | JPY | JPY
    銀行コード | bankId | 0001 | 0005 | 0036
    支店コード | branchId | 001 | 001 | 251
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義 | accountHolderName | カ）アルファ | ベータシヨウジ | リ コンサル
    引落口座 | - | みずほ | みずほ | みずほ`,
  'adp-run-payroll-register-export': `
    Employee Name | name | Smith, Anna | Doe, John | Perez, Ana
    Employee ID | referenceId | 1001 | 1002 | 1017
    Check Date | - | 06/19/2026 | 06/19/2026 | 06/19/2026
    Gross | - | 3,200.00 | 2,800.00 | 2,175.00
    Federal W/H | - | 380.00 | 330.00 | 240.00
    Social Security | - | 198.40 | 173.60 | 134.85
    Medicare | - | 46.40 | 40.60 | 31.54
    Net Pay | amount | 2,575.20 | 2,255.80 | 1,768.61
    Direct Deposit Routing | branchId | 021000021 | 111000025 | 102001017
    Direct Deposit Account | accountNum | 483920110 | 77201934 | 5512334`,
  'paychex-flex-direct-deposit-report': `
    Worker ID | referenceId | 1001 | 1002 | 1017
    Worker Name | name | Smith, Anna | Doe, John | Perez, Ana
    Bank Name | - | Chase | BofA | Wells
    Transit/ABA # | branchId | 021000021 | 111000025 | 102001017
    Account # | accountNum | 483920110 | 77201934 | 5512334
    Account Type | - | Checking | Checking | Savings
    Deposit Amount | amount | 2,575.20 | 2,255.80 | 1,768.61
    Check Date | - | 06/19/2026 | 06/19/2026 | 06/19/2026`,
  'personio-payroll-data-en': `
    Employee ID | referenceId | 12 | 13 | 44
    First name | firstName | Anna | Peter | Ayşe
    Last name | lastName | Braun | Schulz | Yılmaz
    Email | email | anna@co.example | peter@co.example | ayse@co.example
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    BIC | swiftBic | COBADEFFXXX | SOGEDEFF | MARKDEF1100
    Fixed salary | - | 3,800.00 | 4,250.00 | 520.00
    Net payout | amount | 2,461.02 | 2,686.37 | 520.00
    Currency | currency | EUR | EUR | EUR
    Cost center | - | 400 | 410 | 400`,
  'nab-connect-payment-export': `
    From BSB | - | 083-001 | 083-001 | 083-001
    From Account | - | 123456789 | 123456789 | 123456789
    Payee Name | name/accountHolderName | Gum Tree Cafe | J Nguyen | Outback Freight
    Payee BSB | branchId | 062-000 | 082-001 | 012-003
    Payee Account | accountNum | 10203040 | 55667788 | 90011234
    Amount | amount | 440.00 | 1,250.75 | 98.10
    Currency | currency | AUD | AUD | AUD
    Payment ID | paymentReference/? | N1 | N2 | N3
    Narrative | memo | INV 4 | WAGES | FREIGHT`,
  'bnz-direct-credits-nz': `
    Payee name | name/accountHolderName | Kauri Timber | J Ngata | Outback Freight
    Payee account number | accountNum | 01-0902-0068389-00 | 03-0104-0020300-00 | 12-3140-0171323-50
    Amount | amount | 440.00 | 1,250.75 | 98.10
    Payee particulars | memo/? | INV 4 | WAGES | FREIGHT
    Payee code | -/memo/? | JUN26 | JUN26 | JUN26
    Payee reference | paymentReference/memo/? | KT-4 | NG-88 | OF-12
    My account | - | 02-0500-0123456-00 | 02-0500-0123456-00 | 02-0500-0123456-00`,
  'kotak-vendor-payments-in': `
    Client Code | -/? | MONO | MONO | MONO
    Beneficiary Name | name/accountHolderName | Sharma Traders | Gupta Logistics | Meera Iyer
    Beneficiary Acc No | accountNum | 50100012345678 | 918020012345671 | 004701530012
    IFSC Code | branchId | HDFC0000123 | UTIB0000047 | ICIC0000047
    Amount | amount | 125000.00 | 48250.50 | 310000.00
    Payment Ref No | paymentReference | K1 | K2 | K3
    Debit Narration | - | VEND | VEND | VEND
    Credit Narration | memo | INV 118 | INV 119 | RET
    Beneficiary Mobile | phone | 9820011223 | 9820011224 | 9820011225
    Beneficiary Email | email | a@sharma.example | pay@gupta.example | meera@iyer.example`,
  'royalty-share-statement-summary': `
    Payee No. | referenceId | 1001 | 1002 | 1017
    Payee | name | Ana Perez | Okoro Music | Cora Li
    Statement No. | paymentReference | ST-1 | ST-2 | ST-3
    Royalties | ?/- | 640.00 | 1,530.00 | 298.00
    Advance Recouped | - | 0.00 | 300.00 | 0.00
    Tax Withheld | - | 64.00 | 0.00 | 0.00
    Amount Payable | amount | 576.00 | 1,230.00 | 298.00
    Currency | currency | USD | GBP | EUR
    Email for statements | email | ana@perez.example | ap@okoro.example | cora@li.example
    Country | country | ES | GB | US`,
  'teachers-fees-wise-like-upload': `
    Name | name | Ana Perez | Ben Okoro | Cora Li
    Recipient email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Payment reference | paymentReference | T-1 | T-2 | T-3
    Receiver type | type | PRIVATE | PRIVATE | PRIVATE
    Amount | amount | 1200.00 | 950.00 | 500.00
    Source currency | currency | USD | USD | USD
    Target currency | targetCurrency | EUR | NGN | GBP
    Amount currency | amountCurrency | source | source | source`,
};
