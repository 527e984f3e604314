/** A fourth round of unseen exports, of banks and payroll on four continents and of systems for bills. */
export const FOURTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'sap-business-one-payment-wizard': `
    Selected | - | Y | Y | Y
    BP Code | referenceId | V10000 | V20000 | V30000
    BP Name | name | Acme Supplies | Beta AG | Cobalt Media
    Doc. No. | paymentReference/? | 118 | 119 | 120
    Vendor Ref. No. | -/?/paymentReference | A-5501 | B-118 | C-77
    Due Date | - | 30.06.26 | 30.06.26 | 30.06.26
    Balance Due | ?/- | 1,200.00 | 960.00 | 500.00
    Cash Discount | - | 0.00 | 10.00 | 0.00
    Payment Amount | amount | 1,200.00 | 950.00 | 500.00
    Currency | currency | EUR | EUR | EUR
    BP Bank Account | ?/accountNum/iban | 532013000 | 234573201 | 245126199
    BP IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    House Bank Account | - | 100200 | 100200 | 100200`,
  'dynamics-gp-eft-edit-list': `
    Vendor ID | referenceId | ACETRAVE0001 | ADVANCED0001 | ALLENSON0001
    Vendor Check Name | name/accountHolderName/? | A Travel Company | Advanced Office | Allenson Properties
    Payment Number | paymentReference | 00000000000000437 | 00000000000000438 | 00000000000000439
    Payment Date | - | 6/30/2026 | 6/30/2026 | 6/30/2026
    Payment Amount | amount | $1,200.00 | $950.00 | $500.00
    EFT Bank Name | - | Chase | BofA | Wells
    EFT Bank Account | accountNum | 483920110 | 77201934 | 5512334
    EFT Transit Routing | branchId | 021000021 | 111000025 | 102001017
    Prenote Status | - | Approved | Approved | Approved
    Checkbook ID | - | UPTOWN TRUST | UPTOWN TRUST | UPTOWN TRUST`,
  'coupa-pay-invoice-extract': `
    Supplier Number | referenceId | 10021 | 10022 | 10040
    Supplier Name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Remit To Code | -/? | RT1 | RT2 | RT3
    Invoice # | paymentReference/? | A-5501 | B-118 | C-77
    Gross Total | - | 1200.00 | 960.00 | 500.00
    Withholding | - | 0.00 | 10.00 | 0.00
    Net Due | amount/? | 1200.00 | 950.00 | 500.00
    Currency | currency | USD | EUR | USD
    Payment Term | - | Net 30 | Net 30 | Net 15
    Chart of Accounts | - | US | US | US
    Beneficiary IBAN | iban |  | DE89370400440532013000 | 
    Beneficiary Account # | accountNum | 483920110 |  | 5512334`,
  'ramp-bill-pay-export': `
    Bill ID | paymentReference | b_1 | b_2 | b_3
    Payee | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Payee contact email | email/? | ap@acme.example | ap@beta.example | ap@cobalt.example
    Invoice number | ?/-/paymentReference | A-5501 | B-118 | C-77
    Amount | amount | 1,200.00 | 950.00 | 500.00
    Currency | currency | USD | USD | USD
    Payment method | payoutMethod | ACH | Wire | Check
    Paid from account | - | Ops 1234 | Ops 1234 | Ops 1234
    Owner | - | Dana | Dana | Lee
    Entity | - | Mono Inc | Mono Inc | Mono Inc
    Accounting date | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'lexoffice-offene-ausgaben': `
    Belegdatum | - | 01.06.2026 | 03.06.2026 | 09.06.2026
    Belegnummer | paymentReference/? | RE-17 | 2026-88 | H-4
    Kontaktname | name | Muster GmbH | Beta AG | Anna Braun
    Kategorie | -/category/? | Büro | IT | Honorar
    Gesamtbetrag (brutto) | ?/-/amount | 1.240,50 | 88,00 | 310,00
    USt-Betrag | - | 198,06 | 14,05 | 0,00
    Offener Betrag | ?/- | 1.240,50 | 88,00 | 310,00
    IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    E-Mail | email | re@muster.example | re@beta.example | anna@braun.example
    Fällig am | - | 30.06.2026 | 30.06.2026 | 30.06.2026`,
  'agenda-lohn-zahlungsuebersicht': `
    ^ Zahlungsübersicht Juni 2026
    ^ Firma Mono GmbH
    PNr | referenceId | 12 | 13 | 44
    Arbeitnehmer | name | Braun, Anna | Schulz, Peter | Yılmaz, Ayşe
    Bank | - | Commerzbank | SEB | N26
    BIC | swiftBic | COBADEFFXXX | SOGEDEFF | MARKDEF1100
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    Verwendungszweck | memo | Lohn 06/26 | Lohn 06/26 | Lohn 06/26
    Betrag EUR | amount | 2.461,02 | 2.686,37 | 520,00
    Zahlungsart | payoutMethod | Überweisung | Überweisung | Überweisung
    $ Summe | | | | | | 5.667,39`,
  'primavera-pt-pagamentos': `
    Entidade | referenceId/name/? | F0012 | F0013 | F0044
    Nome | name | Alfa Lda | Beta SA | Carla Souza
    Tipo Doc. | - | VFA | VFA | VNC
    N.º Doc. | paymentReference/? | 118 | 119 | 120
    Data Venc. | - | 30-06-2026 | 30-06-2026 | 30-06-2026
    Valor Total | -/?/amount | 1.240,50 | 880,00 | 310,00
    Valor Pendente | -/? | 1.240,50 | 880,00 | 210,00
    Valor a Liquidar | amount | 1.240,50 | 880,00 | 210,00
    Moeda | currency | EUR | EUR | EUR
    NIB/IBAN | iban | PT50000201231234567890154 | PT50000201231234567890154 | ES9121000418450200051332
    N.º Contribuinte | governmentId | 501234567 | 502345678 | 212345678`,
  'omie-contas-a-pagar': `
    Fornecedor (Nome Fantasia) | name/? | Alfa | Beta | Carla Souza
    Razão Social | name | Alfa Comércio Ltda | Beta Serviços ME | Carla Souza
    CNPJ / CPF | governmentId | 11.222.333/0001-81 | 45.997.418/0001-53 | 529.982.247-25
    Nota Fiscal | paymentReference/? | 118 | 77 | 9
    Parcela | - | 1/1 | 1/2 | 1/1
    Valor da Conta | -/?/amount | 1.240,50 | 880,00 | 3.100,00
    Juros e Multa | - | 0,00 | 12,00 | 0,00
    Valor a Pagar | amount | 1.240,50 | 892,00 | 3.100,00
    Conta Corrente | -/?/accountNum | Itaú Matriz | Itaú Matriz | Itaú Matriz
    Previsão de Pagamento | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'nmbrs-nettoloon-sepa': `
    Personeelsnr. | referenceId | 12 | 13 | 44
    Achternaam | lastName | de Vries | Bakker | Jansen
    Voornaam | firstName | Anna | Piet | Sara
    Brutoloon | - | 3.800,00 | 4.250,00 | 2.950,00
    Loonheffing | - | 912,00 | 1.190,00 | 560,50
    Netto uitbetaald | amount/? | 2.888,00 | 3.060,00 | 2.389,50
    IBAN werknemer | iban | NL91ABNA0417164300 | NL39RABO0300065264 | BE68539007547034
    T.n.v. | accountHolderName | A. de Vries | P. Bakker | S. Jansen
    IBAN werkgever | - | NL20INGB0001234567 | NL20INGB0001234567 | NL20INGB0001234567
    Omschrijving | memo | Salaris juni | Salaris juni | Salaris juni`,
  'enova-przelewy-wychodzace': `
    Nazwa kontrahenta | name | Alfa Sp. z o.o. | Beta S.A. | Jan Nowak
    Ulica i nr | street1 | Długa 5 | Krótka 1 | Nowa 12
    Kod pocztowy | postalCode | 00-238 | 30-001 | 80-001
    Miejscowość | city | Warszawa | Kraków | Gdańsk
    Rachunek odbiorcy | accountNum/iban | PL61109010140000071219812874 | PL61109010140000071219812874 | DE89370400440532013000
    Rachunek obciążany | - | PL10105000997603123456789123 | PL10105000997603123456789123 | PL10105000997603123456789123
    Kwota | amount | 12 400,00 | 880,00 | 3 105,00
    Waluta | currency | PLN | PLN | EUR
    Tytułem | memo | FV 118 | FV 77 | Umowa 9
    Nr dokumentu | paymentReference/? | 118/2026 | 77/2026 | 9/2026
    Split payment | - | Nie | Tak | Nie`,
  'parasut-tedarikci-odemeleri': `
    Tedarikçi | name | Yıldız Ticaret A.Ş. | Deniz Lojistik Ltd. | Ayşe Kaya
    VKN/TCKN | governmentId | 1234567890 | 9876543210 | 10000000146
    Fatura numarası | paymentReference/? | A118 | B77 | C9
    Genel toplam | -/?/amount | 12.100,00 | 6.050,00 | 3.500,00
    Ödenen | - | 0,00 | 0,00 | 1.000,00
    Kalan tutar | -/? | 12.100,00 | 6.050,00 | 2.500,00
    Ödenecek tutar | amount | 12.100,00 | 6.050,00 | 2.500,00
    Döviz cinsi | currency | TRY | TRY | TRY
    Tedarikçi IBAN | iban | TR330006100519786457841326 | TR330006100519786457841326 | DE89370400440532013000
    E-posta | email | muh@yildiz.example | muh@deniz.example | ayse@kaya.example`,
  'kingdee-fukuan-zh': `
    付款单号 | paymentReference | FK001 | FK002 | FK009
    往来单位 | name/? | 上海阿尔法贸易有限公司 | 北京贝塔科技有限公司 | 李明
    收款方账户 | accountNum | 6222021234567890123 | 6228481234567890123 | 6217001234567890123
    收款方户名 | accountHolderName | 上海阿尔法贸易有限公司 | 北京贝塔科技有限公司 | 李明
    收款银行联行号 | bankId | 102290000003 | 103100000018 | 105290071008
    我方账户 | - | 31001234567890123456 | 31001234567890123456 | 31001234567890123456
    应付金额 | -/?/amount | 120000.00 | 48250.50 | 310000.00
    实付金额 | amount | 120000.00 | 48250.50 | 300000.00
    币别 | currency | CNY | CNY | CNY
    摘要 | memo | 货款 | 服务费 | 顾问费`,
  'tally-india-payment-advice': `
    Party Name | name | Sharma Traders | Gupta Logistics | Meera Iyer
    Bill Ref | paymentReference/? | INV/118 | INV/119 | RET/9
    Bill Amount | -/?/amount | 125000.00 | 50250.50 | 310000.00
    TDS Deducted | - | 2500.00 | 1005.00 | 31000.00
    Net Payable | amount | 122500.00 | 49245.50 | 279000.00
    Bank Name | - | HDFC Bank | Axis Bank | ICICI Bank
    A/c No. | accountNum | 50100012345678 | 918020012345671 | 004701530012
    IFS Code | branchId | HDFC0000123 | UTIB0000047 | ICIC0000047
    Transfer Mode | payoutMethod | NEFT | NEFT | RTGS
    Company Bank | - | SBI CA 1234 | SBI CA 1234 | SBI CA 1234`,
  'employment-hero-pay-run-au': `
    Employee | name | Smith, Anna | Nguyen, Jo | Perez, Ana
    Employee ID | referenceId | 1001 | 1002 | 1017
    Gross earnings | - | 3,200.00 | 2,800.00 | 2,175.00
    PAYG | - | 640.00 | 560.00 | 391.50
    Super | - | 368.00 | 322.00 | 250.13
    Net earnings | amount/? | 2,560.00 | 2,240.00 | 1,783.50
    BSB | branchId | 062-000 | 082-001 | 012-003
    Account number | accountNum | 10203040 | 55667788 | 90011234
    Account name | accountHolderName | A Smith | J Nguyen | Ana Perez
    Lodgement reference | memo/paymentReference/? | MONO PAY | MONO PAY | MONO PAY`,
  'standard-bank-za-bulk-payments': `
    ^ FROM ACCOUNT 010123456789
    Recipient name | name | Kudu Traders | T Mokoena | Cape Freight
    Recipient account | accountNum | 4051234567 | 62012345678 | 1234567890
    Recipient account type | - | Current | Savings | Current
    Branch code | branchId | 632005 | 250655 | 051001
    Amount | amount | R 4 400.00 | R 12 507.50 | R 981.00
    Own reference | - | INV4 | WAGES | FRT
    Recipient reference | paymentReference/memo/? | Mono INV4 | Mono pay | Mono FRT
    Email 1 notify | email/? | ap@kudu.example | t@mokoena.example | ap@cape.example
    Cell | phone | 0821234567 | 0831234567 | 0841234567`,
  'simplepay-za-eft-export': `
    Emp. No. | referenceId | 12 | 13 | 44
    Surname | lastName | Mokoena | Naidoo | Smith
    First names | firstName | Thabo | Priya | Anna
    ID number | governmentId | 8001015009087 | 9202204720083 | 8506300123081
    Nett pay | amount | 12507.50 | 18400.00 | 9810.25
    Bank | -/? | FNB | Absa | Nedbank
    Branch | branchId | 250655 | 632005 | 198765
    Account | accountNum | 62012345678 | 4051234567 | 1234567890
    Account holder relationship | - | Own | Own | Joint
    Pay point | - | Cape Town | Durban | Cape Town`,
  'mpesa-bulk-disbursement-ke': `
    Receiver Name | name/accountHolderName | Achieng Otieno | Kamau Njoroge | Wanjiku Mwangi
    Phone Number | phone | 254712345678 | 254722345678 | 254733345678
    Amount (KES) | amount | 12000 | 8805 | 9500
    ID Type | - | National ID | National ID | Passport
    ID Number | governmentId | 12345678 | 23456789 | A1234567
    Remarks | memo | June stipend | June stipend | June stipend`,
  'bca-payroll-indonesia': `
    NIK | referenceId/governmentId/? | 20110 | 20111 | 20230
    Nama Karyawan | name | Budi Santoso | Siti Aminah | Agus Wijaya
    No. Rekening | accountNum | 1234567890 | 2345678901 | 3456789012
    Nama Pemilik Rekening | accountHolderName | BUDI SANTOSO | SITI AMINAH | AGUS WIJAYA
    Bank | - | BCA | BCA | Mandiri
    Gaji Pokok | - | 8.000.000 | 9.500.000 | 7.250.000
    Potongan | - | 800.000 | 950.000 | 725.000
    Jumlah Transfer | amount | 7.200.000 | 8.550.000 | 6.525.000
    Keterangan | memo | Gaji Juni | Gaji Juni | Gaji Juni
    Email | email | budi@co.example | siti@co.example | agus@co.example`,
  'maybank-giro-my': `
    Payment Mode | payoutMethod/-/? | IT | IG | IG
    Beneficiary Name | name/accountHolderName | Tan Ah Kow | Siti Aminah | Raju a/l Mani
    Beneficiary Account | accountNum | 112233445566 | 7654321098 | 1234567890123
    Beneficiary ID/Business Reg. No. | governmentId/? | 800101145678 | 920220105432 | 850630081234
    BIC | swiftBic | MBBEMYKL | CIBBMYKL | PBBEMYKL
    Payment Amount | amount | 1200.00 | 880.50 | 950.00
    Transaction Reference | paymentReference | MY-1 | MY-2 | MY-3
    Payment Description | memo | June | Refund | Fees
    Advice Email | email/? | tan@my.example | siti@my.example | raju@my.example
    Debiting Account | - | 514011223344 | 514011223344 | 514011223344`,
  'silverfin-notes-de-debours-be': `
    Fournisseur/Leverancier | name | Alpha SPRL | Bakker NV | Moreau Claire
    N° facture/Factuurnr | paymentReference/? | F118 | 2026-77 | N9
    Montant/Bedrag | amount | 1.210,00 | 605,00 | 363,00
    Devise/Munt | currency | EUR | EUR | EUR
    Compte bancaire/Bankrekening | iban | BE68539007547034 | NL91ABNA0417164300 | FR7630006000011234567890189
    Communication/Mededeling | memo | F118 | 2026-77 | +++090/9337/55493+++
    Échéance/Vervaldag | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    TVA/BTW | - | 210,00 | 105,00 | 63,00`,
  'upwork-style-freelancer-earnings': `
    Freelancer | name | Ana Perez | Ben Okoro | Cora Li
    Freelancer ID | referenceId | ~01a | ~01b | ~01c
    Team | - | Web | Data | Web
    Ref ID | paymentReference/? | 9001 | 9002 | 9003
    Amount | amount | 1,200.00 | 950.00 | 500.00
    Amount in local currency | - | 1,111.00 | 1,444,000.00 | 500.00
    Currency | currency | USD | USD | USD
    Balance after payment | - | 8,800.00 | 7,850.00 | 7,350.00
    PO | - |  |  | `,
  'music-royalty-splits-two-currencies': `
    Payee Code | referenceId | P001 | P002 | P017
    Payee | name | Ana Perez | Okoro Music Ltd | Cora Li
    Opening Balance | - | 0.00 | 120.00 | 0.00
    Royalties Earned | - | 640.00 | 1530.00 | 298.00
    Recoupable Costs | - | 0.00 | 300.00 | 0.00
    Closing Balance | ?/- | 640.00 | 1350.00 | 298.00
    Payable | amount | 640.00 | 1350.00 | 298.00
    Statement Currency | ?/currency/- | GBP | GBP | GBP
    Payment Currency | currency/targetCurrency/? | EUR | GBP | USD
    PayPal / Bank | payoutMethod/-/? | PayPal | Bank | PayPal`,
  'grants-with-fiscal-host': `
    Grant # | paymentReference/? | G-118 | G-119 | G-120
    Grantee | name | Green River | Open Books | Cora Li
    Fiscal Sponsor | -/? | Tides | Tides | Tides
    Award Amount | - | 10,000.00 | 8,000.00 | 5,000.00
    Paid to Date | - | 5,000.00 | 4,000.00 | 0.00
    This Installment | amount | 2,500.00 | 4,000.00 | 5,000.00
    Remaining | - | 2,500.00 | 0.00 | 0.00
    Grantee Email | email | info@green.example | info@books.example | cora@li.example
    EIN | governmentId | 12-3456789 | 98-7654321 | 
    Account Holder | accountHolderName | Green River Inc | Open Books Inc | Cora Li
    Routing | branchId | 021000021 | 111000025 | 102001017
    Account | accountNum | 483920110 | 77201934 | 5512334`,
  'insurance-claims-payments-de': `
    Schadennummer | paymentReference/? | SN-118 | SN-119 | SN-120
    Versicherungsnehmer | ?/-/name | Meier Hans | Kunz Petra | Lang Uwe
    Zahlungsempfänger | name/accountHolderName | Werkstatt Alpha | Kunz Petra | Lang Uwe
    IBAN Zahlungsempfänger | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    Schadenhöhe | - | 2.000,00 | 880,00 | 410,00
    Selbstbeteiligung | - | 300,00 | 0,00 | 100,00
    Auszahlung | amount | 1.700,00 | 880,00 | 310,00
    Währung | currency | EUR | EUR | EUR
    Sachbearbeiter | - | Roth | Roth | Blum`,
};
