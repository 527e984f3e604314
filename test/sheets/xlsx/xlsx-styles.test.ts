import { expect, it } from 'vitest';
import { readCell } from '../../../src/sheets/xlsx/xlsx-cell.ts';
import { readStyles } from '../../../src/sheets/xlsx/xlsx-styles.ts';

const stylesWith = (format: string) =>
  readStyles(
    (async function* () {
      yield Buffer.from(
        `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      );
    })(),
  );

it('a number format has at most the 255 characters that workbooks allow', async () => {
  const format = `0.00${'['.repeat(251)}`;
  expect(await stylesWith(format)).toEqual([{ format, struck: false }]);
  await expect(stylesWith(`${format}[`)).rejects.toThrow('number formats is longer');
});

it.each([
  ['open brackets', '['.repeat(2_000_000)],
  ['quotes that do not end', '"'.repeat(2_000_001)],
  ['backslashes', '\\'.repeat(2_000_001)],
])('a number format is read in the time of its length: %s', (_, format) => {
  const began = performance.now();
  readCell({ type: undefined, text: '1.5', formula: false, hasValue: true, format }, false);
  expect(performance.now() - began).toBeLessThan(5_000);
});
