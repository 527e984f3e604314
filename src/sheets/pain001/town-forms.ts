/** The form of the line with the town in a country. */
export interface TownForm {
  /** The postal code, as a pattern. */
  readonly code: string;
  /** Whether the town comes before the code. */
  readonly townFirst?: true;
  /** A state or province between town and code, or behind the town: its pattern. */
  readonly region?: string;
  /** Whether the name of a province in brackets may follow the town. */
  readonly province?: true;
  /** Addresses without a code exist, so the last line alone is the town. */
  readonly codeOptional?: true;
}

/** By country. From the postal address formats of the Universal Postal Union (S42, "Addressing systems"). */
export const TOWN_FORMS: Readonly<Record<string, TownForm>> = {
  ...each('AL AM AT AU BE BG CY DK GE GL HU LI LU MD MK NO PH SI TN ZA', { code: '\\d{4}' }),
  ...each('BA CR CU DE DZ EE EG FI FR HR ID IS LT MA ME MX MY RS SM TH TR UA UY VA XK ZM', { code: '\\d{5}' }),
  ...each('CZ GR SE SK', { code: '\\d{3} ?\\d{2}' }),
  ...each('BY CN KG KZ RO RU TJ TM UZ', { code: '\\d{6}' }),
  ...each('GP GF MQ RE YT MC NC PF PM', { code: '\\d{5}' }),
  AD: { code: 'AD\\d{3}' },
  IS: { code: '\\d{3}' },
  CH: {
    code: '\\d{4}',
    region: '(?:A[GIR]|B[ELS]|FR|G[ELR]|JU|LU|N[EW]|OW|S[GHOZ]|T[GI]|UR|V[DS]|Z[GH])',
  },
  ES: { code: '\\d{5}', province: true },
  IT: { code: '\\d{5}', region: '[A-Z]{2}', province: true },
  NL: { code: '\\d{4} ?[A-Z]{2}' },
  PL: { code: '\\d{2}-\\d{3}' },
  PT: { code: '\\d{4}(?:-\\d{3})?' },
  AU: { code: '\\d{4}', townFirst: true, region: '[A-Z]{2,3}' },
  BR: { code: '\\d{5}-?\\d{3}', region: '[A-Z]{2}' },
  CA: { code: '[A-Z]\\d[A-Z] ?\\d[A-Z]\\d', townFirst: true, region: '[A-Z]{2}' },
  US: { code: '\\d{5}(?:-\\d{4})?', townFirst: true, region: '[A-Z]{2}' },
  IN: { code: '\\d{3} ?\\d{3}', townFirst: true },
  NZ: { code: '\\d{4}', townFirst: true },
  LV: { code: 'LV-?\\d{4}', townFirst: true },
  SG: { code: '\\d{6}', townFirst: true },
  MT: { code: '[A-Z]{3} ?\\d{2,4}', townFirst: true, codeOptional: true },
  IE: { code: '(?:[A-Z]\\d{2}|D6W) ?[A-Z\\d]{4}', townFirst: true, codeOptional: true },
  ...each('GB GG IM JE GI FK', { code: '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', townFirst: true }),
  ...each('AE HK MO QA', { code: '\\d{5,6}', townFirst: true, codeOptional: true }),
};

function each(countries: string, form: TownForm): Readonly<Record<string, TownForm>> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, form]));
}
