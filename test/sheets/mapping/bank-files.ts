/** Files for banks and from them, in several languages, with the account of whoever pays beside that of the recipient. */
export const BANK_FILES: Readonly<Record<string, string>> = {
  'bank-en-debit-and-credit': `
    Debit Account Name | - | Our Ltd | Our Ltd
    Debit IBAN | - | DE02120300000000202051 | DE02120300000000202051
    Credit Account Name | accountHolderName/name | Muster GmbH | Beta AG
    Credit IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Amount | amount | 10.00 | 20.00
    Currency | currency | EUR | EUR
    End-to-end ID | paymentReference | E1 | E2
    Remittance information | memo | June | June`,
  'bank-us-wire': `
    Originator Name | - | Our Inc | Our Inc
    Originator Account | - | 99887766 | 99887766
    Beneficiary Name | accountHolderName/name | Acme Inc | Beta Inc
    Beneficiary Account Number | accountNum | 123456789 | 987654321
    Beneficiary Bank ABA | branchId | 021000021 | 011401533
    Beneficiary Address | street1 | 1 Main St | 2 Oak Ave
    Wire Amount | amount | 10.00 | 20.00
    OBI | - | June | June`,
  'bank-us-ach': `
    Company Name | ? | Our Inc | Our Inc
    Receiver Name | name/accountHolderName | Ada Lovelace | Grace Hopper
    Receiver ID | referenceId | E1 | E2
    Receiver Routing Number | branchId | 021000021 | 011401533
    Receiver Account Number | accountNum | 123456789 | 987654321
    Account Type | - | Checking | Savings
    Amount | amount | 10.00 | 20.00
    Effective Date | - | 2026-06-30 | 2026-06-30`,
  'bank-de-sammelueberweisung': `
    Auftraggeberkonto IBAN | - | DE02120300000000202051 | DE02120300000000202051
    Auftraggeber Name | - | Unsere GmbH | Unsere GmbH
    Empfängername | name/accountHolderName | Muster GmbH | Beta AG
    Empfänger-IBAN | iban | DE89370400440532013000 | AT611904300234573201
    Empfänger-BIC | swiftBic | COBADEFFXXX | BKAUATWW
    Betrag | amount | 1.240,50 | 99,00
    Währung | currency | EUR | EUR
    Verwendungszweck | memo | Rechnung 1 | Rechnung 2
    Ende-zu-Ende-Referenz | paymentReference | RE-1 | RE-2`,
  'bank-de-kontoinhaber-zahler': `
    Zahler | - | Unsere GmbH | Unsere GmbH
    Belastungskonto | - | DE02120300000000202051 | DE02120300000000202051
    Begünstigter | accountHolderName/name | Muster GmbH | Beta AG
    IBAN des Begünstigten | iban | DE89370400440532013000 | AT611904300234573201
    Überweisungsbetrag | amount | 12,00 | 99,00
    Ausführungsdatum | - | 30.06.2026 | 30.06.2026`,
  'bank-fr-virements': `
    Compte à débiter | - | FR7630006000011234567890189 | FR7630006000011234567890189
    Donneur d'ordre | - | Notre SARL | Notre SARL
    Nom du bénéficiaire | accountHolderName/name | Dupont SA | Martin SA
    IBAN du bénéficiaire | iban | FR1420041010050500013M02606 | DE89370400440532013000
    BIC du bénéficiaire | swiftBic | PSSTFRPPXXX | COBADEFFXXX
    Montant | amount | 1 240,50 | 99,00
    Devise | currency | EUR | EUR
    Motif | memo | Facture 1 | Facture 2
    Référence de bout en bout | paymentReference | F1 | F2`,
  'bank-es-transferencias': `
    IBAN ordenante | - | ES7921000813610123456789 | ES7921000813610123456789
    Cuenta de cargo | - | ES7921000813610123456789 | ES7921000813610123456789
    Beneficiario | accountHolderName/name | Proveedor SL | Otro SA
    IBAN beneficiario | iban | ES9121000418450200051332 | DE89370400440532013000
    Importe | amount | 1.240,50 | 99,00
    Divisa | currency | EUR | EUR
    Concepto | memo | Factura 1 | Factura 2
    Referencia de pago | paymentReference | F1 | F2`,
  'bank-pt-pagamentos': `
    Conta a debitar | - | PT50000201231234567890154 | PT50000201231234567890154
    Nome do favorecido | accountHolderName/name | Fornecedor Lda | Outro SA
    IBAN do favorecido | iban | PT50002700000001234567833 | PT50002700000001234567833
    Valor a pagar | amount | 1.240,50 | 99,00
    Moeda | currency | EUR | EUR
    Descrição | memo | Fatura 1 | Fatura 2
    Data de pagamento | - | 30/06/2026 | 30/06/2026`,
  'bank-it-bonifici': `
    IBAN ordinante | - | IT60X0542811101000000123456 | IT60X0542811101000000123456
    Ragione sociale ordinante | - | Nostra Srl | Nostra Srl
    Beneficiario | accountHolderName/name | Fornitore Srl | Altro Spa
    IBAN beneficiario | iban | IT60X0542811101000000123456 | DE89370400440532013000
    Importo | amount | 1.240,50 | 99,00
    Divisa | currency | EUR | EUR
    Causale | memo | Fattura 1 | Fattura 2`,
  'bank-nl-betalingen': `
    IBAN opdrachtgever | - | NL91ABNA0417164300 | NL91ABNA0417164300
    Naam begunstigde | accountHolderName/name | Leverancier BV | Ander BV
    IBAN begunstigde | iban | NL20INGB0001234567 | DE89370400440532013000
    Bedrag | amount | 1240,50 | 99,00
    Valuta | currency | EUR | EUR
    Omschrijving | memo | Factuur 1 | Factuur 2
    Betalingskenmerk | paymentReference | K1 | K2`,
  'bank-pl-przelewy': `
    Rachunek nadawcy | - | PL61109010140000071219812874 | PL61109010140000071219812874
    Nazwa odbiorcy | name/accountHolderName | Dostawca Sp. z o.o. | Inny SA
    Rachunek odbiorcy | accountNum/iban | PL27114020040000300201355387 | PL27114020040000300201355387
    Kwota | amount | 1240,50 | 99,00
    Waluta | currency | PLN | PLN
    Tytuł przelewu | memo | Faktura 1 | Faktura 2`,
  'bank-se-betalningar': `
    Från konto | - | 5000-1234567 | 5000-1234567
    Mottagare | name/accountHolderName | Leverantör AB | Annan AB
    IBAN | iban | SE4550000000058398257466 | SE4550000000058398257466
    Belopp | amount | 1240,50 | 99,00
    Valuta | currency | SEK | SEK
    Meddelande | memo | Faktura 1 | Faktura 2`,
  'bank-ja-furikomi': `
    振込元口座番号 | - | 1111111 | 1111111
    依頼人名 | - | カ)ジシャ | カ)ジシャ
    振込先銀行コード | bankId | 0001 | 0005
    振込先支店コード | branchId | 123 | 456
    振込先口座番号 | accountNum | 1234567 | 7654321
    受取人名 | accountHolderName/name | ヤマダ タロウ | サトウ ハナコ
    金額 | amount | 320000 | 280000
    摘要 | memo | 6ガツ | 6ガツ`,
  'bank-zh-payments': `
    付款账号 | - | 6222020200112233445 | 6222020200112233445
    付款人名称 | - | 本公司 | 本公司
    收款人名称 | name/accountHolderName | 甲公司 | 乙公司
    收款人账号 | accountNum | 6222020200998877665 | 6222020200556677889
    开户行 | - | 中国银行 | 工商银行
    金额 | amount | 1240.50 | 99.00
    币种 | currency | CNY | CNY
    用途 | memo | 货款 | 货款`,
  'bank-ru-platezhi': `
    Счет плательщика | - | 40702810900000000001 | 40702810900000000001
    Плательщик | - | ООО Мы | ООО Мы
    Получатель | name/accountHolderName | ООО Ромашка | ООО Лютик
    Счет получателя | accountNum | 40702810400000001234 | 40702810400000005678
    БИК банка получателя | bankId/swiftBic | 044525225 | 044525593
    Сумма | amount | 1240,50 | 99,00
    Валюта | currency | RUB | RUB
    Назначение платежа | memo | Счет 1 | Счет 2`,
  'bank-tr-havale': `
    Gönderen IBAN | - | TR330006100519786457841326 | TR330006100519786457841326
    Alıcı Adı | name | Tedarik AŞ | Başka AŞ
    Alıcı IBAN | iban | TR330006100519786457841326 | TR330006100519786457841326
    Tutar | amount | 1.240,50 | 99,00
    Para Birimi | currency | TRY | TRY
    Açıklama | memo | Fatura 1 | Fatura 2`,
  'bank-za-my-reference': `
    From Account | - | 62000000001 | 62000000001
    My Reference | - | June | June
    Recipient Name | name | Acme Ltd | Beta Ltd
    Recipient Account Number | accountNum | 62000000123 | 62000000456
    Branch Code | branchId | 250655 | 250655
    Recipient Reference | ?/memo | INV1 | INV2
    Amount | amount | 10.00 | 20.00`,
  'bank-in-neft': `
    Debit Account No | - | 000405001257 | 000405001257
    Beneficiary Name | accountHolderName/name | Acme Pvt Ltd | Beta Pvt Ltd
    Beneficiary A/c No | accountNum | 50100012345678 | 50100087654321
    IFSC Code | branchId | HDFC0000001 | ICIC0000002
    Transaction Amount | amount | 12000.00 | 9900.50
    Currency | currency | INR | INR
    Payment Mode | payoutMethod | NEFT | RTGS
    Narration | ?/memo | June | June`,
  'bank-au-aba-list': `
    Trace BSB | ? | 062-000 | 062-000
    Trace Account | ? | 11112222 | 11112222
    Name of Remitter | - | OUR PTY LTD | OUR PTY LTD
    BSB | branchId | 013-006 | 033-089
    Account Number | accountNum | 123456789 | 987654321
    Account Name | accountHolderName/name | ACME PTY LTD | BETA PTY LTD
    Amount | amount | 10.00 | 20.00
    Lodgement Reference | ?/paymentReference | INV1 | INV2`,
  'bank-mx-spei': `
    Cuenta ordenante | - | 012180000118359719 | 012180000118359719
    Nombre del beneficiario | accountHolderName/name | Proveedor SA | Otro SA
    CLABE beneficiario | accountNum | 032180000118359719 | 014180000118359719
    Monto | amount | 1240.50 | 99.00
    Moneda | currency | MXN | MXN
    Concepto de pago | memo | Factura 1 | Factura 2`,
};
