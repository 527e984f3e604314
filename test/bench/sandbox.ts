import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MerchantKeys } from '../../src/model.ts';
import { startChild } from '../support/child-process.ts';

const CONNECTIONS = 8;
const SECONDS = 3;
const PAYMENTS = 100_000;
/** What the sandbox must do: calls a second, and the longest that others may wait for a large batch, in milliseconds. */
const LEAST = { get: 2000, create: 1000 };
const LONGEST_MS = 100;

interface Target {
  readonly url: string;
  readonly merchant: MerchantKeys;
}

/**
 * Signed calls a second against the sandbox in a process of its own, with its state in a file; then how long a small call
 * waits while a batch of 100,000 payments is created, quoted, started and settled.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  const child = startChild(join(import.meta.dirname, '..', 'sandbox', 'child.ts'), [join(folder, 'state.jsonl')]);
  try {
    const target = (await child.until(() => true)) as Target;
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS + 2 });
    const call = caller(target, agent);
    const { recipient } = (await call('POST', '/v1/recipients', person('one@example.com'))).body;
    const account = {
      type: 'bank-transfer',
      currency: 'USD',
      country: 'US',
      accountHolderName: 'A',
      branchId: '021000021',
      accountNum: '12345',
    };
    await call('PATCH', `/v1/recipients/${recipient.id}`, { address: { country: 'US' } });
    await call('POST', `/v1/recipients/${recipient.id}/accounts`, account);

    await rate('recipient GET', LEAST.get, () => call('GET', `/v1/recipients/${recipient.id}`));
    let people = 0;
    await rate('recipient create', LEAST.create, () =>
      call('POST', '/v1/recipients', person(`p${people++}@example.com`)),
    );
    await largeBatch(call, recipient.id);
    agent.destroy();
  } finally {
    await child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

type Call = ReturnType<typeof caller>;

const person = (email: string) => ({ type: 'individual', firstName: 'Ada', lastName: 'Lovelace', email });

async function rate(name: string, least: number, call: () => Promise<{ status: number }>): Promise<void> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const worker = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      const { status } = await call();
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const perSecond = Math.round(times.length / SECONDS);
  tell(name, `${perSecond} a second (at least ${least}), ${percentiles(times)}`, perSecond >= least);
}

async function largeBatch(call: Call, id: string): Promise<void> {
  const payments = Array.from({ length: PAYMENTS }, (_, at) => ({
    recipient: { id },
    amount: '10.00',
    currency: 'USD',
    memo: `Salary of May, ${at}`,
    externalId: `payment-${at}`,
  }));
  // Made before anybody is timed: it takes this process a while.
  const send = call.prepare('POST', '/v1/batches', { sourceCurrency: 'USD', payments });
  // One payment in a hundred fails: settling looks at every one.
  await call('POST', '/_sandbox/outcomes', [{ match: { externalId: 'payment-99' }, outcome: 'failed', reason: 'x' }]);
  // What the machine does to a small call when the sandbox has nothing else to do.
  await stalls(call, id, 'one second of nothing', () => new Promise((resolve) => setTimeout(resolve, 1000)));
  let path = '';
  await stalls(call, id, `${PAYMENTS} payments created`, async () => {
    path = `/v1/batches/${(await send()).body.batch.id}`;
  });
  await stalls(call, id, 'quoted', () => call('POST', `${path}/generate-quote`, {}));
  await stalls(
    call,
    id,
    'three pages of 1,000 listed',
    async () => {
      for (const page of [1, 50, 100]) await call('GET', `${path}/payments?pageSize=1000&page=${page}`);
      // 2 MB each, which this process has to read too.
    },
    2 * LONGEST_MS,
  );
  await stalls(call, id, 'started', () => call('POST', `${path}/start-processing`, {}));
  await stalls(call, id, 'settled', () => call('POST', '/_sandbox/settle', {}));
  const { body } = await call('GET', path);
  if (body.batch.status !== 'complete') throw new Error(`The batch is ${body.batch.status}`);
}

/** How long small calls wait while the work goes on. */
async function stalls(
  call: Call,
  id: string,
  name: string,
  work: () => Promise<unknown>,
  most = LONGEST_MS,
): Promise<void> {
  const times: number[] = [];
  let working = true;
  const pinging = (async () => {
    while (working) {
      const start = performance.now();
      await call('GET', `/v1/recipients/${id}`);
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const start = performance.now();
  await work();
  const took = Math.round(performance.now() - start);
  working = false;
  await pinging;
  const longest = Math.max(...times);
  tell(name, `in ${took} ms; others waited ${percentiles(times)} (at most ${most} ms)`, longest <= most);
}

function tell(name: string, text: string, good: boolean): void {
  console.log(`${good ? 'ok  ' : 'SLOW'} ${name}: ${text}`);
  if (!good) process.exitCode = 1;
}

function percentiles(times: number[]): string {
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}

/** A client with as little work of its own as possible: it runs on the same two cores. */
function caller({ url, merchant }: Target, agent: Agent) {
  const { port } = new URL(url);
  // biome-ignore lint/suspicious/noExplicitAny: a bench looks into answers of every form
  type Answer = { status: number; body: any };
  const prepare = (method: string, path: string, body?: unknown) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    return () => {
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', merchant.secretKey)
        .update(`${seconds}\n${method}\n${path}\n`)
        .update(bytes)
        .update('\n')
        .digest('hex');
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': bytes.length,
        Authorization: `prsign ${merchant.accessKey}:${signature}`,
        'X-PR-Timestamp': seconds,
      };
      return new Promise<Answer>((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }),
          );
        });
        outgoing.on('error', reject);
        outgoing.end(bytes);
      });
    };
  };
  const call = (method: string, path: string, body?: unknown) => prepare(method, path, body)();
  return Object.assign(call, { prepare });
}
