/** A third round of unseen exports: payment runs, payroll and payouts of yet other systems, with both sides in one sheet. */
export const THIRD_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'deutsche-bank-db-direct-sammler': `
    Auftraggeber-IBAN | - | DE02120300000000202051 | DE02120300000000202051 | DE02120300000000202051
    Begünstigter Name | accountHolderName/name | Muster GmbH | Beta AG | Anna Braun
    Begünstigter IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    Begünstigter BIC | swiftBic | COBADEFFXXX | BKAUATWW | SOGEDEFF
    Währung | currency | EUR | EUR | EUR
    Betrag | amount | 1240,50 | 88,00 | 310,00
    End-to-End-Referenz | paymentReference | E2E-1 | E2E-2 | E2E-3
    Verwendungszweck Zeile 1 | memo | RE-17 | RE 2026-88 | Honorar
    Verwendungszweck Zeile 2 | -/? | vom 01.06. |  | Juni
    Purpose Code | - | SUPP | SUPP | SALA`,
  'itau-folha-cnab-planilha': `
    Nome do favorecido | accountHolderName/name | Ana Souza | Bruno Lima | Carla Reis
    CPF do favorecido | governmentId | 529.982.247-25 | 111.444.777-35 | 935.411.347-80
    Cód. banco favorecido | bankId | 001 | 341 | 237
    Agência favorecido | branchId | 1234 | 0047 | 2210
    Conta favorecido | accountNum | 12345-6 | 77201-9 | 551233-4
    Valor (R$) | amount | 2.440,00 | 2.150,00 | 1.783,50
    Data do crédito | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Nosso número | - | 1 | 2 | 3
    Seu número | paymentReference/? | F-001 | F-002 | F-003`,
  'quickbooks-desktop-vendor-list-and-bills': `
    Vendor | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Account No. | ?/- | 4412 | CUST-88 | 100-7
    Main Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example
    Main Phone | phone | 512-555-0101 | 303-555-0102 | 503-555-0103
    Bill from 1 | -/name/? | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Bill from 2 | -/street1/? | 1 Main St | 9 Elm St | 4 Oak Ave
    Ref No. | paymentReference/? | A-5501 | B-118 | C-77
    Open Balance | ?/- | 1,200.00 | 950.00 | 500.00
    Tax ID | governmentId | 12-3456789 | 98-7654321 | 11-2233445`,
  'sage-x3-payment-proposal': `
    Company | -/name/? | FR011 | FR011 | FR011
    BP code | referenceId/? | ALPHA | BETA | MOREAU
    BP name | name | Société Alpha | Bêta SARL | Moreau Claire
    Pay-to BP | -/?/name/referenceId | ALPHA | BETA | MOREAU
    Document no. | paymentReference/? | PIF118 | PIF119 | PIF120
    Due date | - | 30/06/26 | 30/06/26 | 30/06/26
    Currency | currency | EUR | EUR | EUR
    Document amount | -/?/amount | 1200.00 | 880.00 | 64.30
    Payment amount | amount | 1200.00 | 880.00 | 64.30
    Bank ID number | ?/iban/accountNum | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    Bank code (BIC) | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB`,
  'unit4-leverandorbetaling-no': `
    Leverandørnr. | referenceId | 50012 | 50013 | 50077
    Leverandørnavn | name | Hansen AS | Olsen Bygg | Berg Consulting
    Bilagsnr. | paymentReference/? | 100231 | 100232 | 100240
    KID | ?/paymentReference/memo | 2345676 |  | 9876543
    Forfallsdato | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Beløp | -/?/amount | 12 400,00 | 880,00 | 3 105,00
    Til betaling | amount | 12 400,00 | 880,00 | 3 105,00
    Valuta | currency | NOK | NOK | NOK
    Kontonr. leverandør | accountNum | 86011117947 | 15062012345 | 12345678903
    Belastes konto | - | 60010012345 | 60010012345 | 60010012345`,
  'rippling-contractor-invoices': `
    Contractor Legal Name | name | Ana Perez | Okoro Ltd | Cora Li
    Contractor Work Email | email | ana@perez.example | ap@okoro.example | cora@li.example
    Contractor Entity Type | type | Individual | Business | Individual
    Invoice ID | paymentReference | inv_1 | inv_2 | inv_3
    Service Period | - | Jun 2026 | Jun 2026 | Jun 2026
    Hours Worked | - | 80 | 120 | 40
    Hourly Rate | - | 15.00 | 10.00 | 12.50
    Total in Contractor Currency | targetAmount/?/amount | 1200.00 | 1200.00 | 500.00
    Contractor Currency | targetCurrency/?/currency | EUR | GBP | USD
    Total in USD | ?/amount/- | 1296.00 | 1524.00 | 500.00
    Country | country | ES | GB | US`,
  'personio-gehaltszahlungen-csv': `
    Personalnr. | referenceId | 12 | 13 | 44
    Vorname | firstName | Anna | Peter | Ayşe
    Nachname | lastName | Braun | Schulz | Yılmaz
    Geburtsdatum | dob | 17.04.1990 | 02.11.1985 | 23.08.1992
    Steuer-ID | governmentId | 12345678911 | 98765432109 | 45678912345
    Kontoinhaber/in | accountHolderName | Anna Braun | Peter Schulz | Ayşe Yılmaz
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    Fixgehalt (brutto) | - | 3.800,00 | 4.250,00 | 520,00
    Überweisungsbetrag (EUR) | amount | 2.461,02 | 2.686,37 | 520,00
    Kostenstelle | - | 400 | 410 | 400
    E-Mail (privat) | email | anna@braun.example | peter@schulz.example | ayse@yilmaz.example`,
  'deel-mass-payments-template': `
    Contract ID | referenceId/?/- | c_101 | c_102 | c_117
    Full Name | name | Ana Perez | Ben Okoro | Cora Li
    E-mail address | email | ana@perez.example | ben@okoro.example | cora@li.example
    Payment type | -/payoutMethod/? | Off-cycle | Off-cycle | Bonus
    Description | memo | June bonus | June bonus | Referral
    Currency | currency | USD | USD | EUR
    Amount | amount | 1200.00 | 950.00 | 500.00
    Due on | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'trolley-batch-upload-like': `
    Recipient ID | referenceId | R-100 | R-101 | R-230
    Recipient Name | name | Ana Perez | Ben Okoro | Cora Li
    Source Amount | amount |  1200.00 | 950.00 | 500.00
    Source Currency | currency | USD | USD | USD
    Target Currency | targetCurrency | MXN | NGN | USD
    External ID | paymentReference | EX-1 | EX-2 | EX-3
    Memo | memo | June | June | June
    Cover Fees | - | yes | yes | no
    Tags | tags | a | a | b`,
  'concur-expense-fr-remboursements': `
    Nom de l'employé | name/lastName | Moreau Claire | Petit Luc | Lopez Inès
    Matricule employé | referenceId | 0012 | 0013 | 0044
    N° de rapport | paymentReference/? | R-118 | R-119 | R-120
    Date de soumission | - | 20/06/2026 | 21/06/2026 | 22/06/2026
    Montant total des frais | -/? | 320,00 | 880,00 | 64,30
    Dont carte société | - | 200,00 | 0,00 | 0,00
    Montant à rembourser | amount | 120,00 | 880,00 | 64,30
    Devise de remboursement | currency | EUR | EUR | EUR
    RIB/IBAN de l'employé | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    Validé par | - | D. Roux | D. Roux | A. Blanc`,
  'awin-publisher-payments': `
    Publisher ID | referenceId | 445511 | 445512 | 449911
    Publisher | name | Ana Reviews | Okoro Deals | Li Blog
    Payment Region | -/? | GB | DE | US
    Commission | ?/amount/- | 600.00 | 465.00 | 205.00
    VAT | - | 120.00 | 0.00 | 0.00
    Total Payment | amount/? | 720.00 | 465.00 | 205.00
    Currency | currency | GBP | EUR | USD
    Payment Ref | paymentReference | AW-1 | AW-2 | AW-3
    Payment method | payoutMethod | BACS | Wire | ACH`,
  'airbnb-style-host-payouts': `
    Date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Confirmation code | ?/paymentReference | HMAB12 | HMCD34 | HMEF56
    Listing | - | Loft | Cabin | Room
    Host | name | Ana Perez | Ben Okoro | Cora Li
    Host email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Nights | - | 3 | 7 | 2
    Gross earnings | - | 600.00 | 930.00 | 205.00
    Host fee | - | 18.00 | 27.90 | 6.15
    Cleaning fee | - | 40.00 | 0.00 | 15.00
    Payout | amount | 622.00 | 902.10 | 213.85
    Currency | currency | USD | USD | USD
    Routing number | branchId | 021000021 | 111000025 | 102001017
    Account number | accountNum | 483920110 | 77201934 | 5512334`,
  'university-stipends-two-header-rows': `
    ^ Student | | | Payment | | Bank | | 
    Student No. | referenceId | S1001 | S1002 | S1017
    Family Name | lastName | Smith | Doe | Perez
    Given Names | firstName | Anna | John | Ana
    Stipend amount | amount | 1200.00 | 950.00 | 500.00
    CCY | currency | AUD | AUD | AUD
    BSB | branchId | 062-000 | 082-001 | 012-003
    Acct number | accountNum | 10203040 | 55667788 | 90011234
    Student email | email | anna@uni.example | john@uni.example | ana@uni.example
    $ Total | | | 2650.00`,
  'mexico-nomina-dispersion-layout': `
    No. Empleado | referenceId | 0012 | 0013 | 0044
    Nombre completo | name | Ana Pérez Soto | Luis Gómez Ruiz | Marta Díaz
    RFC | governmentId | PESA850101AB1 | GORL790512CD2 | DIMA910923EF3
    Percepciones | - | 12,000.00 | 10,500.00 | 9,000.00
    ISR | - | 1,200.00 | 980.00 | 650.00
    IMSS | - | 320.00 | 290.00 | 240.00
    Neto a pagar | amount | 10,480.00 | 9,230.00 | 8,110.00
    Banco | -/bankId/? | BBVA | Santander | Banorte
    CLABE interbancaria | accountNum | 012180000118359719 | 014027000005555558 | 072580000012345679
    Cuenta origen | - | 012180000000000001 | 012180000000000001 | 012180000000000001`,
  'uk-payroll-bureau-bacs-listing': `
    ^ BACS payment listing - Mono Ltd - Tax month 3
    Emp Ref | referenceId/? | 12 | 13 | 44
    Employee | name | Mrs A Smith | Mr J Doe | Ms A Perez
    Works No. | ?/referenceId/- | W12 | W13 | W44
    NI Number | governmentId | AB123456C | CD234567D | EF345678A
    Bank | -/? | Barclays | HSBC | Lloyds
    Sort Code | branchId | 20-00-00 | 40-47-84 | 30-96-26
    Account No | accountNum | 55779911 | 70872490 | 31926819
    Account Name | accountHolderName | A SMITH | J DOE | A PEREZ
    Building Soc. Ref | -/memo/? |  |  | 
    Net Pay £ | amount | 1,860.22 | 2,104.87 | 1,577.40
    $ | | | | | | | | Total | 5,542.49`,
  'sap-concur-de-auslagen': `
    Mitarbeiter | name | Anna Braun | Peter Schulz | Ayşe Yılmaz
    Mitarbeiter-ID | referenceId | E12 | E13 | E44
    Abrechnungsnummer | paymentReference/? | AB-1 | AB-2 | AB-3
    Reisegrund | -/memo/? | Messe | Kunde | Schulung
    Gesamtbetrag | -/?/amount | 320,00 | 880,00 | 64,30
    davon Firmenkarte | - | 200,00 | 0,00 | 0,00
    Erstattungsbetrag | amount | 120,00 | 880,00 | 64,30
    Währung | currency | EUR | EUR | EUR
    Bankverbindung (IBAN) | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    Genehmigt am | - | 20.06.2026 | 21.06.2026 | 22.06.2026`,
  'wise-business-export-activity': `
    ID | ?/paymentReference/- | TRANSFER-1 | TRANSFER-2 | TRANSFER-3
    Status | - | DRAFT | DRAFT | DRAFT
    Direction | - | OUT | OUT | OUT
    Source name | - | Mono Ltd | Mono Ltd | Mono Ltd
    Source amount (after fees) | amount/? | 1200.00 | 880.00 | 950.00
    Source currency | currency | GBP | GBP | GBP
    Source fee amount | - | 3.00 | 3.00 | 4.00
    Target name | name/accountHolderName/? | Société Alpha | Moreau Claire | Acme Inc
    Target amount (after fees) | targetAmount/? | 1400.00 | 1020.00 | 1200.00
    Target currency | targetCurrency | EUR | EUR | USD
    Exchange rate | - | 1.1667 | 1.159 | 1.263
    Reference | paymentReference/memo/? | June | Refund | Inv 9`,
  'zoho-payroll-in-bank-advice': `
    Employee Code | referenceId | 0012 | 0013 | 0044
    Employee Name | name | Asha Rao | Vikram Nair | Meera Iyer
    Work Email | email | asha@co.example | vikram@co.example | meera@co.example
    Bank Name | - | HDFC Bank | Axis Bank | ICICI Bank
    Account Number | accountNum | 50100012345678 | 918020012345671 | 004701530012
    IFSC | branchId | HDFC0000123 | UTIB0000047 | ICIC0000047
    PAN | governmentId | ABCPR1234F | DEFPN5678G | GHIPI9012H
    Paid Days | - | 30 | 30 | 28
    Net Pay (INR) | amount | 88,250.00 | 72,400.00 | 1,10,300.00
    UTR No. | -/?/paymentReference |  |  | `,
  'sana-lonefil-se': `
    Person-/samordningsnummer | governmentId | 850101-1234 | 790512-5678 | 910923-2468
    Namn | name | Anna Lindqvist | Erik Berg | Sara Holm
    Anst.nr | referenceId | 101 | 102 | 117
    Clearingnummer | branchId/bankId | 5000 | 8327 | 6000
    Kontonummer | accountNum | 58398257 | 1234567890 | 123456789
    Nettolön att utbetala | amount | 28 880,00 | 31 500,00 | 23 010,00
    Utbetalningsdatum | - | 2026-06-25 | 2026-06-25 | 2026-06-25
    Lönespecifikation nr | paymentReference/? | LS-1 | LS-2 | LS-3`,
  'freee-shiharai-irai': `
    支払依頼No. | paymentReference/? | 118 | 119 | 120
    取引先名 | name | アルファ株式会社 | ベータ商事 | 李コンサル
    取引先コード | referenceId | T001 | T002 | T017
    請求金額（税込） | -/? | 110000 | 88000 | 330000
    源泉徴収税額 | - | 0 | 8168 | 30630
    差引支払額 | amount | 110000 | 79832 | 299370
    支払期日 | - | 2026/06/30 | 2026/06/30 | 2026/06/30
    銀行コード | bankId | 0001 | 0005 | 0036
    支店コード | branchId | 001 | 001 | 251
    口座種別 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    受取人名（カナ） | accountHolderName | カ）アルファ | ベータシヨウジ | リ コンサル
    登録番号 | governmentId/-/? | T1234567890123 | T2345678901234 | `,
  'dinero-dk-kreditorer': `
    Kreditor | name | Jensen ApS | Holm & Søn | Lund Design
    Bilag | paymentReference/? | 1001 | 1002 | 1009
    Fakturadato | - | 01-06-2026 | 03-06-2026 | 09-06-2026
    Forfald | - | 30-06-2026 | 30-06-2026 | 30-06-2026
    Beløb ekskl. moms | - | 1.000,00 | 800,00 | 420,00
    Moms | - | 250,00 | 200,00 | 105,00
    Beløb inkl. moms | ?/amount | 1.250,00 | 1.000,00 | 525,00
    Valuta | currency | DKK | DKK | DKK
    FI-kode | -/? | +71<1234 |  | 
    Reg. | branchId/bankId/? | 0040 | 5301 | 9570
    Konto | accountNum/? | 0440116243 | 0001234567 | 0007654321`,
  'contpaqi-pagos-proveedores': `
    Folio | paymentReference/? | 118 | 119 | 120
    Cód. Proveedor | referenceId | P001 | P002 | P017
    Razón social | name | Alfa SA de CV | Beta SC | Marta Díaz
    Saldo | -/? | 12,100.00 | 6,050.00 | 3,500.00
    Abono | amount/? | 12,100.00 | 6,050.00 | 2,500.00
    Moneda | currency | MXN | MXN | USD
    T.C. | - | 1.00 | 1.00 | 17.20
    Cuenta CLABE | accountNum | 012180000118359719 | 014027000005555558 | 072580000012345679
    Referencia bancaria | ?/paymentReference/memo | 0011 | 0022 | 0033
    Correo | email | cxc@alfa.example | pagos@beta.example | marta@diaz.example`,
  'turkish-maas-banka-listesi': `
    Sıra | - | 1 | 2 | 3
    Sicil No | referenceId | 0012 | 0013 | 0044
    Adı | firstName | Ayşe | Mehmet | Elif
    Soyadı | lastName | Kaya | Demir | Yıldız
    T.C. Kimlik No | governmentId | 10000000146 | 10000000214 | 10000000382
    Brüt Ücret | - | 42.000,00 | 38.500,00 | 33.000,00
    Kesintiler Toplamı | - | 9.800,00 | 8.900,00 | 7.100,00
    Net Ödenen | amount/? | 32.200,00 | 29.600,00 | 25.900,00
    IBAN No | iban | TR330006100519786457841326 | TR330006100519786457841326 | DE89370400440532013000
    Açıklama | memo | Haziran maaş | Haziran maaş | Haziran maaş`,
  'russian-zarplatny-reestr': `
    № п/п | - | 1 | 2 | 3
    Табельный номер | referenceId | 0012 | 0013 | 0044
    Фамилия | lastName | Иванова | Петров | Сидорова
    Имя | firstName | Анна | Пётр | Мария
    Отчество | - | Сергеевна | Ильич | Юрьевна
    Лицевой счет | accountNum | 40817810400000005678 | 40817810500000012345 | 40817810200000055555
    БИК | bankId/branchId/swiftBic | 044525225 | 044525593 | 044525974
    Начислено | - | 80 000,00 | 95 000,00 | 62 000,00
    Удержано | - | 10 400,00 | 12 350,00 | 8 060,00
    К выплате | amount | 69 600,00 | 82 650,00 | 53 940,00
    Валюта | currency | RUB | RUB | RUB`,
};
