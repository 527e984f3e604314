import type { Context } from 'hono';
import { FORM_MS, getBodyLimit, LEAST_BYTES } from './body-limits.ts';

/**
 * A body that is not read to its end, because it is too long or too slow; `message` is a sentence for the client. The
 * web server answers 413.
 */
export class BodyTooLong extends Error {}

/** The pieces of a request's body, up to the limit of its route. Throws `BodyTooLong`, before it reads if it can. */
export async function* bodyPieces(context: Context): AsyncGenerator<Uint8Array> {
  const { bytes, ms = FORM_MS } = getBodyLimit(context);
  const tooLong = () => new BodyTooLong(`This is longer than ${sizeText(bytes)}.`);
  if (Number(context.req.header('Content-Length') ?? 0) > bytes) throw tooLong();
  const reader = context.req.raw.body?.getReader();
  let isLate = false;
  let size = 0;
  let sizeBefore = 0;
  let left = ms;
  const timer = setInterval(() => {
    left -= FORM_MS;
    isLate = left <= 0 || size - sizeBefore < LEAST_BYTES;
    sizeBefore = size;
    if (isLate) reader?.cancel().catch(() => {});
  }, FORM_MS);
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      size += next.value.length;
      if (size > bytes) throw tooLong();
      yield next.value;
    }
    if (isLate) throw new BodyTooLong('This took too long to arrive.');
  } finally {
    clearInterval(timer);
    await reader?.cancel().catch(() => {});
  }
}

/** A whole body. Throws `BodyTooLong`. */
export async function readBody(context: Context): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyPieces(context)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sizeText = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
