import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model.ts';
import { checkText } from '../../src/rules/check-text.ts';

const codesOf = (text: string, column: string) => {
  const found: Finding[] = [];
  checkText(text, column, found);
  return found.map(({ code }) => code);
};

describe('a name or a city', () => {
  it.each([
    ['lastName', '99999'],
    ['firstName', '4'],
    ['lastName', '12-34'],
    ['lastName', '+49 30 12345'],
    ['city', '99999'],
    ['city', '10969-1234'],
    ['city', '１０９６９'],
    ['city', '2027-05-24'],
    ['bankCity', '60311'],
    ['name', '10 000,00'],
    ['accountHolderName', '0532013000'],
    ['mailingName', '12'],
    ['mailingCity', '94105'],
  ])('of only digits is an error: %s %s', (column, text) => expect(codesOf(text, column)).toEqual(['only_digits']));

  it.each([
    ['name', '1&1'],
    ['name', '7-11'],
    ['name', '4711 GmbH'],
    ['lastName', 'Muster 2'],
    ['lastName', '三'],
    ['city', '100 Mile House'],
    ['city', 'Praha 1'],
    ['street1', '12'],
    ['postalCode', '10969'],
    ['memo', '2027'],
  ])('may have digits: %s %s', (column, text) => expect(codesOf(text, column)).toEqual([]));
});
