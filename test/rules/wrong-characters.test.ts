import { describe, expect, it } from 'vitest';
import { wrongCharacters } from '../../src/rules/wrong-characters.ts';

describe('the wrong characters of a cell', () => {
  it.each([
    [
      'a letter where the country has digits',
      'iban_structure',
      'DE89 37O4 0044 0532 0130 00',
      'DE89 37[O]4 0044 0532 0130 00',
    ],
    ['two of them', 'iban_structure', 'DE8937O400440532O13000', 'DE8937[O]400440532[O]13000'],
    ['the word IBAN before them', 'iban_structure', 'IBAN: DE8937O400440532013000', 'IBAN: DE8937[O]400440532013000'],
    ['the only digit that fits no check digits', 'iban_check_digits', 'BE68539007547035', 'BE6853900754703[5]'],
    ['two neighbors that are swapped', 'iban_check_digits', 'ES9121000481450200051332', 'ES91210004[8][1]450200051332'],
    ['a sign that no IBAN has', 'iban_characters', 'DE89 3704 0044 0532 0130 00?', 'DE89 3704 0044 0532 0130 00[?]'],
    ['a country that does not exist', 'iban_country_unknown', 'ZZ89370400440532013000', '[Z][Z]89370400440532013000'],
    ['the country of a BIC', 'bic_country_unknown', 'COBAXXFF', 'COBA[X][X]FF'],
    ['a sign in an account number', 'account_number_characters', '4815*162342', '4815[*]162342'],
    ['a letter in an amount', 'amount_form', '12O.50', '12[O].50'],
    ['a sign of an amount', 'amount_negative', '-250.00', '[-]250.00'],
    ['a second @', 'email_form', 'ada@home@example.com', 'ada@home[@]example.com'],
    ['a space in an address', 'email_form', 'ada @example.com', 'ada[ ]@example.com'],
    ['a damaged letter', 'text_characters', 'M\ufffdller', 'M[\ufffd]ller'],
  ])('are %s', (_, code, text, marked) => {
    const at = new Set(wrongCharacters({ code }, text));
    expect([...text].map((character, i) => (at.has(i) ? `[${character}]` : character)).join('')).toBe(marked);
  });

  it.each([
    ['an amount in words', 'amount_form', 'twelve hundred'],
    ['an amount with a currency', 'amount_form', '€ 310,00 USD'],
    ['an IBAN that is too short', 'iban_length', 'DE8937040044053201300'],
    ['an IBAN in which any character may be wrong', 'iban_check_digits', 'DE00370400440532013001'],
    ['an unknown currency', 'currency_unknown', 'GPB'],
  ])('are not known in %s', (_, code, text) => {
    expect(wrongCharacters({ code }, text)).toEqual([]);
  });
});
