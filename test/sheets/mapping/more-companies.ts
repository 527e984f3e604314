/**
 * Written after the rules, and right when they were first read; later changes of the rules were tried on them too.
 * `?` beside a column: to ask is no mistake either.
 */
export const MORE_COMPANIES: Readonly<Record<string, string>> = {
  'hsbc-priority-payments': `
    Debit account number | - | 70872490 | 70872490
    Debit currency | -/currency | GBP | GBP
    Value date | - | 30/06/2026 | 30/06/2026
    Payment amount | amount | 10.00 | 20.00
    Payment currency | currency | GBP | GBP
    Beneficiary name | accountHolderName/name | Acme Ltd | Beta Ltd
    Beneficiary account or IBAN | ?/accountNum/iban | GB29NWBK60161331926819 | 31926819
    Beneficiary bank BIC | swiftBic | NWBKGB2L | NWBKGB2L
    Customer reference | ?/paymentReference | C1 | C2
    Payment details line 1 | ?/memo | June | June`,
  'payroll-uk-bureau': `
    Employee Ref | ?/referenceId | 1 | 2
    Title | - | Ms | Mr
    Forename | firstName | Ada | Bo
    Surname | lastName | Lovelace | Berg
    NI Number | ?/governmentId | QQ123456C | QQ123457C
    Sort Code | branchId | 20-00-00 | 60-16-13
    Account No | accountNum | 55779911 | 31926819
    Gross for Tax | - | 3000.00 | 2800.00
    PAYE | -/? | 400.00 | 350.00
    NI | -/? | 200.00 | 180.00
    Net Pay | amount | 2400.00 | 2270.00`,
  'payroll-in': `
    Emp Code | referenceId | E001 | E002
    Emp Name | name | Asha Rao | Ravi Kumar
    Basic | - | 30000.00 | 28000.00
    HRA | - | 12000.00 | 11000.00
    PF | - | 3600.00 | 3300.00
    Net Salary | amount | 38400.00 | 35700.00
    Bank A/C No. | accountNum | 50100012345678 | 50100087654321
    IFSC | branchId | HDFC0000001 | ICIC0000002
    PAN | ?/governmentId | ABCDE1234F | FGHIJ5678K`,
  'payroll-nl': `
    Personeelsnummer | referenceId | 1 | 2
    Achternaam | lastName | Jansen | Vries
    Voornaam | firstName | Anna | Bo
    Bruto loon | - | 3000,00 | 2800,00
    Loonheffing | -/? | 500,00 | 450,00
    Netto loon | amount | 2500,00 | 2350,00
    IBAN | iban | NL91ABNA0417164300 | NL20INGB0001234567
    Tenaamstelling | accountHolderName | A Jansen | B de Vries`,
  'payroll-pl': `
    Nr ewidencyjny | ?/referenceId | 1 | 2
    Nazwisko | lastName | Kowalska | Nowak
    Imię | firstName | Anna | Jan
    PESEL | governmentId | 80010112345 | 81020254321
    Brutto | - | 6000,00 | 5500,00
    Kwota do wypłaty | amount | 4300,00 | 3950,00
    Numer konta | accountNum/iban | PL61109010140000071219812874 | PL27114020040000300201355387`,
  'payroll-tr': `
    Sicil No | referenceId | 1 | 2
    Adı Soyadı | name | Ayşe Yılmaz | Ali Demir
    TC Kimlik No | governmentId | 10000000146 | 10000000214
    Brüt Ücret | - | 30000,00 | 28000,00
    Net Ücret | amount | 21500,00 | 20100,00
    IBAN | iban | TR330006100519786457841326 | TR330006100519786457841326`,
  'payroll-ko': `
    사번 | referenceId | 001 | 002
    성명 | name | 김철수 | 이영희
    지급총액 | - | 3000000 | 2800000
    공제액 | - | 400000 | 350000
    실지급액 | amount | 2600000 | 2450000
    은행 | - | 국민은행 | 신한은행
    계좌번호 | accountNum | 12345678901234 | 98765432109876
    예금주 | accountHolderName | 김철수 | 이영희`,
  'ap-aging': `
    Vendor No. | referenceId | V1 | V2
    Vendor | name | Acme Ltd | Beta Ltd
    Doc. No. | paymentReference | D1 | D2
    Current | - | 100.00 | 0.00
    1-30 days | - | 0.00 | 90.00
    Over 90 | - | 0.00 | 0.00
    Balance due | -/? | 100.00 | 90.00`,
  'bank-statement': `
    Booking date | - | 2026-06-30 | 2026-06-30
    Partner name | ?/name | Acme Ltd | Beta Ltd
    Partner IBAN | ?/iban | DE89370400440532013000 | AT611904300234573201
    Debit | -/? | 10.00 | 20.00
    Credit | -/? | 0.00 | 0.00
    Balance | - | 1000.00 | 980.00
    Currency | currency | EUR | EUR`,
  'fx-payments': `
    Deal reference | ?/paymentReference | D1 | D2
    Sell currency | -/?/currency | USD | USD
    Sell amount | -/?/amount | 110.00 | 99.00
    Buy currency | targetCurrency/? | EUR | EUR
    Buy amount | -/?/targetAmount | 100.00 | 90.00
    Rate | - | 1.10 | 1.10
    Beneficiary IBAN | iban | DE89370400440532013000 | AT611904300234573201`,
  'grants': `
    Grantee | ?/name | Acme e.V. | Beta e.V.
    Grantee e-mail | email/? | a@example.com | b@example.com
    Total grant | - | 10000.00 | 9000.00
    Paid to date | - | 4000.00 | 3000.00
    This payment | ?/amount | 2000.00 | 1500.00
    Remaining | - | 4000.00 | 4500.00
    IBAN | iban | DE89370400440532013000 | AT611904300234573201`,
  'commissions-de': `
    Vermittlernummer | ?/referenceId | 1 | 2
    Vermittler | ?/name | Muster GmbH | Beta AG
    Provision brutto | - | 1190,00 | 595,00
    Stornoreserve | -/? | 119,00 | 59,50
    Auszahlungsbetrag EUR | amount | 1071,00 | 535,50
    Bankverbindung | iban/accountNum | DE89370400440532013000 | AT611904300234573201`,
  'reimbursements-fr': `
    Salarié | name | Jean Dupont | Claire Martin
    Courriel | email | a@example.com | b@example.com
    Date de la note | - | 30/06/2026 | 30/06/2026
    Montant TTC | - | 120,00 | 60,00
    TVA récupérable | - | 20,00 | 10,00
    Montant à rembourser | ?/amount | 110,00 | 60,00
    RIB / IBAN | ?/iban | FR1420041010050500013M02606 | FR7630006000011234567890189`,
};
