import { cutBehindStreet, isStreetName } from './behind-street.ts';
import { TOWN_FORMS, type TownForm } from './town-forms.ts';

/** Counties that people write below the town. */
const COUNTY =
  /^(?:co(?:unty|\.)? \p{L}+|\p{L}+shire|(?:greater |west |east |north |south )?(?:london|manchester|midlands|yorkshire|sussex|kent|essex|surrey|devon|cornwall|dorset|somerset|norfolk|suffolk|cumbria|durham|merseyside|middlesex|tyne and wear|rutland|fife))$/iu;
/** "c/o", "for the attention of": a line that is no street. */
const CARE_OF =
  /^(?:c\/o|p\.?\s?a\.|z\.?\s?h(?:d|än?d?en)?\b|att(?:n|ention|\.)?\b|fao\b|à l[’']attention|t\.?a\.?v\.?|abt(?:eilung|\.)|dept\b|department|service |ufficio |departamento |cell )/iu;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sk', 'sv', 'da', 'fi', 'hu', 'ro', 'ga'];
const DISPLAYED = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));
/** Other names on the last line. */
const ALSO_CALLED: Readonly<Record<string, RegExp>> = {
  CZ: /^(?:česká republika|czech republic|tschechische republik)$/,
  GB: /^(?:u\.?k\.?|great britain|england|scotland|wales|cymru|northern ireland|großbritannien)$/,
  IE: /^(?:republic of ireland|eire)$/,
  NL: /^(?:holland|the netherlands)$/,
  SK: /^(?:slovenská republika|slovak republic)$/,
};
/** Parts of a building: a number in them is not that of the house. */
const UNIT =
  /^(?:floor|flat|apartment|apt|unit|suite|room|block|level|top|tür|stiege|stock|etage|appartement|bâtiment|bât|piso|planta|puerta|interno|scala|piano|patro|poschodie|lok|\d+(?:\.|st|nd|rd|th|er|e|º|ª)? ?(?:og|stock|etage|floor|étage|piso|planta|piano|patro))\b/iu;
/** "Ring 1", "12 High Street": a line with a house number. */
const HAS_NUMBER = /\p{L}{3}.*\d|\d.*\p{L}{3}/u;
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
export function findTown(
  written: readonly string[],
  country: string | undefined,
  isName: (line: string) => boolean,
): TownOfLines {
  const lines = written.map((line) => line.replace(/ {2,}/g, ' ').trim());
  const form = country === undefined ? undefined : TOWN_FORMS[country];
  if (country === undefined || form === undefined || lines.some((line) => line.length > LONGEST_LINE))
    return { rest: streetFirst(lines, isName) };
  while (lines.length > 1 && namesCountry(lines.at(-1)!, country)) lines.pop();
  const [, last, named] = /^(.+)[,;] ?([^,;]+)$/.exec(lines.at(-1)!) ?? [];
  if (named !== undefined && namesCountry(named, country)) lines.splice(-1, 1, last!);
  if (form.townFirst && lines.length > 0) lines.splice(-1, 1, withoutCountry(lines.at(-1)!, form, country));
  const found = lastLine(lines, form, country) ?? firstLine(lines, form, country);
  if (found === null) return { rest: streetFirst(lines, isName) };
  const town = aboveCounty(found);
  return { ...town, rest: streetFirst(town.rest, isName) };
}

/** Counties that are no town: "Co. Dublin", "Norfolk", and the short forms of English ones. */
const ONLY_COUNTY =
  /^(?:co(?:unty|\.)? \p{L}.*|beds|berks|bucks|cambs|glos|hants|herts|lancs|leics|lincs|northants|notts|oxon|staffs|warks|wilts|worcs|\p{L}+shire|greater (?:london|manchester)|(?:(?:west|east|north|south) )?(?:midlands|yorkshire|sussex)|kent|essex|surrey|devon|cornwall|dorset|somerset|norfolk|suffolk|cumbria|merseyside|middlesex|tyne and wear|rutland|fife)$/iu;

/** "1 Main Street, Swords, Co. Dublin K67 A1B2": the town precedes its county. */
function aboveCounty(found: TownOfLines): TownOfLines {
  if (!ONLY_COUNTY.test(found.city ?? '')) return found;
  const parts = found.rest.flatMap((line) => line.split(/ ?, ?/));
  const city = parts.at(-1)!;
  if (/\d/.test(city) || (parts.length < 2 && isStreetName(city))) return found;
  const line = found.rest
    .at(-1)!
    .slice(0, -city.length)
    .replace(/[ ,]+$/, '');
  return { ...found, city, region: found.city, rest: [...found.rest.slice(0, -1), ...(line === '' ? [] : [line])] };
}

/** "Leeds LS1 4AP United Kingdom" */
function withoutCountry(line: string, { code }: TownForm, country: string): string {
  const words = line.split(' ');
  const at = words.findIndex((_, from) => from > 0 && namesCountry(words.slice(from).join(' '), country));
  const before = words.slice(0, Math.max(at, 0)).join(' ');
  return new RegExp(`${code}$`).test(before) ? before : line;
}

function namesCountry(line: string, country: string): boolean {
  const text = line.toLowerCase();
  if (ALSO_CALLED[country]?.test(text)) return true;
  return text === country.toLowerCase() || DISPLAYED.some((names) => names.of(country)?.toLowerCase() === text);
}

/** "Ring 1", "Am Park 3a", "12 High Street", "Ring 1, Hof"; not "Muster 30 Holding". */
const isPlain = (line: string) => /^\d|\d\p{L}?\.?$|\d \p{L}$/u.test(line.split(',')[0]!);

/** The street first: the first line with a house number, else the first that is no name. */
function streetFirst(lines: readonly string[], isName: (line: string) => boolean): readonly string[] {
  const isOther = (line: string) => CARE_OF.test(line) || isName(line);
  const first = lines.findIndex((line) => !isOther(line));
  const numbered = lines.findIndex((line) => HAS_NUMBER.test(line) && !UNIT.test(line) && !isOther(line));
  const clear = lines.findIndex((line) => isStreet(line) && isPlain(line) && !isOther(line));
  const at = [clear, numbered].find((one) => one >= 0 && !isPlain(lines[first]!)) ?? first;
  return at < 1 ? lines : [lines[at]!, ...lines.slice(0, at), ...lines.slice(at + 1)];
}

function lastLine(lines: readonly string[], form: TownForm, country: string): TownOfLines | null {
  const last = lines.at(-1) ?? '';
  const before = lines.slice(0, -1);
  // "20124 Milano" above "MI"
  if (before.length > 1 && form.region !== undefined && new RegExp(`^\\(?${form.region}\\)?$`).test(last))
    return lastLine([...before.slice(0, -1), `${before.at(-1)!} ${last}`], form, country);
  const whole = townLine(last, form, country) ?? (before.some(isStreet) ? codeBehind(last, form) : null);
  if (whole !== null && before.length > 0) return { ...whole, rest: before };
  const code = new RegExp(`^(?:${country}-)?${form.code}$`);
  const parts = last.split(/ ?[,;] ?/);
  const above = [...before, ...parts.slice(0, -1)];
  const alone = above.length > 0 && code.test(parts.at(-1)!) ? codeAlone(above, parts.at(-1)!) : null;
  if (alone !== null) return withRegion(alone, form);
  const comma = cut(last, form, country);
  if (comma !== null) return { ...comma, rest: [...before, ...comma.rest] };
  return form.codeOptional ? townWithoutCode(before, parts) : null;
}

/** "Dublin 2" below the street, or behind it and a comma. */
function townWithoutCode(before: readonly string[], parts: readonly string[]): TownOfLines | null {
  const city = parts.at(-1)!;
  if (!isTownAlone(city)) return null;
  if (parts.length === 1) return before.length > 0 ? { city, rest: before } : null;
  const street = parts.at(-2)!;
  if (ONLY_COUNTY.test(city) ? parts.length < 3 : !isStreet(street) && !isStreetName(street)) return null;
  return { city, rest: [...before, parts.slice(0, -1).join(', ')] };
}

const isTownAlone = (text: string) =>
  /^\p{L}[\p{L} .'’-]*$/u.test(text.replace(DISTRICT, 'District')) && !isStreetName(text) && !CARE_OF.test(text);

/** "10969 Berlin, Lindenstr. 1": the town in front of the street, as in Hungary. */
function firstLine(lines: readonly string[], form: TownForm, country: string): TownOfLines | null {
  if (form.townFirst) return null;
  const [first = '', ...others] = lines;
  const [town = '', ...parts] = first.split(/ ?[,;] ?/);
  const rest = [...(parts.length > 0 ? [parts.join(', ')] : []), ...others];
  const found = rest.length > 0 && isStreet(rest[0]!) ? townLine(town, form, country) : null;
  return found && { ...found, rest };
}

const isStreet = (line: string) => HAS_NUMBER.test(line) && !UNIT.test(line) && !CARE_OF.test(line);

/** Towns with numbered districts: "Praha 1 - Staré Město". */
const DISTRICT =
  /^(?:Dublin|Praha|Prague|Prag|Brno|Ostrava|Plzeň|Bratislava|Košice|Budapest|Wien|Vienna|Paris|Lyon|Marseille|Zürich|Roma|Bucureşti|București|Valletta) \d{1,2}w?\b/iu;

/** A postal code below the town, which is a line of its own or behind the street. */
function codeAlone(before: readonly string[], postalCode: string): TownOfLines | null {
  const lines = [...before];
  let region: string | undefined;
  if (lines.length > 2 && COUNTY.test(lines.at(-1)!)) region = lines.pop();
  const above = lines.at(-1)!;
  if (lines.length > 1 && (!/\d/.test(above) || DISTRICT.test(above)) && !above.includes(','))
    return { city: above, postalCode, ...(region === undefined ? {} : { region }), rest: lines.slice(0, -1) };
  const [, street, city] = /^(.+), ?(\D+)$/.exec(above) ?? [];
  if (street === undefined || city === undefined) return null;
  return { city: city.trim(), postalCode, rest: [...lines.slice(0, -1), street] };
}

/** "São Paulo - SP" above the code */
function withRegion(town: TownOfLines, { region }: TownForm): TownOfLines {
  if (region === undefined || town.region !== undefined) return town;
  const found = new RegExp(`^(\\p{L}.*\\p{L}) ?[-/ ] ?(${region})$`, 'u').exec(town.city!);
  return found === null ? town : { ...town, city: found[1]!, region: found[2]! };
}

/** A line with street and town: "Lindenstr. 1, 10969 Berlin", "12 High Street, London, SW1A 1AA". */
function cut(line: string, form: TownForm, country: string): TownOfLines | null {
  const parts = line.split(/ ?[,;] ?/);
  for (let from = parts.length - 1; from > 0; from--) {
    const town = parts.slice(from).join(' ');
    const found = townLine(town, form, country) ?? (isStreet(parts[from - 1]!) ? codeBehind(town, form) : null);
    if (found !== null) return { ...found, rest: [parts.slice(0, from).join(', ')] };
  }
  return form.townFirst ? behindStreet(line, form, country) : fromCode(line, form, country);
}

/** Codes that no house number looks like, so they may follow a street without one. */
const ALONE_IN = new Set(['DE', 'ES', 'FR', 'IT']);

/** Without a comma, the code is where the town begins: "12 RUE DES LILAS 75011 PARIS CEDEX 11". */
function fromCode(line: string, form: TownForm, country: string): TownOfLines | null {
  const street = ALONE_IN.has(country) ? '.*\\p{L}.*' : '\\d.*\\p{L}.*|.*\\d\\S{0,2}';
  const town = `(?:[A-Z]{1,2}-)?${form.code} \\p{L}\\D*(?:\\d{1,2})?`;
  const match = new RegExp(`^(${street})(?<! [-–]) (?:[-–] )?(${town})$`, 'u').exec(line);
  const found = match && townLine(match[2]!, form, country);
  return found ? { ...found, rest: [match[1]!] } : null;
}

/** Most words of a town: "Newcastle upon Tyne". */
const MOST_WORDS = 3;

/** "12 High Street Leeds LS1 4AP" */
function behindStreet(line: string, form: TownForm, country: string): TownOfLines | null {
  const parts = cutBehindStreet(line);
  if (parts === null) return null;
  const alone = form.codeOptional && isTownAlone(parts.town) ? { city: parts.town } : null;
  const found = townLine(parts.town, form, country) ?? alone;
  if (found === null) return null;
  const words = found.city!.split(' ');
  const at = words.findIndex((_, from) => from > 0 && isCounty(words.slice(from).join(' ')));
  const city = at < 0 ? words : words.slice(0, at);
  if (city.length > MOST_WORDS) return null;
  const region = at < 0 ? {} : { region: words.slice(at).join(' ') };
  return { ...found, city: city.join(' '), ...region, rest: [parts.street] };
}

const isCounty = (text: string) => COUNTY.test(text) || ONLY_COUNTY.test(text);

/** "Dublin 2", "Praha 4 - Nusle", "København K". */
const TOWN = '(\\p{L}[^\\d,]*?(?: \\d{1,2}(?: [^\\d,]*)?)?)';

/** "Bari (BA) 70121", "Wien 1010": a code behind the town, where the country writes it in front. */
function codeBehind(line: string, { code, townFirst, region, province }: TownForm): Omit<TownOfLines, 'rest'> | null {
  if (townFirst) return null;
  const found = new RegExp(
    `^(?<city>\\p{L}[^\\d,(]*?)${regionPart(region, province)},? (?:- )?(?<code>${code})$`,
    'u',
  ).exec(line);
  return found && townOf(found.groups!);
}

function townLine(
  line: string,
  { code, townFirst, region, province }: TownForm,
  country: string,
): Omit<TownOfLines, 'rest'> | null {
  const codeFirst = `^(?:[A-Z]{1,3}[- ])?(?<code>${code}),? (?<city>${TOWN})${regionPart(region, province)}$`;
  const codeLast = `^(?<city>${TOWN}),?${region ? `(?:,? (?<region>${region}))?` : ''},? (?:- )?(?:${country}-)?(?<code>${code})$`;
  // A code with letters is no house number, so it may also precede the town.
  const patterns = townFirst ? [codeLast, ...(code.includes('[A-Z]') ? [codeFirst] : [])] : [codeFirst];
  for (const pattern of patterns) {
    const found = new RegExp(pattern, 'u').exec(line)?.groups;
    if (!found || (region !== undefined && new RegExp(`^${region}$`).test(found.city!))) continue;
    return townOf(found);
  }
  return null;
}

/** The pattern of the part behind the town: "MI", "(MI)", "- SP", "(Madrid)". */
function regionPart(region: string | undefined, province: true | undefined): string {
  const forms = [
    ...(region ? [`,? \\(?(?<region>${region})\\)?| ?[-/] ?(?<state>${region})`] : []),
    ...(province ? [' ?\\((?<province>\\p{L}[^\\d()]+)\\)'] : []),
  ];
  return forms.length === 0 ? '' : `(?:${forms.join('|')})?`;
}

function townOf({ city, code, region, state, province }: Readonly<Record<string, string | undefined>>) {
  const found = region ?? state ?? province;
  return { city, postalCode: code, ...(found === undefined ? {} : { region: found }) };
}
