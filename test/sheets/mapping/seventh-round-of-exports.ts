/** A seventh round of unseen exports, in the style of the sixth. */
export const SEVENTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'revolut-business-bulk-like': `
    Recipient name | name | Acme Supplies Ltd | Moreau Claire | Beta AG
    Recipient type | type | company | individual | company
    Account currency | accountCurrency/? | GBP | EUR | EUR
    IBAN | iban |  | FR1420041010050500013M02606 | AT611904300234573201
    Account number | accountNum | 55779911 |  | 
    Sort code | branchId | 20-00-00 |  | 
    Amount | amount | 1176.00 | 880.00 | 88.00
    Currency | currency | GBP | EUR | EUR
    Payment reference | paymentReference | RV-1 | RV-2 | RV-3`,
  'starling-bulk-payments': `
    Payee | name | Acme Supplies Ltd | P Jones | Mono Print Ltd
    Payee Account Number | accountNum | 55779911 | 70872490 | 31926819
    Payee Sort Code | branchId | 200000 | 404784 | 601613
    Amount GBP | amount | 1176.00 | 300.00 | 88.50
    Reference | paymentReference | S-1 | S-2 | S-3
    Spending Category | - | SUPPLIERS | STAFF | SUPPLIERS
    Source Account | - | Main | Main | Main`,
  'ubs-zahlungsauftrag-ch': `
    Begünstigter | accountHolderName/name | Muster AG | Rossi Luca | Favre Inès
    Konto/IBAN | iban/accountNum | CH9300762011623852957 | DE89370400440532013000 | FR7630006000011234567890189
    Betrag | amount | 1'240.50 | 880.00 | 310.00
    Währung | currency | CHF | EUR | EUR
    Mitteilung | memo | Rechnung 118 | Honorar | Spesen
    Ausführungsdatum | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Belastungskonto | - | CH5604835012345678009 | CH5604835012345678009 | CH5604835012345678009
    Strasse | street1 | Weg 1 | Via 2 | Rue 3
    PLZ | postalCode | 8001 | 6900 | 1201
    Ort | city | Zürich | Lugano | Genf
    Land | country | CH | CH | CH`,
  'kbc-betalingen-import-be': `
    Naam tegenpartij | name/accountHolderName | Alpha NV | Bakker BV | Claire Moreau
    Rekeningnummer tegenpartij | iban/accountNum | BE68539007547034 | NL91ABNA0417164300 | FR7630006000011234567890189
    BIC tegenpartij | swiftBic | GKCCBEBB | ABNANL2A | AGRIFRPP
    Bedrag in EUR | amount | 1210,00 | 605,00 | 363,00
    Mededeling | memo | F118 | 2026-77 | N9
    Eigen referentie | - | E1 | E2 | E3
    Gewenste uitvoeringsdatum | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'xero-bills-awaiting-payment-report': `
    ^ Mono Ltd
    ^ Bills awaiting payment at 30 June 2026
    Contact | name | Acme Supplies | Beta Partners | Cobalt Media
    Contact Email | email/? | ap@acme.example | ap@beta.example | ap@cobalt.example
    Invoice Number | paymentReference | A-5501 | B-118 | C-77
    Due Date | - | 30 Jun 2026 | 30 Jun 2026 | 30 Jun 2026
    Planned Date | - | 30 Jun 2026 | 30 Jun 2026 | 30 Jun 2026
    Invoice Total | -/?/amount | 1,200.00 | 960.00 | 500.00
    Paid | - | 0.00 | 10.00 | 0.00
    Due | ?/amount | 1,200.00 | 950.00 | 500.00
    Currency | currency | GBP | GBP | GBP
    $ Total | | | | | 2,660.00 | 10.00 | 2,650.00`,
  'sap-fbl1n-open-items': `
    Lieferant | referenceId/name | 100012 | 100013 | 100044
    Name 1 | name | Muster GmbH | Beta AG | Anna Braun
    Belegnummer | paymentReference | 1900000118 | 1900000119 | 1900000120
    Referenz | ?/-/paymentReference | RE-17 | 2026-88 | H-4
    Nettofälligkeit | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Betrag in Belegwährung | amount | 1.240,50 | 88,00 | 310,00
    Belegwährung | currency | EUR | EUR | EUR
    Betrag in Hauswährung | - | 1.240,50 | 88,00 | 310,00
    Zahlweg | payoutMethod/- | T | T | T
    Zahlsperre | - |  |  | `,
  'odoo-hr-payslip-batch': `
    Payslip Name | -/memo/? | Salary Slip June | Salary Slip June | Salary Slip June
    Reference | paymentReference | SLIP/001 | SLIP/002 | SLIP/003
    Employee | name | Anna Smith | John Doe | Ana Perez
    Employee/Bank Account Number | iban/accountNum | BE68539007547034 | NL91ABNA0417164300 | FR7630006000011234567890189
    Basic Wage | - | 3000.00 | 2800.00 | 2175.00
    Net Wage | amount | 2200.00 | 2050.00 | 1683.50
    Currency | currency | EUR | EUR | EUR
    Company | -/name/? | Mono BV | Mono BV | Mono BV
    Status | - | Done | Done | Done`,
  'rippling-payroll-net-pay-export': `
    Employee Number | referenceId | 12 | 13 | 44
    Legal First Name | firstName | Anna | John | Ana
    Legal Last Name | lastName | Smith | Doe | Perez
    Personal Email | email | anna@smith.example | john@doe.example | ana@perez.example
    Gross Pay | - | 3,200.00 | 2,800.00 | 2,175.00
    Total Employee Taxes | - | 640.00 | 560.00 | 391.50
    Net Pay | amount | 2,440.00 | 2,150.00 | 1,783.50
    Bank Routing Number | branchId | 021000021 | 111000025 | 102001017
    Bank Account Number | accountNum | 483920110 | 77201934 | 5512334
    Work Location | - | NYC | Austin | Denver`,
  'lucca-notes-de-frais': `
    Collaborateur | name | Moreau Claire | Petit Luc | Lopez Inès
    Matricule | referenceId | 0012 | 0013 | 0044
    E-mail | email | claire@co.example | luc@co.example | ines@co.example
    N° note de frais | paymentReference | NDF-1 | NDF-2 | NDF-3
    Total dépenses | - | 320,00 | 880,00 | 64,30
    Avances | - | 200,00 | 0,00 | 0,00
    À rembourser | amount | 120,00 | 880,00 | 64,30
    Devise | currency | EUR | EUR | EUR
    Statut | - | Contrôlée | Contrôlée | Contrôlée`,
  'a3asesor-nominas-resumen-pago': `
    Cód. Trab. | referenceId | 0012 | 0013 | 0044
    Apellidos y nombre | name | García López, Ana | Martín Sanz, Luis | Ruiz Gil, Marta
    NIF | governmentId | 12345678Z | 87654321X | 11223344B
    Bruto | - | 2.400,00 | 1.950,00 | 1.600,00
    Retención IRPF | - | 288,00 | 195,00 | 96,00
    Cotización SS | - | 152,40 | 123,80 | 101,60
    Neto | amount/? | 1.959,60 | 1.631,20 | 1.402,40
    Cuenta bancaria trabajador | iban | ES9121000418450200051332 | ES7921000813610123456789 | DE89370400440532013000`,
  'senior-rh-folha-credito': `
    Matrícula | referenceId | 12 | 13 | 44
    Funcionário | name | Ana Souza | Bruno Lima | Carla Reis
    CPF | governmentId | 529.982.247-25 | 111.444.777-35 | 935.411.347-80
    Proventos | - | 3.200,00 | 2.900,00 | 2.300,00
    Descontos | - | 760,00 | 750,00 | 516,50
    Líquido | amount/? | 2.440,00 | 2.150,00 | 1.783,50
    Banco | bankId | 001 | 341 | 237
    Agência | branchId | 1234 | 0047 | 2210
    Conta | accountNum | 12345-6 | 77201-9 | 551233-4
    Empresa | -/name/? | Mono Ltda | Mono Ltda | Mono Ltda`,
  'pca-kyuyo-furikomi-ichiran': `
    部門名 | - | 営業 | 総務 | 製造
    社員コード | referenceId | 0012 | 0013 | 0044
    社員氏名 | name | 山田 太郎 | 佐藤 花子 | 鈴木 一郎
    銀行コード | bankId | 0001 | 0005 | 0036
    銀行名 | - | みずほ | 三菱UFJ | 楽天
    支店コード | branchId | 001 | 001 | 251
    支店名 | - | 東京営業部 | 本店 | 第一営業
    種目 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    名義人カナ | accountHolderName | ヤマダ タロウ | サトウ ハナコ | スズキ イチロウ
    振込額 | amount | 264780 | 236870 | 208300`,
  'alipay-batch-transfer-zh': `
    序号 | - | 1 | 2 | 3
    商户订单号 | paymentReference | 2026063001 | 2026063002 | 2026063003
    收款方姓名 | name/accountHolderName | 李明 | 王芳 | 张伟
    收款方银行账号 | accountNum | 6222021234567890123 | 6228481234567890123 | 6217001234567890123
    开户银行 | - | 工商银行 | 农业银行 | 建设银行
    金额（元） | amount | 1200.00 | 880.50 | 950.00
    备注 | memo | 六月佣金 | 六月佣金 | 六月佣金`,
  'erste-hromadne-prikazy-cz': `
    Název protistrany | name/accountHolderName | Novák s.r.o. | Dvořák a.s. | Svoboda Jan
    Číslo účtu protistrany | accountNum | 19-2000145399 | 123457 | 670100
    Kód banky protistrany | bankId | 0800 | 0100 | 6210
    Částka | amount | 12 100,00 | 6 050,00 | 3 500,00
    Měna | currency | CZK | CZK | CZK
    Variabilní symbol | paymentReference/memo/? | 118 | 77 | 9
    Zpráva pro příjemce | memo | Faktura 118 | Faktura 77 | Smlouva 9
    Datum splatnosti | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Účet plátce | - | 1234567890/0800 | 1234567890/0800 | 1234567890/0800`,
  'tipalti-bill-approval-export': `
    Payee ID | referenceId | P-100 | P-101 | P-230
    Payee Name | name | Ana Perez | Okoro Ltd | Cora Li
    Bill Reference | paymentReference/? | B-1 | B-2 | B-3
    Bill Amount | -/?/amount | 1,200.00 | 960.00 | 500.00
    Amount Due | ?/amount | 1,200.00 | 950.00 | 500.00
    Bill Currency | currency/? | USD | GBP | EUR
    Payment Terms | - | Net 30 | Net 30 | Net 15
    Approvers | - | Dana | Dana | Lee
    Payer Entity | - | Mono Inc | Mono Inc | Mono Inc
    Payment Method | payoutMethod | PayPal | Wire | eCheck`,
  'bill-com-vendor-payments-csv': `
    Vendor | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Vendor Payment ID | paymentReference | VP-1 | VP-2 | VP-3
    Process Date | - | 06/30/26 | 06/30/26 | 06/30/26
    Payment Amount | amount | 1,200.00 | 950.00 | 500.00
    Bank Account | -/?/accountNum | Chase ...1234 | Chase ...1234 | Chase ...1234
    Invoice Numbers | memo/-/? | A-5501 | B-118; B-119 | C-77
    Remit Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example
    Payment Type | payoutMethod | ePayment | Check | ePayment`,
  'church-missionary-support-us': `
    Missionary | name/? | Smith, Anna | Doe, John | Perez, Ana
    Account Code | - | 6100 | 6100 | 6110
    Monthly Support | amount/? | 1,200.00 | 950.00 | 500.00
    Country of Service | -/country/? | KE | PH | MX
    Email Address | email | anna@m.example | john@m.example | ana@m.example
    Routing # | branchId | 021000021 | 111000025 | 102001017
    Acct # | accountNum | 483920110 | 77201934 | 5512334
    Notes | memo | June | June | June`,
  'energy-land-lease-payments': `
    Lease No. | paymentReference/? | L-118 | L-119 | L-120
    Lessor Name | name | Green Farms LLC | Jane Roe | Hill Ranch
    Lessor No. | referenceId | 5001 | 5002 | 5017
    Acres | - | 120.5 | 80 | 310
    Rate per Acre | - | 10.00 | 12.00 | 9.50
    Gross Rent | - | 1,205.00 | 960.00 | 2,945.00
    Withholding | - | 0.00 | 0.00 | 706.80
    Net Payment | amount | 1,205.00 | 960.00 | 2,238.20
    Tax ID | governmentId | 12-3456789 | 123-45-6789 | 98-7654321
    Bank ABA | branchId | 021000021 | 111000025 | 102001017
    Bank Acct | accountNum | 483920110 | 77201934 | 5512334`,
};
