import { z } from 'zod';

/** A line of the anchor file with the time stamp that an authority (RFC 3161) gave for an anchor before it. */
export interface TimestampLine {
  /** The number of the anchor. */
  readonly anchor: number;
  /** The host that was asked. */
  readonly authority: string;
  readonly nonce: Buffer;
  /** The response of the authority, as it came; `openssl ts -verify -in` reads it. */
  readonly response: Buffer;
}

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const WRITTEN = z.strictObject({
  timestamp: z.strictObject({
    anchor: z.int().positive(),
    authority: z.string().max(300),
    nonce: base64,
    response: base64,
  }),
});

export function writeTimestampLine({ anchor, authority, nonce, response }: TimestampLine): string {
  return JSON.stringify({
    timestamp: { anchor, authority, nonce: nonce.toString('base64'), response: response.toString('base64') },
  });
}

/** Null if the line is no time stamp. */
export function readTimestampLine(line: string): TimestampLine | null {
  try {
    return WRITTEN.safeParse(JSON.parse(line)).data?.timestamp ?? null;
  } catch {
    return null;
  }
}
