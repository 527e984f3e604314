/** A ninth round of unseen exports, in the style of the three before. */
export const NINTH_ROUND_OF_EXPORTS: Readonly<Record<string, string>> = {
  'barclays-bacs-payroll-file-listing': `
    Employee name | name | A Smith | J Doe | M Lee
    Payroll no. | referenceId | 12 | 13 | 44
    Sort code | branchId | 20-00-00 | 40-47-84 | 30-96-26
    Account no. | accountNum | 55779911 | 70872490 | 31926819
    Net amount | amount/? | 1,860.22 | 2,104.87 | 1,577.40
    BACS ref | paymentReference/memo/? | MONO 12 | MONO 13 | MONO 44
    Processing day | - | 26/06/2026 | 26/06/2026 | 26/06/2026`,
  'boi-ireland-sepa-bulk': `
    Beneficiary Name | name/accountHolderName | Murphy Foods | Sean Kelly | Walsh & Co
    Beneficiary IBAN | iban | IE29AIBK93115212345678 | DE89370400440532013000 | FR7630006000011234567890189
    Beneficiary BIC | swiftBic | AIBKIE2D | COBADEFF | AGRIFRPP
    Amount EUR | amount | 1,240.50 | 880.00 | 310.00
    Message to beneficiary | memo | Inv 118 | Refund | Inv 9
    End to end reference | paymentReference | E1 | E2 | E3
    Originator IBAN | - | IE64IRCE92050112345678 | IE64IRCE92050112345678 | IE64IRCE92050112345678
    Execution date | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'sparkasse-sammelueberweisung-excel': `
    Name des Empfängers | name/accountHolderName | Muster GmbH | Beta AG | Anna Braun
    IBAN des Empfängers | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    Betrag in EUR | amount | 1.240,50 | 88,00 | 310,00
    Verwendungszweck | memo | RE-17 | 2026-88 | Honorar
    Ende-zu-Ende-Referenz | paymentReference | E-1 | E-2 | E-3
    Auftraggeberkonto | - | DE02120300000000202051 | DE02120300000000202051 | DE02120300000000202051
    Ausführung am | - | 30.06.2026 | 30.06.2026 | 30.06.2026`,
  'santander-br-pagamento-fornecedores': `
    Favorecido | name/accountHolderName | Alfa Ltda | Beta ME | Carla Souza
    CPF/CNPJ favorecido | governmentId | 11.222.333/0001-81 | 45.997.418/0001-53 | 529.982.247-25
    Banco | bankId | 033 | 341 | 237
    Agência | branchId | 1234 | 0047 | 2210
    Conta | accountNum | 12345-6 | 77201-9 | 551233-4
    Valor do pagamento | amount | 1.240,50 | 880,00 | 2.759,00
    Data do pagamento | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Seu número | paymentReference | P-118 | P-77 | P-9
    Conta débito | - | 13000123-4 | 13000123-4 | 13000123-4`,
  'bancomer-pago-proveedores-mx': `
    Nombre del proveedor | name | Alfa SA de CV | Beta SC | Marta Díaz
    Clave proveedor | referenceId | P001 | P002 | P017
    Cuenta CLABE | accountNum | 012180000118359719 | 014027000005555558 | 072580000012345679
    Importe | amount | 12,100.00 | 6,050.00 | 2,500.00
    Divisa | currency | MXN | MXN | MXN
    Concepto de pago | memo | Factura 118 | Factura 119 | Honorarios
    Referencia | paymentReference | 118 | 119 | 120
    Correo electrónico | email | cxc@alfa.example | pagos@beta.example | marta@diaz.example
    Cuenta de retiro | - | 0123456789 | 0123456789 | 0123456789`,
  'oracle-fusion-disbursement-details': `
    Paper Document Number | - | 5001 | 5002 | 5003
    Payment Reference | paymentReference | 88001 | 88002 | 88003
    Payee | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Supplier Number | referenceId | 10021 | 10022 | 10040
    Payment Amount | amount | 1,200.00 | 950.00 | 490.00
    Payment Currency | currency | USD | EUR | USD
    Functional Amount | - | 1,200.00 | 1,026.00 | 490.00
    Payee Bank Account Number | accountNum | 483920110 | 77201934 | 5512334
    Payee Bank Branch Number | branchId | 021000021 | 111000025 | 102001017
    Remittance E-Mail | email | ap@acme.example | ap@beta.example | ap@cobalt.example`,
  'sap-s4-payment-proposal-items-en': `
    Supplier | referenceId | 100012 | 100013 | 100044
    Supplier Name | name | Muster GmbH | Beta AG | Anna Braun
    Payment Document | paymentReference/? | 2000000118 | 2000000119 | 2000000120
    Amount Paid in Payment Currency | ?/amount | 1,240.50 | 88.00 | 310.00
    Payment Currency | currency | EUR | EUR | EUR
    Payment Method | payoutMethod/- | T | T | T
    House Bank | - | DEBK1 | DEBK1 | DEBK1
    Supplier IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    Supplier SWIFT | swiftBic | COBADEFFXXX | BKAUATWW | SOGEDEFF
    Street | street1 | Weg 1 | Allee 2 | Ring 3
    City | city | Berlin | Wien | Hamburg`,
  'freshbooks-payouts-to-contractors': `
    Contractor | name | Ana Perez | Ben Okoro | Cora Li
    Contractor Email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Invoice # | paymentReference | 101 | 102 | 103
    Hours | - | 80 | 120 | 40
    Rate | - | 15.00 | 10.00 | 12.50
    Total | amount | 1,200.00 | 1,200.00 | 500.00
    Currency | currency | USD | USD | CAD
    Notes | memo | June | June | June`,
  'silae-etat-virements': `
    Salarié | name | MOREAU Claire | PETIT Luc | LOPEZ Inès
    Matricule | referenceId | 0012 | 0013 | 0044
    Net à payer | amount | 2 102,80 | 2 312,50 | 1 488,00
    IBAN | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    Banque | - | Crédit Agricole | La Banque Postale | KBC
    Compte émetteur | - | FR7610096000501234567890185 | FR7610096000501234567890185 | FR7610096000501234567890185`,
  'meta4-nomina-transferencias': `
    Nº empleado | referenceId | 0012 | 0013 | 0044
    Apellidos | lastName | García López | Martín Sanz | Ruiz Gil
    Nombre | firstName | Ana | Luis | Marta
    DNI | governmentId | 12345678Z | 87654321X | 11223344B
    Total devengos | - | 2.400,00 | 1.950,00 | 1.600,00
    Total deducciones | - | 480,00 | 351,00 | 224,00
    Líquido | amount | 1.920,00 | 1.599,00 | 1.376,00
    IBAN | iban | ES9121000418450200051332 | ES7921000813610123456789 | DE89370400440532013000
    Empresa | -/? | Mono SL | Mono SL | Mono SL`,
  'amazon-kdp-style-royalty-payments': `
    Author | name | Ana Perez | Ben Okoro | Cora Li
    Author email | email | ana@perez.example | ben@okoro.example | cora@li.example
    Sales period | - | May 2026 | May 2026 | May 2026
    Accrued royalty | - | 640.00 | 1,530.00 | 298.00
    Tax withholding | - | 64.00 | 0.00 | 0.00
    Payout amount | amount | 576.00 | 1,530.00 | 298.00
    Payout currency | currency | USD | GBP | EUR
    Payment number | paymentReference | K-1 | K-2 | K-3
    Payment method | payoutMethod | EFT | Wire | EFT`,
  'concur-us-employee-reimbursement-ach': `
    Employee ID | referenceId | E12 | E13 | E44
    Employee Name | name | Anna Smith | John Doe | Ana Perez
    Report ID | ?/paymentReference | R1 | R2 | R3
    Approved Amount | -/?/amount | 289.00 | 1,200.00 | 55.10
    Personal Expenses | - | 200.00 | 0.00 | 0.00
    Reimbursement Amount | amount | 89.00 | 1,200.00 | 55.10
    Currency | currency | USD | USD | USD
    Routing Number | branchId | 021000021 | 111000025 | 102001017
    Account Number | accountNum | 483920110 | 77201934 | 5512334
    Email Address | email | anna@co.example | john@co.example | ana@co.example`,
  'obic7-shiharai-furikomi': `
    仕入先コード | referenceId | T001 | T002 | T017
    仕入先名 | name | アルファ株式会社 | ベータ商事 | 李コンサル
    支払金額 | amount | 110000 | 79832 | 299370
    振込手数料 | - | 440 | 440 | 440
    銀行コード | bankId | 0001 | 0005 | 0036
    支店コード | branchId | 001 | 001 | 251
    預金種別 | - | 普通 | 普通 | 当座
    口座番号 | accountNum | 1234567 | 7654321 | 1112223
    受取人名カナ | accountHolderName | カ）アルファ | ベータシヨウジ | リ コンサル
    伝票番号 | paymentReference | 118 | 119 | 120`,
  'scholarship-office-disbursements': `
    Student ID | referenceId | S1001 | S1002 | S1017
    Student name | name | Anna Smith | John Doe | Ana Perez
    Award | - | Merit | Need | Merit
    Award amount | - | 10,000.00 | 8,000.00 | 5,000.00
    Disbursement amount | amount | 2,500.00 | 4,000.00 | 2,500.00
    Term | - | Fall 2026 | Fall 2026 | Fall 2026
    Student e-mail | email | anna@uni.example | john@uni.example | ana@uni.example
    Bank routing | branchId | 021000021 | 111000025 | 102001017
    Bank account | accountNum | 483920110 | 77201934 | 5512334`,
};
