import { describe, expect, it } from 'vitest';
import { mask, maskEmail, showValue } from '../../src/mask-bank-details.ts';
import { isPoBox } from '../../src/rules/people/address.ts';
import { checkEmail } from '../../src/rules/people/contact.ts';
import { checkBirthDate, checkLanguage } from '../../src/rules/people/recipient.ts';

describe('an e-mail address', () => {
  it.each([
    'ada@example.com',
    'a.b+c@sub.example.co.uk',
    "o'neil@example.ie",
    'jörg@bücher.de',
    'a@xn--bcher-kva.example',
  ])('%s is valid', (text) => {
    expect(checkEmail(text, 'email')).toEqual({ value: text, findings: [] });
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'a b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'ada..l@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.com,bob@example.com',
    '<ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])('%s is refused', (text) => {
    expect(checkEmail(text, 'email').findings).toMatchObject([{ code: 'email_form' }]);
  });
});

describe('a PO box', () => {
  it.each([
    'PO Box 12',
    'P.O. Box 12',
    'p o box 9',
    'POBox 1',
    'Post Office Box 3',
    'GPO Box 4',
    'Postfach 10 20',
    'Postbus 99',
    'Postboks 5',
    'Boîte postale 4',
    'BP 45',
    'Apartado 12',
    'Apartado postal 12',
    'Apdo. 7',
    'Casilla 12',
    'Casilla de correo 8',
    'Caixa postal 5',
    'Casella postale 3',
    'Box 1234',
    'Private Bag 92',
    'Flat 2, PO Box 12',
    'P.O.B. 12',
    'Case postale 12',
    'Cx. Postal 12',
    'Apartado aéreo 4455',
    'Pf. 12',
    'Skrytka pocztowa 7',
    'Poštanski pretinac 3',
    'Căsuța poștală 5',
    'а/я 17',
    'Абонентський ящик 4',
    'Τ.Θ. 12',
    'ת.ד. 34',
    'ص.ب 12345',
    'صندوق بريد 9',
    '邮政信箱 8',
    '私書箱 2号',
    'Kotak Pos 12',
    'Hòm thư 3',
  ])('%s is one', (line) => {
    expect(isPoBox(line)).toBe(true);
  });

  it.each([
    '12 High Street',
    'Boxwood Avenue 3',
    'Box Hill Road 4',
    'Poststraße 5',
    'Casilla Street 4',
    'Apartamento 12',
    'Bpost Laan 3',
    '1 Postfachweg',
    'Pl. 3 Maja 5',
    'Pob Street 1',
    '5 Private Road',
    'C.P. 28001',
    'Am Pfarrhof 12',
    'Pfälzer Straße 3',
    'Boksburg Road 4',
    'Cassell Street 12',
    'Ulitsa Yashchikova 3',
  ])('%s is none', (line) => {
    expect(isPoBox(line)).toBe(false);
  });
});

describe('a date of birth', () => {
  it.each([
    ['1985-12-31', null],
    ['2000-02-29', null],
    ['1900-02-29', 'dob_no_day'],
    ['1985-02-30', 'dob_no_day'],
    ['1985-00-10', 'dob_no_day'],
    ['1985-31-12', 'dob_swapped'],
    ['1985-13-01', 'dob_swapped'],
    ['1985-32-01', 'dob_no_day'],
    ['31.12.1985', 'dob_order'],
    ['12/31/1985', 'dob_order'],
    ['1985/12/31', 'dob_order'],
    ['1985-1-1', 'dob_form'],
    ['Dec 31 1985', 'dob_form'],
    ['1899-12-31', 'dob_impossible'],
    ['2026-11-22', 'dob_impossible'],
    ['2008-11-22', 'dob_under_age'],
    ['2008-11-21', null],
  ])('%s: %s', (text, fault) => {
    expect(checkBirthDate(text, '2026-11-21')?.code ?? null).toBe(fault);
  });

  it('is never in a message', () => {
    for (const text of ['1985-31-12', '31.12.1985', '1899-12-30', '2020-01-02'])
      expect(JSON.stringify(checkBirthDate(text, '2026-11-21'))).not.toContain(text);
  });
});

describe('a language', () => {
  it.each([
    ['en', 'en'],
    ['DE', 'de'],
    ['pt_br', 'pt-BR'],
    ['en-GB', 'en-GB'],
    ['xx', null],
    ['en-XX', null],
    ['english', null],
  ])('%s: %s', (text, language) => {
    expect(checkLanguage(text)).toBe(language);
  });
});

describe('a shown value', () => {
  it('is masked if it is a bank detail or an ID', () => {
    expect(mask('DE89370400440532013000')).toBe('***3000');
    expect(mask('601613')).toBe('***13');
    expect(mask('003')).toBe('***');
    expect(maskEmail('ada@example.com')).toBe('a***@example.com');
    expect(showValue('dob', '1985-12-31')).toBe('***');
    for (const column of ['iban', 'accountNum', 'branchId', 'swiftBic', 'governmentId']) {
      expect(showValue(column, '123456789')).toBe('***6789');
    }
  });

  it('is shortened, and has nothing that changes the text around it', () => {
    expect(showValue('memo', 'a'.repeat(1_000_000))).toHaveLength(81);
    expect(showValue('memo', 'a\u202eb\nc\ud800')).toBe('a\ufffdb\ufffdc\ufffd');
  });
});
