import { describe, expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells } from '../../src/model.ts';
import { COUNTRIES, IBAN_SHAPES } from '../../src/rules/countries/countries.ts';
import { isPoBox } from '../../src/rules/people/address.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-21' } as const;
const PERSON: Cells = {
  amount: '250.00',
  currency: 'USD',
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  street1: '12 High Street',
  city: 'Springfield',
};
const output = (cells: Cells) =>
  checkRow({ row: 2, cells: { ...PERSON, ...cells }, original: [], findings: [] }, CONTEXT).problems;
const bank = (country: string): Cells => ({
  swiftBic: `BANK${country}22`,
  bankAddress: '1 Market Street',
  bankCity: 'Springfield',
});
const AT_HOME: Cells = { country: 'DE', iban: 'DE89370400440532013000', postalCode: '10115' };

/** Made up, with the routing numbers, branches and forms that banks have. */
const GOOD: readonly Cells[] = [
  { country: 'US', branchId: '021000021', accountNum: '483920175', region: 'NY', postalCode: '10001' },
  { country: 'US', branchId: '121000358', accountNum: '000123456789', region: 'California', postalCode: '94105-1234' },
  { country: 'US', branchId: '121000248', accountNum: '1234567890', region: 'CA', postalCode: '94105' },
  { country: 'US', branchId: '021000089', accountNum: '12345678', region: 'New York', postalCode: '10022' },
  { country: 'US', branchId: '091000022', accountNum: '123456789012', region: 'MN', postalCode: '55402' },
  { country: 'US', branchId: '043000096', accountNum: '1234567890', region: 'PA', postalCode: '15222' },
  { country: 'US', branchId: '061000104', accountNum: '1000123456789', region: 'GA', postalCode: '30308' },
  { country: 'US', branchId: '051405515', accountNum: '1234567890', region: 'VA', postalCode: '23219' },
  { country: 'US', branchId: '031101266', accountNum: '4301234567', region: 'DE', postalCode: '19801' },
  { country: 'US', branchId: '084106768', accountNum: '9800123456', region: 'TN', postalCode: '38103' },
  { country: 'US', branchId: '121202211', accountNum: '440012345678', region: 'NV', postalCode: '89501' },
  { country: 'US', branchId: '124003116', accountNum: '1012345678', region: 'UT', postalCode: '84101' },
  { country: 'US', branchId: '0210 0002 1', accountNum: '4839-2017-5', region: 'N.Y.', postalCode: '10001' },
  { country: 'PR', branchId: '021502011', accountNum: '123456789', postalCode: '00918', city: 'San Juan' },
  { country: 'CA', branchId: '00012', bankId: '003', accountNum: '1234567', region: 'ON', postalCode: 'M5V 3L9' },
  { country: 'CA', branchId: '10202', bankId: '004', accountNum: '1234567', region: 'Québec', postalCode: 'H3B4W8' },
  { country: 'CA', branchId: '30005', bankId: '815', accountNum: '0123456', region: 'QC', postalCode: 'g1r 4s9' },
  {
    country: 'CA',
    branchId: '00152',
    bankId: '614',
    accountNum: '4012345678',
    region: 'British Columbia',
    postalCode: 'V6B 1A1',
  },
  { country: 'CA', branchId: '07609', bankId: '219', accountNum: '123456789012', region: 'AB', postalCode: 'T5J 0N3' },
  { country: 'GB', branchId: '20-00-00', accountNum: '55779911', postalCode: 'SW1A 1AA' },
  { country: 'GB', branchId: '601613', accountNum: '31926819', postalCode: 'EC1A1BB', region: 'Greater London' },
  { country: 'GB', branchId: '07 01 16', accountNum: '34012583', postalCode: 'W1A 0AX' },
  { country: 'GB', branchId: '04-00-04', accountNum: '12345688', postalCode: 'DN55 1PT' },
  { country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19', postalCode: 'B33 8TH' },
  {
    country: 'GB',
    iban: 'GB29NWBK60161331926819',
    branchId: '60-16-13',
    accountNum: '31926819',
    postalCode: 'CR2 6XH',
  },
  { country: 'JE', branchId: '60-16-13', accountNum: '31926819', postalCode: 'JE2 3QA' },
  { country: 'IE', iban: 'IE29 AIBK 9311 5212 3456 78', postalCode: 'D02 X285', region: 'Co. Dublin' },
  { country: 'IE', iban: 'IE29AIBK93115212345678', postalCode: 'D6WXK28' },
  { country: 'AU', branchId: '062-000', accountNum: '12345678', region: 'NSW', postalCode: '2000' },
  { country: 'AU', branchId: '083004', accountNum: '123456789', region: 'Victoria', postalCode: '3000' },
  { country: 'AU', branchId: '774-001', accountNum: '210123456', region: 'QLD', postalCode: '4000' },
  { country: 'NZ', accountNum: '01-0902-0068389-00', postalCode: '6011' },
  { country: 'NZ', accountNum: '12-3140-0171323-50', postalCode: '1010' },
  { country: 'NZ', accountNum: '12-3140-0171323-050', postalCode: '1010' },
  {
    country: 'IN',
    branchId: 'HDFC0000001',
    accountNum: '50100123456789',
    region: 'MH',
    postalCode: '400 001',
    phone: '+91 98200 12345',
  },
  {
    country: 'IN',
    branchId: 'SBIN0000691',
    accountNum: '00000020112345678',
    region: 'Maharashtra',
    postalCode: '110001',
  },
  { country: 'IN', branchId: 'icic0000104', accountNum: '000405001234', region: 'Karnataka', postalCode: '560001' },
  { country: 'MX', accountNum: '032 180 000118359719', region: 'CDMX', postalCode: '06600' },
  { country: 'MX', accountNum: '646180157000000004', region: 'Jalisco', postalCode: '44100' },
  {
    country: 'BR',
    iban: 'BR1800360305000010009795493C1',
    governmentId: '12.ABC.345/01DE-35',
    region: 'São Paulo',
    postalCode: '01310100',
  },
  {
    country: 'AR',
    accountNum: '2850590940090418135201',
    governmentId: '20-12345678-6',
    postalCode: 'C1425DKA',
    region: 'Buenos Aires',
  },
  {
    country: 'CL',
    accountNum: '123456789',
    governmentId: '12.345.678-5',
    ...bank('CL'),
    region: 'RM',
    postalCode: '8320000',
  },
  { country: 'CO', accountNum: '12345678901', governmentId: '1012345678', ...bank('CO'), region: 'Bogotá' },
  { country: 'PE', accountNum: '00219300112345678901', governmentId: '10117410', ...bank('PE'), region: 'Lima' },
  {
    country: 'JP',
    branchId: '123',
    bankId: '0005',
    accountNum: '1234567',
    ...bank('JP'),
    region: 'Tokyo',
    postalCode: '100-0001',
  },
  { country: 'SG', accountNum: '0123456789', branchId: '001', bankId: '7171', ...bank('SG'), postalCode: '018956' },
  { country: 'HK', accountNum: '012-345678-001', ...bank('HK') },
  { country: 'ZA', accountNum: '62123456789', branchId: '250655', ...bank('ZA'), postalCode: '2196' },
  { country: 'PH', accountNum: '001234567890', ...bank('PH'), postalCode: '1226' },
  { country: 'KR', accountNum: '110-123-456789', ...bank('KR'), postalCode: '04524', region: 'Seoul' },
  { country: 'CN', accountNum: '6222021234567890123', ...bank('CN'), postalCode: '100000', region: 'Beijing' },
  { country: 'TH', accountNum: '123-4-56789-0', bankId: '004', ...bank('TH'), postalCode: '10110', region: 'Bangkok' },
  { country: 'VN', accountNum: '0123456789', bankId: '01201001', ...bank('VN') },
  { country: 'ID', accountNum: '1234567890', ...bank('ID'), postalCode: '10110', region: 'DKI Jakarta' },
  { country: 'MY', accountNum: '112345678901', ...bank('MY'), postalCode: '50450', region: 'Kuala Lumpur' },
  { country: 'NG', accountNum: '0123456789', ...bank('NG') },
  { country: 'KE', accountNum: '1234567890123', ...bank('KE') },
  { country: 'MA', accountNum: '007 780 0001234567890123 45', ...bank('MA') },
  {
    country: 'CH',
    iban: 'CH44 3199 9123 0008 8901 2',
    accountCurrency: 'CHF',
    memo: '21 00000 00003 13947 14300 09017',
    postalCode: '8001',
  },
  { country: 'DE', iban: 'IBAN: DE89 3704 0044 0532 0130 00', postalCode: '10115' },
  { country: 'DE', iban: 'LT121000011101001000', accountCountry: 'LT', postalCode: '10115' },
  { country: 'FR', iban: 'FR14 2004 1010 0505 0001 3M02 606', postalCode: '75008' },
  { country: 'PL', iban: 'PL61109010140000071219812874', postalCode: '00-950' },
  { country: 'SE', iban: 'SE45 5000 0000 0583 9825 7466', postalCode: '111 22' },
  { country: 'CZ', iban: 'CZ65 0800 0000 1920 0014 5399', postalCode: '110 00' },
  { country: 'NL', iban: 'NL91ABNA0417164300', postalCode: '1012JS' },
  { country: 'NL', iban: 'NL91 ABNA 0417 1643 00', postalCode: '1012 js' },
  { country: 'BE', iban: 'BE68 5390 0754 7034', postalCode: '1000' },
  { country: 'ES', iban: 'ES91 2100 0418 4502 0005 1332', postalCode: '28001', region: 'Madrid' },
  { country: 'IT', iban: 'IT60 X054 2811 1010 0000 0123 456', postalCode: '00187', region: 'RM' },
  { country: 'AE', iban: 'AE07 0331 2345 6789 0123 456', region: 'Dubai' },
  { country: 'IL', iban: 'IL62 0108 0000 0009 9999 999' },
  {
    country: 'TR',
    iban: 'TR33 0006 1005 1978 6457 8413 26',
    ...bank('TR'),
    postalCode: '34000',
    phone: '+90 212 555 01 01',
  },
  { country: 'FI', iban: 'FI21 1234 5600 0007 85', postalCode: 'FI-00100' },
  { country: 'AT', iban: 'AT61 1904 3002 3457 3201', postalCode: 'A-1010' },
  { country: 'LV', iban: 'LV80 BANK 0000 4351 9500 1', postalCode: '1010' },
  { country: 'LU', iban: 'LU28 0019 4006 4475 0000', postalCode: 'L-1855' },
  { country: 'DE', iban: 'DE89 3704 0044 0532 0130 00', postalCode: 'D-10115', governmentId: 'C01X00T47' },
  { country: 'GR', iban: 'GR16 0110 1250 0000 0001 2300 695', postalCode: '105 57' },
  { country: 'SK', iban: 'SK31 1200 0000 1987 4263 7541', postalCode: '811 01' },
  { country: 'DK', iban: 'DK50 0040 0440 1162 43', postalCode: 'DK-1050' },
  { country: 'NO', iban: 'NO93 8601 1117 947', postalCode: '0150' },
  { country: 'PT', iban: 'PT50 0002 0123 1234 5678 9015 4', postalCode: '1000-001' },
  { country: 'MT', iban: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', postalCode: 'VLT 1117' },
];

describe('valid values from practice', () => {
  it.each(GOOD)('%j has no problem', (cells) => {
    expect(output(cells)).toEqual([]);
  });

  it.each(
    Object.values(COUNTRIES)
      .filter(({ sepa }) => sepa)
      .map(({ code }) => code),
  )('an IBAN of %s as printed on a statement has no problem', (code) => {
    const { example } = IBAN_SHAPES[COUNTRIES[code]!.ibanCode!]!;
    const grouped = example.replace(/(.{4})/g, '$1 ').trim();
    const cells = { country: code, iban: grouped, ...(COUNTRIES[code]!.swiftBic === 'required' ? bank(code) : {}) };
    expect(output(cells).filter(({ code: one }) => one !== 'bic_advised')).toEqual([]);
  });

  it.each([
    ['Anne-Marie', 'Saint-Exupéry'],
    ['José María', 'Pérez García'],
    ['Søren', 'Kierkegård'],
    ['Zoë', 'D’Angelo'],
    ['Siobhán', "O'Brien"],
    ['Łukasz', 'Wróblewski'],
    ['Đorđe', 'Đoković'],
    ['Nguyễn Thị', 'Ánh'],
    ['Jean-François', 'de la Croix'],
    ['Þór', 'Jónsson'],
    ['Iñaki', 'Caixa'],
    ['M.', 'St. John-Smythe'],
    ['Ioana', 'Șerban'],
    ['Gül', 'İnönü'],
    ['Ada', 'Lovelace (née Byron)'],
    ['Ġorġ', 'Żammit'],
    ['O', 'Li'],
    ['Mary Jo', 'Box'],
  ])('the name %s %s has no problem', (firstName, lastName) => {
    expect(output({ ...AT_HOME, firstName, lastName })).toEqual([]);
  });

  it.each([
    'Smith & Sons Ltd',
    'Procter & Gamble (UK) Ltd.',
    '3M Deutschland GmbH',
    'A/S Dansk Shell',
    'Müller, Schmidt & Co. KG',
    "L'Oréal S.A.",
    'C&A Mode GmbH & Co. KG',
    'Studio 54 + Partner',
    'Toys "R" Us',
    'Łódź Sp. z o.o.',
    'Crédit d’Art – Atelier',
    'Caixa Consulting, Lda',
    'Post Box Films Ltd',
  ])('the business %s has no problem', (name) => {
    const all: Cells = { ...PERSON, ...AT_HOME, type: 'business', name };
    const { firstName: _, lastName: __, ...rest } = all;
    expect(checkRow({ row: 2, cells: rest, original: [], findings: [] }, CONTEXT).problems).toEqual([]);
  });

  it.each([
    '12 Boxgrove Road',
    'Box Cottage, 3 Mill Lane',
    '12 Box Hill Road',
    'Flat 3, Box House',
    "Rua da Caixa d'Água 12",
    'Postbusweg 3',
    'Postfachstraße 1',
    'Calle del Apartado 12',
    'Casilla de Mora 3',
    'Carrer de la Caixa, 5',
    'B.P. Koirala Marg 12',
    'BP House, 12 Main Street',
    'Apt. 12, 3 Box Street',
    'Old Post Office, Box Lane',
    'Post Box Cottage, High Street',
    'Postbox Street 4',
    'Rue Neuve 12, boîte 5',
    'Lange Straat 12 bus 5',
    'Via Casella 12',
    'PO Boxer Lane',
  ])('the address %s is no PO box', (street1) => {
    expect(output({ ...AT_HOME, street1 })).toEqual([]);
  });

  it.each([
    'PO Box 12',
    'P.O. Box 12',
    'POBox12',
    'PO Box12',
    'PO-Box 12',
    'P/O Box 12',
    'Post Box No. 12',
    'Postbox 12',
    'POB 12',
    'Postfach 10 20 30',
    'Postbus 12',
    'BP 45',
    'Apdo. Postal 3',
    'Private Bag X12',
    'c/o Lovelace, PO Box 12',
  ])('the address %s is one', (street1) => {
    expect(isPoBox(street1)).toBe(true);
  });
});

/** What clerks get wrong: the cells, and every problem that is said. */
const MISTAKES: readonly (readonly [Cells, string])[] = [
  [
    { country: 'US', branchId: '021000012', accountNum: '483920175' },
    'branchId: This routing number is not valid: the check digit doesn’t match. Check it against the original document.',
  ],
  [
    { country: 'US', accountNum: '483920175' },
    'branchId: The routing number is missing. For the United States, enter 9 digits, starting with 01 to 12 or 21 to 32, for example 021000021.',
  ],
  [
    { country: 'US', swiftBic: 'CHASUS33', accountNum: '483920175' },
    'branchId: The routing number is missing. For the United States, enter 9 digits, starting with 01 to 12 or 21 to 32, for example 021000021.',
  ],
  [
    { country: 'US', branchId: '021000021', accountNum: 'ABC12345' },
    'accountNum: This is not a valid account number. It should have 1 to 17 digits, for example 1234567890.',
  ],
  [
    { country: 'US', branchId: '2.1E+07', accountNum: '483920175' },
    'branchId: The routing number contains "+", which is not allowed. It should have 9 digits, starting with 01 to 12 or 21 to 32, for example 021000021.',
  ],
  [
    { country: 'CA', branchId: '12345-003', accountNum: '1234567' },
    'branchId: The transit number and the institution number are in the same cell. Split them into the columns "routing number or sort code" and "bank number".',
  ],
  [
    { country: 'CA', branchId: '000312345', accountNum: '1234567' },
    'branchId: The transit number and the institution number are in the same cell. Split them into the columns "routing number or sort code" and "bank number".',
  ],
  [
    { country: 'CA', bankId: '000312345', accountNum: '1234567' },
    'bankId: The transit number and the institution number are in the same cell. Split them into the columns "routing number or sort code" and "bank number".',
  ],
  [
    { country: 'CA', accountNum: '12345-003-1234567' },
    'accountNum: The transit number, institution number and account number are in one cell. Split them into the columns "routing number or sort code", "bank number" and "account number".',
  ],
  [
    { country: 'CA', branchId: '00312345', accountNum: '1234567' },
    'branchId: The transit number and the institution number are in the same cell. Split them into the columns "routing number or sort code" and "bank number".',
  ],
  [
    { country: 'CA', branchId: '003', bankId: '12345', accountNum: '1234567' },
    'branchId: The transit number and the institution number are in each other’s columns. Swap them.',
  ],
  [
    { country: 'CA', branchId: '12345', bankId: '03', accountNum: '1234567' },
    'bankId: The institution number has 2 of 3 digits. A spreadsheet probably dropped the leading 0. Check it and type all 3 digits in a text cell.',
  ],
  [
    { country: 'CA', branchId: '12345', bankId: '0003', accountNum: '1234567' },
    'bankId: This is not a valid institution number. It should have 3 digits, for example 003.',
  ],
  [
    { country: 'CA', branchId: '1234O', bankId: '003', accountNum: '1234567' },
    'branchId: This is not a valid transit number. It should have 5 digits, for example 00012.',
  ],
  [
    { country: 'GB', branchId: '20-00-00', accountNum: '5577991' },
    'accountNum: The account number has 7 of 8 digits. A spreadsheet probably dropped the leading 0. Check it and type all 8 digits in a text cell.',
  ],
  [
    { country: 'GB', branchId: '70116', accountNum: '55779911' },
    'branchId: The sort code has 5 of 6 digits. A spreadsheet probably dropped the leading 0. Check it and type all 6 digits in a text cell.',
  ],
  [
    { country: 'GB', branchId: '55779911', accountNum: '200000' },
    'branchId: The sort code and the account number are in each other’s columns. Swap them.',
  ],
  [
    { country: 'GB', branchId: '2001-02-03', accountNum: '55779911' },
    'branchId: This is not a valid sort code. It should have 6 digits, for example 60-16-13.',
  ],
  [
    { country: 'GB', iban: 'GB29NWBK60161331926891' },
    'iban: This IBAN is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'GB', iban: 'GB29NWBK6O161331926819' },
    'iban: The IBAN has a letter where the United Kingdom uses a digit, or vice versa. Check for O and 0, or I and 1. A valid IBAN looks like GB29NWBK60161331926819.',
  ],
  [
    { country: 'GB', accountNum: '20000055779911' },
    'accountNum: The sort code and the account number are in the same cell. Split them into the columns "routing number or sort code" and "account number".',
  ],
  [
    { country: 'AU', branchId: '62000', accountNum: '12345678' },
    'branchId: The BSB has 5 of 6 digits. A spreadsheet probably dropped the leading 0. Check it and type all 6 digits in a text cell.',
  ],
  [
    { country: 'AU', bankId: '062-000', accountNum: '12345678' },
    'bankId: This is the BSB. Move it to the column "routing number or sort code".',
  ],
  [
    { country: 'AU', branchId: '062000', accountNum: '0123456789' },
    'accountNum: This is not a valid account number. It should have 5 to 9 digits, for example 12345678.',
  ],
  [
    { country: 'NZ', accountNum: '01-0902-0068389' },
    'accountNum: This is not a valid account number. It should have 15 or 16 digits (bank, branch, account and suffix), for example 01-0902-0068389-00.',
  ],
  [
    { country: 'NZ', branchId: '010902', accountNum: '006838900' },
    'accountNum: This is not a valid account number. It should have 15 or 16 digits (bank, branch, account and suffix), for example 01-0902-0068389-00.',
  ],
  [
    { country: 'NZ', accountNum: '01-0902-0068398-00' },
    'accountNum: This account number is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'IN', branchId: 'HDFCO000001', accountNum: '50100123456789' },
    'branchId: This is not a valid IFSC. It should have 11 characters (four letters, a zero, six letters or digits), for example HDFC0000001.',
  ],
  [
    { country: 'IN', branchId: 'HDFC000001', accountNum: '50100123456789' },
    'branchId: This is not a valid IFSC. It should have 11 characters (four letters, a zero, six letters or digits), for example HDFC0000001.',
  ],
  [
    { country: 'IN', branchId: '400240002', accountNum: '50100123456789' },
    'branchId: This is not a valid IFSC. It should have 11 characters (four letters, a zero, six letters or digits), for example HDFC0000001.',
  ],
  [
    { country: 'IN', branchId: 'HDFCINBB', accountNum: '50100123456789' },
    'branchId: This is a BIC (SWIFT code), not the IFSC. Move it to the BIC column.',
  ],
  [
    { country: 'MX', accountNum: '4152313112345678' },
    'accountNum: This is not a valid CLABE. It should have 18 digits, for example 032180000118359719.',
  ],
  [
    { country: 'MX', accountNum: '032180000118359718' },
    'accountNum: This CLABE is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'MX', accountNum: '1183597100' },
    'accountNum: This is not a valid CLABE. It should have 18 digits, for example 032180000118359719.',
  ],
  [
    { country: 'AR', accountNum: 'mi.alias.banco', governmentId: '20-12345678-6' },
    'accountNum: This is not a valid CBU or CVU. It should have 22 digits, for example 2850590940090418135201.',
  ],
  [
    { country: 'AR', accountNum: '2850590940090418135202', governmentId: '20-12345678-5' },
    'governmentId: This CUIT or CUIL is not valid: the check digits don’t match. Check it against the original document.\naccountNum: This CBU or CVU is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'BR', branchId: '1234', bankId: '341', accountNum: '123456', governmentId: '111.111.111-11' },
    'governmentId: This CPF is not valid: the check digits don’t match. Check it against the original document.\niban: This is a domestic account number, but payments to Brazil require an IBAN with 29 characters, for example BR1800360305000010009795493C1.',
  ],
  [
    { country: 'BR', iban: 'BR1800360305000010009795493C1', governmentId: '1234567890' },
    'governmentId: This CPF has lost a leading zero, probably in a spreadsheet. Check it against the original document and type it in a text cell.',
  ],
  [
    { country: 'DE', accountNum: '532013000', bankId: '37040044' },
    'iban: This is a domestic account number, but payments to Germany require an IBAN with 22 characters, for example DE89370400440532013000.',
  ],
  [
    { country: 'DE', iban: 'DE8937040044053201300' },
    'iban: This IBAN has 21 characters, but IBANs from Germany have 22. Check for missing or repeated characters.',
  ],
  [
    { country: 'DE', iban: 'COBADEFFXXX', swiftBic: 'DE89370400440532013000' },
    'iban: The IBAN and the BIC are in each other’s columns. Swap them.',
  ],
  [
    { country: 'DE', iban: 'DE89370400440532013000 / DE02120300000000202051' },
    'iban: The IBAN contains "/", but only letters and digits are allowed. Retype it, for example DE89 3704 0044 0532 0130 00.',
  ],
  [
    { country: 'DE', iban: '8.93704E+19' },
    'iban: The IBAN contains "+", but only letters and digits are allowed. Retype it, for example DE89 3704 0044 0532 0130 00.',
  ],
  [
    { country: 'FR', accountNum: '20041 01005 0500013M026 06' },
    'iban: This is a domestic account number, but payments to France require an IBAN with 27 characters, for example FR1420041010050500013M02606.',
  ],
  [
    { country: 'FR', iban: 'FR1420041010050500013M02607' },
    'iban: This IBAN is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'JP', branchId: '123', bankId: '005', accountNum: '1234567' },
    'bankId: The bank code has 3 of 4 digits. A spreadsheet probably dropped the leading 0. Check it and type all 4 digits in a text cell.',
  ],
  [
    { country: 'CL', accountNum: '123456789', governmentId: '12.345.678-K' },
    'governmentId: This RUT is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'NG', accountNum: '123456789' },
    'accountNum: The NUBAN has 9 of 10 digits. A spreadsheet probably dropped the leading 0. Check it and type all 10 digits in a text cell.',
  ],
  [
    { country: 'RU', accountNum: '40817810099910004312' },
    'country: Bank transfers to Russia are not possible. Ask the payout service for another payment method, or remove the row.',
  ],
  [
    { country: 'VE', accountNum: '01020304050607080910' },
    'country: Bank transfers to Venezuela are restricted: they may be rejected or delayed. Ask the payout service before you send one.',
  ],
  [
    { country: 'TR', iban: 'TR330006100519786457841327' },
    'phone: Banks in Türkiye ask for the recipient’s phone number. Enter it with the country code, for example +44 20 7946 0000.\niban: This IBAN is not valid: the check digits don’t match. Check it against the original document.',
  ],
  [
    { country: 'PH', accountNum: '001234567890', amount: '5.00' },
    'amount: The amount is below the 20.00 USD minimum for payments to the Philippines by WIRE. Pay a larger amount, or remove the row.',
  ],
];

describe('invalid values from practice', () => {
  it.each(MISTAKES)('%j: %s', (cells, problems) => {
    const { country = '' } = cells;
    const rest = COUNTRIES[country]?.swiftBic === 'required' ? bank(country) : {};
    expect(
      output({ ...rest, ...cells })
        .map(({ column, message }) => `${column}: ${message}`)
        .join('\n'),
    ).toBe(problems);
  });
});
