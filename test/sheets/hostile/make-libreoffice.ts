/**
 * Writes `libreoffice-saved.xlsx` with LibreOffice, from a table with what it writes in its own way: formulas, dates, hidden
 * rows and columns, merged cells. Needs `libreoffice`: `node test/sheets/hostile/make-libreoffice.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const text = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const number = (value: string, style = '') =>
  `<table:table-cell${style} office:value-type="float" office:value="${value}"><text:p/></table:table-cell>`;
const row = (cells: readonly string[], attributes = '') => `<table:table-row${attributes}>${cells.join('')}</table:table-row>`;

const FLAT = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet" office:version="1.2">
<office:automatic-styles>
<number:number-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="9"/></number:number-style>
<style:style style:name="code" style:family="table-cell" style:data-style-name="N1"/>
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="June">
<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="2"/>
${row(['referenceId', 'amount', 'currency', 'memo', 'postalCode'].map(text))}
${row([text('A'), number('10.1'), text('EUR'), text('Müller &amp; Söhne'), number('12345', ' table:style-name="code"')])}
${row([text('B'), '<table:table-cell table:formula="of:=2*[.B2]" office:value-type="float" office:value="20.2"/>', text('EUR')])}
${row([text('C'), number('3'), text('EUR')], ' table:visibility="filter"')}
${row([text('D'), number('0.30000000000000004'), '<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>EUR</text:p></table:table-cell>'])}
${row([text('E'), number('5'), '<table:covered-table-cell/>'])}
<table:table-row table:number-rows-repeated="2000"><table:table-cell/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document>`;

const folder = mkdtempSync(join(tmpdir(), 'payrun-libreoffice-'));
try {
  writeFileSync(join(folder, 'libreoffice-saved.fods'), FLAT);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  execFileSync('libreoffice', [profile, '--headless', '--convert-to', 'xlsx', '--outdir', folder, join(folder, 'libreoffice-saved.fods')]);
  const name = 'libreoffice-saved.xlsx';
  renameSync(join(folder, name), join(import.meta.dirname, name));
} finally {
  rmSync(folder, { recursive: true });
}
