import { PayrunError } from '../../errors.ts';
import type { SheetRow } from '../../model.ts';
import { editedRow } from '../edited-row.ts';
import { fileError, type SheetFile } from '../files/sheet-file.ts';
import { controlSidecar } from '../headers/control-total.ts';
import type { OpenSheet, ReadOptions } from '../open-sheet.ts';
import type { PainVersion } from '../pain-version.ts';
import type { Understood } from '../understood-sheet.ts';
import { PAIN_COLUMNS, PAIN_HEADER } from './pain-columns.ts';
import { type PainListener, painElements } from './pain-elements.ts';
import { painDamaged } from './pain-fault.ts';
import { painNotes } from './pain-notes.ts';
import { painIds, painRow, type RepeatedIds } from './pain-row.ts';
import { type PainEncoding, painEncoding, painText } from './pain-text.ts';
import { controlSumNote, painTotals } from './pain-totals.ts';

const CHUNK = 1000;

/**
 * Opens a pain.001. Each payment is a row whose number is the payment's number in the file, with the columns of a
 * sheet. Memory does not grow with the number of payments. Throws `sheet_damaged`, `sheet_no_rows`, `control_total`,
 * and the errors of reading the bytes.
 */
export async function painSheet(file: SheetFile, head: Buffer, edits?: ReadOptions['edits']): Promise<OpenSheet> {
  try {
    const encoding = painEncoding(head);
    const { version, message } = await readBeginning(file, encoding);
    const sidecar = await file.sidecar();
    const understood: Understood = {
      format: 'pain.001',
      encoding: encoding.label,
      delimiter: null,
      headerRow: 0,
      header: PAIN_HEADER,
      columns: PAIN_HEADER.map((_, at) => PAIN_COLUMNS[at] ?? null),
      results: null,
      skippedRows: 0,
      message: { version, id: message },
      ...(sidecar === null ? {} : { control: [controlSidecar(file.name, sidecar)] }),
      notes: [],
    };
    return openPain(file, encoding, understood, edits);
  } catch (error) {
    throw painDamaged(file.name, error);
  }
}

/** Reads up to the first payment, so that an invalid file is refused before anything else happens. */
async function readBeginning(
  file: SheetFile,
  encoding: PainEncoding,
): Promise<{ readonly version: PainVersion; readonly message: string }> {
  let message = '';
  let payments = 0;
  const elements = painElements({
    ...SILENT,
    header: (header) => {
      message = header.get('MsgId')?.[0] ?? '';
    },
    payment: () => {
      payments++;
    },
  });
  for await (const piece of painText(file.content, encoding)) {
    elements.write(piece);
    if (payments > 0) break;
  }
  if (payments === 0) {
    elements.end();
    throw new PayrunError('sheet_no_rows', { file: file.name });
  }
  return { version: elements.version()!, message };
}

const SILENT: PainListener = { header: () => {}, payment: () => {}, block: () => {}, signature: () => {} };

/** Reads the file for the IDs that several payments have. */
async function repeatedIds(file: SheetFile, encoding: PainEncoding): Promise<RepeatedIds> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const elements = painElements({
    ...SILENT,
    payment: ({ payment }) => {
      // An InstrId that is equal to the EndToEndId of its payment is no repetition.
      for (const id of new Set(painIds(payment))) {
        if (id === undefined) continue;
        if (seen.has(id)) repeated.add(id);
        else seen.add(id);
      }
    },
  });
  for await (const piece of painText(file.content, encoding)) elements.write(piece);
  return repeated;
}

function openPain(
  file: SheetFile,
  encoding: PainEncoding,
  understood: Understood,
  edits: ReadOptions['edits'],
): OpenSheet {
  let noticed: ReturnType<OpenSheet['noticed']> = {
    decimal: null,
    totals: { notes: [], difference: null },
    unused: [],
  };

  let repeated: RepeatedIds | null = null;

  async function* rows(most = CHUNK): AsyncGenerator<readonly SheetRow[], void> {
    const totals = painTotals();
    const notes = painNotes();
    let ready: SheetRow[] = [];
    let ids: RepeatedIds = new Set();
    const elements = painElements({
      header: totals.header,
      payment: (payment) => {
        totals.payment(payment);
        const read = painRow(payment, ids);
        notes.row(read.notes);
        if (edits) totals.corrected(editedRow(read.row, edits));
        ready.push(read.row);
      },
      block: (block) => {
        totals.block(block);
        notes.block(block);
      },
      signature: notes.signature,
    });
    try {
      await file.unchanged();
      repeated ??= await repeatedIds(file, encoding);
      ids = repeated;
      for await (const piece of painText(file.content, encoding)) {
        elements.write(piece);
        while (ready.length >= most) {
          yield ready.slice(0, most);
          ready = ready.slice(most);
        }
      }
      elements.end();
      if (ready.length > 0) yield ready;
      const { difference, note } = totals.result();
      const compared = edits ? totals.correctedResult() : null;
      const about = compared === null ? [note] : [`As uploaded: ${note}`, controlSumNote(compared)];
      noticed = {
        decimal: null,
        unused: [],
        totals: {
          notes: [...about, ...notes.sentences()].map((text) => ({ code: 'payment_order', text })),
          difference,
          ...(compared === null ? {} : { corrected: [compared] }),
        },
      };
      await file.unchanged();
    } catch (error) {
      throw painDamaged(file.name, fileError(file.name, error));
    }
  }

  return { name: file.name, understood, rows, noticed: () => noticed, close: async () => {} };
}
