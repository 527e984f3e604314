import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** The server's response to the next e-mails; by default it accepts them. */
export type Mood = 'takes' | 'refuses' | 'refuses address' | 'hangs' | 'drops in DATA';

export interface MailServer {
  /** For the setting `PAYRUN_SMTP_URL`. */
  readonly url: string;
  /** The accepted e-mails as received, with CRLF and envelope. */
  readonly taken: { readonly from: string; readonly to: readonly string[]; readonly text: string }[];
  /** The number of connections so far. */
  readonly connections: () => number;
  be(mood: Mood): void;
  close(): Promise<void>;
}

/** A real mail server on the loopback, without encryption. */
export async function startMailServer(): Promise<MailServer> {
  let mood: Mood = 'takes';
  let connections = 0;
  const taken: MailServer['taken'] = [];
  const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_, done) {
      connections++;
      if (mood === 'hangs') return;
      done(mood === 'refuses' ? refusal(421) : undefined);
    },
    onRcptTo(_, __, done) {
      done(mood === 'refuses address' ? refusal(550) : undefined);
    },
    onData(stream, { envelope }, done) {
      if (mood === 'drops in DATA') {
        for (const connection of server.connections) (connection as { _socket: { destroy(): void } })._socket.destroy();
        return;
      }
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    be: (next) => {
      mood = next;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
