/**
 * Error values that do not end with a mark, by language, and the English ones in any case. All others are recognized by
 * their form. From the language packs of Excel as PhpSpreadsheet and EPPlus list them.
 */
const LISTED = [
  'en #n/a #na #n/a! #getting_data #ref! #name? #value! #div/0! #div/0 #num! #null! #error! #spill! #calc!',
  'de #nv #daten_abrufen|es #n/d #obteniendo_datos|fr #obtention_donnees #chargement_donnees|it #n/d|pt #n/d #n/disp',
  'nl #n/b|da #i/t|nb #i/t|pl #n/d|cs #není_k_dispozici|sk #nedostupný|hu #hiányzik|sl #n/v|hr #n/d|tr #yok|el #δ/υ',
  'ru #н/д|uk #н/д|be #н/д|bg #н/д|ky #б/б|hy #կիռ/չէ|sw #haitumaki',
];
const TEXTS: ReadonlySet<string> = new Set(
  LISTED.flatMap((line) => line.split('|')).flatMap((language) => language.split(' ').slice(1)),
);
/**
 * #VALEUR!, #¿NOMBRE?, #ДЕЛ/0!: in capitals and without spaces in every language of Excel, except for one before the
 * mark in French: #VALEUR !
 */
const FORM = /^#[¡¿]?(?=[^!?]*\p{L})[^\p{Ll}\s!?]{1,40}\s?[!?]$/u;
/** A number or date that is wider than its column, as Excel saves it in a CSV. */
const TOO_NARROW = /^#{2,}$/;
/** LibreOffice: Err:502. */
const NUMBERED = /^(?:err|error|erreur|errore|erro|fehler|fout|fel|feil|virhe|błąd|chyba|hiba|hata|ошибка) ?: ?5\d\d$/i;
const LONGEST = 45;
/** The prefix that makes it a text or a formula of its own. */
const BEFORE = /^'?=?(?=#)/;

/** Whether a cell's text is an error value of a spreadsheet, as formulas leave it in CSV files and copied cells. */
export function isSpreadsheetError(cell: string): boolean {
  if (cell.length > LONGEST || !/[#:]/.test(cell)) return false;
  const text = cell.replace(BEFORE, '');
  if (!text.startsWith('#')) return text.includes(':') && NUMBERED.test(text);
  return FORM.test(text) || TOO_NARROW.test(text) || TEXTS.has(text.toLowerCase());
}
