import { describe, expect, it } from 'vitest';
import { isSpreadsheetError } from '../../src/references/spreadsheet-error.ts';

/** The error values by language, as Excel shows them. */
const VALUES: Readonly<Record<string, string>> = {
  English:
    '#N/A #REF! #NAME? #VALUE! #DIV/0! #NUM! #NULL! #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #PYTHON!',
  'English in small letters': '#n/a #ref! #name? #value! #div/0!',
  German: '#NV #BEZUG! #NAME? #WERT! #DIV/0! #ZAHL! #NULL! #ÜBERLAUF! #KALK!',
  French: '#N/A #REF! #NOM? #VALEUR! #DIV/0! #NOMBRE! #NUL! #PROPAGATION! #BLOQUÉ!',
  Spanish: '#N/D #N/A #¡REF! #¿NOMBRE? #¡VALOR! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO!',
  Italian: '#N/D #RIF! #NOME? #VALORE! #DIV/0! #NUM! #NULLO! #ESPANSIONE!',
  Portuguese: '#N/D #REF! #NOME? #VALOR! #DIV/0! #NÚM! #NULO! #DESPEJAR!',
  Dutch: '#N/B #VERW! #NAAM? #WAARDE! #DEEL/0! #GETAL! #LEEG!',
  Danish: '#I/T #REFERENCE! #NAVN? #VÆRDI! #DIVISION/0! #NUM! #NUL! #OVERLØB!',
  Swedish: '#SAKNAS! #REFERENS! #NAMN? #VÄRDEFEL! #DIVISION/0! #OGILTIGT! #SKÄRNING!',
  Norwegian: '#I/T #REF! #NAVN? #VERDI! #DIV/0! #NUM! #NULL! #OVERFLYT!',
  Finnish: '#PUUTTUU! #VIITTAUS! #NIMI? #ARVO! #JAKO/0! #LUKU! #TYHJÄ!',
  Polish: '#N/D! #ADR! #NAZWA? #ARG! #DZIEL/0! #LICZBA! #ZERO!',
  Czech: '#NENÍ_K_DISPOZICI #ODKAZ! #NÁZEV? #HODNOTA! #DĚLENÍ_NULOU! #ČÍSLO!',
  Slovak: '#NEDOSTUPNÝ #ODKAZ! #NÁZOV? #HODNOTA! #DELENIENULOU! #ČÍSLO!',
  Hungarian: '#HIÁNYZIK #HIV! #NÉV? #ÉRTÉK! #ZÉRÓOSZTÓ! #SZÁM! #NULLA!',
  Slovenian: '#N/V #SKLIC! #IME? #VREDN! #DEL/0! #ŠTEV!',
  Croatian: '#N/D #NAZIV? #VRIJEDNOST! #DIJ/0! #BROJ!',
  Romanian: '#N/A #NUME? #VALOARE! #NUL!',
  Turkish: '#YOK #BAŞV! #AD? #DEĞER! #SAYI/0! #SAYI! #BOŞ!',
  Greek: '#Δ/Υ #ΑΝΑΦ! #ΟΝΟΜΑ? #ΤΙΜΗ! #ΔΙΑΙΡ/0! #ΔΙΑΙΡ./0! #ΑΡΙΘ! #ΚΕΝΟ!',
  Russian: '#Н/Д #ССЫЛКА! #ИМЯ? #ЗНАЧ! #ДЕЛ/0! #ЧИСЛО! #ПУСТО!',
  Ukrainian: '#Н/Д #ПОСИЛАННЯ! #ІМ’Я? #ЗНАЧ! #ДІЛ/0!',
  Malay: '#NILAI! #NAMA? #NOL!',
  Korean: '#분산!',
  'LibreOffice and Google': '#ERROR! Err:502 Fehler:508 Err:522',
  'a text that was typed or copied': `#DIV/0 '#N/A =#N/A '=#REF! =#BEZUG!`,
  'a column that is too narrow': '## ########',
};

const NO_ERRORS = [
  '#12',
  '# 12',
  'Flat #3',
  '#june',
  '#Thanks!',
  '#12!',
  'N/A',
  'NV',
  "'NV",
  '=N/A',
  'Err',
  'Error: 502 Bad Gateway',
  '#',
  '',
];

describe('an error value of a spreadsheet', () => {
  it.each(Object.entries(VALUES))('is recognized in %s', (_, texts) => {
    expect(texts.split(' ').filter((text) => !isSpreadsheetError(text))).toEqual([]);
  });

  it.each(['#VALEUR !', '#DIV/0\u00a0!', '#NOM\u202f?'])('may have a space before its mark: %s', (text) =>
    expect(isSpreadsheetError(text)).toBe(true),
  );

  it.each(NO_ERRORS)('is not "%s"', (text) => expect(isSpreadsheetError(text)).toBe(false));
});
