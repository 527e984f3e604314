/** The part of the Postgres wire protocol that the embedded database's server needs. All lengths are in bytes. */

/**
 * One complete message of a client with its type byte ('' for the first message, which has none). `type` is 'ssl',
 * 'cancel' or 'startup' before the session starts.
 */
export interface ClientMessage {
  readonly type: string;
  readonly bytes: Buffer;
}

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

/** A startup message has a few names; a longer one is not from our client. */
const LONGEST_STARTUP = 10_000;

/**
 * Splits a client's bytes into messages. `push` returns the complete ones, or null if the bytes are not this protocol.
 */
export function createMessageReader(): { push(chunk: Buffer): ClientMessage[] | null } {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 8;
  let started = false;

  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      const messages: ClientMessage[] = [];
      // Joins chunks only when a message is complete: a load of 16 MB arrives in 250 chunks.
      if (size < needed) return messages;
      let rest = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      for (;;) {
        const header = started ? 5 : 8;
        if (rest.length < header) {
          needed = header;
          break;
        }
        const length = started ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
        if (length < header || (!started && length > LONGEST_STARTUP)) return null;
        if (rest.length < length) {
          needed = length;
          break;
        }
        const bytes = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (started) messages.push({ type: String.fromCharCode(bytes[0]!), bytes });
        else {
          const code = bytes.readInt32BE(4);
          if (code === SSL_REQUEST || code === GSS_REQUEST) messages.push({ type: 'ssl', bytes });
          else if (code === CANCEL_REQUEST) messages.push({ type: 'cancel', bytes });
          else {
            started = true;
            messages.push({ type: 'startup', bytes });
          }
        }
      }
      chunks = rest.length > 0 ? [rest] : [];
      size = rest.length;
      return messages;
    },
  };
}

/** The user name in a startup message. */
export function startupUser(bytes: Buffer): string | undefined {
  const fields = bytes.subarray(8).toString('utf8').split('\0');
  return fields[fields.indexOf('user') + 1];
}

/** Encodes a message. Strings get a final zero byte. */
export function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export function query(sql: string): Buffer {
  return message('Q', sql);
}

export const SYNC = message('S');

/** AuthenticationOk, the parameters that clients expect of a server, BackendKeyData, ReadyForQuery. */
export const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', 'server_encoding', 'UTF8'),
  message('S', 'client_encoding', 'UTF8'),
  message('S', 'DateStyle', 'ISO, MDY'),
  message('S', 'TimeZone', 'UTC'),
  message('S', 'integer_datetimes', 'on'),
  message('S', 'standard_conforming_strings', 'on'),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);

/** CopyInResponse: text format, number of columns not stated. */
export const COPY_IN = message('G', Buffer.from([0, 0, 0]));

/**
 * A fatal error before the connection closes. With the code `CLOSING`, the client knows that its last messages were not
 * executed.
 */
export function fatalErrorMessage(code: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

export function copyFromStdin(bytes: Buffer): string | null {
  // Check only the start: a query may contain megabytes of values.
  if (!/^copy\s/i.test(bytes.toString('latin1', 5, 10))) return null;
  const sql = bytes.toString('utf8', 5, bytes.length - 1);
  return /\sfrom\s+stdin\b/i.test(sql) ? sql : null;
}

/** I idle, T in a transaction, E in a failed one; null if the answer does not end with ReadyForQuery. */
export function readyStatus(tail: Buffer): string | null {
  const at = tail.length - 6;
  return at >= 0 && tail[at] === 0x5a && tail.readInt32BE(at + 1) === 5 ? String.fromCharCode(tail[at + 5]!) : null;
}
