import { deflateRawSync } from 'node:zlib';
import { type ZipEntry, zipOf } from './hostile/zip-of.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

const text = (address: string, of: string, style?: number) =>
  `<c r="${address}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t>${of}</t></is></c>`;

const relations = (...all: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${OFFICE}/${type}`}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A note of a team, as Excel keeps it. */
const NOTES = `${DECLARATION}<comments xmlns="${MAIN}"><authors><author>Ana</author></authors><commentList><comment ref="B3" authorId="0"><text><r><t>Agreed by phone.</t></r></text></comment></commentList></comments>`;
const BOXES =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype><v:shape id="_x0000_s1025" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>2, 15, 1, 5, 4, 15, 4, 5</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>2</x:Row><x:Column>1</x:Column></x:ClientData></v:shape></xml>';

/** In the worksheet "June": a title, a header in row 2, three payments, a total. Amounts are hours times the rate of another worksheet. */
const JUNE = `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><sheetPr><tabColor rgb="FF00B050"/></sheetPr><dimension ref="A1:H6"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="27.5" customWidth="1"/><col min="7" max="7" width="9" hidden="1" customWidth="1"/><col min="8" max="16384" width="12.25" style="2" customWidth="1"/></cols><sheetData><row r="1" spans="1:8" x14ac:dyDescent="0.25">${text('A1', 'Royalties &amp; fees, June', 1)}</row><row r="2" spans="1:8">${['email', 'amount', 'currency', 'iban', 'memo', 'Hours', 'Rate', 'accountHolderName'].map((of, i) => text(`${'ABCDEFGH'[i]}2`, of, 1)).join('')}</row><row r="3" spans="1:8" ht="20" customHeight="1">${text('A3', 'ana@b.de')}<c r="B3" s="3"><f t="shared" ref="B3:B5" si="0">F3*G3</f><v>1240.5</v></c>${text('C3', 'EUR')}${text('D3', 'ES9121000418450200051332', 4)}${text('E3', 'Zoë')}<c r="F3"><v>10</v></c><c r="G3"><f>Rates!$B$1</f><v>124.05</v></c>${text('H3', 'Ana')}</row><row r="4" spans="1:8" hidden="1">${text('A4', 'hid@b.de')}<c r="B4" s="3"><f t="shared" si="0"/><v>124.05</v></c>${text('C4', 'EUR')}${text('D4', 'DE89370400440532013000', 4)}<c r="F4"><v>1</v></c><c r="G4"><f>Rates!$B$1</f><v>124.05</v></c>${text('H4', 'Hid')}</row><row r="5" spans="1:8">${text('A5', 'bob@b.de')}<c r="B5" s="3"><f t="shared" si="0"/><v>248.1</v></c>${text('C5', 'EUR')}${text('D5', 'DE00370400440532013000', 4)}<c r="F5"><v>2</v></c><c r="G5"><f>Rates!$B$1</f><v>124.05</v></c>${text('H5', 'Bob')}</row><row r="6" spans="1:8">${text('A6', 'Total', 1)}<c r="B6" s="3"><f>SUM(B3:B5)</f><v>1612.65</v></c></row></sheetData><sheetProtection formatCells="0"/><autoFilter ref="A2:H5"/><conditionalFormatting sqref="B3:B5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>1000</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="C3:C5"><formula1>"EUR,USD"</formula1></dataValidation></dataValidations><pageMargins left="0.5" right="0.5" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/><headerFooter><oddFooter>&amp;CPage &amp;P</oddFooter></headerFooter><legacyDrawing r:id="rId1"/></worksheet>`;

const PARTS: readonly ZipEntry[] = [
  {
    name: '[Content_Types].xml',
    content: `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/comments1.xml" ContentType="${TYPES}.comments+xml"/><Override PartName="/xl/calcChain.xml" ContentType="${TYPES}.calcChain+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: relations(
      ['rId1', 'officeDocument', 'xl/workbook.xml'],
      ['rId2', 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
    ),
  },
  {
    name: 'docProps/core.xml',
    content: `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Ana</dc:creator></cp:coreProperties>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><bookViews><workbookView activeTab="0"/></bookViews><sheets><sheet name="June" sheetId="3" r:id="rId1"/><sheet name="Rates" sheetId="7" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">June!$A$2:$H$5</definedName><definedName name="HourlyRate">Rates!$B$1</definedName></definedNames><calcPr calcId="191029"/></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
      ['rId3', 'styles', 'styles.xml'],
      ['rId4', 'calcChain', 'calcChain.xml'],
    ),
  },
  { name: 'xl/worksheets/sheet1.xml', content: JUNE },
  {
    name: 'xl/worksheets/_rels/sheet1.xml.rels',
    content: relations(['rId1', 'vmlDrawing', '../drawings/vmlDrawing1.vml'], ['rId2', 'comments', '../comments1.xml']),
  },
  {
    name: 'xl/worksheets/sheet2.xml',
    content: `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${text('A1', 'Hourly rate')}<c r="B1"><v>124.05</v></c></row></sheetData></worksheet>`,
  },
  { name: 'xl/comments1.xml', content: NOTES },
  { name: 'xl/drawings/vmlDrawing1.vml', content: BOXES },
  {
    name: 'xl/calcChain.xml',
    content: `${DECLARATION}<calcChain xmlns="${MAIN}"><c r="B3" i="1"/><c r="G3" i="1"/><c r="B4" i="1"/><c r="G4" i="1"/><c r="B5" i="1"/><c r="G5" i="1"/><c r="B6" i="1"/></calcChain>`,
  },
  {
    name: 'xl/styles.xml',
    content: `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;h&quot;"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFill="1" applyBorder="1"><alignment horizontal="right"/><protection locked="0"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs></styleSheet>`,
  },
];

/**
 * A workbook with what a team has in one: formulas, also shared ones, over two worksheets, a validation, a conditional format, a hidden row
 * and column, a note, a filter, names, print set-up. `change` makes other parts of its parts; null takes one out.
 */
export function officeWorkbook(change: (part: string, xml: string) => string | null = (_, xml) => xml, more: readonly ZipEntry[] = []): Buffer {
  const parts = PARTS.flatMap(({ name, content }) => {
    const changed = change(name, content as string);
    return changed === null ? [] : [{ name, content: changed }];
  });
  return zipOf([...parts, ...more]);
}

/** A ZIP whose entries say their sizes behind them, as programs write that do not know them before. */
export function withDescriptors(entries: readonly ZipEntry[]): Buffer {
  const whole = zipOf(entries);
  const out: Buffer[] = [];
  const offsets: number[] = [];
  let [from, to] = [0, 0];
  for (const { content } of entries) {
    const name = whole.readUInt16LE(from + 26);
    const packed = deflateRawSync(Buffer.from(content as string), { level: 9 });
    const local = Buffer.from(whole.subarray(from, from + 30 + name + packed.length));
    const sizes = Buffer.from(local.subarray(14, 26));
    local.writeUInt16LE(local.readUInt16LE(6) | 8, 6);
    local.fill(0, 14, 26);
    const entry = Buffer.concat([local, Buffer.from('PK\x07\x08', 'latin1'), sizes]);
    offsets.push(to);
    out.push(entry);
    from += 30 + name + packed.length;
    to += entry.length;
  }
  const rest = Buffer.from(whole.subarray(from));
  let at = 0;
  for (const offset of offsets) {
    rest.writeUInt16LE(rest.readUInt16LE(at + 8) | 8, at + 8);
    rest.writeUInt32LE(offset, at + 42);
    at += 46 + rest.readUInt16LE(at + 28);
  }
  rest.writeUInt32LE(to, at + 16);
  return Buffer.concat([...out, rest]);
}

/** The parts, for a package that is put together in another way. */
export const OFFICE_PARTS = PARTS;
