import type { Context } from 'hono';
import { z } from 'zod';
import { createRowsSheet } from '../engine/runs/sheet-of-rows.ts';
import { PayrunError } from '../errors.ts';
import { plainFileName, receiveUpload } from '../http/bodies/receive-upload.ts';
import { canonicalColumns, type SheetSource } from '../intake/map-sheet.ts';
import { permission } from '../permissions/permissions.ts';
import { ENCODING_NAMES } from '../platform/encodings.ts';
import { fairLimit } from '../platform/fair-limit.ts';
import { usageError } from '../references/usage-error.ts';
import { ON_INVALID_FORM, parseOnInvalid } from '../settings/on-invalid.ts';
import { jsonBody } from './json-body.ts';

const COLUMNS = canonicalColumns();

const decided = {
  merchant: z.string().optional().describe('The merchant that pays; by default the one that its rows name.'),
  payOn: z.string().optional().describe('The day on which it is sent, YYYY-MM-DD.'),
  onInvalid: z.string().optional().describe(`What happens if rows cannot be paid: ${ON_INVALID_FORM}.`),
};

const cell = z.string().max(10_000);
/** Without separators of thousands, an amount has one meaning. */
const amount = z
  .string('write an amount as text: "1240.50"')
  .regex(/^(\d{1,15}(\.\d{1,6})?)?$/, 'write an amount as "1240.50"');
const cells = Object.fromEntries(COLUMNS.map((name) => [name, /amount$/i.test(name) ? amount : cell]));

/** Rows of payments: every cell is text, under the names of the columns of sheets. */
export const ROWS_SENT = z.strictObject({
  name: z.string().min(1).max(100).default('rows').describe('What the run is called, as a sheet is by its name.'),
  rows: z
    .array(z.strictObject(cells).partial().meta({ title: 'PaymentRow' }))
    .min(1)
    .max(100_000),
  ...decided,
});

/** A form with the file `sheet`. */
export const FORM_SENT = z.strictObject({
  ...decided,
  decimal: z.enum(['point', 'comma']).optional().describe('The decimal separator of its amounts.'),
  encoding: z.enum(ENCODING_NAMES).optional().describe('The encoding of a CSV that is not Unicode.'),
  worksheet: z.string().optional().describe('The worksheet of a workbook that has several.'),
});

/** A sheet as a program sent it, and how it is read and paid. */
export interface ProgramSheet extends Omit<z.infer<typeof FORM_SENT>, 'onInvalid'> {
  readonly file: Exclude<SheetSource, string>;
  readonly onInvalid: ReturnType<typeof parseOnInvalid> | undefined;
  /** After the last use of the file. */
  readonly close: () => Promise<void>;
}

/** Sheets that arrive at once, and those of one program: a slow one holds a place for minutes. */
export const sheetsArriving = () => fairLimit(8, 2);

/**
 * The sheet in a request: an upload, or rows in JSON. Throws `usage`, `may_not_decide` for a merchant that the program
 * does not see, whether there is one of this name or not, and `BodyTooLong`.
 */
export async function sentSheet(context: Context): Promise<ProgramSheet> {
  const sheet = await readSheet(context);
  const { name, merchants } = context.get('program');
  const { merchant } = sheet;
  if (merchant === undefined || merchants === null || merchants.includes(merchant)) return sheet;
  await sheet.close();
  const detail = `they do not have access to merchant ${merchant}.`;
  throw new PayrunError('may_not_decide', { name, action: permission('upload').words, detail });
}

async function readSheet(context: Context): Promise<ProgramSheet> {
  if (/^application\/json\b/i.test(context.req.header('Content-Type') ?? '')) {
    const { name, rows, ...settings } = await jsonBody(context, ROWS_SENT);
    const file = createRowsSheet(plainFileName(`${name}.csv`), rows);
    return { ...settings, decimal: 'point', onInvalid: onInvalidOf(settings), file, close: async () => {} };
  }
  const upload = await receiveUpload(context, 'sheet');
  if (!upload?.file) {
    await upload?.close();
    throw usageError('sheet_not_sent');
  }
  const parsed = FORM_SENT.safeParse(upload.form);
  if (parsed.success) {
    const { file, close } = upload;
    return { ...parsed.data, onInvalid: onInvalidOf(parsed.data), file, close };
  }
  await upload.close();
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'form'}: ${message}`);
  throw usageError('body_invalid', { faults: faults.join('; ') });
}

function onInvalidOf({ onInvalid }: { readonly onInvalid?: string | undefined }): ProgramSheet['onInvalid'] {
  if (onInvalid === undefined) return undefined;
  const parsed = parseOnInvalid(onInvalid);
  if (parsed !== null) return parsed;
  throw usageError('parameter_invalid', { name: 'onInvalid', form: ON_INVALID_FORM });
}
