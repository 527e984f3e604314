import { XlsxFault } from './xlsx-fault.ts';
import { SPREADSHEET, watchXml } from './xlsx-xml.ts';

/**
 * Number formats that a workbook refers to by number alone (ECMA-376 part 1, 18.8.30). 27 to 36 and 50 to 58 are dates
 * and times of East Asian locales; the file does not say which. 5 to 8, 42 and 44 show the currency of the viewer's
 * locale, which says nothing about the payment: a workbook with a fixed currency defines its own format under that
 * number.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  49: '@',
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
  ...Object.fromEntries([32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm:ss'])),
};

/** Excel's limit for the length of a number format. */
const LONGEST_FORMAT = 255;

function formatOf(code: string): string {
  if (code.length > LONGEST_FORMAT) throw new XlsxFault('one of its number formats is longer than workbooks allow');
  return code;
}

/** The parts of a cell style that matter for its value. */
export interface CellStyle {
  /** Its number format; undefined for General. */
  readonly format: string | undefined;
  /** The cell is struck through. */
  readonly struck: boolean;
}

export async function readStyles(chunks: AsyncIterable<Buffer>): Promise<readonly CellStyle[]> {
  const own = new Map<number, string>();
  const struck: boolean[] = [];
  const styles: { format: number; font: number }[] = [];
  /**
   * The list that the parser is in. Conditional formats have their own number formats, fonts and styles, which do not
   * count.
   */
  let within = '';
  await watchXml(chunks, 'styleSheet', SPREADSHEET, {
    open: (name, attributes) => {
      if (name === 'numFmts' || name === 'fonts' || name === 'cellXfs') within = name;
      else if (name === 'numFmt' && within === 'numFmts')
        own.set(Number(attributes.numFmtId), formatOf(attributes.formatCode ?? ''));
      else if (name === 'font' && within === 'fonts') struck.push(false);
      else if (name === 'strike' && within === 'fonts')
        struck[struck.length - 1] = attributes.val !== '0' && attributes.val !== 'false';
      else if (name === 'xf' && within === 'cellXfs')
        styles.push({ format: Number(attributes.numFmtId ?? 0), font: Number(attributes.fontId ?? 0) });
    },
    close: (name) => {
      if (name === within) within = '';
    },
  });
  return styles.map(({ format, font }) => ({
    format: own.get(format) ?? BUILT_IN[format],
    struck: struck[font] === true,
  }));
}
