import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import iconv from 'iconv-lite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../src/engine/context/app-context.ts';
import type { ErrorCode } from '../src/errors.ts';
import { merchantKeysPlace } from '../src/ledger/vault/sealed-place.ts';
import { READERS } from '../src/sheets/readers/read-in-process.ts';
import { READER_LIMITS } from '../src/sheets/readers/reader-processes.ts';
import { newSheet, removeInbox, testInbox } from './engine/inbox/inbox-folder.ts';
import { testDatabase } from './support/database.ts';
import { testPayroll } from './support/payroll.ts';
import { openPages, type VisitedPages } from './support/visited-pages.ts';

type Content = string | Uint8Array<ArrayBuffer>;

/** A sheet of which nothing can be read, and the sheet that follows the next step. */
interface BadSheet {
  readonly code: ErrorCode;
  readonly file: string;
  readonly bad: (sheet: string) => Content | Promise<Content>;
  readonly mended: (sheet: string) => Content | Promise<Content>;
  /** In the sentence or the next step: on a page and beside the file, or on the page and beside the file. */
  readonly says: string | { readonly page: string; readonly inbox: string };
  /** The page asks for the columns instead. */
  readonly asksColumns?: true;
}

const ENDLESS = new URL('sheets/readers/hostile-readers.ts', import.meta.url).href;
const [{ ...READ }, { ...LIMITS }] = [READERS, READER_LIMITS];

const same = (sheet: string) => sheet;
const sample = (name: string) => readFileSync(join(import.meta.dirname, '../samples', name), 'utf8');
const lineOf = (sheet: string, line: number) => sheet.split('\n')[line]!;

async function workbook(...sheets: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const book = new ExcelJS.Workbook();
  sheets.forEach((sheet, i) => {
    const worksheet = book.addWorksheet(`Sheet ${i + 1}`);
    for (const line of sheet.trim().split('\n')) worksheet.addRow(line.split(','));
  });
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const SHEETS: Readonly<Record<string, BadSheet>> = {
  'a header only': {
    ...{ code: 'sheet_no_rows', file: 'header.csv', mended: same, says: 'Add at least one row.' },
    bad: (sheet) => `${lineOf(sheet, 0)}\n`,
  },
  'no sheet': {
    ...{ code: 'sheet_not_a_sheet', file: 'archive.xlsx', says: 'Excel workbook (.xlsx)' },
    bad: () => 'PK\u0003\u0004 nothing',
    mended: (sheet) => workbook(sheet),
  },
  'a payment order of another version': {
    ...{ code: 'sheet_order_version', file: 'order.xml', says: 'Export it as pain.001' },
    bad: () => sample('payments.pain.001.xml').replace(/pain\.001\.001\.\d\d/g, 'pain.001.001.99'),
    mended: () => sample('payments.pain.001.xml'),
  },
  'no header': {
    ...{ code: 'sheet_no_header', file: 'no-header.csv', mended: same, asksColumns: true },
    bad: () => 'color,shape\nred,round\n',
    says: 'The New run page links to a template',
  },
  'a misspelt column': {
    ...{ code: 'sheet_columns_missing', file: 'misspelt.csv', mended: same, asksColumns: true },
    bad: (sheet) => sheet.replace('amount', 'figure'),
    says: 'Add the columns, or correct the header.',
  },
  'recipients without amounts': {
    ...{ code: 'recipient_sheet', file: 'recipients.csv', mended: same },
    bad: () => sample('recipients.csv'),
    says: { page: 'To pay these recipients, add amount and currency columns.', inbox: 'and drop the file again' },
  },
  'a column twice': {
    ...{ code: 'sheet_column_twice', file: 'twice.csv', mended: same, asksColumns: true },
    bad: (sheet) => sheet.replace('memo', 'amount'),
    says: 'Rename or remove one of them.',
  },
  'two amounts': {
    ...{ code: 'sheet_columns_unclear', file: 'unclear.csv', mended: same, asksColumns: true },
    bad: (sheet) => sheet.replace('amount', 'Amount,Amount (Foreign Currency)').replace(/,(\d+\.25),/g, ',$1,$1,'),
    says: 'Rename the right column to Payrun’s name',
  },
  'amounts in thousands': {
    ...{ code: 'sheet_amount_unit', file: 'thousands.csv', mended: same, says: 'Enter the amounts in full' },
    bad: (sheet) => sheet.replace('amount', 'amount (in thousands)'),
  },
  'an open quote': {
    ...{ code: 'sheet_unclosed_quote', file: 'quote.csv', mended: same, says: 'remove the quotation mark' },
    bad: (sheet) => sheet.replace('individual,', 'individual,"'),
  },
  'amounts in two formats': {
    ...{ code: 'sheet_two_decimals', file: 'decimals.csv', mended: same },
    bad: (sheet) => {
      const [header, row = ''] = sheet.split('\n');
      const like = (n: number, amount: string) => row.replace(/^[^,]+,[^,]+/, `${n},"${amount}"`);
      return [header, ...Array.from({ length: 700 }, (_, n) => like(n, n < 300 ? '1.5' : '1,5'))].join('\n');
    },
    says: { page: 'choose one under More', inbox: 'Use one format for all amounts.' },
  },
  'letters of an unclear encoding': {
    ...{ code: 'sheet_encoding_unclear', file: 'encoding.csv', mended: same },
    bad: (sheet) => new Uint8Array(iconv.encode(sheet.replace(/,First\w*,/, ',Jiří Dvořák,'), 'windows-1250')),
    says: { page: 'choose its encoding under More', inbox: 'drop it again' },
  },
  'several worksheets with payments': {
    ...{ code: 'sheet_worksheets', file: 'worksheets.xlsx' },
    bad: (sheet) => workbook(sheet, newSheet()),
    mended: (sheet) => workbook(sheet),
    says: { page: 'Choose one under More when you upload the file', inbox: 'all but one' },
  },
  'a damaged payment order': {
    ...{ code: 'sheet_damaged', file: 'damaged.csv', mended: same, says: 'To repair it, export it again' },
    bad: () => sample('payments.pain.001.xml').replace('<Nm>', `<Nm>${'x'.repeat(2_000_000)}`),
  },
  'more than a workbook may have': {
    ...{ code: 'sheet_too_large', file: 'bomb.xlsx', says: 'Split it into several sheets, or save it as "CSV UTF-8".' },
    bad: () => new Uint8Array(readFileSync(join(import.meta.dirname, 'sheets/hostile/xlsx-zip-bomb.xlsx'))),
    mended: (sheet) => workbook(sheet),
  },
  'no end': {
    ...{ code: 'sheet_stopped', file: 'endless.csv', says: { page: 'upload that file', inbox: 'drop that file' } },
    bad: (sheet) => {
      Object.assign(READERS, { readSheet: ENDLESS });
      Object.assign(READER_LIMITS, { quietSeconds: 1 });
      return sheet;
    },
    mended: (sheet) => {
      Object.assign(READERS, READ);
      Object.assign(READER_LIMITS, LIMITS);
      return sheet;
    },
  },
  'a merchant that no one knows': {
    ...{ code: 'merchant_unknown', file: 'merchant.csv', mended: same },
    bad: (sheet) => sheet.replace(/^(.*)$/gm, '$1,merchant').replace(/(\n.+),merchant/g, '$1,nobody'),
    says: { page: 'Correct the merchant’s name.', inbox: 'Correct the merchant column' },
  },
};

describe('the next step of an error about a sheet', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    await appContext.service(appContext.defaultMerchant);
    const { ledger } = appContext;
    await ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp, keys_sealed) values ('acme', 'sandbox', 'US', $2, $1)`,
      [
        ledger.vault.seal('{"accessKey":"a","secretKey":"b"}', merchantKeysPlace('acme')),
        ledger.vault.fingerprint('merchant.access', 'a'),
      ],
    );
    pages = openPages(appContext, appContext.log);
  });

  /** Where the upload leads to, and the text that is shown. */
  async function upload(content: Content, name: string): Promise<{ to: string; text: string }> {
    const form = new FormData();
    form.set('sheet', new File([content], name));
    const response = await pages.app.request('/upload', { method: 'POST', body: form });
    const to = response.headers.get('location') ?? '';
    const page = to === '' ? await response.text() : (await pages.see(to)).text;
    return { to, text: textOf(page) };
  }

  it.each(Object.entries(SHEETS))('helps on the upload page if a file has %s', async (_, one) => {
    const [sheet, says] = [newSheet(), typeof one.says === 'string' ? one.says : one.says.page];
    const { to, text } = await upload(await one.bad(sheet), one.file);
    if (one.asksColumns) expect(to).toMatch(/^\/upload\/columns/);
    else expect(text).toContain(says);
    const mended = await upload(await one.mended(sheet), one.file);
    expect([mended.to, mended.text]).toEqual([
      expect.stringMatching(/^\/runs\/\d+$/),
      expect.stringContaining('Ready to submit'),
    ]);
  });

  it.each(Object.entries(SHEETS))('helps beside a dropped file that has %s', async (_, one) => {
    const inbox = testInbox(appContext);
    const drop = async (content: Content) => {
      inbox.drop(one.file, content as string);
      await inbox.pass();
    };
    try {
      const [sheet, says] = [newSheet(), typeof one.says === 'string' ? one.says : one.says.inbox];
      await drop(await one.bad(sheet));
      const read = inbox.queued.splice(0);
      for (const run of read) await payroll.resume(run).catch(() => {});
      if (read.length > 0) await inbox.pass();
      const [note = ''] = inbox.list('failed').filter((name) => name.endsWith('.why.txt'));
      expect([note, inbox.issues()]).toEqual([expect.stringContaining(one.file), []]);
      expect(readFileSync(join(inbox.folder, 'failed', note), 'utf8')).toContain(says);
      await drop(await one.mended(sheet));
      expect([inbox.queued.length, inbox.issues()]).toEqual([1, []]);
    } finally {
      await removeInbox(inbox);
    }
  });
});

const textOf = (page: string) =>
  page
    .slice(page.indexOf('<main'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
