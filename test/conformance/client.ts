import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';

export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  readonly body: any;
}

export interface Options {
  readonly keys?: Keys;
  /** What is signed, where it is not what is sent. */
  readonly signedBody?: string;
  readonly signedPath?: string;
  readonly timestamp?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface SubMerchant extends Keys {
  readonly id: string;
}

/** A client of the contract that shares no code with Payrun's, and a sandbox for it. */
export interface Contractor {
  readonly url: string;
  readonly merchant: Keys;
  readonly parent: Keys;
  /** A string as body is sent as it is. With the first merchant's keys, unless others are given. */
  call(method: string, path: string, body?: unknown, options?: Options): Promise<Reply>;
  control(path: string, body?: unknown): Promise<Reply>;
  /** A new sandbox sub-merchant; approved, unless it is to be pending. */
  subMerchant(pending?: boolean): Promise<SubMerchant>;
  /** A new recipient's id. */
  recipient(profile?: object, keys?: Keys): Promise<string>;
  /** A new recipient who can be paid. */
  payee(account?: object, keys?: Keys): Promise<string>;
  /** A new batch with a payment of each amount to a new payee. */
  batch(amounts?: readonly string[], more?: object, keys?: Keys): Promise<Batch>;
  close(): Promise<void>;
}

interface Batch {
  readonly id: string;
  readonly payments: { readonly payments: readonly { readonly id: string; readonly fees: string }[] };
}

export const US_ACCOUNT = {
  type: 'bank-transfer',
  currency: 'USD',
  country: 'US',
  accountHolderName: 'Ada Lovelace',
  branchId: '021000021',
  accountNum: '123456789',
};

const UNLIMITED = { quota: 1_000_000, addressQuota: 1_000_000 };

/** Without quotas, unless others are given; sub-merchants are approved after an hour. */
export async function startContractor(options: SandboxOptions = UNLIMITED): Promise<Contractor> {
  const sandbox = await startSandbox({ ...options, approveMs: 3_600_000 });
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(sandbox.url);
  let people = 0;

  const send = (method: string, path: string, headers: Record<string, string>, body: string) =>
    new Promise<Reply>((resolve, reject) => {
      const bytes = Buffer.from(body);
      const length = body === '' && method === 'GET' ? {} : { 'Content-Length': String(bytes.length) };
      const outgoing = request({ port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => {
          const type = String(answer.headers['content-type']);
          if (!type.startsWith('application/json')) reject(new Error(`${method} ${path} answered ${type}`));
          else resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(text) });
        });
      });
      outgoing.end(bytes);
    });

  const contractor: Contractor = {
    url: sandbox.url,
    merchant: sandbox.merchant,
    parent: sandbox.parent,
    async call(method, path, body, { keys = sandbox.merchant, ...options } = {}) {
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
      const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
      const message = `${timestamp}\n${method}\n${options.signedPath ?? path}\n${options.signedBody ?? text}\n`;
      const signature = createHmac('sha256', keys.secretKey).update(message).digest('hex');
      const headers: Record<string, string | undefined> = {
        'Content-Type': 'application/json',
        Authorization: `prsign ${keys.accessKey}:${signature}`,
        'X-PR-Timestamp': timestamp,
        ...options.headers,
      };
      const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
      return send(method, path, Object.fromEntries(sent), text);
    },
    control: (path, body) =>
      send(
        body === undefined ? 'GET' : 'POST',
        `/_sandbox/${path}`,
        {},
        body === undefined ? '' : JSON.stringify(body),
      ),
    async subMerchant(pending = false) {
      people++;
      const merchant = { name: `Shop ${people}`, currency: 'USD' };
      const { body } = await contractor.call(
        'POST',
        '/v1/profile/sandbox',
        { apikey: true, merchant },
        { keys: sandbox.parent },
      );
      if (!pending) await contractor.control('approve', { merchant: body.merchant.id });
      return body.merchant;
    },
    async recipient(profile = {}, keys = sandbox.merchant) {
      people++;
      const body = {
        type: 'individual',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: `p${people}@example.com`,
        ...profile,
      };
      const reply = await contractor.call('POST', '/v1/recipients', body, { keys });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body.recipient.id;
    },
    async payee(account = US_ACCOUNT, keys = sandbox.merchant) {
      const id = await contractor.recipient({ address: { country: 'US', city: 'Reno', street1: '1 Main St' } }, keys);
      const reply = await contractor.call('POST', `/v1/recipients/${id}/accounts`, account, { keys });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return id;
    },
    async batch(amounts = ['10.00'], more = {}, keys = sandbox.merchant) {
      const id = await contractor.payee(US_ACCOUNT, keys);
      const payments = amounts.map((amount) => ({ recipient: { id }, amount, currency: 'USD' }));
      const reply = await contractor.call(
        'POST',
        '/v1/batches',
        { sourceCurrency: 'USD', payments, ...more },
        { keys },
      );
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body.batch;
    },
    async close() {
      agent.destroy();
      await sandbox.close();
    },
  };
  return contractor;
}
