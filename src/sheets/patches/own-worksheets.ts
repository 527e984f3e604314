import { NEW_WORKBOOK_SHEET } from '../headers/result-columns.ts';
import type { SheetPackage } from '../open-sheet.ts';
import { createRowXml } from '../write/row-xml.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import type { XlsxPackage } from '../xlsx/xlsx-package.ts';
import { relations, relationsPart, type XlsxWorkbook } from '../xlsx/xlsx-workbook.ts';
import { newComments, type PartForm } from './comment-parts.ts';
import { freePart, type NewWorksheet } from './edit-package.ts';
import {
  EMPTY_TEXT,
  getOwnWorksheetName,
  isOwn,
  type OwnName,
  type OwnWorksheet,
  ownHead,
  ownTail,
} from './own-worksheet.ts';
import type { PackagePatch } from './package-patch.ts';
import type { PatchComment } from './patch-comments.ts';

/** A Payrun worksheet that is being written. */
export interface OwnWriter {
  send(xml: string): void;
  drain(): Promise<void>;
  end(
    last: number,
    links: readonly { readonly address: string; readonly target: string }[],
    comments: readonly PatchComment[],
  ): Promise<void>;
}

/** Payrun's worksheets in a patched workbook. */
export interface OwnWorksheets {
  begin(name: string, form: OwnWorksheet): Promise<OwnWriter>;
  /**
   * Replaces the worksheets of earlier results that this run does not write with one line each, such as "There are no
   * totals."
   */
  finish(): Promise<void>;
  /** New worksheets, for the list in the workbook part. */
  readonly added: readonly NewWorksheet[];
  /** Names of the Payrun worksheets that earlier results added. */
  readonly before: readonly string[];
}

/** The workbook that the worksheets are added to. */
interface Workbook {
  readonly pack: XlsxPackage;
  readonly workbook: Pick<XlsxWorkbook, 'part' | 'worksheets'>;
}

const WORKSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

/**
 * @param names names of all sheets of the workbook
 * @param old the Payrun worksheets of earlier results; new ones replace them in place
 */
export function ownWorksheets(
  out: PackagePatch,
  { pack, workbook }: Workbook,
  form: PartForm,
  names: readonly string[],
  old: ReadonlyMap<OwnName, string>,
): OwnWorksheets {
  const added: NewWorksheet[] = [];
  const used = new Set<OwnName>();
  const taken = new Set(names.map((name) => name.toLowerCase()));

  const partFor = async (wanted: string): Promise<string> => {
    const own = getOwnWorksheetName(wanted)?.name;
    const before = own && !used.has(own) ? old.get(own) : undefined;
    if (own && before !== undefined) {
      used.add(own);
      const { part } = workbook.worksheets.find(({ name }) => name === before)!;
      if (pack.has(relationsPart(part)))
        for (const relation of await relations(pack, part))
          if (relation.type === 'comments' || relation.type === 'vmlDrawing') out.drop(relation.part);
      out.drop(relationsPart(part));
      return part;
    }
    let free = wanted;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${wanted} (${n})`;
    taken.add(free.toLowerCase());
    const part = freePart(out.has, workbook.part, 'worksheets', (n) => `sheet${n}.xml`);
    out.describe(part, WORKSHEET);
    added.push({ name: free, relation: await out.relate(workbook.part, `${form.relationships}/worksheet`, part) });
    return part;
  };

  const begin = async (wanted: string, look: OwnWorksheet): Promise<OwnWriter> => {
    const part = await partFor(wanted);
    const entry = out.entry(part);
    entry.write(Buffer.from(ownHead(form.namespace, look)));
    return {
      send: (xml) => entry.write(Buffer.from(xml)),
      drain: entry.drain,
      end: async (last, links, comments) => {
        const commentParts = await newComments(out, part, form, comments);
        const drawing = commentParts?.relation
          ? { relationships: form.relationships, id: commentParts.relation }
          : null;
        entry.write(Buffer.from(ownTail(look, last, links, drawing)));
        await entry.end();
        await commentParts?.write();
      },
    };
  };

  return {
    added,
    before: [...old.values()],
    begin,
    finish: async () => {
      for (const [own, name] of old) {
        if (used.has(own)) continue;
        const writer = await begin(name, { widths: [40], filtered: false });
        const xml = createRowXml();
        xml.begin(1, 1);
        xml.cell(EMPTY_TEXT[own], 'text', 0);
        xml.end();
        writer.send(xml.take());
        await writer.end(1, [], []);
      }
    },
  };
}

/**
 * The Payrun worksheets of an input that is a results workbook, by their kind; recognized by name and content. Throws
 * `Unpatchable` if they are marked as sandbox results and the new ones are not, or vice versa.
 */
export async function oldWorksheets(
  { workbook, worksheet, firstRows }: SheetPackage,
  sandbox: boolean,
): Promise<ReadonlyMap<OwnName, string>> {
  const found = new Map<OwnName, string>();
  if (NEW_WORKBOOK_SHEET.test(worksheet.name) && worksheet.name.endsWith(' (SANDBOX)') !== sandbox)
    throw new Unpatchable(OTHER);
  for (const one of workbook.worksheets) {
    const own = getOwnWorksheetName(one.name);
    if (!own) continue;
    if (one.part !== worksheet.part && (found.has(own.name) || !isOwn(own.name, await firstRows(one)))) continue;
    if (own.sandbox !== sandbox) throw new Unpatchable(OTHER);
    if (one.part !== worksheet.part) found.set(own.name, one.name);
  }
  return found;
}

const OTHER = 'it holds results of the sandbox, or these are, and their worksheets say so';
