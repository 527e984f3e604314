/** Exports of payroll, marketplaces, affiliates and expenses, written before they were first read. */
export const PAYROLL_AND_PAYOUT_EXPORTS: Readonly<Record<string, string>> = {
  'bamboohr-payroll-direct-deposit': `
    ^ Payroll Direct Deposit Register
    ^ Pay Period: 06/01/2026 - 06/15/2026
    Employee # | referenceId | 1001 | 1002 | 1017
    Last name, First name | name/? | Smith, Anna | Doe, John | Perez, Ana
    Department | - | Sales | Ops | Ops
    Pay Date | - | 06/19/2026 | 06/19/2026 | 06/19/2026
    Regular Hours | - | 80.00 | 80.00 | 72.50
    Gross Wages | - | 3,200.00 | 2,800.00 | 2,175.00
    Employee Taxes | - | 640.00 | 560.00 | 391.50
    Deductions | - | 120.00 | 90.00 | 0.00
    Net Pay | amount | 2,440.00 | 2,150.00 | 1,783.50
    Routing # | branchId | 021000021 | 111000025 | 102001017
    Account # | accountNum | 483920110 | 77201934 | 5512334
    Acct Type | - | Checking | Checking | Savings
    Home Email | email | anna@smith.example | john@doe.example | ana@perez.example
    $ Total | | | | | | | | 6,373.50`,
  'datev-lodas-nettobezuege': `
    Mandant | -/merchant/? | 4711 | 4711 | 4711
    Pers.-Nr. | referenceId | 00012 | 00013 | 00044
    Name, Vorname | name/? | Braun, Anna | Schulz, Peter | Yılmaz, Ayşe
    Gesamtbrutto | - | 3.800,00 | 4.250,00 | 520,00
    Steuerbrutto | - | 3.800,00 | 4.250,00 | 520,00
    LSt | - | 512,00 | 640,25 | 0,00
    KiSt | - | 46,08 | 0,00 | 0,00
    SV-AN | - | 780,90 | 873,38 | 0,00
    Netto | -/? | 2.461,02 | 2.736,37 | 520,00
    Netto-Abzüge | - | 0,00 | 50,00 | 0,00
    Auszahlungsbetrag | amount | 2.461,02 | 2.686,37 | 520,00
    IBAN | iban | DE89370400440532013000 | DE75512108001245126199 | DE91100000000123456789
    BIC | swiftBic | COBADEFFXXX | SOGEDEFF | MARKDEF1100`,
  'sage-hr-es-transferencias': `
    Cód. empleado | referenceId | 0012 | 0013 | 0044
    Nombre | firstName/name/? | Ana | Luis | Marta
    Primer apellido | lastName | García | Martín | Ruiz
    Segundo apellido | -/lastName/? | López | Sanz | Gil
    NIF | governmentId | 12345678Z | 87654321X | 11223344B
    Total devengado | - | 2.400,00 | 1.950,00 | 1.600,00
    Total deducciones | - | 480,00 | 351,00 | 224,00
    Líquido a percibir | amount | 1.920,00 | 1.599,00 | 1.376,00
    IBAN abono | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES9121000418450200051332
    Cuenta de cargo | - | ES6621000418401234567891 | ES6621000418401234567891 | ES6621000418401234567891
    Concepto | memo | Nómina junio | Nómina junio | Nómina junio
    Correo electrónico | email | ana@ejemplo.example | luis@ejemplo.example | marta@ejemplo.example`,
  'nibo-pagamentos-br': `
    Fornecedor | name | Alfa Comércio Ltda | Beta Serviços ME | Carla Souza
    CPF/CNPJ | governmentId | 11.222.333/0001-81 | 45.997.418/0001-53 | 529.982.247-25
    Nº do documento | paymentReference/? | NF 118 | NF 77 | RPA 9
    Vencimento | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Valor bruto | - | 1.240,50 | 880,00 | 3.100,00
    Retenções | - | 40,50 | 0,00 | 341,00
    Valor a pagar | amount | 1.200,00 | 880,00 | 2.759,00
    Banco | bankId | 001 | 341 | 237
    Agência | branchId | 1234 | 0047 | 2210
    Conta corrente | accountNum | 12345-6 | 77201-9 | 551233-4
    Chave PIX | -/? | alfa@pix.example | 45997418000153 | +5511988887777
    Categoria | -/category/? | Serviços | Serviços | RPA
    Conta de saída | - | Itaú Matriz | Itaú Matriz | Itaú Matriz`,
  'moneyforward-kyuyo-furikomi': `
    従業員番号 | referenceId | 1001 | 1002 | 1017
    姓 | lastName | 山田 | 佐藤 | 鈴木
    名 | firstName | 太郎 | 花子 | 一郎
    支給合計 | - | 320000 | 285000 | 250000
    控除合計 | - | 64000 | 54150 | 45000
    差引支給額 | amount | 256000 | 230850 | 205000
    銀行名 | - | みずほ銀行 | 三菱UFJ銀行 | 楽天銀行
    銀行コード | bankId | 0001 | 0005 | 0036
    支店名 | - | 東京営業部 | 本店 | 第一営業
    支店コード | branchId | 001 | 001 | 251
    預金種目 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義カナ | accountHolderName | ヤマダ タロウ | サトウ ハナコ | スズキ イチロウ
    支払元口座 | - | みずほ本店 | みずほ本店 | みずほ本店`,
  'payoneer-mass-payout': `
    Payee ID | referenceId | PN-100 | PN-101 | PN-230
    Payee name | name | Ana Perez | Ben Okoro | Cora Li
    Payee email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Internal payment ID | paymentReference | 88001 | 88002 | 88003
    Amount | amount | 1200.00 | 950.00 | 500.00
    Currency | currency | USD | USD | EUR
    Payment description | memo | June commissions | June commissions | June commissions
    Payment date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Group ID | - | 3 | 3 | 5`,
  'hyperwallet-payment-report': `
    Payment Token | -/? | pmt-1111 | pmt-1112 | pmt-1113
    Client Payment ID | paymentReference | CP-1 | CP-2 | CP-3
    Destination User Token | -/?/referenceId | usr-01 | usr-02 | usr-17
    Client User ID | referenceId | U100 | U101 | U230
    Profile Type | type | INDIVIDUAL | BUSINESS | INDIVIDUAL
    First Name | firstName | Ana |  | Cora
    Last Name | lastName | Perez |  | Li
    Business Name | name |  | Okoro Ltd | 
    Email | email | ana@perez.example | ap@okoro.example | cora@li.example
    Amount | amount | 1200.00 | 950.00 | 500.00
    Currency | currency | USD | GBP | EUR
    Purpose | category/? | OTHER | OTHER | OTHER
    Release Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Notes | memo | June | June | June`,
  'etsy-style-payee-ledger': `
    Shop ID | referenceId/? | 55012 | 55013 | 55230
    Shop Name | name/? | KnitByAna | OkoroPrints | LiCeramics
    Order Count | - | 12 | 30 | 7
    Gross Sales | - | 640.00 | 1530.00 | 298.00
    Marketplace Fees | - | 41.60 | 99.45 | 19.37
    Processing Fees | - | 22.20 | 54.90 | 10.34
    Refunds | - | 0.00 | 51.00 | 0.00
    Net Payout | amount | 576.20 | 1324.65 | 268.29
    Payout Currency | currency | USD | USD | USD
    Payout Email (PayPal) | paypalEmail | ana@perez.example | ap@okoro.example | cora@li.example
    Statement ID | paymentReference/? | ST-1 | ST-2 | ST-3`,
  'rakuten-affiliate-payment-history': `
    SID | referenceId/? | 3301122 | 3301123 | 3309911
    Publisher Name | name | Ana Reviews | Okoro Deals | Li Blog
    Total Sales | - | 12000.00 | 9300.00 | 4100.00
    Total Commission | ?/amount | 600.00 | 465.00 | 205.00
    Bonus | - | 50.00 | 0.00 | 0.00
    Chargebacks | - | 12.50 | 0.00 | 5.00
    Amount Payable | amount | 637.50 | 465.00 | 200.00
    Currency | currency | USD | USD | GBP
    Payment ID | paymentReference | P-9001 | P-9002 | P-9003
    Contact Email | email | ana@reviews.example | x@okoro.example | li@blog.example
    Country | country | US | US | GB`,
  'pleo-reimbursements': `
    Employee | name | Anna Braun | Erik Berg | Sara Holm
    Employee code | referenceId | E12 | E13 | E44
    Email | email | anna@example.com | erik@example.com | sara@example.com
    Expense date | - | 2026-06-02 | 2026-06-09 | 2026-06-11
    Merchant | - | Deutsche Bahn | SAS | Shell
    Original amount | - | 89.00 | 1200.00 | 55.10
    Original currency | - | EUR | SEK | EUR
    Settled amount | amount/? | 89.00 | 105.60 | 55.10
    Settled currency | currency/? | EUR | EUR | EUR
    Net amount | - | 74.79 | 105.60 | 46.30
    VAT | - | 14.21 | 0.00 | 8.80
    Receipt ID | paymentReference/? | R-1 | R-2 | R-3
    Account number | ?/- | 6670 | 6650 | 6530
    Reimbursement IBAN | iban | DE89370400440532013000 | SE4550000000058398257466 | DK5000400440116243`,
  'korean-geupyeo-icheseo': `
    사번 | referenceId | 20110 | 20111 | 20230
    성명 | name/? | 김민수 | 이영희 | 박철수
    부서 | - | 영업 | 관리 | 생산
    지급총액 | - | 3200000 | 2850000 | 2500000
    공제총액 | - | 512000 | 399000 | 325000
    실지급액 | amount | 2688000 | 2451000 | 2175000
    은행명 | -/? | 국민은행 | 신한은행 | 우리은행
    은행코드 | bankId | 004 | 088 | 020
    계좌번호 | accountNum | 12345678901234 | 110123456789 | 1002123456789
    예금주 | accountHolderName | 김민수 | 이영희 | 박철수
    출금계좌 | - | 00412345678901 | 00412345678901 | 00412345678901
    적요 | memo | 6월급여 | 6월급여 | 6월급여`,
  '1c-platezhnye-porucheniya': `
    Номер документа | paymentReference/? | 118 | 119 | 120
    Дата | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Плательщик | - | ООО Моно | ООО Моно | ООО Моно
    Расчетный счет плательщика | - | 40702810900000001234 | 40702810900000001234 | 40702810900000001234
    Получатель | name/accountHolderName | ООО Альфа | ИП Петров | ООО Гамма
    ИНН получателя | governmentId | 7707083893 | 500100732259 | 7710140679
    Расчетный счет получателя | accountNum | 40702810400000005678 | 40802810500000012345 | 40702810200000055555
    БИК банка получателя | branchId/bankId/swiftBic/? | 044525225 | 044525593 | 044525974
    Корсчет банка получателя | - | 30101810400000000225 | 30101810200000000593 | 30101810145250000974
    Сумма платежа | amount | 120000,00 | 48250,50 | 310000,00
    Валюта | currency | RUB | RUB | RUB
    Назначение платежа | memo | Оплата по счету 71 | Аренда за июнь | Поставка`,
  'logo-tiger-toplu-odeme': `
    Cari Hesap Kodu | referenceId | 320.01.001 | 320.01.002 | 320.01.017
    Cari Hesap Unvanı | name | Yıldız Ticaret A.Ş. | Deniz Lojistik Ltd. | Ayşe Kaya
    Vergi No | governmentId | 1234567890 | 9876543210 | 10000000146
    Fatura No | paymentReference/? | A-118 | B-77 | C-9
    Vade Tarihi | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Fatura Tutarı | -/? | 12.100,00 | 6.050,00 | 3.500,00
    Ödenecek Tutar | amount | 12.100,00 | 6.050,00 | 2.500,00
    Döviz | currency | TRY | TRY | TRY
    Alıcı IBAN | iban | TR330006100519786457841326 | TR330006100519786457841326 | TR330006100519786457841326
    Banka Adı | - | İş Bankası | Garanti | Ziraat
    Gönderen Hesap | - | 1042-0123456 | 1042-0123456 | 1042-0123456
    Açıklama | memo | Fatura A-118 | Fatura B-77 | Haziran`,
};
