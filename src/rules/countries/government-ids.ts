import { by, digits, type GovernmentIdRule, warned } from './government-id-rule.ts';
import { NATIONAL_NUMBERS } from './national-numbers.ts';
import { isCnpj, isCpf, isCuit, isRut } from './tax-numbers.ts';

/** Mexico, SAT: the generic RFC of a national without one, and of a foreigner. Their check digits do not fit. */
const GENERIC_RFC: readonly string[] = ['XAXX010101000', 'XEXX010101000'];
const hasRfcDigits = by('mx/rfc');
const isRfc = (id: string) => GENERIC_RFC.includes(id) || hasRfcDigits(id);

/** Ecuador, SRI: companies (third digit 6 or 9) get numbers without check digits since the old ones ran out. */
const hasEcRucDigits = by('ec/ruc');
const isEcRuc = (id: string) => (/^\d\d[69]/.test(id) ? !id.endsWith('000') : hasEcRucDigits(id));

/** Korea: numbers given since October 2020 have no check digit. They begin with the date of birth. */
const hasBirthDate = (id: string) => /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.test(id);

/** The government IDs that banks of a country ask for, from country-rules.csv. */
export const GOVERNMENT_IDS: Readonly<Record<string, GovernmentIdRule>> = {
  ...NATIONAL_NUMBERS,
  // Banks ask for it, and the check digits are confirmed.
  AR: {
    name: 'CUIT or CUIL',
    need: 'advised',
    severity: 'error',
    kinds: [
      digits('CUIT or CUIL', 11, 11, '20-12345678-6', { check: isCuit, bad: ['20-12345678-5', '20-12354678-6'] }),
      // Some banks accept the number of the identity card, which has no check digit.
      digits('DNI', 7, 8, '12.345.678'),
    ],
  },
  BR: {
    name: 'CPF or CNPJ',
    need: 'advised',
    severity: 'error',
    kinds: [
      digits('CPF', 11, 11, '529.982.247-25', { check: isCpf, bad: ['529.982.247-24', '111.111.111-11'] }),
      {
        name: 'CNPJ',
        pattern: /^[A-Z0-9]{12}\d{2}$/,
        form: '14 letters or digits, of which the last two are digits',
        example: '12.ABC.345/01DE-35',
        bad: ['12.ABC.345/01DE-34', '11.222.333/0001-82'],
        check: isCnpj,
      },
    ],
  },
  CL: {
    name: 'RUT',
    need: 'advised',
    severity: 'error',
    kinds: [
      {
        name: 'RUT',
        pattern: /^\d{7,8}[\dK]$/,
        form: '7 or 8 digits and a check digit or K',
        example: '12.345.678-5',
        bad: ['12.345.678-4', '12.345.678-K'],
        check: isRut,
      },
    ],
  },
  // Banks ask for it; not every kind has a check digit.
  CO: {
    name: 'CC or NIT',
    need: 'advised',
    severity: 'warning',
    kinds: [
      digits('CC', 6, 10, '1012345678'),
      digits('NIT', 10, 10, '900.123.456-8', { check: by('co/nit'), bad: ['900.123.456-9'], written: /-\d$/ }),
      {
        name: 'CE or passport',
        pattern: /^(?=[A-Z]*\d)[A-Z0-9]{5,12}$/,
        form: 'up to 12 letters or digits',
        example: 'AN123456',
        bad: [],
      },
      digits('PEP', 15, 15, '123456789012345'),
    ],
  },
  PE: {
    name: 'DNI or RUC',
    need: 'advised',
    severity: 'warning',
    kinds: [
      digits('DNI', 8, 8, '10117410'),
      digits('RUC', 11, 11, '20512333797', { check: by('pe/ruc'), bad: ['20512333796'] }),
      digits('CE', 9, 9, '001234567'),
    ],
  },
  // Other providers ask for it, or it is only known to exist.
  AE: warned('Emirates ID', digits('Emirates ID', 15, 15, '784-1980-1234567-9')),
  BD: warned('NID', digits('NID', 10, 17, '1234567890123')),
  BH: warned('CPR', digits('CPR', 9, 9, '850101234')),
  BO: warned('CI or NIT', {
    name: 'CI or NIT',
    pattern: /^\d{5,20}[A-Z]{0,2}$/,
    form: '5 to 20 digits',
    example: '1234567',
    bad: [],
  }),
  CA: warned('SIN', digits('SIN', 9, 9, '123-456-782', { check: by('ca/sin'), bad: ['123-456-783'] })),
  CN: warned('resident identity card', {
    name: 'resident identity card',
    pattern: /^\d{17}[\dX]$/,
    form: '17 digits and a digit or X',
    example: '110105199003071239',
    bad: ['110105199003071238'],
    check: by('cn/ric'),
  }),
  CR: warned('cédula', digits('cédula', 9, 12, '1-0987-0654')),
  DO: warned(
    'cédula or RNC',
    digits('cédula', 11, 11, '001-1392820-4', { check: by('do/cedula'), bad: ['001-1392820-5'] }),
    digits('RNC', 9, 9, '1-01-00000-7', { check: by('do/rnc'), bad: ['1-01-00000-8'] }),
  ),
  EC: warned(
    'CI or RUC',
    digits('CI', 10, 10, '1710034065', { check: by('ec/ci'), bad: ['1710034066'] }),
    digits('RUC', 13, 13, '1710034065001', { check: isEcRuc, bad: ['1710034066001'] }),
  ),
  GT: warned('CUI or NIT', digits('CUI', 13, 13, '1234567890101'), {
    name: 'NIT',
    pattern: /^\d{1,11}[\dK]$/,
    form: 'up to 12 digits, of which the last may be K',
    example: '123456-0',
    bad: [],
  }),
  HK: warned('HKID', {
    name: 'HKID',
    pattern: /^[A-Z]{1,2}\d{6}[\dA]$/,
    form: 'one or two letters, six digits and a check digit',
    example: 'A123456(3)',
    bad: ['A123456(4)'],
    check: by('hk/hkid'),
  }),
  ID: warned('NIK', digits('NIK or NPWP', 15, 16, '3171011708450001')),
  IL: warned(
    'identity number',
    digits('identity number', 9, 9, '123456782', { check: by('il/idnr'), bad: ['123456783'] }),
  ),
  IN: warned('PAN', {
    name: 'PAN',
    pattern: /^[A-Z]{5}\d{4}[A-Z]$/,
    form: 'five letters, four digits and a letter',
    example: 'ABCPK1234L',
    // The fourth letter is the type of holder, and X is not a valid type.
    bad: ['ABCXK1234L'],
    check: by('in/pan'),
    withoutCheckDigits: true,
  }),
  KR: warned(
    'resident registration number',
    digits('resident registration number', 13, 13, '971013-9019874', {
      check: hasBirthDate,
      withoutCheckDigits: true,
      bad: ['971313-9019874'],
    }),
    digits('date of birth', 6, 6, '971013'),
    digits('business registration number', 10, 10, '116-82-00034'),
  ),
  KZ: warned('IIN or BIN', digits('IIN or BIN', 12, 12, '850101300123')),
  MX: warned(
    'RFC or CURP',
    {
      name: 'RFC',
      pattern: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/,
      form: 'three or four letters, six digits and three letters or digits',
      example: 'GODE561231GR8',
      bad: ['GODE561331GR8'],
      check: isRfc,
    },
    {
      name: 'CURP',
      pattern: /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/,
      form: '18 letters and digits',
      example: 'BOXW310820HNERXN09',
      bad: ['BOXW310820HNERXN08'],
      check: by('mx/curp'),
    },
  ),
  MY: warned(
    'NRIC',
    digits('NRIC', 12, 12, '770305-02-1234', {
      check: by('my/nric'),
      withoutCheckDigits: true,
      bad: ['771305-02-1234'],
    }),
  ),
  MZ: warned('NUIT', digits('NUIT', 9, 9, '400339910', { check: by('mz/nuit'), bad: ['400339911'] })),
  PK: warned('CNIC', digits('CNIC', 13, 13, '34201-0411236-3')),
  PY: warned('CI or RUC', {
    name: 'CI or RUC',
    pattern: /^\d{5,9}$/,
    form: '5 to 9 digits',
    example: '80028870',
    bad: [],
  }),
  SG: warned(
    'NRIC, FIN or UEN',
    {
      name: 'NRIC or FIN',
      pattern: /^[STFGM]\d{7}[A-Z]$/,
      form: 'a letter, seven digits and a letter',
      example: 'S1234567D',
      bad: [],
    },
    {
      name: 'UEN',
      pattern: /^[A-Z0-9]{9,10}$/,
      form: '9 or 10 letters and digits',
      example: '00192200M',
      bad: ['00192200X'],
      check: by('sg/uen'),
    },
  ),
  TH: warned('PIN', digits('PIN', 13, 13, '1-1017-00230-70-8', { check: by('th/idnr'), bad: ['1-1017-00230-70-9'] })),
  TR: warned(
    'T.C. Kimlik or VKN',
    digits('T.C. Kimlik', 11, 11, '10000000146', { check: by('tr/tckimlik'), bad: ['10000000147'] }),
    digits('VKN', 10, 10, '4540411035', { check: by('tr/vkn'), bad: ['4540411036'] }),
  ),
  UA: warned(
    'RNTRC or EDRPOU',
    digits('RNTRC', 10, 10, '1759013760', { check: by('ua/rntrc'), bad: ['1759013761'] }),
    digits('EDRPOU', 8, 8, '32855961'),
  ),
  US: warned('SSN, ITIN or EIN', digits('SSN, ITIN or EIN', 9, 9, '536-90-4399')),
  UY: warned(
    'CI or RUT',
    digits('CI', 8, 8, '1.234.567-2', { check: by('uy/cedula'), bad: ['1.234.567-3'] }),
    digits('RUT', 12, 12, '211003420017', { check: by('uy/rut'), bad: ['211003420018'] }),
  ),
  ZA: warned(
    'ID number',
    digits('ID number', 13, 13, '7503305044089', { check: by('za/idnr'), bad: ['7503305044088'] }),
  ),
};
