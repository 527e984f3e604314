import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../clock.ts';
import type { MerchantKeys } from '../model.ts';
import { parseMinor } from '../money.ts';
import type { Books } from './books.ts';
import type { Sandbox } from './call.ts';
import { createFaultDesk } from './faults.ts';
import { createIds } from './ids.ts';
import type { Cipher } from './journal.ts';
import type { MerchantRecord } from './records.ts';
import { createRequestQuota } from './request-quota.ts';
import { createSandboxServer } from './server.ts';
import { openState, type State } from './state.ts';

export interface SandboxOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Where the state is kept; without it everything is forgotten at the end. */
  readonly stateFile?: string;
  /** Seals what is kept in the state file; without it that is in clear. */
  readonly cipher?: Cipher;
  /** Length of the quota's window. */
  readonly windowMs?: number;
  /** Calls in a window, for each access key. */
  readonly quota?: number;
  /** Calls in a window, for each address. Not given: 200, or four times `quota` where that is more. */
  readonly addressQuota?: number;
  /** From start to the end of processing. */
  readonly settleMs?: number;
  /** How long prices show as "0" after they were asked for. */
  readonly pricingMs?: number;
  readonly merchantKeys?: MerchantKeys;
  readonly parentKeys?: MerchantKeys;
  /** Decides route minimums. */
  readonly merchantCountry?: string;
  /** The starting balance in each currency: "1000000.00". */
  readonly balance?: string;
  readonly clock?: Clock;
  /** Random bytes for ids and keys. */
  readonly random?: (size: number) => Buffer;
}

export interface RunningSandbox {
  readonly url: string;
  readonly merchant: MerchantKeys;
  readonly parent: MerchantKeys;
  close(): Promise<void>;
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD'];
const SANDBOX_MERCHANT_QUOTA = 50;
const ADDRESS_QUOTA = 200;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Starts a payout service that implements the contract, for demos and tests. It listens on the loopback interface only.
 * Throws where the port is taken, the host is not local or the state file is damaged.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', clock = systemClock, quota = SANDBOX_MERCHANT_QUOTA } = options;
  if (!LOOPBACK.has(host)) throw new RangeError(`The sandbox listens on this machine only, not on ${host}.`);
  const state = await openState(options.stateFile, options.cipher);
  const newId = createIds(options.random);
  const sandbox: Sandbox = {
    state,
    clock,
    newId,
    quota: createRequestQuota({
      windowMs: options.windowMs ?? 60_000,
      perKey: quota,
      perAddress: options.addressQuota ?? Math.max(ADDRESS_QUOTA, options.quota === undefined ? 0 : 4 * quota),
    }),
    faults: createFaultDesk(),
    busy: new Set(),
    settleMs: options.settleMs ?? 12_000,
    pricingMs: options.pricingMs ?? 0,
    fill: (books) => fill(state, books, options.balance ?? '1000000.00'),
  };
  const enrol = (kind: MerchantRecord['kind'], keys: MerchantKeys | undefined) => {
    const known = [...state.all()].find(({ merchant }) => merchant.kind === kind)?.merchant;
    const merchant: MerchantRecord = {
      id: known?.id ?? newId('M'),
      kind,
      accessKey: keys?.accessKey ?? known?.accessKey ?? newId('AK'),
      secretKey: keys?.secretKey ?? known?.secretKey ?? `${newId('SK')}${newId('SK').slice(3)}`,
      country: options.merchantCountry ?? known?.country ?? 'US',
      currency: 'USD',
    };
    const books = state.enrol(merchant);
    if (!known) sandbox.fill(books);
    return { accessKey: merchant.accessKey, secretKey: merchant.secretKey };
  };
  const merchant = enrol('merchant', options.merchantKeys);
  const parent = enrol('parent', options.parentKeys);
  state.commit();

  const { server, close } = createSandboxServer(sandbox);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    state.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    merchant,
    parent,
    async close() {
      await close();
      state.close();
    },
  };
}

/** Starting balances; a parent has none. */
function fill(state: State, { merchant }: Books, balance: string): void {
  if (merchant.kind === 'parent') return;
  for (const currency of CURRENCIES) {
    const minor = parseMinor(balance, currency);
    if (minor === 'form' || minor === 'scale') throw new RangeError(`The balance ${balance} is not an amount.`);
    state.put('balance', { id: currency, merchantId: merchant.id, minor: minor === 'zero' ? 0n : minor });
  }
}
