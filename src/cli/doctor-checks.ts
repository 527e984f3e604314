import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { EXIT, PayrunError } from '../errors.ts';
import { ledgerHealth } from '../ledger/health.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** One line of the doctor: what was looked at, and what to do where it is not well. */
export interface Checked {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly next: string | null;
  /** The exit code that it asks for. */
  readonly exit: number;
}

/** Beyond half of the service's tolerance of 30 s, a signature may be refused any day. */
const MOST_SKEW_MS = 15_000;
const LEAST_FREE_BYTES = 500 * 1024 * 1024;
const PROBE_MS = 10_000;

export function well(check: string, detail: string): Checked {
  return { check, ok: true, detail, next: null, exit: EXIT.done };
}

export function unwell(check: string, error: unknown): Checked {
  if (!(error instanceof PayrunError)) throw error;
  return { check, ok: false, detail: error.message, next: error.next, exit: error.exitCode };
}

/** The settings that differ between installations; never a key. */
export function configurationFacts(config: Config): Checked {
  const service = config.embeddedService ? 'the embedded sandbox' : new URL(config.serviceUrl!).host;
  return well('configuration', `${config.environment}, approval ${config.approval.policy}, service ${service}`);
}

/** Can files be made in this folder, and is there room? It is made where it is not there and `make` is set. */
export function checkFolder(check: string, folder: string, make: boolean): Checked {
  try {
    if (make) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < LEAST_FREE_BYTES) throw Object.assign(new Error(), { code: `only ${megabytes(free)} free` });
    return well(check, `${folder}, ${megabytes(free)} free`);
  } catch (error) {
    const detail = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return unwell(check, new PayrunError('file_unwritable', { file: folder, detail }));
  }
}

/** Kind, version, latency and schema; then the vault's key, which opening the ledger has tried. */
export async function checkLedger(config: Config, open: () => Promise<Ledger>): Promise<readonly Checked[]> {
  let ledger: Ledger;
  try {
    ledger = await open();
  } catch (error) {
    const vault = error instanceof PayrunError && error.code.startsWith('vault_');
    return [unwell(vault ? 'vault key' : 'database', error)];
  }
  try {
    const { kind: of, version, schema, latencyMs } = await ledgerHealth(ledger, { now: () => performance.now() });
    const kind = of === 'embedded' ? `embedded in ${config.home}` : 'PostgreSQL';
    return [
      well(
        'database',
        `${kind}, version ${version}, schema ${schema.found} of ${schema.known}, ${latencyMs.toFixed(1)} ms a round trip`,
      ),
      checkVaultFile(config),
    ];
  } catch (error) {
    return [unwell('database', error)];
  } finally {
    await ledger.close();
  }
}

function checkVaultFile(config: Config): Checked {
  if (config.vaultKey !== undefined) return well('vault key', 'fits this database, from PAYRUN_VAULT_KEY');
  const path = join(config.home, 'vault.key');
  const open = (statSync(path).mode & 0o077) !== 0 && process.platform !== 'win32';
  if (!open) return well('vault key', `fits this database, in ${path}; keep a copy of it elsewhere`);
  return {
    check: 'vault key',
    ok: false,
    detail: `Other users of this machine can read ${path}.`,
    next: `Run \`chmod 600 ${path}\`.`,
    exit: EXIT.usage,
  };
}

/**
 * One call without a signature: does a payout service answer, how far are the clocks apart, how much quota does it tell of?
 * Keys are not sent.
 */
export async function checkService(serviceUrl: string): Promise<readonly Checked[]> {
  const call = 'GET /v1/balances';
  let answer: Response;
  let sent: number;
  try {
    sent = systemClock.now();
    answer = await fetch(`${serviceUrl.replace(/\/+$/, '')}/v1/balances`, {
      signal: AbortSignal.timeout(PROBE_MS),
      redirect: 'manual',
    });
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      return [unwell('service', new PayrunError('service_timeout', { call, seconds: PROBE_MS / 1000 }))];
    const detail = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? (error as Error).name;
    return [unwell('service', new PayrunError('service_unreachable', { detail }))];
  }
  const received = systemClock.now();
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== 'object' || body === null)
    return [unwell('service', new PayrunError('service_not_json', { call, status: answer.status }))];
  if (answer.status >= 500)
    return [unwell('service', new PayrunError('service_failed', { call, status: answer.status }))];
  const limit = answer.headers.get('x-rate-limit-limit');
  const left = answer.headers.get('x-rate-limit-remaining');
  const quota = limit === null ? 'no quota told' : `quota ${left ?? '?'} of ${limit} calls left`;
  return [
    well('service', `${new URL(serviceUrl).host} answers in ${received - sent} ms, ${quota}`),
    checkClock(answer.headers.get('date'), (sent + received) / 2),
  ];
}

/** `date` is cut to whole seconds, so half a second is added. */
function checkClock(date: string | null, now: number): Checked {
  const served = date === null ? Number.NaN : Date.parse(date) + 500;
  if (Number.isNaN(served)) return well('clock', 'the service does not tell its time');
  const skew = Math.round((now - served) / 1000);
  if (Math.abs(now - served) <= MOST_SKEW_MS) return well('clock', `within ${Math.abs(skew) + 1} s of the service's`);
  return {
    check: 'clock',
    ok: false,
    detail: `The clock of this machine is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service's; it refuses more than 30 s.`,
    next: 'Set the clock, or switch on time synchronisation.',
    exit: EXIT.usage,
  };
}

/** Are the keys of the environment accepted? `ask` makes one signed call that changes nothing. */
export async function checkKeys(ask: () => Promise<unknown>): Promise<Checked> {
  try {
    await ask();
    return well('keys', 'accepted');
  } catch (error) {
    return unwell('keys', error);
  }
}

/** The exit code of the doctor: what must be configured comes before what must come back. */
export function worstCheck(checks: readonly Checked[]): number {
  const codes = checks.map(({ exit }) => exit);
  return (
    [EXIT.defect, EXIT.usage, EXIT.outOfReach].find((code) => codes.some((found) => found === code)) ??
    Math.max(...codes)
  );
}

function megabytes(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`;
}
