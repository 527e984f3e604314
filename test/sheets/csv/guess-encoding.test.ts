import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { findEncoding } from '../../../src/sheets/csv/encoding.ts';
import { utf7Search } from '../../../src/sheets/csv/utf7.ts';

const HEADER = 'Payment Reference,First Name,Last Name,Street,City,Country,IBAN,Amount,Currency';
const fileOf = (codec: string, rows: readonly string[]) => {
  const bytes = iconv.encode(`${HEADER}\n${rows.join('\n')}\n`, codec);
  return {
    name: 'june.csv',
    async *content() {
      // In small pieces: no character may depend on where a piece ends.
      for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
    },
  };
};
const row = (words: string, country = 'DE') => {
  const [first = '', last = '', street = '', city = ''] = words.split('/');
  return `P1,${first},${last},${street} 5,${city},${country},${country}89370400440532013000,11.50,EUR`;
};

/** Names, streets and cities of people, as a spreadsheet of that country saves them. */
const SHEETS: readonly [name: string, codec: string, country: string, words: readonly string[], told: string][] = [
  ['German', 'windows-1252', 'DE', ['Jürgen/Müller/Hauptstraße/Köln', 'Özlem/Groß/Am Bühl/MÜNCHEN'], 'windows-1252'],
  ['Spanish', 'windows-1252', 'ES', ['José/Muñoz/Calle Peña/Málaga', 'Íñigo/Núñez/Paseo/Ávila'], 'windows-1252'],
  ['French', 'windows-1252', 'FR', ['François/Lefèvre/Rue de l’Église/Besançon', 'Hélène/Forêt/Allée/Nîmes'], 'windows-1252'],
  ['Danish', 'windows-1252', 'DK', ['Søren/Jørgensen/Ærøvej/Århus'], 'windows-1252'],
  ['Portuguese', 'windows-1252', 'PT', ['João/Gonçalves/Rua São Bento/Évora'], 'windows-1252'],
  ['Polish', 'windows-1250', 'PL', ['Łukasz/Wiśniewski/Długa/Łódź', 'Józef/Żółtowski/Świętokrzyska/Gdańsk'], 'windows-1250'],
  ['Czech', 'windows-1250', 'CZ', ['Jiří/Dvořák/Náměstí/Plzeň'], 'windows-1250'],
  ['Hungarian', 'windows-1250', 'HU', ['Győző/Szűcs/Fő utca/Győr'], 'windows-1250'],
  ['Russian', 'windows-1251', 'KZ', ['Иван/Петров/Ленина/Москва', 'Ольга/Иванова/Мира/Тверь'], 'windows-1251'],
  ['Russian, paid to German accounts', 'windows-1251', 'DE', ['Иван/Петров/Ленина/Москва'], 'windows-1251'],
  ['Greek', 'windows-1253', 'GR', ['Γιώργος/Παπαδόπουλος/Ερμού/Αθήνα'], 'windows-1253'],
  ['Turkish', 'windows-1254', 'TR', ['Şükrü/Yıldız/Atatürk Caddesi/İstanbul'], 'windows-1254'],
  ['Japanese', 'shift_jis', 'JP', ['太郎/山田/中央通り/東京', 'さくら/佐藤/ソフト町/大阪'], 'shift_jis'],
  ['Chinese', 'gb18030', 'CN', ['伟/王/中山路/北京', '芳/李/人民路/上海'], 'gb18030'],
  ['Chinese of Taiwan', 'big5', 'TW', ['小明/陳/中山路/台北', '美玲/林/民生路/高雄'], 'big5'],
  ['Korean', 'euc-kr', 'KR', ['철수/김/강남대로/서울', '영희/이/세종로/부산'], 'euc-kr'],
  ['of an old Mac', 'macroman', 'DE', ['Jürgen/Müller/Hauptstraße/Köln'], 'macroman'],
];

describe('a sheet that is not Unicode', () => {
  it.each(SHEETS)('%s, is read in its encoding', async (_, codec, country, words, reported) => {
    const { label } = await findEncoding(fileOf(codec, words.map((word) => row(word, country))));
    expect(label).toBe(reported);
  });

  it.each([
    ['Czech or Western letters, without a country that tells', 'windows-1250', ['Jiří/Dvořák/x/x'], 'DE'],
    ['Spanish or Polish letters, to Polish accounts', 'windows-1252', ['José/Muñoz/x/x'], 'XX'],
  ])('%s, causes a question with the words in each reading', async (_, codec, words, country) => {
    const rows = words.map((word) => row(word, country));
    await expect(findEncoding(fileOf(codec, rows))).rejects.toMatchObject({
      code: 'sheet_encoding_unclear',
      message: expect.stringMatching(/(Dvořák|Muñoz|Jiří)" in windows-125/),
      next: expect.stringContaining('--encoding windows-125'),
    });
  });

  it('is read in the given encoding', async () => {
    const file = fileOf('windows-1250', [row('Jiří/Dvořák/x/x')]);
    expect((await findEncoding(file, 'windows-1250')).label).toBe('windows-1250');
  });

  it('but is Unicode if it is, whatever was given', async () => {
    const file = fileOf('utf8', [row('Jiří/Dvořák/x/x')]);
    expect((await findEncoding(file, 'windows-1250')).label).toBe('utf-8');
  });

  it('in UTF-7 causes a question, and is read if it is given', async () => {
    const file = fileOf('utf-7', [row('Jürgen/Müller/Hauptstraße/Köln')]);
    await expect(findEncoding(file)).rejects.toMatchObject({ code: 'sheet_encoding_unclear' });
    expect((await findEncoding(file, 'utf-7')).codec).toBe('utf-7');
  });

  it('in UTF-7 is found wherever a piece of the file ends', () => {
    const text = 'a,M+APw-,b\n';
    for (let at = 0; at <= text.length; at++) {
      const find = utf7Search();
      find(Buffer.from(text.slice(0, at)));
      expect(find(Buffer.from(text.slice(at))), `${at}`).toBe(true);
    }
  });

  it.each(['+49-30-1234567', 'A+B-C', '1+APw-2', 'a+abcd-b', '+4420-7946'])('is not UTF-7 for "%s"', async (text) => {
    expect((await findEncoding(fileOf('latin1', [row(`${text}/x/x/x`)]))).label).toBe('utf-8');
  });
});
