import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message as its receiver got it. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A program that receives webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Forgets what came. */
  clear(): void;
  /** The status that it answers with from now on; null: no answer. */
  answer(status: number | null): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let status: number | null = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(parts).toString('utf8');
      received.push({ path: request.url!, id: headers['webhook-id']!, body, headers });
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end('of the receiver');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    clear: () => {
      received.length = 0;
    },
    answer: (next) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Whether the library of Standard Webhooks verifies it with this secret. */
export function isVerified(secret: string, { body, headers }: ReceivedWebhook): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch (error) {
    if ((error as Error).constructor.name === 'WebhookVerificationError') return false;
    throw error;
  }
}
