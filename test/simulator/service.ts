import { Readable } from 'node:stream';
import type { MerchantKeys } from '../../src/model.ts';
import type { Sandbox } from '../../src/sandbox/call.ts';
import { respond } from '../../src/sandbox/http/respond.ts';
import { openSandbox, type SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { border, currentProcess, outside } from './kernel.ts';

export const SERVICE_URL = 'http://127.0.0.1:9';

/** A call on its way to the service, by what it asks for. */
export interface Call {
  readonly method: string;
  readonly path: string;
}

/** An answer on its way back. */
export interface Answer extends Call {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: faults change answers of every form
  readonly json: any;
}

/**
 * How a call gets to the service. `lost`: never; `late`: after the caller saw a broken connection; `twice`: a proxy sends
 * it again and passes the second answer on; `stale`: a proxy answers as the service answered the same request before,
 * whichever merchant sent it.
 */
export type Way = 'passes' | 'lost' | 'late' | 'twice' | 'stale';

/** Faults of calls between a process and the service. */
export interface Faults {
  /** Before the service gets the call. */
  readonly before?: (call: Call) => Way | Promise<Way>;
  /** The answer that comes back; null: the connection breaks, though the call took effect. */
  readonly after?: (answer: Answer) => Answer | null;
}

export interface SimulatedService {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly merchant: MerchantKeys;
  readonly parent: MerchantKeys;
  /** Calls that the service got from processes. */
  readonly calls: readonly Call[];
  setFaults(faults: Faults): void;
  close(): void;
}

interface Now {
  readonly service: SimulatedService;
  faults: Faults;
  readonly calls: Call[];
  /** The last answer to each GET that was answered. */
  readonly kept: Map<string, Response>;
}
let now: Now | null = null;

/** The service of one seed: every `fetch` reaches it. */
export async function openService(options: SandboxOptions): Promise<SimulatedService> {
  const opened = await openSandbox(options);
  const calls: Call[] = [];
  const service: SimulatedService = {
    ...opened,
    url: SERVICE_URL,
    calls,
    setFaults: (faults) => {
      now!.faults = faults;
    },
    close() {
      opened.close();
      now = null;
    },
  };
  now = { service, faults: {}, calls, kept: new Map() };
  return service;
}

const cut = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' }) });

globalThis.fetch = (async (input: string | URL, init: RequestInit = {}) => {
  const url = new URL(String(input));
  if (!now || url.origin !== SERVICE_URL) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
  const call = { method: (init.method ?? 'GET').toUpperCase(), path: url.pathname };
  const process = currentProcess();
  const what = `${call.method} ${call.path}`;
  const { faults, calls, kept } = now;
  if (!process) return answer(url, init);
  await border(what);
  const way = (await outside(() => faults.before?.(call))) ?? 'passes';
  if (way === 'lost') throw cut();
  calls.push(call);
  if (way === 'twice') await outside(() => answer(url, init));
  const answered = outside(() => answer(url, init));
  if (way === 'late') {
    answered.catch(() => {});
    throw cut();
  }
  const fresh = await answered;
  const found = (way === 'stale' && kept.get(url.href)?.clone()) || fresh;
  if (call.method === 'GET') kept.set(url.href, fresh.clone());
  await border(`answer to ${what}`);
  if (init.signal?.aborted) throw init.signal.reason;
  if (!faults.after) return found;
  const changed = faults.after({
    ...call,
    status: found.status,
    headers: Object.fromEntries(found.headers),
    json: await found.json(),
  });
  if (changed === null) throw cut();
  return Response.json(changed.json, { status: changed.status, headers: changed.headers });
}) as typeof fetch;

async function answer(url: URL, init: RequestInit): Promise<Response> {
  const { sandbox } = now!.service;
  const body =
    init.body === undefined || init.body === null ? [] : [Buffer.from(init.body as Uint8Array | string as never)];
  const headers = Object.fromEntries(new Headers(init.headers));
  const request = Object.assign(Readable.from(body), {
    method: init.method ?? 'GET',
    url: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    socket: { remoteAddress: '127.0.0.1' },
  });
  const reply = (await respond(sandbox, request as never, async () => true))!;
  return Response.json(reply.body, {
    status: reply.status,
    headers: {
      'x-rate-limit-limit': String(reply.quota.limit),
      'x-rate-limit-remaining': String(reply.quota.remaining),
      'x-rate-limit-reset': String(Math.ceil(reply.quota.resetAt / 1000)),
    },
  });
}
