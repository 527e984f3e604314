/**
 * Written after the rules were done: 95.7 % were right at first sight, and none was dangerous. Then words were added for what was asked about.
 */
export const COMPANY_SHEETS: Readonly<Record<string, string>> = {
  'oracle-payables': `
    PAYMENT_NUMBER | paymentReference | 900001 | 900002
    SUPPLIER_NUMBER | referenceId | 30012 | 30013
    SUPPLIER_NAME | name | Acme Ltd | Beta Ltd
    SUPPLIER_SITE | - | LEEDS | YORK
    REMIT_TO_ACCOUNT_NUMBER | accountNum | 55779911 | 31926819
    REMIT_TO_BRANCH_NUMBER | branchId | 200000 | 601613
    DISBURSEMENT_BANK_ACCOUNT | - | 70872490 | 70872490
    PAYMENT_AMOUNT | amount | 1200.00 | 99.00
    PAYMENT_CURRENCY_CODE | currency | GBP | GBP
    BASE_AMOUNT | - | 1521.60 | 125.53`,
  'workday-settlement': `
    Worker ID | referenceId | W1001 | W1002
    Legal First Name | firstName | Ada | Grace
    Legal Last Name | lastName | Lovelace | Hopper
    Work Email | email | ada@example.com | grace@example.com
    Payment Election Routing Number | ?/branchId | 021000021 | 011401533
    Bank Account Number | accountNum | 123456789 | 987654321
    Gross Amount | - | 5000.00 | 4000.00
    Net Amount | ?/amount | 3700.00 | 3100.00
    Currency | currency | USD | USD`,
  'bill-com-payments': `
    Vendor Name | name | Acme Ltd | Beta Ltd
    Vendor Email | email | a@example.com | b@example.com
    Invoice # | paymentReference | I-1 | I-2
    Invoice Amount | - | 120.00 | 90.00
    Payment Amount | amount | 100.00 | 90.00
    Amount Due | - | 20.00 | 0.00
    Process Date | - | 06/30/2026 | 06/30/2026
    Bank Account | ? | Checking 1234 | Checking 1234`,
  'royalty-statement': `
    Artist name | name | Ana Pérez | Bo Berg
    Artist email | email | a@example.com | b@example.com
    Gross royalties | - | 1000.00 | 900.00
    Commission % | - | 20 | 20
    Commission | - | 200.00 | 180.00
    Net payable | amount | 800.00 | 720.00
    Payout currency | currency | EUR | EUR
    PayPal email | paypalEmail | ana@pp.example | bo@pp.example`,
  'affiliate-payouts': `
    Affiliate ID | referenceId | A-1 | A-2
    Affiliate | name | Ana | Bo
    Clicks | - | 1000 | 900
    Conversion rate | - | 0.02 | 0.03
    Unpaid balance | - | 120.00 | 80.00
    Payout amount | amount | 100.00 | 80.00
    Payout method | payoutMethod | ACH | Wire
    Country | country | USA | Canada`,
  'scholarships': `
    Student ID | ?/referenceId | S1 | S2
    Surname | lastName | Okafor | Mensah
    Forename | firstName | Ada | Kofi
    Award | ?/amount | 1000.00 | 1500.00
    NUBAN | accountNum | 0123456789 | 9876543210
    Bank | - | GTBank | Access
    Sort code | branchId | 058152052 | 044150149`,
  'lohn-oesterreich': `
    Dienstnehmernr. | ?/referenceId | 17 | 18
    Familienname | lastName | Gruber | Huber
    Vorname | firstName | Anna | Max
    IBAN | iban | AT611904300234573201 | AT483200000012345864
    BIC | swiftBic | BKAUATWW | RLNWATWW
    Brutto | - | 3000,00 | 2500,00
    SV | - | 500,00 | 400,00
    Lohnsteuer | - | 400,00 | 300,00
    Netto | ?/amount | 2100,00 | 1800,00
    Auszahlung | amount | 2050,00 | 1800,00`,
  'zahlungsvorschlag-de': `
    Buchungskreis | - | 1000 | 1000
    Hausbank | - | DB01 | DB01
    Hausbankkonto | - | DE02120300000000202051 | DE02120300000000202051
    Kreditor | referenceId | 70001 | 70002
    Name 1 | name | Muster GmbH | Beta AG
    Betrag in Hauswährung | - | 110,00 | 99,00
    Zahlbetrag | amount | 100,00 | 90,00
    Währung | currency | USD | USD
    Skontobetrag | - | 2,00 | 1,00
    IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Belegnummer | paymentReference | 19001 | 19002`,
  'reglements-fournisseurs-fr': `
    Code tiers | referenceId | F001 | F002
    Raison sociale | name | Dupont SA | Martin SARL
    Compte émetteur | - | FR7630006000011234567890189 | FR7630006000011234567890189
    IBAN | iban | FR1420041010050500013M02606 | DE89370400440532013000
    Montant brut | - | 120,00 | 90,00
    Escompte | - | 2,00 | 0,00
    Net à régler | ?/amount | 118,00 | 90,00
    Libellé | memo | Facture 1 | Facture 2`,
  'nomina-mx': `
    Clave empleado | referenceId | 100 | 101
    Nombre completo | name | Ana Pérez | Luis Ruiz
    RFC | governmentId | PEGA800101AAA | RULU850202BBB
    CLABE interbancaria | accountNum | 032180000118359719 | 014180000118359719
    Percepciones | - | 10000.00 | 9000.00
    Deducciones | - | 1500.00 | 1300.00
    Neto a pagar | amount | 8500.00 | 7700.00`,
  'folha-br': `
    Registro | referenceId | 100 | 101
    Colaborador | name | Ana Souza | Luis Lima
    CPF | governmentId | 390.533.447-05 | 168.995.350-09
    Banco (código) | bankId/- | 341 | 237
    Agência | branchId | 0001 | 1234
    Conta corrente | accountNum | 12345-6 | 98765-4
    Proventos | - | 5000,00 | 4000,00
    Descontos | - | 900,00 | 700,00
    Valor líquido | ?/amount | 4100,00 | 3300,00`,
  'stipendi-it': `
    Matricola | referenceId | 100 | 101
    Cognome | lastName | Rossi | Bianchi
    Nome | firstName | Anna | Luca
    Codice fiscale | governmentId | RSSNNA80A41H501U | BNCLCU85B01F205X
    Coordinate IBAN | iban | IT60X0542811101000000123456 | IT60X0542811101000000123456
    Lordo | - | 3000,00 | 2500,00
    Trattenute | - | 900,00 | 700,00
    Netto a pagare | amount | 2100,00 | 1800,00`,
  'shiharai-ja': `
    取引先コード | referenceId | T001 | T002
    取引先名 | name | 甲株式会社 | 乙株式会社
    請求書番号 | paymentReference | S-1 | S-2
    請求金額 | - | 110000 | 55000
    源泉徴収税額 | - | 10210 | 0
    支払金額 | amount | 99790 | 55000
    手数料負担 | - | 当方 | 先方
    金融機関コード | bankId | 0001 | 0005
    支店番号 | branchId | 123 | 456
    口座番号 | accountNum | 1234567 | 7654321
    口座名義カナ | accountHolderName | カ)コウ | カ)オツ`,
  'gongzi-zh': `
    工号 | referenceId | 001 | 002
    姓名 | name | 王伟 | 李娜
    应发工资 | - | 10000.00 | 9000.00
    扣款 | - | 1500.00 | 1200.00
    实发工资 | amount | 8500.00 | 7800.00
    银行卡号 | accountNum | 6222020200998877665 | 6222020200556677889`,
  'marketplace-sellers': `
    Seller ID | referenceId | S-1 | S-2
    Seller legal name | name | Acme Ltd | Beta Ltd
    Seller country | country | GB | DE
    Order total | - | 1000.00 | 900.00
    Marketplace fee | - | 100.00 | 90.00
    Payable to seller | ?/amount | 900.00 | 810.00
    Settlement currency | ?/currency | GBP | EUR`,
  'amounts-in-thousands': `
    Project | - | Alpha | Beta
    Supplier | name | Acme Ltd | Beta Ltd
    Amount (TEUR) | ?/amount | 1,2 | 0,9
    IBAN | iban | DE89370400440532013000 | AT611904300234573201`,
  'intermediary-bank': `
    Beneficiary name | accountHolderName/name | Acme Ltd | Beta Ltd
    Beneficiary account | accountNum | 0011223344 | 5566778899
    Beneficiary bank SWIFT | swiftBic | HDFCINBB | ICICINBB
    Intermediary bank SWIFT | - | CITIUS33 | CITIUS33
    Correspondent account | - | 36001234 | 36001234
    Amount | amount | 10.00 | 20.00
    Currency | currency | USD | USD`,
  'customer-refunds': `
    Order number | paymentReference | O-1 | O-2
    Customer name | ?/name | Ana Pérez | Bo Berg
    Customer email | email | a@example.com | b@example.com
    Order amount | - | 100.00 | 90.00
    Refund amount | ?/amount | 20.00 | 90.00
    Currency | currency | EUR | EUR`,
  'rent-roll': `
    Landlord | name | Ana Pérez | Bo Berg
    Tenant | - | Carla | Dan
    Property address | ?/- | Weg 1 | Ring 2
    Landlord IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Tenant IBAN | - | DE02120300000000202051 | DE02120300000000202051
    Monthly rent | ?/amount | 900.00 | 1100.00
    Deposit held | - | 1800.00 | 2200.00`,
};
