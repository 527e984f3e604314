import type { AddressInfo } from 'node:net';
import type { MerchantKeys } from '../model.ts';
import { parseMinor } from '../money.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Sandbox } from './call.ts';
import { createFaultInjector } from './http/faults.ts';
import { createRequestQuota } from './http/request-quota.ts';
import { createSandboxServer } from './http/server.ts';
import { createIds, newSecret } from './ids.ts';
import type { Cipher } from './journal.ts';
import type { MerchantStore } from './merchant-store.ts';
import { BALANCE_CURRENCIES } from './partner/fee-rows.ts';
import { fillPayoutMethods } from './partner/payout-method-records.ts';
import { advance } from './payments/processing.ts';
import type { MerchantRecord } from './records.ts';
import { openState, type State } from './state.ts';
import type { Switches } from './switches.ts';
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts';

const BEAT_MS = 100;

export interface SandboxOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  readonly stateFile?: string;
  /** Encrypts the state file; if omitted, it is plain text. */
  readonly cipher?: Cipher;
  /** Length of the rate limit's window, in ms. */
  readonly windowMs?: number;
  /** Calls in a window, for each access key. */
  readonly quota?: number;
  /** Calls in a window, for each address. Default: 200, or four times `quota` if that is more. */
  readonly addressQuota?: number;
  /** From start to the end of processing, in ms. */
  readonly settleMs?: number;
  /** The time that prices show as "0" after a quote, in ms. */
  readonly pricingMs?: number;
  /** Starts await an approval in the service: `POST /_sandbox/service-approval`. */
  readonly serviceApproval?: boolean;
  /** False: the same `externalId` may be used again. */
  readonly uniqueExternalIds?: boolean;
  /**
   * The `provider` of balances, by which a client recognizes the environment of its keys: `sandbox`, or another name to
   * rehearse live keys. No money moves in either case.
   */
  readonly provider?: string;
  /**
   * Delay before a sub-merchant and its bank transfer are approved automatically, in ms; if omitted, only the control
   * path approves them.
   */
  readonly approveMs?: number;
  readonly merchantKeys?: MerchantKeys;
  readonly parentKeys?: MerchantKeys;
  /** Determines route minimums. */
  readonly merchantCountry?: string;
  /** The starting balance in each currency: "1000000.00". */
  readonly balance?: string;
  /** Lists the balances of all currencies from the start, and not only the primary one and those that were used. */
  readonly allBalances?: boolean;
  readonly clock?: Clock;
  /**
   * The response of `GET /openapi.json`, which needs no signature: the interface as an OpenAPI document. Called on each
   * request.
   */
  readonly openApi?: () => Readonly<Record<string, unknown>>;
  /** Random bytes for ids and keys. */
  readonly random?: (size: number) => Buffer;
}

interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly merchant: MerchantKeys;
  readonly parent: MerchantKeys;
  close(): void;
}

export interface RunningSandbox {
  readonly url: string;
  readonly merchant: MerchantKeys;
  readonly parent: MerchantKeys;
  close(): Promise<void>;
}

const SANDBOX_MERCHANT_QUOTA = 50;
const ADDRESS_QUOTA = 200;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** A payout service that implements the contract, without a server. Throws if the state file is damaged. */
export async function openSandbox(options: SandboxOptions): Promise<OpenSandbox> {
  const { clock = systemClock, quota = SANDBOX_MERCHANT_QUOTA } = options;
  const state = await openState(options.stateFile, options.cipher);
  const newId = createIds(options.random);
  const ownClock: Clock = { now: () => clock.now() + state.aheadMs, sleep: clock.sleep };
  const pricingMs = options.pricingMs ?? 0;
  const dispatcher = createWebhookDispatcher({ state, clock: ownClock, wallClock: clock, newId, pricingMs });
  const sandbox: Sandbox = {
    state,
    clock: ownClock,
    wallClock: clock,
    newId,
    quota: createRequestQuota({
      windowMs: options.windowMs ?? 60_000,
      perKey: quota,
      perAddress: options.addressQuota ?? Math.max(ADDRESS_QUOTA, options.quota === undefined ? 0 : 4 * quota),
    }),
    faults: createFaultInjector(),
    busy: new Set(),
    finishing: new Map(),
    settleMs: options.settleMs ?? 12_000,
    pricingMs,
    approveMs: options.approveMs ?? null,
    dispatcher,
    switches: startingSwitches(options),
    resetSwitches() {
      Object.assign(sandbox.switches, startingSwitches(options));
    },
    provider: options.provider ?? 'sandbox',
    allBalances: options.allBalances ?? false,
    openApi: options.openApi ?? null,
    fill(store) {
      fillBalances(state, store, options);
      fillPayoutMethods(state, store, ownClock.now());
    },
  };
  const parent = enrolFirst(sandbox, 'parent', options.parentKeys, options.merchantCountry, null);
  const merchant = enrolFirst(sandbox, 'merchant', options.merchantKeys, options.merchantCountry, parent.id);
  state.commit();
  dispatcher.resume();
  const close = () => {
    dispatcher.close();
    state.close();
  };
  return { sandbox, merchant: keysOf(merchant), parent: keysOf(parent), close };
}

const keysOf = ({ accessKey, secretKey }: MerchantRecord): MerchantKeys => ({ accessKey, secretKey });

/**
 * Starts a payout service that implements the contract, for demos and tests. It listens only on the loopback interface.
 * Throws if the port is taken, the host is not local or the state file is damaged.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1' } = options;
  if (!LOOPBACK.has(host)) throw new RangeError(`The sandbox listens on this machine only, not on ${host}.`);
  const opened = await openSandbox(options);
  const { sandbox, merchant, parent } = opened;
  const { server, close } = createSandboxServer(sandbox);
  const heartbeat = startHeartbeat(sandbox);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    heartbeat.stop();
    opened.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    merchant,
    parent,
    async close() {
      await close();
      heartbeat.stop();
      opened.close();
    },
  };
}

function startingSwitches({ serviceApproval = false, uniqueExternalIds = true }: SandboxOptions): Switches {
  return { partner: true, serviceApproval, uniqueExternalIds };
}

/**
 * Adds a merchant that exists from the start, with the given keys, otherwise with those of the state file, otherwise
 * with new ones.
 */
function enrolFirst(
  sandbox: Sandbox,
  kind: MerchantRecord['kind'],
  keys: MerchantKeys | undefined,
  country: string | undefined,
  parentId: string | null,
): MerchantRecord {
  const { state, newId, clock } = sandbox;
  const known = [...state.all()].find(({ merchant }) => merchant.kind === kind && !merchant.made)?.merchant;
  const store = state.enrol({
    number: kind === 'parent' ? 1 : 2,
    name: kind === 'parent' ? 'Sandbox platform' : 'Sandbox merchant',
    website: 'https://merchant.example',
    phone: '',
    region: null,
    parentId,
    sandbox: true,
    status: 'approved',
    made: false,
    revenueStream: true,
    createdAt: clock.now(),
    currency: 'USD',
    ...known,
    id: known?.id ?? newId('M'),
    kind,
    accessKey: keys?.accessKey ?? known?.accessKey ?? newId('AK'),
    secretKey: keys?.secretKey ?? known?.secretKey ?? newSecret(newId),
    country: country ?? known?.country ?? 'US',
  });
  if (!known) sandbox.fill(store);
  else if (store.payoutMethod.size === 0) fillPayoutMethods(state, store, clock.now());
  return store.merchant;
}

/** Starting balances; a parent has none. */
function fillBalances(
  state: State,
  { merchant }: MerchantStore,
  { balance = '1000000.00', allBalances = false }: SandboxOptions,
): void {
  if (merchant.kind === 'parent') return;
  for (const currency of BALANCE_CURRENCIES) {
    const minor = parseMinor(balance, currency);
    if (minor === 'form' || minor === 'scale') throw new RangeError(`The balance ${balance} is not an amount.`);
    const used = allBalances || currency === merchant.currency;
    state.put('balance', { id: currency, merchantId: merchant.id, minor: minor === 'zero' ? 0n : minor, used });
  }
}

/**
 * Advances time-dependent states without calls too, so that subscribers get their events. Does not keep the process
 * alive.
 */
function startHeartbeat(sandbox: Sandbox): { stop(): void } {
  const timer = setInterval(() => {
    try {
      advance(sandbox, sandbox.clock.now());
      sandbox.state.commit();
    } catch {
      // The next call reports the error.
    }
  }, BEAT_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
