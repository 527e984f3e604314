import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems assign (from 32768 on), above the well-known ones. */
const [FROM, TO] = [20_000, 32_000];

/**
 * A port of the loopback that nothing listens on, to be listened on later or again. It is none that the system gives to another
 * test meanwhile, as it may give one that was just let go of.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
