import { expect, it } from 'vitest';
import { countryByName } from '../../../src/rules/countries/country-names.ts';

/** Names that people write, beside the ones of CLDR. */
const NAMES: Readonly<Record<string, string>> = {
  GB: 'Großbritannien|GROSSBRITANNIEN|Great Britain|England|Scotland|Grande-Bretagne|Angleterre|Gran Bretaña|Inglaterra|Gran Bretagna|Grã-Bretanha|Groot-Brittannië|Engeland|Storbritannien|Storbritannia|Iso-Britannia|Wielka Brytania|Anglia|Velká Británie|Veľká Británia|Nagy-Britannia|Marea Britanie|İngiltere|Μεγάλη Βρετανία|Великобритания|Велика Британія|英国|イギリス|영국',
  FR: 'Frankreich|France|Francia|França|Frankrike|Frankrig|Ranska|Francja|Francie|Franța|Fransa|Γαλλία|Франция|フランス',
  NL: 'Holland|Hollande|Holanda|Olanda|Holandia|Niederlande|Pays-Bas|Países Bajos',
  CZ: 'Czech Republic|Tschechien|Tschechische Republik|République tchèque|República Checa|Repubblica Ceca|Česká republika',
  US: "USA|U.S.A.|United States of America|Vereinigte Staaten von Amerika|États-Unis|Etats-Unis d’Amérique|Estados Unidos de América|Stati Uniti d'America|США|美国",
  SK: 'Slovak Republic|Slowakei|Slovenská republika',
  IE: 'Republic of Ireland|Irland|Irlande|Éire',
  KR: 'South Korea|Korea, Republic of|Südkorea',
  TR: 'Turkey|Türkiye|Türkei|Turquie',
  CH: 'Schweiz|Suisse|Svizzera|Szwajcaria|Švýcarsko',
  BY: 'Weißrussland|Belarus|Biélorussie|Белоруссия',
  MD: 'Moldawien|Moldova|Moldavie',
  BA: 'Bosnien-Herzegowina|Bosnien und Herzegowina|Bosnia & Herzegovina',
  GR: 'Griechenland|Hellas|Grèce',
  NO: 'Norwegen|Norge|Noreg',
  MK: 'Nordmazedonien|Makedonien',
  AT: 'Oesterreich|OESTERREICH|Österreich|Ausztria|aut',
  CV: 'Kapverden|Cabo Verde',
  CD: 'DR Congo|RDC|Rép. Dém. du Congo',
  DO: 'Dom. Rep.|Dominikanische Republik',
  GM: 'Gambia|The Gambia',
  HK: '香港|Hongkong',
  HR: 'Hırvatistan|HIRVATİSTAN|HIRVATISTAN',
  MO: 'Macau|Makau|Макао',
  NG: 'Nigeria|NGA|566',
  PS: 'Palästina|Palestina|Palestine',
  RO: 'Rumaenien|Rumänien',
  AE: 'UAE|Vereinigte Arabische Emirate|VAE',
};

it.each(['Kongo', 'Nga', 'Sankt Martin', 'America Latina', 'UE', 'Dubai'])(
  '%s may be more than one country, or is none',
  (name) => expect(countryByName(name)).toBeUndefined(),
);

it.each(Object.entries(NAMES))('%s is known as %s', (code, names) => {
  expect(names.split('|').filter((name) => countryByName(name) !== code)).toEqual([]);
});
