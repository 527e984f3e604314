import type { Context } from 'hono';
import type { SheetSource } from '../../intake/map-sheet.ts';
import { createSealedScratch } from '../../ledger/vault/sealed-scratch.ts';
import { getBodyLimit } from './body-limits.ts';
import { BodyTooLong, bodyPieces } from './read-body.ts';
import type { Form } from './read-form.ts';
import { BrokenMultipart, boundaryOf, type PartHead, type PartSink, readMultipart } from './read-multipart.ts';

/** A form that was sent with a file. */
export interface Upload {
  readonly form: Form;
  /** With a plain name; null if no file was chosen. */
  readonly file: Exclude<SheetSource, string> | null;
  /** After the last use of the file. */
  readonly close: () => Promise<void>;
}

/** Of all fields together that are not the file. */
const LONGEST_FIELDS = 256 * 1024;

/**
 * Receives a form with the file `fileField`, piece by piece, into a sealed scratch. Null if it is truncated or not such
 * a form. Throws `BodyTooLong`.
 */
export async function receiveUpload(context: Context, fileField: string): Promise<Upload | null> {
  const boundary = boundaryOf(context.req.header('Content-Type'));
  if (boundary === null) return null;
  const scratch = createSealedScratch();
  const form = new Map<string, string[]>();
  let filename: string | null = null;
  let left = LONGEST_FIELDS;
  let parts = 0;

  let fault: unknown = null;
  const onDiskFault = (error: unknown) => {
    fault = error;
    throw error;
  };

  const takePart = (part: PartHead): PartSink => {
    parts += 1;
    const { fields } = getBodyLimit(context);
    if (parts > fields) throw new BodyTooLong(`The form has more than ${fields} fields.`);
    if (part.filename !== null) {
      // A second file would be appended to the first.
      if (part.name !== fileField || filename !== null) throw new BrokenMultipart();
      filename = part.filename;
      return (piece) => scratch.append(piece).catch(onDiskFault);
    }
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    form.set(part.name, pieces);
    return async (piece) => {
      left -= piece.length;
      if (left < 0) throw new BodyTooLong('The fields of the form are too long.');
      pieces.push(decoder.decode(piece, { stream: true }));
    };
  };

  try {
    await readMultipart(bodyPieces(context), boundary, takePart);
  } catch (error) {
    await scratch.close();
    if (error instanceof BodyTooLong || error === fault) throw error;
    return null;
  }
  const name = filename ?? '';
  return {
    form: Object.fromEntries([...form].map(([field, pieces]) => [field, pieces.join('')])),
    file: name === '' ? null : { name: plainFileName(name), content: scratch.content },
    close: scratch.close,
  };
}

/** The base name of a file, without control characters and leading dots. */
export function plainFileName(given: string): string {
  const name = given
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/^[.\s]+/, '')
    .slice(-120)
    .trim();
  return name === '' ? 'sheet' : name;
}
