import { expect, it } from 'vitest';
import { readStrings } from '../../../src/sheets/xlsx/xlsx-strings.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MIB = 1024 * 1024;

it('texts of every length are found again: long ones, empty ones after them, and those that fill a block', async () => {
  const texts = ['EUR', 'x'.repeat(MIB + 7), '', 'y'.repeat(MIB), '', 'z'.repeat(MIB - 3), 'ö', '', 'a', 'b', ''];
  texts.push(...Array.from({ length: 3_000 }, (_, n) => `text ${n}`), '', '한국');
  const xml = `<sst xmlns="${NAMESPACE}">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const strings = await readStrings(
    (async function* () {
      yield Buffer.from(xml);
    })(),
  );
  for (const [index, text] of texts.entries()) expect(strings.at(index) === text, `text ${index}`).toBe(true);
  expect(() => strings.at(texts.length)).toThrow('the text of a cell is missing');
});
