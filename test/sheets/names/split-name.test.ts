import { expect, it } from 'vitest';
import { splitName } from '../../../src/sheets/names/split-name.ts';

it.each([
  ['Ina Muster', 'Ina', 'Muster'],
  ['Muster, Ina', 'Ina', 'Muster'],
  ['MUSTER Ina', 'Ina', 'MUSTER'],
  ['DE LA CRUZ Ana María', 'Ana María', 'DE LA CRUZ'],
  ['Ina MUSTER', 'Ina', 'MUSTER'],
  ['INA MUSTER', 'INA', 'MUSTER'],
  ['Max Muster jun.', 'Max', 'Muster jun.'],
  ['Max Muster, Jr.', 'Max', 'Muster Jr.'],
  ['Dr. Ina Muster', 'Ina', 'Muster'],
  ['Herr Max Muster', 'Max', 'Muster'],
  ['Ina und Max Muster', 'Ina und Max', 'Muster'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Anna von der Heide', 'Anna', 'von der Heide'],
  ['John F. Kennedy', 'John F.', 'Kennedy'],
  ['JP Morgan', 'JP', 'Morgan'],
  ['NG Wei', 'Wei', 'NG'],
  ['山田 太郎', '太郎', '山田'],
  ['Suharto', undefined, 'Suharto'],
  ['Muster Ina und Max', 'Ina und Max', 'Muster'],
  ['Muster, Ina & Max', 'Ina & Max', 'Muster'],
  ['Ina et Max Muster', 'Ina et Max', 'Muster'],
  ['Ina und Max', undefined, 'Ina und Max'],
  ['Herr und Frau Muster', undefined, 'Herr und Frau Muster'],
  ['Eheleute Ina und Max Muster', 'Ina und Max', 'Muster'],
  ['M. et Mme Dupont', undefined, 'M. et Mme Dupont'],
  ['Dr. med. Ina Muster', 'Ina', 'Muster'],
  ['McDONALD Ian', 'Ian', 'McDONALD'],
  ['Max v. Muster', 'Max', 'v. Muster'],
  ['MUSTER Max jun.', 'Max jun.', 'MUSTER'],
  ['Muster jun., Max', 'Max', 'Muster jun.'],
])('%s is %s %s', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual(firstName === undefined ? { lastName } : { firstName, lastName });
});
