import { COUNTRIES, findCountryCode } from './countries.ts';

/** Languages in which country names are recognized. */
const LANGUAGES = (
  'en de fr es pt it nl sv nb da fi pl cs sk hu ro tr el ru uk bg hr sr sl et lv lt ja zh zh-Hant ko ar he hi bn ta ur th vi id ms fa ca ' +
  'gl eu is ga sq mk ka hy az kk sw af fil'
).split(' ');

/** Three-letter and numeric codes of ISO 3166, for the countries that are common in sheets. */
const CODES: readonly (readonly [alpha2: string, alpha3: string, digits: string])[] = (
  'AE ARE 784|AR ARG 032|AT AUT 040|AU AUS 036|BD BGD 050|BE BEL 056|BG BGR 100|BR BRA 076|CA CAN 124|CH CHE 756|CL CHL 152|CN CHN 156|' +
  'CO COL 170|CR CRI 188|CY CYP 196|CZ CZE 203|DE DEU 276|DK DNK 208|DO DOM 214|EC ECU 218|EE EST 233|EG EGY 818|ES ESP 724|FI FIN 246|' +
  'FR FRA 250|GB GBR 826|GH GHA 288|GR GRC 300|GT GTM 320|HK HKG 344|HR HRV 191|HU HUN 348|ID IDN 360|IE IRL 372|IL ISR 376|IN IND 356|' +
  'IS ISL 352|IT ITA 380|JO JOR 400|JP JPN 392|KE KEN 404|KR KOR 410|KW KWT 414|LI LIE 438|LK LKA 144|LT LTU 440|LU LUX 442|LV LVA 428|' +
  'MA MAR 504|MC MCO 492|MT MLT 470|MX MEX 484|MY MYS 458|NG NGA 566|NL NLD 528|NO NOR 578|NP NPL 524|NZ NZL 554|PE PER 604|PH PHL 608|' +
  'PK PAK 586|PL POL 616|PT PRT 620|PY PRY 600|QA QAT 634|RO ROU 642|RS SRB 688|SA SAU 682|SE SWE 752|SG SGP 702|SI SVN 705|SK SVK 703|' +
  'TH THA 764|TN TUN 788|TR TUR 792|TW TWN 158|TZ TZA 834|UA UKR 804|UG UGA 800|US USA 840|UY URY 858|VN VNM 704|ZA ZAF 710'
)
  .split('|')
  .map((line) => line.split(' ') as [string, string, string]);

const ALPHA_3: ReadonlyMap<string, string> = new Map(CODES.map(([alpha2, alpha3]) => [alpha3, alpha2] as const));

/**
 * Common names that `Intl.DisplayNames` does not have, in the same languages: parts of a country, short and long names,
 * and former ones.
 */
const ALSO: Readonly<Record<string, string>> = {
  AE: 'uae|u.a.e.|vae|eau|emirates|emirate|vereinigte arabische emirate|emiratos|émirats',
  BA: 'bosnien-herzegowina|bosnien-hercegovina|bosnia-herzegovina|bosnie-herzégovine|bosnia ed erzegovina|bih|bosnia|bosnien|bosnie|bosna',
  BY: 'weißrussland|weissrussland|bielorussland|biélorussie|bielorrusia|bielorussia|wit-rusland|vitryssland|hviderusland|hviterussland|valko-venäjä|белоруссия',
  CD: 'rép. dém. du congo|d.r. congo|dr congo|drc|rdc|zaire',
  CH: 'swiss confederation|schweizerische eidgenossenschaft|confédération suisse|confederazione svizzera',
  CI: 'ivory coast|elfenbeinküste',
  CN: 'pr china|p.r. china|prc|china, peoples republic of|peoples republic of china|people’s republic of china|volksrepublik china|vr china|中华人民共和国',
  CZ:
    'czech republic|czech rep.|tschechische republik|tschechei|république tchèque|república checa|república tcheca|repubblica ceca|tsjechische republiek|tjeckiska republiken|' +
    'tjekkiske republik|tsjekkiske republikk|republika czeska|česká republika|cseh köztársaság|republica cehă|çek cumhuriyeti|τσεχική δημοκρατία|чешская республика|чеська республіка',
  DE: 'deutschland (brd)|brd|bundesrepublik deutschland|federal republic of germany|république fédérale d’allemagne|bundesrep. deutschland',
  ES: 'kingdom of spain|reino de españa|königreich spanien',
  FR: 'république française|french republic|france métropolitaine|metropolitan france',
  GB:
    'united kingdom of great britain and northern ireland|u.k.|england and wales|england & wales|northern ireland|england|scotland|wales|great britain|britain|gr. britain|großbritannien|grossbritannien|england (gb)|schottland|nordirland|' +
    'grande-bretagne|grande bretagne|angleterre|écosse|pays de galles|irlande du nord|gran bretaña|inglaterra|escocia|gales|irlanda del norte|grã-bretanha|escócia|país de gales|' +
    'gran bretagna|inghilterra|scozia|galles|irlanda del nord|groot-brittannië|groot brittannië|engeland|schotland|noord-ierland|storbritannien|skottland|nordirland|storbritannia|' +
    'iso-britannia|englanti|skotlanti|wielka brytania|anglia|szkocja|walia|velká británie|anglie|skotsko|veľká británia|anglicko|škótsko|nagy-britannia|skócia|marea britanie|scoția|' +
    'büyük britanya|ingiltere|i̇ngiltere|i̇skoçya|μεγάλη βρετανία|αγγλία|σκωτία|великобритания|англия|шотландия|велика британія|англія|шотландія|велика британия|velika britanija|engleska|anglija|' +
    'suurbritannia|inglismaa|lielbritānija|anglija|didžioji britanija|英国|英國|英格兰|苏格兰|グレートブリテン|イングランド|スコットランド|영국|잉글랜드|بريطانيا|بريطانيا العظمى|إنجلترا|בריטניה|בריטניה הגדולה|אנגליה|ब्रिटेन|इंग्लैंड|' +
    'บริเตนใหญ่|อังกฤษ|vương quốc anh|anh quốc|nước anh|britania raya|inggris|britain raya|gran bretanya|anglaterra',
  GR: 'hellas|ellada|hellenic republic',
  CV: 'kapverden|kap verde',
  DO: 'dom. rep.|dom rep|rep. dom.',
  GM: 'the gambia',
  HK: 'hong kong|hongkong|hong kong sar|香港特别行政区',
  IE: 'republic of ireland|irish republic|eire|éire|republik irland|irland (republik)|république d’irlande|irlanda (república)|ierse republiek',
  IR: 'iran, islamic republic of',
  IT: 'italian republic|repubblica italiana',
  KR: 'republic of korea|south korea|korea|korea, republic of|korea (south)|s. korea|republik korea|corée|corea|coréia|korea południowa|대한민국',
  LA: 'lao pdr|lao',
  MD: 'moldawien|moldavia|moldavie|moldávia|moldau|republic of moldova',
  MK: 'makedonien|macedonia|mazedonien|macédoine|fyrom',
  MM: 'burma|birma|birmanie',
  NL: 'holland|the netherlands|the nederlands|netherland|hollande|holanda|olanda|holandia|holandsko|hollandia|hollanti|hollanda|ολλανδία|голландия|голландія|kingdom of the netherlands|koninkrijk der nederlanden',
  NO: 'noreg|kingdom of norway',
  PH: 'the philippines',
  PS: 'palestine',
  RU: 'russian federation|russische föderation|fédération de russie|federación de rusia|российская федерация|рф',
  SK: 'slovak republic|slowakische republik|république slovaque|república eslovaca|repubblica slovacca|slowaakse republiek|republika słowacka|slovenská republika|szlovák köztársaság',
  SZ: 'swaziland|swasiland',
  TR: 'turkey|republic of turkey|republic of türkiye|türkiye cumhuriyeti',
  TW: 'taiwan, province of china|taiwan r.o.c.|taiwan (r.o.c.)|roc|中華民國',
  US:
    'usa.|u.s.a.|u.s.|u. s. a.|united states of america|the united states|america|eeuu|ee.uu.|ee. uu.|eua|e.u.a.|vereinigte staaten von amerika|vereinigte staaten von nordamerika|amerika|états-unis d’amérique|etats unis|' +
    'etats-unis|estados unidos de américa|estados unidos da américa|stati uniti d’america|verenigde staten van amerika|förenta staterna|amerikas förenta stater|de forente stater|yhdysvallat (usa)|' +
    'stany zjednoczone ameryki|spojené státy americké|spojené štáty americké|amerikai egyesült államok|statele unite ale americii|ηπα|соединенные штаты америки|сша|сполучені штати америки|abd|ארהב|米国|アメリカ|美国|미국',
  VA: 'vatican|holy see|vatikan',
  VN: 'viet nam|việt nam',
};

let byName: Map<string, string | null> | undefined;

/** Ignores case, accents and surrounding spaces. */
function keyOf(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      // Capitals of Turkish are written as İ or I.
      .replace(/ı/gu, 'i')
      .replace(/[’‘`´]/g, "'")
      .replace(/\s+/gu, ' ')
      .trim()
      .toLowerCase()
  );
}

/** "Oesterreich", "Weissrussland" */
function withoutUmlauts(name: string): string {
  return name.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`).replace(/ß/g, 'ss');
}

/** The names of all countries in all languages; null for a name that two countries share. */
function names(): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const add = (name: string, code: string) => {
    const key = keyOf(name);
    const before = found.get(key);
    found.set(key, before === undefined || before === code ? code : null);
  };
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const shown = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style });
      for (const code of Object.keys(COUNTRIES)) {
        const name = shown.of(code);
        if (name === undefined) continue;
        add(name, code);
        if (language === 'de') add(withoutUmlauts(name), code);
      }
    }
  }
  for (const [code, also] of Object.entries(ALSO)) for (const name of also.split('|')) found.set(keyOf(name), code);
  for (const [code, alpha3, digits] of CODES) {
    add(alpha3, code);
    add(digits, code);
  }
  return found;
}

/** Longer than any country's name. */
const LONGEST = 80;

/**
 * The code of a country by its name in any major language, or by its three-letter or numeric code of ISO 3166;
 * undefined if it is unknown or ambiguous.
 */
export function countryByName(text: string): string | undefined {
  const name = text.trim();
  if (name === '' || name.length > LONGEST) return undefined;
  const english = findCountryCode(name);
  if (english !== undefined) return english;
  // One or two Latin letters are a code, valid or not, and never a name. Other scripts are accepted: "德国", but not
  // "UE".
  if (/^[A-Za-z]{1,2}$/.test(name)) return undefined;
  // "NGA" is Nigeria, and "Nga" is Vietnamese for Russia.
  const code = name === name.toUpperCase() ? ALPHA_3.get(name) : undefined;
  if (code !== undefined) return code;
  byName ??= names();
  return byName.get(keyOf(name)) ?? undefined;
}
