import { expect, it } from 'vitest';
import { townOfLines } from '../../../src/sheets/pain001/address-lines.ts';

/** Lines of an address, separated by " / ", and what they are: street, second line, postal code, city, region. */
const CASES: readonly (readonly [country: string, lines: string, ...found: readonly (string | undefined)[]])[] = [
  ['FR', '12 rue des Lilas / 75011 Paris', '12 rue des Lilas', undefined, '75011', 'Paris'],
  ['FR', '12 rue des Lilas / 75008 PARIS CEDEX 08', '12 rue des Lilas', undefined, '75008', 'PARIS CEDEX 08'],
  ['NL', 'Damrak 1 / 1012LG AMSTERDAM', 'Damrak 1', undefined, '1012LG', 'AMSTERDAM'],
  ['GB', '12 High Street / London SW1A 1AA', '12 High Street', undefined, 'SW1A 1AA', 'London'],
  ['GB', '12 High Street, Leeds / LS1 4AP', '12 High Street', undefined, 'LS1 4AP', 'Leeds'],
  ['GB', '12 High Street / Leeds / LS1 4AP', '12 High Street', undefined, 'LS1 4AP', 'Leeds'],
  ['GB', '12 High Street / Leeds / West Yorkshire / LS1 4AP', '12 High Street', undefined, 'LS1 4AP', 'Leeds', 'West Yorkshire'],
  ['GB', '12 High Street, London, SW1A 1AA', '12 High Street', undefined, 'SW1A 1AA', 'London'],
  ['GB', 'Flat 2 / 12 High Street / London SW1A 1AA / United Kingdom', 'Flat 2', '12 High Street', 'SW1A 1AA', 'London'],
  ['GG', '12 High Street / St Peter Port GY1 1AA', '12 High Street', undefined, 'GY1 1AA', 'St Peter Port'],
  ['IE', '12 Main Street / Dublin 2 D02 X285', '12 Main Street', undefined, 'D02 X285', 'Dublin 2'],
  ['IE', 'Unit 5, Airside / Swords, Co. Dublin K67 A1B2', 'Unit 5, Airside', undefined, 'K67 A1B2', 'Swords', 'Co. Dublin'],
  ['IE', '1 Main Street, Swords, Co. Dublin, K67 A1B2', '1 Main Street', undefined, 'K67 A1B2', 'Swords', 'Co. Dublin'],
  ['IE', '1 Main Street / Swords / County Dublin K67 A1B2', '1 Main Street', undefined, 'K67 A1B2', 'Swords', 'County Dublin'],
  ['GB', 'Church Lane / Ely / Cambs CB7 4DL', 'Church Lane', undefined, 'CB7 4DL', 'Ely', 'Cambs'],
  ['IE', '1 Main Street / Co. Dublin K67 A1B2', '1 Main Street', undefined, 'K67 A1B2', 'Co. Dublin'],
  ['IE', '12 Main Street / Dublin 2', '12 Main Street', undefined, undefined, 'Dublin 2'],
  ['IE', '12 Main Street, Cork, T12 ABC1', '12 Main Street', undefined, 'T12 ABC1', 'Cork'],
  ['CZ', 'Vodičkova 1 / 110 00 Praha 1', 'Vodičkova 1', undefined, '110 00', 'Praha 1'],
  ['CZ', 'Vodičkova 1 / 11000 Praha', 'Vodičkova 1', undefined, '11000', 'Praha'],
  ['SK', 'Hlavná 1 / 811 01 Bratislava', 'Hlavná 1', undefined, '811 01', 'Bratislava'],
  ['MT', '12 Republic Street / Valletta VLT 1117', '12 Republic Street', undefined, 'VLT 1117', 'Valletta'],
  ['MT', '12 Republic Street / VLT 1117 Valletta', '12 Republic Street', undefined, 'VLT 1117', 'Valletta'],
  ['IT', 'Via Roma 1 / 20124 Milano (MI)', 'Via Roma 1', undefined, '20124', 'Milano', 'MI'],
  ['IT', 'Via Roma 1 / I-20124 MILANO MI', 'Via Roma 1', undefined, '20124', 'MILANO', 'MI'],
  ['IT', 'Via Roma 1, 19100 La Spezia', 'Via Roma 1', undefined, '19100', 'La Spezia'],
  ['DE', 'Lindenstr. 1, 10969 Berlin', 'Lindenstr. 1', undefined, '10969', 'Berlin'],
  ['DE', 'Lindenstr. 1 10969 Berlin', 'Lindenstr. 1', undefined, '10969', 'Berlin'],
  ['DE', 'Lindenstr. 1 / D-10969 Berlin / Deutschland', 'Lindenstr. 1', undefined, '10969', 'Berlin'],
  ['DE', 'Muster Verwaltung / Lindenstr. 1 / 10969 Berlin', 'Lindenstr. 1', 'Muster Verwaltung', '10969', 'Berlin'],
  ['DE', 'Muster GmbH / Lindenstr. 1 / 10969 Berlin', 'Lindenstr. 1', 'Muster GmbH', '10969', 'Berlin'],
  ['DE', 'c/o Meier / Lindenstr. 1 / 10969 Berlin', 'Lindenstr. 1', 'c/o Meier', '10969', 'Berlin'],
  ['DE', 'Lindenstr. 1 / Hinterhaus / 10969 Berlin', 'Lindenstr. 1', 'Hinterhaus', '10969', 'Berlin'],
  ['SE', 'Storgatan 1 / SE-114 55 Stockholm', 'Storgatan 1', undefined, '114 55', 'Stockholm'],
  ['DK', 'Gade 1 / 1050 København K', 'Gade 1', undefined, '1050', 'København K'],
  ['PT', 'Rua A 1 / 1000-001 Lisboa', 'Rua A 1', undefined, '1000-001', 'Lisboa'],
  ['LV', 'Brīvības iela 1 / Rīga, LV-1050', 'Brīvības iela 1', undefined, 'LV-1050', 'Rīga'],
  ['CA', '1 Main St / Toronto, ON M5V 2T6', '1 Main St', undefined, 'M5V 2T6', 'Toronto', 'ON'],
  ['AU', '7 Bridge Road / Sydney NSW 2000', '7 Bridge Road', undefined, '2000', 'Sydney', 'NSW'],
  ['US', '1 Main St / Austin, TX 73301', '1 Main St', undefined, '73301', 'Austin', 'TX'],
  ['US', '1 Main St, Austin, TX 73301', '1 Main St', undefined, '73301', 'Austin', 'TX'],
  ['IN', '12 MG Road / Mumbai - 400 001', '12 MG Road', undefined, '400 001', 'Mumbai'],
  ['BR', 'Rua A 1 / 01310-100 São Paulo - SP', 'Rua A 1', undefined, '01310-100', 'São Paulo', 'SP'],
  ['HK', '1 Queens Road / Central', '1 Queens Road', undefined, undefined, 'Central'],
  // Not clear, so nothing is found.
  ['DE', 'Lindenstr. 1 / Berlin', 'Lindenstr. 1', 'Berlin', undefined, undefined],
  ['AT', 'Hauptstrasse 1010', 'Hauptstrasse 1010', undefined, undefined, undefined],
  ['GB', 'High Street 12 London SW1A 1AA', 'High Street 12 London SW1A 1AA', undefined, undefined, undefined],
];

it.each(CASES)('in %s: %s', (country, lines, ...[street1, street2, postalCode, city, region]) => {
  const found = townOfLines(lines!.split(' / '), country, (line) => /GmbH$|Verwaltung$/.test(line));
  const { rest } = found;
  expect([rest[0], rest[1], found.postalCode, found.city, found.region]).toEqual([street1, street2, postalCode, city, region]);
});
