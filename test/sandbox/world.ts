import { afterEach } from 'vitest';
import type { Clock } from '../../src/platform/clock.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { type Answered, type SignedFetch, signedFetch } from '../support/signed-fetch.ts';

export interface MovableClock extends Clock {
  move(ms: number): void;
}

/** A clock that stands still until it is moved; sleeping takes real time. */
export function movableClock(start = Date.UTC(2026, 10, 20, 12)): MovableClock {
  let now = start;
  return {
    now: () => now,
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    move: (ms) => {
      now += ms;
    },
  };
}

export interface World {
  readonly sandbox: RunningSandbox;
  readonly clock: MovableClock;
  readonly call: SignedFetch;
  /** POST to a control path, or GET without a body. */
  control(path: string, body?: unknown): Promise<Answered>;
}

const open: RunningSandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

/** A sandbox with a clock of its own and a client; closed after the test. */
export async function startWorld(options: SandboxOptions & { clock?: MovableClock } = {}): Promise<World> {
  const clock = options.clock ?? movableClock();
  const sandbox = await startSandbox({ quota: 100_000, ...options, clock });
  open.push(sandbox);
  return {
    sandbox,
    clock,
    call: signedFetch({ url: sandbox.url, keys: sandbox.merchant }, clock.now),
    async control(path, body) {
      const response = await fetch(
        `${sandbox.url}/_sandbox/${path}`,
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
      );
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}

export const GERMAN_ACCOUNT = { type: 'bank-transfer', iban: 'DE89370400440532013000', currency: 'EUR', country: 'DE' };
export const US_ACCOUNT = {
  type: 'bank-transfer',
  currency: 'USD',
  country: 'US',
  accountHolderName: 'Ada Lovelace',
  branchId: '021000021',
  accountNum: '123456789',
};

let people = 0;

/** A recipient who can be paid to this account. Returns the recipient's id. */
export async function aRecipient(
  { call }: World,
  account: object | null = GERMAN_ACCOUNT,
  profile: object = {},
): Promise<string> {
  people++;
  const created = await call('POST', '/v1/recipients', {
    type: 'individual',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada${people}@example.com`,
    address: { street1: '12 High Street', city: 'London', country: 'GB' },
    ...profile,
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  const { id } = created.body.recipient;
  if (account) {
    const added = await call('POST', `/v1/recipients/${id}/accounts`, account);
    if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  }
  return id;
}

/** A batch with one payment for each amount. Returns the batch as the service answered it. */
export async function batchOf(
  { call }: World,
  recipient: string,
  amounts: readonly string[],
  more: { currency?: string; payment?: object; batch?: object } = {},
) {
  const currency = more.currency ?? 'USD';
  const created = await call('POST', '/v1/batches', {
    sourceCurrency: currency,
    payments: amounts.map((amount) => ({ recipient: { id: recipient }, amount, currency, ...more.payment })),
    ...more.batch,
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  return created.body.batch;
}
