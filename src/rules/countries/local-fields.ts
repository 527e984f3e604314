import { fillNewZealandGroups, isCbu, isClabe, isNewZealandAccount, isRoutingNumber } from './account-check-digits.ts';
import type { Country, FieldRule } from './country.ts';

type LocalFields = Partial<Pick<Country, 'accountNum' | 'branchId' | 'bankId'>>;

const required = (rule: Omit<FieldRule, 'need' | 'severity'>): FieldRule => ({
  need: 'required',
  severity: 'error',
  ...rule,
});

/** The fields that the contract names, with the country's own terms. They override the generated ones. */
export const LOCAL_FIELDS: Readonly<Record<string, LocalFields>> = {
  US: {
    branchId: required({
      name: 'routing number',
      // First two digits: 01 to 12 for the Federal Reserve districts, 21 to 32 for thrifts. 61 to 72 are for electronic
      // transactions, not for accounts.
      pattern: /^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2])\d{7}$/,
      form: '9 digits, starting with 01 to 12 or 21 to 32',
      example: '021000021',
      bad: ['021000022', '331000021', '02100002'],
      digits: 9,
      checkDigits: isRoutingNumber,
    }),
    accountNum: required({
      name: 'account number',
      pattern: /^\d{1,17}$/,
      form: '1 to 17 digits',
      example: '1234567890',
      bad: ['123456789012345678', '12345A'],
    }),
  },
  CA: {
    branchId: required({
      name: 'transit number',
      pattern: /^\d{5}$/,
      form: '5 digits',
      example: '00012',
      bad: ['123456', '0001A'],
      digits: 5,
    }),
    bankId: required({
      name: 'institution number',
      pattern: /^\d{3}$/,
      form: '3 digits',
      example: '003',
      bad: ['0030', 'RBC'],
      digits: 3,
    }),
    accountNum: required({
      name: 'account number',
      pattern: /^\d{5,12}$/,
      form: '5 to 12 digits',
      example: '1234567',
      bad: ['1234', '1234567890123'],
    }),
  },
  GB: {
    branchId: required({
      name: 'sort code',
      pattern: /^\d{6}$/,
      form: '6 digits',
      example: '60-16-13',
      bad: ['60-16-1', '60-16-13-1', '60-16-1B'],
      digits: 6,
    }),
    accountNum: required({
      name: 'account number',
      pattern: /^\d{8}$/,
      form: '8 digits',
      example: '31926819',
      bad: ['3192681', '319268190', '3192681A'],
      digits: 8,
    }),
  },
  AU: {
    branchId: required({
      name: 'BSB',
      pattern: /^\d{6}$/,
      form: '6 digits',
      example: '062-000',
      bad: ['62-000', '0620001', '06200O'],
      digits: 6,
    }),
    accountNum: required({
      name: 'account number',
      pattern: /^\d{5,9}$/,
      form: '5 to 9 digits',
      example: '12345678',
      bad: ['1234', '1234567890', '12345X'],
    }),
  },
  NZ: {
    // The account number starts with it, so it is read from the number if the cell is empty.
    branchId: {
      name: 'bank and branch number',
      need: 'optional',
      severity: 'error',
      pattern: /^\d{6}$/,
      form: '6 digits',
      example: '01-0902',
      bad: ['010902068', '01090'],
      digits: 6,
    },
    accountNum: required({
      name: 'account number',
      pattern: /^\d{15,16}$/,
      form: '15 or 16 digits (bank, branch, account and suffix)',
      example: '01-0902-0068389-00',
      bad: ['01-0902-0068389', '01-0902-0068389-0000', '01-0902-0068398-00'],
      checkDigits: isNewZealandAccount,
      fillGroups: fillNewZealandGroups,
      checkDigitsSeverity: 'warning',
    }),
  },
  IN: {
    branchId: required({
      name: 'IFSC',
      pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/,
      form: '11 characters (four letters, a zero, six letters or digits)',
      example: 'HDFC0000001',
      bad: ['HDFC1000001', 'HDF00000001', 'HDFC000001'],
    }),
    // The length is common practice; no rule could be confirmed.
    accountNum: {
      name: 'account number',
      need: 'required',
      severity: 'warning',
      pattern: /^\d{9,18}$/,
      form: '9 to 18 digits',
      example: '50100123456789',
      bad: ['12345678', '1234567890123456789'],
    },
  },
  MX: {
    accountNum: required({
      name: 'CLABE',
      pattern: /^\d{18}$/,
      form: '18 digits',
      example: '032180000118359719',
      bad: ['032180000118359718', '03218000011835971'],
      digits: 18,
      checkDigits: isClabe,
    }),
  },
  AR: {
    accountNum: required({
      name: 'CBU or CVU',
      pattern: /^\d{22}$/,
      form: '22 digits',
      example: '2850590940090418135201',
      bad: ['2850590940090418135202', '2850591940090418135201', '285059094009041813520'],
      digits: 22,
      checkDigits: isCbu,
    }),
  },
};
