import { posix } from 'node:path';
import type { XlsxPackage } from '../xlsx/xlsx-package.ts';
import { relations, relationsPart } from '../xlsx/xlsx-workbook.ts';
import { type EntryWriter, zipWriter } from '../xlsx/zip-writer.ts';
import { freeId, type NewRelation, withContentTypes, withRelations } from './edit-package.ts';

/** Writes a package from another one: parts are replaced or added, all others are copied byte for byte. */
export interface PackagePatch {
  /** Begins a part, new or as a replacement. End it before the next one begins. */
  entry(part: string): EntryWriter;
  put(part: string, xml: string): Promise<void>;
  drop(part: string): void;
  /** Sets the content type of a new part. */
  describe(part: string, type: string): void;
  /** Adds a relationship between two parts; returns its ID. `type` is the full URI. */
  relate(from: string, type: string, to: string): Promise<string>;
  /** Whether the new package has the part. */
  has(part: string): boolean;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

const CONTENT_TYPES = '[Content_Types].xml';

/** `path` is an existing empty file. Existing parts keep the spelling of their names. */
export async function packagePatch(path: string, at: number, pack: XlsxPackage): Promise<PackagePatch> {
  const zip = await zipWriter(path, at);
  const names = new Map(pack.names.map((name) => [name.toLowerCase(), name]));
  /** Parts that are not copied, in lower case. */
  const done = new Set<string>();
  const dropped = new Set<string>();
  const types: { readonly part: string; readonly type: string }[] = [];
  const related = new Map<string, NewRelation[]>();
  const taken = new Map<string, string[]>();

  const entry = (part: string): EntryWriter => {
    done.add(part.toLowerCase());
    return zip.entry(names.get(part.toLowerCase()) ?? part);
  };
  const put = async (part: string, xml: string) => {
    const writer = entry(part);
    writer.write(Buffer.from(xml));
    await writer.end();
  };
  const has = (part: string) =>
    (names.has(part.toLowerCase()) && !dropped.has(part.toLowerCase())) || done.has(part.toLowerCase());

  return {
    entry,
    put,
    has,
    drop: (part) => dropped.add(part.toLowerCase()),
    describe: (part, type) => types.push({ part, type }),
    relate: async (from, type, to) => {
      const known = pack.has(relationsPart(from)) && !dropped.has(relationsPart(from).toLowerCase());
      let ids = taken.get(from);
      if (!ids) {
        ids = known ? (await relations(pack, from)).map(({ id }) => id) : [];
        taken.set(from, ids);
      }
      const id = freeId(ids);
      ids.push(id);
      const target = posix.relative(posix.dirname(from), to);
      related.set(from, [...(related.get(from) ?? []), { id, type, target }]);
      return id;
    },
    finish: async () => {
      for (const [from, added] of related) {
        const part = relationsPart(from);
        const known = pack.has(part) && !dropped.has(part.toLowerCase());
        await put(part, withRelations(known ? await pack.text(part) : null, added));
      }
      const gone = new Set([...dropped].filter((part) => !done.has(part)));
      const boxes = types.some(({ type }) => type === BOXES);
      const described = types.filter(({ type }) => type !== BOXES);
      await put(CONTENT_TYPES, withContentTypes(await pack.text(CONTENT_TYPES), described, gone, boxes));
      for (const name of pack.names) {
        const part = name.toLowerCase();
        if (!done.has(part) && !dropped.has(part)) await zip.copy(await pack.packed(name));
      }
      await zip.finish();
    },
    abandon: zip.close,
  };
}

/** The content type of legacy drawings for comments. It applies by file extension. */
export const BOXES = 'application/vnd.openxmlformats-officedocument.vmlDrawing';
