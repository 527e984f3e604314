import type { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { PainFault } from './pain-fault.ts';

const DECLARED = /^<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;

export interface PainEncoding {
  /** For display: "utf-8". */
  readonly label: string;
  readonly codec: string;
}

/**
 * The encoding of an XML file by its first bytes: a byte order mark, then UTF-16 by its zeros, then the declared
 * encoding, else UTF-8. Throws `PainFault` if the declared one is impossible or unknown.
 */
export function painEncoding(head: Buffer): PainEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'utf-16le', codec: 'utf-16le' };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'utf-16be', codec: 'utf-16be' };
  if (head[0] === 0x3c && head[1] === 0) return { label: 'utf-16le', codec: 'utf-16le' };
  if (head[0] === 0 && head[1] === 0x3c) return { label: 'utf-16be', codec: 'utf-16be' };
  const declared = DECLARED.exec(
    head
      .subarray(0, 1024)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  )?.[1];
  const name = declared?.toLowerCase() ?? 'utf-8';
  if (/^utf-?8$|^us-ascii$|^ascii$/.test(name) || head.subarray(0, 3).equals(UTF8_MARK))
    return { label: 'utf-8', codec: 'utf-8' };
  // A text without zeros cannot be in a wide encoding that it declares.
  if (/^(?:utf|ucs|iso-10646)/.test(name)) throw new PainFault(`it declares the encoding ${name} and is not in it`);
  if (!iconv.encodingExists(name)) throw new PainFault(`it declares an encoding that Payrun does not know (${name})`);
  // Like browsers and banks: files declared as Latin-1 often have characters that only windows-1252 has.
  return { label: name, codec: /^(?:iso-?8859-?1|latin-?1)$/.test(name) ? 'windows-1252' : name };
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The text of a file in pieces. Throws if a UTF-8 file has invalid bytes; in other encodings they become U+FFFD. */
export async function* painText(content: () => Readable, { codec }: PainEncoding): AsyncGenerator<string, void> {
  const source = content();
  try {
    if (codec === 'utf-8') {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const chunk of source) yield decoded(() => decoder.decode(chunk as Buffer, { stream: true }));
      yield decoded(() => decoder.decode());
      return;
    }
    const decoder = iconv.getDecoder(codec);
    let first = true;
    for await (const chunk of source) {
      const text = decoder.write(chunk as Buffer);
      yield first ? text.replace(/^\uFEFF/, '') : text;
      if (text !== '') first = false;
    }
    yield decoder.end() ?? '';
  } finally {
    source.destroy();
  }
}

function decoded(read: () => string): string {
  try {
    return read();
  } catch {
    throw new PainFault('some of its bytes are not in the encoding that it declares (UTF-8)');
  }
}
