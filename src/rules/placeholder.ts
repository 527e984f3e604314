import type { Cells, Finding } from '../model.ts';
import { finding } from './finding.ts';

/** One word in ASCII, as most names are. */
const PLAIN_WORD = /^[!-~]+$/;
/** "n. a." is "n.a.". */
const BETWEEN_INITIALS = /(?<=(?:^|[ .])\p{L}\.) (?=\p{L}\.)/gu;
/** Words that people and programs fill in for a value that they do not have, by language. */
const LISTED: Readonly<Record<string, string>> = {
  en:
    'empty|blank|void|no info|no information|no value|not set|unset|unspecified|not entered|not on file|not supplied|unknown name|unknown address|unknown street|unknown city|address unknown|same as above|as above|to be provided|to be completed|fill in|please fill in|placeholder|dummy|sample|lorem ipsum|todo|to do|n/a|n.a.|n.a|n/a.|n\\a|n-a|na|n/k|n.k.|none|nil|null|nan|undefined|unknown|unnamed|not applicable|not available|not known|not provided|notprovided|not given|not specified|' +
    'no name|no address|no street|no city|no data|missing|to follow|tbd|t.b.d.|tba|tbc|to be defined|to be determined|to be confirmed|to be advised|pending|see above|see below|dito|ditto|loading...',
  de: 'leer|keine daten|keine adresse|ohne adresse|adresse unbekannt|noch unbekannt|nicht verfügbar|nicht hinterlegt|nicht gepflegt|wird nachgereicht|bitte ausfüllen|bitte ergänzen|wie oben|k.a.|k.a|k/a|keine angabe|keine angaben|ohne angabe|o.a.|nicht angegeben|nicht bekannt|nicht vorhanden|nicht zutreffend|unbekannt|n.v.|n.n.|keine|keiner|keins|entfällt|fehlt|noch offen|siehe oben|s.o.',
  nl: 'leeg|geen gegevens|geen adres|adres onbekend|niet ingevuld|n.v.t.|n.v.t|nvt|n.b.|niet van toepassing|niet bekend|niet beschikbaar|niet opgegeven|onbekend|geen|zie boven',
  fr: 'vide|sans adresse|adresse inconnue|non connu|non connue|non fourni|non fournie|non indiqué|non indiquée|à renseigner|idem|s/o|n/c|n.c.|nc|n/d|n.d.|non renseigné|non renseignée|non communiqué|non disponible|non applicable|non précisé|inconnu|inconnue|sans objet|néant|aucun|aucune|à définir|à compléter|pas de nom|voir ci-dessus',
  it: 'vuoto|vuota|senza dati|nessun dato|non fornito|non presente|non inserito|indirizzo sconosciuto|mancante|come sopra|da compilare|n/d|n.d.|nd|non disponibile|non applicabile|non noto|non nota|non indicato|non specificato|sconosciuto|sconosciuta|ignoto|nessuno|nessuna|da definire|vedi sopra',
  es: 'vacío|vacio|vacía|sin dato|sin domicilio|sin calle|sin ciudad|domicilio desconocido|dirección desconocida|se desconoce|no tiene|no registra|no informa|no informado|por confirmar|sin valor|s/d|s/n|s/i|n/d|nd|no aplica|no disponible|no consta|no indicado|no especificado|sin datos|sin nombre|sin dirección|sin información|sin especificar|desconocido|desconocida|ninguno|ninguna|por definir|pendiente',
  ca: 'desconegut|desconeguda|no consta|no disponible|sense dades',
  pt: 'vazio|vazia|sem dados|sem dado|sem endereço|endereço desconhecido|não tem|não possui|não fornecido|a confirmar|n/d|s/n|não informado|não informada|não aplicável|não se aplica|não disponível|não consta|desconhecido|desconhecida|nenhum|nenhuma|sem nome|sem informação|a definir',
  sv: 'tomt|ej känd|ingen adress|ingen uppgift|okänd|okänt|saknas|ej angiven|ej angivet|ej aktuellt|ej tillämpligt|uppgift saknas|inte angivet|ingen|inget',
  no: 'tomt|ingen adresse|ikke kjent|ukjent|mangler|ikke oppgitt|ikke angitt|ikke aktuelt|ikke tilgjengelig|ingen|i/t',
  da: 'tomt|ingen adresse|ikke kendt|ukendt|mangler|ikke oplyst|ikke angivet|ikke relevant|ikke tilgængelig|ingen|intet|i/t',
  fi: 'tyhjä|ei osoitetta|ei tietoa|tuntematon|puuttuu|ei tiedossa|ei saatavilla|ei ole|ei mitään|ei ilmoitettu|ei sovellu',
  is: 'óþekkt|óþekktur|vantar|á ekki við',
  et: 'teadmata|puudub|ei ole teada',
  lv: 'nav zināms|nezināms|nezināma',
  lt: 'nežinoma|nežinomas|nėra|nenurodyta',
  pl: 'puste|pusty|bez adresu|brak adresu|nieznany adres|do uzupełnienia|brak|brak danych|b/d|b.d.|n/d|nd.|nie dotyczy|nie podano|niedostępne|nieznany|nieznana|nieznane|do ustalenia',
  cs: 'prázdné|prázdný|bez adresy|není|není znám|doplnit|neznámý|neznámá|neznámé|neuvedeno|není známo|není k dispozici|nevyplněno|chybí|žádný|žádná',
  sk: 'prázdne|prázdny|bez adresy|nie je|doplniť|neznámy|neznáma|neznáme|neuvedené|neuvedený|nie je k dispozícii|nevyplnené|chýba|žiadny|žiadna',
  sl: 'neznano|neznan|ni podatka|ni znano|brez',
  hr: 'nepoznato|nepoznat|nepoznata|nema podataka|nije poznato|nije navedeno',
  sr: 'непознато|непознат|нема података|није наведено',
  bg: 'неизвестен|неизвестно|няма|няма данни|не е посочено|н/п',
  hu: 'üres|nincs cím|nem ismert cím|ismeretlen|nincs|nincs adat|nincs megadva|nem ismert|nem elérhető|hiányzik',
  ro: 'fără adresă|fără date|de completat|necunoscut|necunoscută|nespecificat|indisponibil|nu se aplică|nu este cazul|lipsă|fără',
  tr: 'bilgi yok|adres yok|yok|bilinmiyor|bilinmeyen|belirtilmemiş|belirtilmedi|mevcut değil|uygulanamaz|boş',
  el: 'κενό|άγνωστο|άγνωστος|άγνωστη|δεν υπάρχει|δεν διατίθεται|δεν ισχύει|κανένα|μ/δ|δ/υ|δ/δ',
  ru: 'пусто|нет адреса|неизвестный адрес|неизвестно|неизвестен|неизвестна|нет|нет данных|не указано|не указан|не указана|не применимо|отсутствует|н/д|нд|б/н',
  uk: 'порожньо|немає адреси|невідомо|невідомий|невідома|немає|немає даних|не вказано|не застосовується|відсутнє|відсутній|н/д',
  vi: 'trống|không|không có|không rõ|không biết|không áp dụng|chưa có',
  id: 'kosong|tidak ada|tidak diketahui|tidak tersedia|tidak berlaku|belum ada|tiada',
  ar: 'غير معروف|غير متوفر|غير متاح|غير محدد|غير مطبق|لا يوجد|لا ينطبق|مجهول',
  he: 'לא ידוע|לא רלוונטי|לא זמין|אין|חסר',
  hi: 'अज्ञात|लागू नहीं|उपलब्ध नहीं|कोई नहीं',
  th: 'ไม่มี|ไม่ทราบ|ไม่ระบุ|ไม่มีข้อมูล',
  ja: '空|空白|空欄|なし|ナシ|無し|無|不明|未定|未登録|未記入|該当なし|該当無し',
  zh: '空|空白|无地址|無地址|无|無|暂无|暫無|没有|沒有|未知|不详|不詳|不明|待定|未填|未填写|不适用|不適用|无数据|無資料',
  ko: '비어 있음|공란|공백|없음|무|미정|미상|모름|불명|해당없음|해당 없음|알 수 없음',
};
/** Typed to try something, in any language. */
const TRIED =
  /^(?:(?:test|tst|testing|teste|testi|prueba|essai|prova|deneme|zkouška|тест|δοκιμή|テスト|测试|測試|테스트)[ _-]?\d{0,3}|(?:asdf|qwer|qwert|yxcv|zxcv|azer|sdf)+[a-zö]{0,4}|foo|foobar|abcd*|xyz)$/u;
const WORDS: ReadonlySet<string> = new Set(Object.values(LISTED).flatMap((words) => words.split('|').map(keyOf)));
/** "(blank)" is what a pivot table shows for an empty cell. */
const BLANK =
  /^[([<{](?:blank|empty|null|none|n\/a|na|leer|vide|vuoto|vacío|vazio|leeg|tom|tomt|puste|prázdné|üres|boş|пусто|空白|空)[)\]>}]$/;
const SAME_LETTER = /^(?:x+|(\p{L})\1{2,})$/u;
/** Without one of these, a text is only signs and zeros. */
const MEANS = /[\p{L}\p{M}]|(?!0)\p{N}/u;

const PERSON = ['firstName', 'lastName'] as const;
/** The columns that must have a real value, or none. */
const COLUMNS = [
  ...PERSON,
  ...['name', 'accountHolderName', 'street1', 'street2', 'city', 'bankAddress', 'bankCity'],
  ...['mailingName', 'mailingStreet1', 'mailingStreet2', 'mailingCity'],
];
const COMPANY = ['name', 'accountHolderName'];
/** Words that are also names of people, or of towns (None, Leer). Written like one, "Null", they are. */
const ALSO_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(
    PERSON.map((column) => [column, new Set('na nan nil null brak yok không blank leer sample test prova'.split(' '))]),
  ),
  ...Object.fromEntries(COMPANY.map((column) => [column, new Set(['blank'])])),
  city: new Set(['none', 'leer']),
};
/** Letters that companies are called by: AAA, ABC, XYZ. */
const INITIALS = /^(?!X+$)\p{Lu}+$/u;
const LIKE_A_NAME = /^\p{Lu}\p{Ll}+$/u;
const LONGEST = 40;
/** Except for a full name that is in the column of a business. */
const MISSING = /(?<!full_name)_missing$/;

function keyOf(text: string): string {
  if (PLAIN_WORD.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').replace(BETWEEN_INITIALS, '');
}

/** Whether a text is a placeholder for an unknown value: "N/A", "-", "xxx", "unbekannt". */
export function isPlaceholder(text: string, column: string): boolean {
  if (text.length > LONGEST) return false;
  const key = keyOf(text).replace(/^(\S+)(?: \1)+$/, '$1');
  // A single letter can be an initial.
  if (column === 'firstName' && /^\p{L}$/u.test(text)) return false;
  if (!MEANS.test(key) || BLANK.test(key)) return true;
  if (COMPANY.includes(column) && INITIALS.test(text)) return WORDS.has(key) || key === 'test';
  if (!WORDS.has(key) && !TRIED.test(key) && !SAME_LETTER.test(key)) return false;
  return !(LIKE_A_NAME.test(text) && ALSO_NAMES[column]?.has(key));
}

/** "NA" may be a number that a merchant gives its recipients; "N/A", "-" and "none" are not. */
const MAY_BE_AN_ID = /^[A-Z0-9]{1,3}$/i;

/** Whether a text in the column of recipient numbers is none: two people with "N/A" would be one. */
export function isPlaceholderId(text: string): boolean {
  if (text.length > LONGEST) return false;
  const key = keyOf(text);
  return !MEANS.test(key) || BLANK.test(key) || (WORDS.has(key) && !MAY_BE_AN_ID.test(text));
}

/** The cells without those that hold only a placeholder. */
export function withoutPlaceholders(cells: Cells): Cells {
  let rest: Record<string, string> | null = null;
  for (const column of COLUMNS) {
    const text = cells[column];
    if (text === undefined || !isPlaceholder(text, column)) continue;
    rest ??= { ...cells };
    delete rest[column];
  }
  return rest ?? cells;
}

/** The findings; one about a missing value mentions the placeholder in the cell. */
export function withPlaceholders(found: readonly Finding[], cells: Cells): readonly Finding[] {
  return found.map((one) => {
    const { column } = one;
    if (column === null || !MISSING.test(one.code) || !COLUMNS.includes(column)) return one;
    const text = cells[column];
    return text === undefined || !isPlaceholder(text, column) ? one : finding('placeholder', column, {}, text);
  });
}
