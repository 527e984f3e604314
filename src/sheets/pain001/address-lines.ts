/** How the line with the town is written in a country. */
interface TownForm {
  /** The postal code, as a pattern. */
  readonly code: string;
  /** Whether the town comes before the code. */
  readonly townFirst?: true;
  /** A state or province between town and code, or behind the town: its pattern. */
  readonly region?: string;
  /** Addresses without a code exist, so the last line alone is the town. */
  readonly codeOptional?: true;
}

/** By country. From the postal address formats of the Universal Postal Union (S42, "Addressing systems"). */
const FORMS: Readonly<Record<string, TownForm>> = {
  ...each('AL AM AT AU BE BG CH CY DK GE GL HU LI LU MD MK NO PH SI TN ZA', { code: '\\d{4}' }),
  ...each('BA CR CU DE DZ EE EG ES FI FR HR ID IS LT MA ME MX MY RS SM TH TR UA UY VA XK ZM', { code: '\\d{5}' }),
  ...each('CZ GR SE SK', { code: '\\d{3} ?\\d{2}' }),
  ...each('BY CN KG KZ RO RU TJ TM UZ', { code: '\\d{6}' }),
  ...each('GP GF MQ RE YT MC NC PF PM', { code: '\\d{5}' }),
  AD: { code: 'AD\\d{3}' },
  IS: { code: '\\d{3}' },
  IT: { code: '\\d{5}', region: '[A-Z]{2}' },
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
  MT: { code: '[A-Z]{3} ?\\d{2,4}', townFirst: true },
  IE: { code: '(?:[A-Z]\\d{2}|D6W) ?[A-Z\\d]{4}', townFirst: true, codeOptional: true },
  ...each('GB GG IM JE GI FK', { code: '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', townFirst: true }),
  ...each('AE HK MO QA', { code: '\\d{5,6}', townFirst: true, codeOptional: true }),
};

function each(countries: string, form: TownForm): Readonly<Record<string, TownForm>> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, form]));
}

/** Counties that people write below the town. */
const COUNTY =
  /^(?:co(?:unty|\.)? \p{L}+|\p{L}+shire|(?:greater |west |east |north |south )?(?:london|manchester|midlands|yorkshire|sussex|kent|essex|surrey|devon|cornwall|dorset|somerset|norfolk|suffolk|cumbria|durham|merseyside|middlesex|tyne and wear|rutland|fife))$/iu;
/** "c/o", "for the attention of": a line that is no street. */
const CARE_OF =
  /^(?:c\/o|p\.?\s?a\.|z\.?\s?h(?:d|än?d?en)?\b|att(?:n|ention|\.)?\b|fao\b|à l[’']attention|t\.?a\.?v\.?|abt(?:eilung|\.)|dept\b|department|service |ufficio |departamento |cell )/iu;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'fi', 'hu', 'ro'];
const DISPLAYED = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
/** ISO 20022: no address line is longer. */
const LONGEST_LINE = 70;

export interface TownOfLines {
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly region?: string | undefined;
  /** The other lines, the street first. */
  readonly rest: readonly string[];
}

/**
 * Finds postal code and town in the lines of an address, if they are clear. A line that names the country is left out.
 * @param isName whether a line is a name and not a street
 */
export function townOfLines(
  written: readonly string[],
  country: string | undefined,
  isName: (line: string) => boolean,
): TownOfLines {
  const lines = written.map((line) => line.replace(/ {2,}/g, ' ').trim());
  const form = country === undefined ? undefined : FORMS[country];
  if (country === undefined || form === undefined || lines.some((line) => line.length > LONGEST_LINE))
    return { rest: streetFirst(lines, isName) };
  while (lines.length > 1 && namesCountry(lines.at(-1)!, country)) lines.pop();
  const found = lastLine(lines, form, country);
  if (found === null) return { rest: streetFirst(lines, isName) };
  const town = aboveCounty(found);
  return { ...town, rest: streetFirst(town.rest, isName) };
}

/** Counties that are no town: "Co. Dublin", and the short forms of English ones. */
const ONLY_COUNTY =
  /^(?:co(?:unty|\.)? \p{L}.*|beds|berks|bucks|cambs|glos|hants|herts|lancs|leics|lincs|northants|notts|oxon|staffs|warks|wilts|worcs)$/iu;

/** "1 Main Street, Swords, Co. Dublin K67 A1B2": the town stands before its county. */
function aboveCounty(found: TownOfLines): TownOfLines {
  if (!ONLY_COUNTY.test(found.city ?? '')) return found;
  const parts = found.rest.flatMap((line) => line.split(/ ?, ?/));
  const city = parts.at(-1)!;
  if (parts.length < 2 || /\d/.test(city)) return found;
  const line = found.rest
    .at(-1)!
    .slice(0, -city.length)
    .replace(/[ ,]+$/, '');
  return { ...found, city, region: found.city, rest: [...found.rest.slice(0, -1), ...(line === '' ? [] : [line])] };
}

function namesCountry(line: string, country: string): boolean {
  const text = line.toLowerCase();
  return text === country.toLowerCase() || DISPLAYED.some((names) => names.of(country)?.toLowerCase() === text);
}

function streetFirst(lines: readonly string[], isName: (line: string) => boolean): readonly string[] {
  const at = lines.findIndex((line) => !CARE_OF.test(line) && !isName(line));
  return at < 1 ? lines : [lines[at]!, ...lines.slice(0, at), ...lines.slice(at + 1)];
}

function lastLine(lines: readonly string[], form: TownForm, country: string): TownOfLines | null {
  const last = lines.at(-1) ?? '';
  const before = lines.slice(0, -1);
  const whole = townLine(last, form, country);
  if (whole !== null && before.length > 0) return { ...whole, rest: before };
  if (before.length > 0 && new RegExp(`^(?:${country}-)?${form.code}$`).test(last)) return codeAlone(before, last);
  const comma = cut(last, form, country);
  if (comma !== null) return { ...comma, rest: [...before, ...comma.rest] };
  const alone = form.codeOptional && before.length > 0 && /^\p{L}[\p{L} .'’-]*(?: \d{1,2}w?)?$/iu.test(last);
  return alone ? { city: last, rest: before } : null;
}

/** A postal code below the town, which is a line of its own or behind the street. */
function codeAlone(before: readonly string[], postalCode: string): TownOfLines | null {
  const lines = [...before];
  let region: string | undefined;
  if (lines.length > 2 && COUNTY.test(lines.at(-1)!)) region = lines.pop();
  const above = lines.at(-1)!;
  if (lines.length > 1 && !/\d/.test(above) && !above.includes(','))
    return { city: above, postalCode, ...(region === undefined ? {} : { region }), rest: lines.slice(0, -1) };
  const [, street, city] = /^(.+), ?(\D+)$/.exec(above) ?? [];
  if (street === undefined || city === undefined) return null;
  return { city: city.trim(), postalCode, rest: [...lines.slice(0, -1), street] };
}

/** A line with street and town: "Lindenstr. 1, 10969 Berlin", "12 High Street, London, SW1A 1AA". */
function cut(line: string, form: TownForm, country: string): TownOfLines | null {
  const parts = line.split(/ ?[,;] ?/);
  for (let from = parts.length - 1; from > 0; from--) {
    const found = townLine(parts.slice(from).join(' '), form, country);
    if (found !== null) return { ...found, rest: [parts.slice(0, from).join(', ')] };
  }
  if (form.townFirst) return null;
  // Without a comma, the code is where the town begins.
  const match = new RegExp(`^(.*\\d\\S{0,2}) ((?:${country}-)?${form.code} \\D+)$`).exec(line);
  const found = match && townLine(match[2]!, form, country);
  return found ? { ...found, rest: [match[1]!] } : null;
}

/** "Dublin 2", "Praha 4 - Nusle", "København K". */
const TOWN = '(\\p{L}[^\\d,]*?(?: \\d{1,2}(?: [^\\d,]*)?)?)';

function townLine(
  line: string,
  { code, townFirst, region }: TownForm,
  country: string,
): Omit<TownOfLines, 'rest'> | null {
  const codeFirst = `^(?:[A-Z]{1,3}[- ])?(?<code>${code}),? (?<city>${TOWN})${region ? `(?:,? \\(?(?<region>${region})\\)?| ?[-/] ?(?<state>${region}))?` : ''}$`;
  const codeLast = `^(?<city>${TOWN}),?${region ? `(?:,? (?<region>${region}))?` : ''},? (?:- )?(?:${country}-)?(?<code>${code})$`;
  // A code with letters is no house number, so it may also stand before the town.
  const patterns = townFirst ? [codeLast, ...(code.includes('[A-Z]') ? [codeFirst] : [])] : [codeFirst];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'u').exec(line)?.groups;
    if (!found || (region !== undefined && new RegExp(`^${region}$`).test(found.city!))) continue;
    const province = found.region ?? found.state;
    return { city: found.city, postalCode: found.code, ...(province === undefined ? {} : { region: province }) };
  }
  return null;
}
