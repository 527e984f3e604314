import type { Context } from 'hono';
import { bodyLimitOf } from './body-limits.ts';

/** A body that is not read, or not to its end; `message` is a sentence for the client. The web server answers 413. */
export class BodyTooLong extends Error {}

/** The pieces of a request's body, up to the limit of its route. Throws `BodyTooLong`, before it reads if it can. */
export async function* bodyPieces(context: Context): AsyncGenerator<Uint8Array> {
  const { bytes } = bodyLimitOf(context);
  const tooLong = () => new BodyTooLong(`This is longer than ${sizeText(bytes)}.`);
  if (Number(context.req.header('Content-Length') ?? 0) > bytes) throw tooLong();
  let size = 0;
  for await (const piece of context.req.raw.body ?? []) {
    size += piece.length;
    if (size > bytes) throw tooLong();
    yield piece;
  }
}

/** A whole body. Throws `BodyTooLong`. */
export async function readBody(context: Context): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyPieces(context)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sizeText = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
