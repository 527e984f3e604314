import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A wire to a server that can be cut and mended: the server disappears for its clients, and comes back. */
export interface CutWire {
  /** Its port on the loopback. */
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function layWire(to: { readonly host: string; readonly port: number }): Promise<CutWire> {
  const open = new Set<Socket>();
  const server = createServer((front) => {
    const back = connect(to.port, to.host);
    for (const end of [front, back]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        front.destroy();
        back.destroy();
      });
    }
    front.pipe(back);
    back.pipe(front);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = new Promise((done) => server.close(done));
    for (const end of open) end.destroy();
    await closed;
  };
  const port = await freePort();
  await listen(port);
  return { port, cut, mend: () => listen(port), close: async () => (server.listening ? cut() : undefined) };
}
