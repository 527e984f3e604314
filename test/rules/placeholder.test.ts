import { describe, expect, it } from 'vitest';
import { finding } from '../../src/rules/finding.ts';
import { isPlaceholder, isPlaceholderId, withoutPlaceholders, withPlaceholders } from '../../src/rules/placeholder.ts';

const PLACEHOLDERS =
  'N/A|n/a|NA|na|n.a.|Ｎ／Ａ|-|--|—|.|...|?|0|00|x|X|xxx|XXXX|none|None|NULL|null|(null)|(blank)|(Leer)|unknown|Unknown|TBD|t.b.d.|tba|not  applicable|Undefined|NaN|' +
  'k.A.|keine Angabe|unbekannt|Unbekannt|n.v.t.|onbekend|non renseigné|Inconnu|n/d|s/o|нд|sconosciuto|sin datos|Desconocido|s/n|não informado|okänd|saknas|ukjent|ukendt|' +
  'tuntematon|brak|nie dotyczy|neuvedeno|neznámy|nepoznato|ismeretlen|necunoscut|bilinmiyor|άγνωστο|неизвестно|н/д|невідомо|немає|неизвестен|không có|tidak ada|' +
  'test|TEST|Test|test 1|test test|Test123|asdf|ASDF|asdfgh|asdfasdf|qwertz|abc|xyz|aaa|empty|Empty|blank|leer|LEER|keine Daten|vide|vuoto|vacío|sin dato|Sin Datos|se desconoce|vazio|sem dados|leeg|tomt|tyhjä|puste|prázdné|üres|' +
  'пусто|тест|テスト|测试|空白|dummy|placeholder|lorem ipsum|to do|same as above|bitte ausfüllen|idem|N/A N/A|xxx xxx|' +
  'n. a.|N. V. T.|k. a.|n. n.|void|' +
  'غير معروف|לא ידוע|अज्ञात|ไม่มี|なし|不明|无|未知|없음|해당 없음';

const REAL: readonly (readonly [column: string, text: string])[] = [
  ['firstName', 'J'],
  ['firstName', 'X'],
  ['firstName', 'Nan'],
  ['lastName', 'Null'],
  ['lastName', 'Na'],
  ['lastName', 'O'],
  ['lastName', 'Brak'],
  ['city', 'Y'],
  ['city', 'None'],
  ['city', 'Leer'],
  ['street1', '12'],
  ['street1', 'P.º 0 1'],
  ['name', 'NAV'],
  ['name', 'AAA'],
  ['name', 'ABC'],
  ['name', 'Blank'],
  ['name', 'Test Media GmbH'],
  ['lastName', 'Test'],
  ['lastName', 'Sample'],
  ['lastName', 'Blank'],
  ['firstName', 'Tom'],
  ['city', 'Pago Pago'],
  ['city', 'Baden Baden'],
  ['city', 'Testorf'],
  ['street1', 'Teststraße 1'],
  ['street1', 'Test Valley 12'],
  ['street1', 'Abcoude'],
  ['name', 'NN'],
  ['name', '3M'],
  ['name', 'Unknown Pleasures Ltd'],
  ['name', '无印良品'],
  ['memo', 'N/A'],
];

describe('a placeholder', () => {
  it.each(PLACEHOLDERS.split('|'))('is "%s" as a city', (text) => {
    // None is also a town in Italy.
    expect(isPlaceholder(text, text === 'None' ? 'street1' : 'city')).toBe(true);
  });

  it.each(['firstName', 'lastName', 'name'])('is "NaN" in %s, which a program wrote', (column) => {
    expect(isPlaceholder('NaN', column)).toBe(true);
  });

  it.each(REAL)('is not, in %s, "%s"', (column, text) => {
    expect(withoutPlaceholders({ [column]: text })).toEqual({ [column]: text });
  });

  it('is an error only if a value is needed', () => {
    const cells = { type: 'business', firstName: '-', lastName: '-', name: 'Muster GmbH', street2: 'N/A', city: 'n/a' };
    const rest = { type: 'business', name: 'Muster GmbH' };
    expect(withoutPlaceholders(cells)).toEqual(rest);
    const missing = finding('city_missing', 'city');
    expect(withPlaceholders([missing], cells)).toEqual([finding('placeholder', 'city', {}, 'n/a')]);
    expect(withPlaceholders([missing], rest)).toEqual([missing]);
  });
});

describe('a recipient number', () => {
  it.each([
    'N/A',
    'n. a.',
    '-',
    '0',
    '000',
    '?',
    'none',
    'NULL',
    '(leer)',
    'unbekannt',
    'n/d',
    'no data',
    'нет данных',
    '未知',
  ])('is none: %s', (text) => expect(isPlaceholderId(text)).toBe(true));
  it.each(['NA', 'ND', 'x', 'V-1042', 'AAA', 'test 1', '0012', 'E-0', '7'])('is one: %s', (text) =>
    expect(isPlaceholderId(text)).toBe(false),
  );
});
