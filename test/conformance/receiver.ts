import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every form
  readonly body: any;
}

/** A target of webhooks: keeps what it gets, and answers what it is told to. */
export interface Receiver {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** The next answers; 200 when there are none left. */
  answers: number[];
  /** Waits for so many deliveries; "model:action" of each, in the order of their arrival. */
  names(count: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      deliveries.push({ headers: request.headers, text, body: JSON.parse(text) });
      response.writeHead(receiver.answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    answers: [],
    async names(count) {
      const until = Date.now() + 50_000;
      while (deliveries.length < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
      return deliveries.map(({ body }) => `${body.model}:${body.action}`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Whether a delivery is signed with this key, by the rule of the wire. */
export function isSigned({ headers, text }: Delivery, signingKey: string): boolean {
  const [, seconds = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-paymentrails-signature'])) ?? [];
  return (
    given ===
    createHmac('sha256', signingKey)
      .update(seconds + text)
      .digest('hex')
  );
}
