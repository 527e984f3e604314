/** Templates of banks for many payments at once, and exports of accounting systems, written before they were first read. */
export const BANK_TEMPLATES_AND_ERPS: Readonly<Record<string, string>> = {
  'hdfc-enet-vendor-payments': `
    Transaction Type | payoutMethod/-/? | N | N | R
    Beneficiary Code | referenceId | VEND001 | VEND002 | VEND017
    Beneficiary Account Number | accountNum | 50100012345678 | 918020012345671 | 004701530012
    Instrument Amount | amount | 125000.00 | 48250.50 | 310000.00
    Beneficiary Name | accountHolderName/name | Sharma Traders | Gupta Logistics Pvt Ltd | Meera Iyer
    Customer Reference Number | paymentReference/? | PAY0626001 | PAY0626002 | PAY0626003
    Payment details 1 | memo | INV 118 | INV 119 | June retainer
    Cheque Number | - |  |  | 
    Chq / Trn Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    IFC Code | branchId | HDFC0000123 | UTIB0000047 | ICIC0000047
    Bene Bank Name | - | HDFC Bank | Axis Bank | ICICI Bank
    Bene Bank Branch Name | - | Andheri | Fort | Powai
    Beneficiary email id | email | a@sharma.example | pay@gupta.example | meera@iyer.example`,
  'icici-cib-bulk': `
    PYMT_PROD_TYPE_CODE | - | PAB_VENDOR | PAB_VENDOR | PAB_VENDOR
    PYMT_MODE | payoutMethod/-/? | NEFT | FT | RTGS
    DEBIT_ACC_NO | - | 000405001257 | 000405001257 | 000405001257
    BNF_NAME | accountHolderName/name | SHARMA TRADERS | GUPTA LOGISTICS | MEERA IYER
    BENE_ACC_NO | accountNum | 50100012345678 | 004701530012 | 918020012345671
    BENE_IFSC | branchId | HDFC0000123 | ICIC0000047 | UTIB0000047
    AMOUNT | amount | 125000 | 48250.50 | 310000
    DEBIT_NARR | - | vendor pmt | vendor pmt | vendor pmt
    CREDIT_NARR | memo | INV 118 | INV 119 | June retainer
    MOBILE_NUM | phone | 9820011223 | 9820011224 | 9820011225
    EMAIL_ID | email | a@sharma.example | pay@gupta.example | meera@iyer.example
    PYMT_DATE | - | 30-06-2026 | 30-06-2026 | 30-06-2026
    REF_NO | paymentReference/? | 9901 | 9902 | 9903`,
  'dbs-ideal-upload': `
    Product Type | payoutMethod/-/? | GPP | ACT | TT
    Originating Account Number | - | 0012345678 | 0012345678 | 0012345678
    Originating Account Currency | - | SGD | SGD | SGD
    Receiving Party Name | accountHolderName/name | Tan Trading Pte Ltd | Lim Wei Ling | Beta Partners LLC
    Payment Currency | currency | SGD | SGD | USD
    Amount | amount | 1200.00 | 880.50 | 950.00
    Payment Date | - | 30062026 | 30062026 | 30062026
    Receiving Account Number | accountNum | 0720012345 | 3915550123 | 77201934
    Receiving Bank Code | swiftBic/bankId/? | DBSSSGSG | OCBCSGSG | CHASUS33
    Customer Reference | paymentReference/? | SG-1 | SG-2 | SG-3
    Payment Details | memo | Invoice 71 | Refund | Consulting
    Email 1 | email | ap@tan.example | lim@ling.example | ap@beta.example
    Charge Bearer | - | SHA | SHA | OUR`,
  'westpac-payments-from-file': `
    Your Account BSB | - | 032-001 | 032-001 | 032-001
    Your Account Number | - | 123456 | 123456 | 123456
    Payee Name | name/accountHolderName | Gum Tree Cafe | J Nguyen | Outback Freight
    Payee BSB | branchId | 062-000 | 082-001 | 012-003
    Payee Account Number | accountNum | 10203040 | 55667788 | 900112
    Payment Amount (AUD) | amount | 440.00 | 1,250.75 | 98.10
    Payment Description | memo | JUN26 INV 4 | WAGES JUN | FREIGHT
    Payee Reference | paymentReference/memo/? | GT-4 | NG-88 | OF-12
    Remitter Name | - | Mono Pty Ltd | Mono Pty Ltd | Mono Pty Ltd
    Processing Date | - | 30/06/2026 | 30/06/2026 | 30/06/2026`,
  'natwest-bankline-export': `
    Payment type | payoutMethod/-/? | Standard domestic | Standard domestic | Standard domestic
    Debit account identifier | - | 60161399887766 | 60161399887766 | 60161399887766
    Payment amount | amount | 300.00 | 88.50 | 1176.00
    Payment currency | currency | GBP | GBP | GBP
    Date payment to arrive | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Beneficiary account sort code | branchId | 404784 | 601613 | 200000
    Beneficiary account number | accountNum | 70872490 | 31926819 | 55779911
    Beneficiary name and address line 1 | accountHolderName/name/? | P Jones | Mono Print Ltd | Acme Supplies Ltd
    Beneficiary reference | paymentReference/memo/? | HLS 1188 | HLS C77 | HLS 991
    Ordering party reference | - | OUR 1 | OUR 2 | OUR 3`,
  'oracle-ebs-supplier-payments': `
    VENDOR_NUM | referenceId | 10021 | 10022 | 10040
    VENDOR_NAME | name | ACME SUPPLIES INC | BETA PARTNERS LLC | COBALT MEDIA
    VENDOR_SITE_CODE | - | NEW YORK | AUSTIN | DENVER
    INVOICE_NUM | paymentReference/? | A-5501 | B-118 | C-77
    INVOICE_DATE | - | 01-JUN-26 | 03-JUN-26 | 09-JUN-26
    INVOICE_AMOUNT | -/? | 1200.00 | 960.00 | 500.00
    AMOUNT_PAID | - | 0 | 10.00 | 0
    AMOUNT_REMAINING | ?/amount | 1200.00 | 950.00 | 500.00
    INVOICE_CURRENCY_CODE | currency/? | USD | USD | USD
    BANK_ACCOUNT_NUM | accountNum | 483920110 | 77201934 | 5512334
    BANK_NUM | branchId/bankId/? | 021000021 | 111000025 | 102001017
    TERMS_NAME | - | NET30 | NET30 | IMMEDIATE
    REMITTANCE_EMAIL | email | ap@acme.example | ap@beta.example | ap@cobalt.example`,
  'sage-intacct-pay-bills': `
    Vendor ID | referenceId | V-100 | V-101 | V-230
    Vendor name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Bill number | paymentReference/? | A-5501 | B-118 | C-77
    Due date | - | 06/30/2026 | 06/30/2026 | 06/30/2026
    Txn currency | currency | USD | EUR | USD
    Txn total due | -/?/amount | 1,200.00 | 950.00 | 510.00
    Base total due | - | 1,200.00 | 1,026.00 | 510.00
    Discount | - | 0.00 | 0.00 | 10.00
    Credits to apply | - | 0.00 | 0.00 | 0.00
    Amount to pay | amount | 1,200.00 | 950.00 | 500.00
    Payment method | payoutMethod | ACH | Wire | ACH
    ACH bank account number | accountNum | 483920110 | 77201934 | 5512334
    ACH routing number | branchId | 021000021 | 111000025 | 102001017
    Pay from | - | BOA--Checking | BOA--Checking | BOA--Checking`,
  'acumatica-prepare-payments': `
    Selected | - | True | True | True
    Document Type | - | Bill | Bill | Bill
    Reference Nbr. | paymentReference/? | 001877 | 001878 | 001901
    Vendor | referenceId/name/? | ACMESUPP | BETAPART | COBALT
    Vendor Name | name | Acme Supplies Inc | Beta Partners LLC | Cobalt Media
    Vendor Ref. | -/? | A-5501 | B-118 | C-77
    Due Date | - | 6/30/2026 | 6/30/2026 | 6/30/2026
    Amount Paid | ?/amount | 1200.00 | 950.00 | 500.00
    Cash Discount Taken | - | 0.00 | 0.00 | 10.00
    Document Balance | - | 1200.00 | 950.00 | 510.00
    Currency | currency | USD | USD | USD
    Beneficiary Account No. | accountNum | 483920110 | 77201934 | 5512334
    Bank Routing Number (ABA) | branchId | 021000021 | 111000025 | 102001017
    Cash Account | - | 10200 | 10200 | 10200`,
  'nav-zahlungsausgangsjournal': `
    Buchungsdatum | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Belegart | - | Zahlung | Zahlung | Zahlung
    Belegnr. | paymentReference/? | ZA-1001 | ZA-1002 | ZA-1003
    Kontoart | - | Kreditor | Kreditor | Kreditor
    Kontonr. | referenceId/? | 70001 | 70002 | 70055
    Empfängerbankkonto | ?/- | SPK | VB | N26
    Empfängername | name/accountHolderName | Muster GmbH | Beta AG | Anna Braun
    Ext. Belegnummer | -/? | RE-17 | 2026-88 | H-4
    Währungscode | currency | EUR | EUR | EUR
    Betrag | amount | 1.240,50 | 88,00 | 310,00
    Betrag (MW) | - | 1.240,50 | 88,00 | 310,00
    Gegenkontoart | - | Bankkonto | Bankkonto | Bankkonto
    Gegenkontonr. | - | WWB-EUR | WWB-EUR | WWB-EUR
    IBAN | iban | DE89370400440532013000 | AT611904300234573201 | DE75512108001245126199
    SWIFT-Code | swiftBic | COBADEFFXXX | BKAUATWW | SOGEDEFF`,
  'sage100-fr-virements': `
    Code tiers | referenceId | ALPHA | BETA | MOREAU
    Intitulé du tiers | name | Société Alpha | Bêta SARL | Moreau Claire
    N° pièce | paymentReference/? | FA118 | FA119 | NF22
    Libellé écriture | memo | Règlement FA118 | Règlement FA119 | Note de frais
    Date échéance | - | 30/06/2026 | 30/06/2026 | 30/06/2026
    Montant à régler | amount | 1 200,00 | 880,00 | 64,30
    Devise | currency | EUR | EUR | EUR
    Mode de règlement | payoutMethod | Virement | Virement | Virement
    Domiciliation bancaire | - | BNP Paris | La Poste | CIC Lyon
    IBAN du tiers | iban | FR7630006000011234567890189 | FR1420041010050500013M02606 | BE68539007547034
    BIC du tiers | swiftBic | AGRIFRPP | PSSTFRPPPAR | GKCCBEBB
    RIB société | - | 30004000031234567890143 | 30004000031234567890143 | 30004000031234567890143`,
  'odoo-vendor-bills-with-bank': `
    Number | paymentReference/? | BILL/2026/06/0001 | BILL/2026/06/0002 | BILL/2026/06/0009
    Vendor Display Name | name | Acme Supplies | Beta Partners | Cobalt Media
    Bill Date | - | 2026-06-01 | 2026-06-03 | 2026-06-09
    Due Date | - | 2026-06-30 | 2026-06-30 | 2026-06-30
    Bill Reference | -/?/memo | A-5501 | B-118 | C-77
    Recipient Bank/Account Number | ?/iban/accountNum | GB29NWBK60161331926819 | DE89370400440532013000 | NL91ABNA0417164300
    Untaxed Amount Signed | - | 1000.00 | 800.00 | 420.00
    Tax Signed | - | 200.00 | 152.00 | 88.20
    Total in Currency | ?/amount/- | 1200.00 | 952.00 | 508.20
    Amount Due | ?/amount | 1200.00 | 952.00 | 208.20
    Currency | currency | GBP | EUR | EUR
    Payment State | - | Not Paid | Not Paid | Partially Paid
    Vendor/Email | email | ap@acme.example | ap@beta.example | ap@cobalt.example`,
  'freshbooks-contractor-bills': `
    Vendor | name | Acme Supplies | Beta Partners | Cobalt Media
    Bill # | paymentReference/? | A-5501 | B-118 | C-77
    Issue Date | - | 2026-06-01 | 2026-06-03 | 2026-06-09
    Category | -/category/? | Office | Legal | Advertising
    Line Total | - | 1000.00 | 800.00 | 420.00
    Tax 1 Name | - | HST | HST | HST
    Tax 1 Amount | - | 130.00 | 104.00 | 54.60
    Bill Total | ?/amount/- | 1130.00 | 904.00 | 474.60
    Outstanding | ?/amount | 1130.00 | 904.00 | 174.60
    Currency | currency | CAD | CAD | CAD
    Institution No. | bankId | 003 | 004 | 001
    Transit No. | branchId | 00102 | 12342 | 00011
    Account No. | accountNum | 1234567 | 5551234 | 9988776`,
  'twinfield-betaalopdracht': `
    Crediteurnr | referenceId | 1600 | 1601 | 1677
    Crediteurnaam | name | Jansen BV | Bakker & Zn | De Vries Advies
    Factuurnummer | paymentReference/? | 2026-118 | F77 | 2026/9
    Factuurbedrag | -/? | 1.210,00 | 605,00 | 363,00
    Openstaand | -/? | 1.210,00 | 605,00 | 263,00
    Te betalen | amount | 1.210,00 | 605,00 | 263,00
    Valuta | currency | EUR | EUR | EUR
    IBAN crediteur | iban | NL91ABNA0417164300 | NL39RABO0300065264 | BE68539007547034
    BIC crediteur | swiftBic | ABNANL2A | RABONL2U | GKCCBEBB
    Onze rekening | - | NL20INGB0001234567 | NL20INGB0001234567 | NL20INGB0001234567
    Betalingskenmerk | ?/paymentReference/memo | 1234567890123456 |  | 
    Omschrijving | memo | Factuur 2026-118 | Factuur F77 | Restant 2026/9`,
  'visma-lonetransaktioner': `
    Anställningsnr | referenceId | 101 | 102 | 117
    Förnamn | firstName | Anna | Erik | Sara
    Efternamn | lastName | Lindqvist | Berg | Holm
    Personnr | governmentId | 850101-1234 | 790512-5678 | 910923-2468
    Bruttolön | - | 38 000,00 | 42 000,00 | 29 500,00
    Prel. skatt | - | 9 120,00 | 10 500,00 | 6 490,00
    Nettolön | amount | 28 880,00 | 31 500,00 | 23 010,00
    Clearingnr | branchId/bankId/? | 5000 | 8327 | 6000
    Kontonr | accountNum | 58398257 | 1234567890 | 123456789
    Utbetalningsdag | - | 2026-06-25 | 2026-06-25 | 2026-06-25
    E-post | email | anna@lindqvist.example | erik@berg.example | sara@holm.example`,
  'netvisor-ostolaskut-fi': `
    Toimittajanumero | referenceId | 5001 | 5002 | 5017
    Toimittaja | name | Virtanen Oy | Mäkinen Ky | Korhonen Tmi
    Laskunumero | paymentReference/? | 2026118 | 77 | K-9
    Eräpäivä | - | 30.6.2026 | 30.6.2026 | 30.6.2026
    Avoinna | -/? | 1 240,00 | 88,00 | 310,50
    Maksettava summa | amount | 1 240,00 | 88,00 | 310,50
    Valuutta | currency | EUR | EUR | EUR
    Saajan tilinumero | iban | FI2112345600000785 | FI2112345600000785 | SE4550000000058398257466
    Saajan BIC | swiftBic | NDEAFIHH | OKOYFIHH | ESSESESS
    Viitenumero | ?/paymentReference/memo | 12345672 | 998877 | 13
    Maksutili | - | FI4950009420028730 | FI4950009420028730 | FI4950009420028730
    Viesti | memo | Lasku 2026118 | Lasku 77 | Lasku K-9`,
  'pohoda-zavazky-cz': `
    Číslo dokladu | paymentReference/? | 2606001 | 2606002 | 2606009
    Var. symbol | ?/paymentReference/memo | 118 | 77 | 9
    Konst. symbol | - | 0308 | 0308 | 0308
    Firma | name | Novák s.r.o. | Dvořák a.s. | Svoboda Jan
    IČ | governmentId/-/? | 25596641 | 45274649 | 
    Datum splatnosti | - | 30.06.2026 | 30.06.2026 | 30.06.2026
    Celkem | -/?/amount | 12 100,00 | 6 050,00 | 3 500,00
    K likvidaci | amount/? | 12 100,00 | 6 050,00 | 2 500,00
    Měna | currency | CZK | CZK | CZK
    Účet | accountNum | 19-2000145399 | 123457 | 670100
    Kód banky | bankId | 0800 | 0100 | 6210
    Ulice | street1 | Dlouhá 5 | Krátká 1 | Nová 12
    Obec | city | Praha | Brno | Ostrava
    PSČ | postalCode | 110 00 | 602 00 | 702 00`,
};
