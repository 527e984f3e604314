/** More exports of payroll, HR, marketplaces and expenses, in ten languages. */
export const PAYROLL_AND_PAYOUTS_AGAIN: Readonly<Record<string, string>> = {
  'adp-workforce-now-direct-deposit': `
    Co Code | - | ABC | ABC | ABC
    File # | referenceId | 001001 | 001002 | 001017
    Payroll Name | name/? | Smith, Anna | Doe, John | Perez, Ana
    Pay Period End Date | - | 06/15/2026 | 06/15/2026 | 06/15/2026
    Gross Pay | - | 3200.00 | 2800.00 | 2175.00
    Total Deductions | - | 760.00 | 650.00 | 391.50
    Net Pay | amount | 2440.00 | 2150.00 | 1783.50
    Check/Voucher Number | paymentReference/? | 880001 | 880002 | 880003
    Deposit Bank Routing Number | branchId | 021000021 | 111000025 | 102001017
    Deposit Account Number | accountNum | 483920110 | 77201934 | 5512334
    Work E-mail | email | anna@co.example | john@co.example | ana@co.example`,
  'payfit-virements-de-salaires': `
    ^ Virements des salaires - juin 2026
    Matricule | referenceId | 0012 | 0013 | 0044
    Prénom | firstName | Claire | Luc | Inès
    Nom de famille | lastName | Moreau | Petit | Lopez
    Brut | - | 2 800,00 | 3 150,00 | 1 900,00
    Net à payer avant impôt | -/? | 2 190,40 | 2 460,10 | 1 488,00
    Prélèvement à la source | - | 87,60 | 147,60 | 0,00
    Net payé | amount | 2 102,80 | 2 312,50 | 1 488,00
    IBAN du salarié | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    E-mail personnel | email | claire@moreau.example | luc@petit.example | ines@lopez.example`,
  'factorial-nominas-es': `
    Empleado | name | Ana García López | Luis Martín Sanz | Marta Ruiz Gil
    DNI/NIE | governmentId | 12345678Z | X1234567L | 11223344B
    Salario base | - | 1.800,00 | 1.500,00 | 1.300,00
    Total bruto | - | 2.400,00 | 1.950,00 | 1.600,00
    IRPF | - | 288,00 | 195,00 | 96,00
    Seguridad Social | - | 152,40 | 123,80 | 101,60
    Neto a percibir | amount | 1.959,60 | 1.631,20 | 1.402,40
    Nº cuenta (IBAN) | iban | ES9121000418450200051332 | ES7921000813610123456789 | ES9121000418450200051332
    Email empleado | email | ana@ej.example | luis@ej.example | marta@ej.example
    Centro de trabajo | - | Madrid | Madrid | Sevilla`,
  'teamsystem-stipendi-bonifici': `
    Cod. dip. | referenceId | 12 | 13 | 44
    Cognome e nome | name | Rossi Anna | Bianchi Luca | Verdi Sara
    Codice fiscale | governmentId | RSSNNA85A41H501Z | BNCLCU79E12F205X | VRDSRA91P63L219K
    Mensilità | - | Giugno 2026 | Giugno 2026 | Giugno 2026
    Totale competenze | - | 2.400,00 | 1.950,00 | 1.600,00
    Totale trattenute | - | 620,00 | 480,00 | 350,00
    Netto del mese | amount/? | 1.780,00 | 1.470,00 | 1.250,00
    Coordinate bancarie | iban | IT60X0542811101000000123456 | IT60X0542811101000000123456 | DE89370400440532013000
    Banca appoggio | - | Intesa | Unicredit | N26
    Azienda ordinante | - | Mono Srl | Mono Srl | Mono Srl`,
  'symfonia-kadry-przelewy': `
    Nr ewid. | referenceId | 0012 | 0013 | 0044
    Nazwisko | lastName | Kowalska | Nowak | Wiśniewski
    Imię | firstName | Anna | Piotr | Jan
    PESEL | governmentId | 85010112345 | 79051256789 | 91092324680
    Brutto | - | 7 200,00 | 6 100,00 | 4 800,00
    Składki ZUS | - | 987,12 | 836,31 | 658,08
    Zaliczka na podatek | - | 410,00 | 320,00 | 205,00
    Do wypłaty | amount | 5 802,88 | 4 943,69 | 3 936,92
    Numer rachunku | accountNum/iban | PL61109010140000071219812874 | PL61109010140000071219812874 | DE89370400440532013000
    Tytuł przelewu | memo | Wynagrodzenie 06/2026 | Wynagrodzenie 06/2026 | Wynagrodzenie 06/2026`,
  'dataloen-dk-udbetaling': `
    Medarb.nr. | referenceId | 12 | 13 | 44
    Navn | name | Anna Jensen | Peter Holm | Sara Lund
    CPR-nr. | governmentId | 010185-1234 | 120579-5678 | 230991-2468
    Bruttoløn | - | 38.000,00 | 42.000,00 | 29.500,00
    A-skat | - | 12.160,00 | 14.280,00 | 8.850,00
    AM-bidrag | - | 3.040,00 | 3.360,00 | 2.360,00
    Til udbetaling | amount | 22.800,00 | 24.360,00 | 18.290,00
    Reg.nr. | branchId/bankId | 0040 | 5301 | 9570
    Kontonr. | accountNum | 0440116243 | 0001234567 | 0007654321
    Dispositionsdato | - | 30-06-2026 | 30-06-2026 | 30-06-2026`,
  'visma-lonn-no-utbetaling': `
    Ansattnr | referenceId | 12 | 13 | 44
    Etternavn | lastName | Hansen | Olsen | Berg
    Fornavn | firstName | Anna | Per | Sara
    Brutto lønn | - | 45 000,00 | 52 000,00 | 38 000,00
    Skattetrekk | - | 14 400,00 | 18 200,00 | 11 400,00
    Netto utbetalt | amount | 30 600,00 | 33 800,00 | 26 600,00
    Bankkonto | accountNum | 86011117947 | 15062012345 | 12345678903
    Mobil | phone | 90012345 | 90012346 | 90012347
    Utbetalingsdato | - | 25.06.2026 | 25.06.2026 | 25.06.2026`,
  'money-s3-zavazky-cz': `
    Doklad | paymentReference/? | PF26001 | PF26002 | PF26009
    Dodavatel | name | Novák s.r.o. | Dvořák a.s. | Svoboda Jan
    IČO | governmentId | 25596641 | 45274649 | 87654321
    Vystaveno | - | 01.06.2026 | 03.06.2026 | 09.06.2026
    Splatno | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Celkem s DPH | -/?/amount | 12 100,00 | 6 050,00 | 3 500,00
    Zbývá uhradit | ?/amount | 12 100,00 | 6 050,00 | 2 500,00
    Měna | currency | CZK | CZK | CZK
    Číslo účtu | accountNum | 19-2000145399 | 123457 | 670100
    Kód banky | bankId | 0800 | 0100 | 6210
    IBAN | iban | CZ6508000000192000145399 | CZ6508000000192000145399 | CZ6508000000192000145399
    Variabilní symbol | ?/paymentReference/memo | 118 | 77 | 9`,
  'kulcs-ber-atutalas-hu': `
    Törzsszám | referenceId/? | 1012 | 1013 | 1044
    Név | name | Nagy Anna | Kiss Péter | Tóth Sára
    Adóazonosító jel | governmentId | 8412345678 | 8312345679 | 8512345670
    Bruttó bér | - | 620 000 | 580 000 | 450 000
    SZJA | - | 93 000 | 87 000 | 67 500
    Nettó kifizetés | amount/? | 412 300 | 385 700 | 299 250
    Bankszámlaszám | accountNum | 11773016-11111018-00000000 | 10918001-00000068-12345678 | 12010154-00123456-00100009
    Bank neve | - | OTP | UniCredit | Raiffeisen
    Közlemény | memo | 2026. június | 2026. június | 2026. június`,
  'yayoi-kyuyo-furikomi': `
    社員No. | referenceId | 0012 | 0013 | 0044
    社員名 | name | 山田 太郎 | 佐藤 花子 | 鈴木 一郎
    課税支給額 | -/? | 320000 | 285000 | 250000
    社会保険料計 | - | 46800 | 41600 | 36500
    所得税 | - | 8420 | 6530 | 5200
    差引支給合計 | amount/? | 264780 | 236870 | 208300
    振込先金融機関コード | bankId | 0001 | 0005 | 0036
    振込先支店コード | branchId | 001 | 001 | 251
    口座種類 | - | 普通 | 普通 | 普通
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    口座名義人（カナ） | accountHolderName | ヤマダ タロウ | サトウ ハナコ | スズキ イチロウ`,
  'yonyou-payment-apply-zh': `
    单据号 | paymentReference/? | FK2606001 | FK2606002 | FK2606009
    供应商编码 | referenceId | G001 | G002 | G017
    供应商名称 | name | 上海阿尔法贸易有限公司 | 北京贝塔科技有限公司 | 李明
    收款账号 | accountNum | 6222021234567890123 | 6228481234567890123 | 6217001234567890123
    收款开户行 | - | 工商银行上海分行 | 农业银行北京支行 | 建设银行
    申请金额 | -/?/amount | 120000.00 | 48250.50 | 310000.00
    批准金额 | -/?/amount | 120000.00 | 48250.50 | 300000.00
    本次付款金额 | amount | 120000.00 | 48250.50 | 300000.00
    币种 | currency | CNY | CNY | CNY
    付款账号 | - | 31001234567890123456 | 31001234567890123456 | 31001234567890123456
    用途 | memo | 货款 | 服务费 | 顾问费`,
  'douzone-jigeup-ko': `
    거래처코드 | referenceId | 00101 | 00102 | 00117
    거래처명 | name | 알파상사 | 베타물산 | 김민수
    사업자번호 | governmentId | 123-45-67890 | 234-56-78901 | 
    공급가액 | - | 1000000 | 800000 | 420000
    부가세 | - | 100000 | 80000 | 42000
    지급예정액 | amount/? | 1100000 | 880000 | 462000
    은행 | -/? | 국민 | 신한 | 우리
    계좌번호 | accountNum | 12345678901234 | 110123456789 | 1002123456789
    예금주 | accountHolderName | 알파상사 | 베타물산 | 김민수
    지급일자 | - | 2026-06-30 | 2026-06-30 | 2026-06-30`,
  'partnerstack-payout-csv': `
    Partner Key | referenceId | ana_reviews | okoro_deals | li_blog
    Partner Name | name | Ana Perez | Ben Okoro | Cora Li
    Partner Email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Team | - | affiliates | affiliates | agencies
    Commission Count | - | 12 | 30 | 7
    Gross Commission | - | 640.00 | 1530.00 | 298.00
    Withheld | - | 0.00 | 76.50 | 0.00
    Payout Amount USD | amount | 640.00 | 1453.50 | 298.00
    Payout Provider | payoutMethod/-/? | PayPal | Stripe | PayPal
    PayPal Email | paypalEmail | ana@perez.example |  | cora@li.example
    Invoice Key | paymentReference/? | inv_1 | inv_2 | inv_3`,
  'amazon-vendor-style-remittance': `
    ^ Remittance advice | 30-JUN-2026
    ^ | Payee | | | Amounts
    Payment number | paymentReference | 99001 | 99002 | 99003
    Supplier site name | ?/- | US-NY-1 | US-TX-2 | US-CO-1
    Payee | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Invoice amount | -/? | 1,200.00 | 960.00 | 500.00
    Any deduction | - | 0.00 | 10.00 | 0.00
    Terms discount taken | - | 0.00 | 0.00 | 5.00
    Net amount paid | amount/? | 1,200.00 | 950.00 | 495.00
    Payment currency | currency | USD | USD | USD
    $ TOTAL | | | 2,660.00 | 10.00 | 5.00 | 2,645.00`,
  'concur-sae-bank-payments': `
    Employee ID | referenceId | E12 | E13 | E44
    Employee Last Name | lastName | Braun | Berg | Holm
    Employee First Name | firstName | Anna | Erik | Sara
    Report Key | ?/paymentReference | 5501 | 5502 | 5519
    Report Name | -/memo/? | Berlin trip | Oslo trip | June
    Total Posted Amount | -/? | 289.00 | 1200.00 | 55.10
    Amount Due Company Card | - | 200.00 | 0.00 | 0.00
    Amount Due Employee | amount | 89.00 | 1200.00 | 55.10
    Reimbursement Currency | currency | EUR | NOK | DKK
    Bank Account Number | accountNum/iban | DE89370400440532013000 | NO9386011117947 | DK5000400440116243
    Cost Center | - | 400 | 410 | 400`,
};
