import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** As in the penetration test. */
const FIELDS = 430_541;
const UPLOAD = 60 * 1024 * 1024;
const PIECE = Buffer.alloc(256 * 1024, '1.00,EUR\n');

const FILE = Buffer.from('--b\r\nContent-Disposition: form-data; name="sheet"; filename="a.csv"\r\n\r\n');
const END = Buffer.from('\r\n--b--\r\n');

/** `uploads` are refused, `sheets` are received whole. */
export type FloodKind = 'fields' | 'names' | 'uploads' | 'sheets';

/** Senders at once of each flood, and how long each waits for its next request. */
const SENDERS: Readonly<Record<FloodKind, readonly [senders: number, pauseMs: number]>> = {
  fields: [4, 20],
  names: [16, 20],
  uploads: [12, 500],
  sheets: [12, 500],
};

/** Floods a server on this machine until it is stopped; returns the answers by status then. */
export function openFlood(
  url: string,
  host: string,
  kind: FloodKind,
  { cookie, csrf }: { cookie: string; csrf: string },
) {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('Only a server on this machine may be flooded.');
  const answers: Record<string, number> = {};
  const stop = new AbortController();
  const [senders, pauseMs] = SENDERS[kind];
  const many = Buffer.from(Array.from({ length: FIELDS }, (_, n) => `f${n}=`).join('&'));
  const agent = new Agent({ keepAlive: false });

  const send = (path: string, address: string, type: string, pieces: readonly Buffer[], more = {}): Promise<string> =>
    new Promise((resolve) => {
      const sent = request(
        new URL(path, url),
        {
          method: 'POST',
          agent,
          signal: stop.signal,
          headers: {
            Host: host,
            Origin: `https://${host}`,
            'X-Forwarded-For': address,
            'Content-Type': type,
            ...more,
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            sent.destroy();
            resolve(String(answer.statusCode));
          });
        },
      );
      // What the server does not read is cut off.
      sent.on('error', () => resolve('cut off'));
      const closed = new Promise((done) => sent.once('close', done));
      void (async () => {
        for (const piece of pieces) {
          if (sent.destroyed) return;
          if (!sent.write(piece)) await Promise.race([new Promise((done) => sent.once('drain', done)), closed]);
        }
        sent.end();
      })();
    });

  const form = 'application/x-www-form-urlencoded';
  const next = (sender: number): Promise<string> => {
    if (kind === 'fields') return send('/login', `198.51.100.${sender}`, form, [many]);
    if (kind === 'names') {
      const address = `2001:db8:${randomBytes(4).toString('hex').replace(/^.{4}/, '$&:')}::1`;
      const body = Buffer.from(`name=nobody-${randomBytes(6).toString('hex')}&password=wrong`);
      return send('/login', address, form, [body]);
    }
    const whole = Array<Buffer>(UPLOAD / PIECE.length).fill(PIECE);
    const pieces = kind === 'sheets' ? [FILE, ...whole, END] : whole;
    const type = 'multipart/form-data; boundary=b';
    return send(`/upload?csrf=${kind === 'sheets' ? csrf : 'x'}`, `198.51.100.${sender}`, type, pieces, {
      Cookie: cookie,
    });
  };
  const running = Array.from({ length: senders }, async (_, sender) => {
    while (!stop.signal.aborted) {
      const answer = await next(sender);
      answers[answer] = (answers[answer] ?? 0) + 1;
      await setTimeout(pauseMs);
    }
  });
  return {
    async stop(): Promise<Readonly<Record<string, number>>> {
      stop.abort();
      await Promise.all(running);
      return answers;
    },
  };
}
