import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { EXIT, isError, PayrunError } from '../../errors.ts';
import { type ApplicationRole, applicationRole } from '../../ledger/db/application-role.ts';
import { supportsLetterCase } from '../../ledger/db/supports-letter-case.ts';
import { ledgerHealth } from '../../ledger/health.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { refusalOfMoved } from '../../ledger/operations/moved-ledger.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';
import { megabytes } from '../../platform/megabytes.ts';
import { readAnswer } from '../../platform/read-answer.ts';
import { ledgerLocation } from '../context/ledger-location.ts';
import { rulesForProcess } from '../context/money-rules.ts';
import { unknownMerchants } from '../users/users.ts';

/** The result of one check of an installation, and the next step if it failed: a line of `payrun doctor`. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly next: string | null;
  /** The exit code for this line. */
  readonly exit: number;
}

/** Half of the service's tolerance of 30 s. A larger clock skew may soon invalidate signatures. */
const MOST_SKEW_MS = 15_000;
/** Less free space on a disk than this is a fault. */
export const LEAST_FREE_BYTES = 500 * 1024 * 1024;
const PROBE_MS = 10_000;

export function passedCheck(check: string, detail: string): Check {
  return { check, ok: true, detail, next: null, exit: EXIT.done };
}

/** A check that failed, with the message and next step of the error. Rethrows an error that is not a PayrunError. */
export function failedCheck(check: string, error: unknown): Check {
  if (!(error instanceof PayrunError)) throw error;
  return { check, ok: false, detail: error.message, next: error.next, exit: error.exitCode };
}

/** Someone must act. Without an exit code it is no error. */
export function warningCheck(check: string, detail: string, next: string, exit: number = EXIT.waits): Check {
  return { check, ok: false, detail, next, exit };
}

/** The settings that differ between installations; never a key. */
export function configurationFacts(config: Config): Check {
  const service = config.embeddedService ? 'the embedded sandbox' : new URL(config.serviceUrl!).host;
  return passedCheck('configuration', `${config.environment}, service ${service}`);
}

/** The rules for payments, and whether this process may pay by them. */
export async function checkRules(config: Config, ledger: Ledger): Promise<Check> {
  try {
    const inForce = await rulesForProcess({ ledger, config });
    if (!inForce) return passedCheck('rules', 'none yet; the first run sets the defaults');
    const { version, rules, at, by } = inForce;
    const day = at.toISOString().slice(0, 10);
    return passedCheck('rules', `version ${version}, approval ${rules.approval.policy}, since ${day} by ${by}`);
  } catch (error) {
    return failedCheck('rules', error);
  }
}

/** The merchants for which the identity provider's roles give rights. */
export async function checkLogin({ oidc }: Config, { db }: Pick<Ledger, 'db'>): Promise<readonly Check[]> {
  const named = Object.values(oidc?.roles ?? {}).flatMap(({ merchants }) => merchants ?? []);
  const unknown = await unknownMerchants(db, [...new Set(named)]);
  if (unknown.length === 0) return [];
  const detail = `the roles of the identity provider name merchants that do not exist: ${unknown.join(', ')}`;
  return [
    warningCheck('login', detail, 'Correct the setting `oidc`, or add the merchants with `payrun merchants add`.'),
  ];
}

/** The `statfs` types of NFS, SMB in three versions, 9p, Ceph and FUSE (sshfs). */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400, 0x65735546]);

/**
 * Checks that files can be created in a folder, and that it has enough space.
 * @param toBeMade the first run creates the folder: if it does not exist yet, its nearest parent is checked
 * @param embedded the folder has the embedded database, so it must not be on a network mount
 */
export function checkFolder(
  check: string,
  folder: string,
  { toBeMade = false, embedded = false }: { toBeMade?: boolean; embedded?: boolean } = {},
): Check {
  try {
    const found = toBeMade ? nearestExistingFolder(folder) : folder;
    if (!statSync(found).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(found, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize, type } = statfsSync(found);
    const free = bavail * bsize;
    if (embedded && NETWORK.has(type))
      return warningCheck(
        check,
        `${folder} is on a network mount, which is not safe for the embedded database.`,
        'Set PAYRUN_HOME to a folder on this machine, or DATABASE_URL to a PostgreSQL database.',
      );
    if (free < LEAST_FREE_BYTES) throw Object.assign(new Error(), { code: `only ${megabytes(free)} free` });
    const missing = found === folder ? '' : ', not created yet';
    return passedCheck(check, `${folder}${missing}, ${megabytes(free)} free`);
  } catch (error) {
    if (isError(error)) return failedCheck(check, error);
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return failedCheck(check, new PayrunError('file_unwritable', { file: folder, detail: DISK_FAULTS[code] ?? code }));
  }
}

/** The folder, or its nearest existing parent. */
function nearestExistingFolder(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false }) || dirname(folder) === folder
    ? folder
    : nearestExistingFolder(dirname(folder));
}

/** A longer round trip to the database, in ms, makes every step of a run slow. */
const FAR_MS = 50;

/**
 * Kind, version, latency and schema of the database, then the vault key: it fits, or the ledger would not have opened.
 */
export async function checkLedger(
  config: Config,
  ledger: Ledger,
  timer: Pick<Clock, 'now'> = performance,
): Promise<readonly Check[]> {
  try {
    const health = await ledgerHealth(ledger, timer);
    const { kind: of, version, schema, latencyMs, size } = health;
    const detail = `${ledgerLocation(config)}, ledger ${ledger.identity}, version ${version}, schema ${schema.found} of ${schema.known}, ${megabytes(Number(size))}, ${latencyMs.toFixed(1)} ms a round trip`;
    const far = of === 'postgres' && latencyMs > FAR_MS;
    const moved = await refusalOfMoved(ledger.db);
    return [
      far
        ? warningCheck(
            'database',
            `${detail}: the connection to the database is slow.`,
            'Run Payrun on the same network as its database.',
          )
        : passedCheck('database', detail),
      ...(moved ? [failedCheck('database', moved)] : []),
      ...((await supportsLetterCase(ledger.db)) ? [] : [LOCALE_C]),
      ...(of === 'postgres' ? [checkRole(config, await applicationRole(ledger.db))] : []),
      checkVaultFile(config),
    ];
  } catch (error) {
    return [failedCheck('database', error)];
  }
}

/** The code compares names itself; this is about the second check, in the database. */
const LOCALE_C = warningCheck(
  'database',
  'Its locale ignores case only in ASCII letters, so it treats JÖRG and jörg as two people.',
  'Restore its dump into a database with a UTF-8 locale: `createdb --template template0 --locale C.UTF-8 NAME`.',
);

/** A stolen password of the application must not be enough to rewrite the audit. */
export function checkRole(
  { environment }: Pick<Config, 'environment'>,
  { name, mayChangeTables }: ApplicationRole,
): Check {
  if (!mayChangeTables) return passedCheck('database role', `${name} cannot change tables or rewrite the audit log`);
  const detail = `${name} can switch off the triggers that protect the audit log`;
  if (environment !== 'production') return passedCheck('database role', detail);
  return warningCheck(
    'database role',
    `${detail}.`,
    'Create a role for Payrun, run `payrun migrate --grant ROLE` as the owner, and use the new role in DATABASE_URL.',
  );
}

/** The line for a ledger that does not open. */
export function unopenedLedgerCheck(error: unknown): Check {
  const vault = error instanceof PayrunError && error.code.startsWith('vault_');
  return failedCheck(vault ? 'vault key' : 'database', error);
}

function checkVaultFile(config: Config): Check {
  if (config.vaultKey !== undefined)
    return passedCheck('vault key', 'matches this database, from the configuration; keep a copy elsewhere');
  const path = join(config.home, 'vault.key');
  const open = (statSync(path).mode & 0o077) !== 0 && process.platform !== 'win32';
  if (!open) return passedCheck('vault key', `matches this database, in ${path}; keep a copy elsewhere`);
  return warningCheck(
    'vault key',
    `Other users of this machine can read ${path}.`,
    `Run \`chmod 600 ${path}\`.`,
    EXIT.usage,
  );
}

/** The answer to one call without keys is a sentence. */
const MOST_BYTES = 1024 * 1024;

/**
 * One unsigned call without keys: checks that a payout service answers, the clock skew, and the quota in its headers.
 */
export async function checkService(serviceUrl: string): Promise<readonly Check[]> {
  const call = 'GET /v1/balances';
  let answer: Response;
  let sent: number;
  try {
    sent = systemClock.now();
    answer = await fetch(`${serviceUrl.replace(/(?<!\/)\/+$/, '')}/v1/balances`, {
      signal: AbortSignal.timeout(PROBE_MS),
      redirect: 'manual',
    });
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      return [failedCheck('service', new PayrunError('service_timeout', { call, seconds: PROBE_MS / 1000 }))];
    const detail = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? (error as Error).name;
    return [failedCheck('service', new PayrunError('service_unreachable', { detail }))];
  }
  const received = systemClock.now();
  const body = await readAnswer(answer, MOST_BYTES)
    .then((read): unknown => JSON.parse(String(read)))
    .catch(() => null);
  if (typeof body !== 'object' || body === null)
    return [failedCheck('service', new PayrunError('service_not_json', { call, status: answer.status }))];
  if (answer.status >= 500)
    return [failedCheck('service', new PayrunError('service_failed', { call, status: answer.status }))];
  const limit = answer.headers.get('x-rate-limit-limit');
  const left = answer.headers.get('x-rate-limit-remaining');
  const quota = limit === null ? 'no rate limit reported' : `${left ?? '?'} of ${limit} calls left`;
  return [
    passedCheck('service', `${new URL(serviceUrl).host} responds in ${received - sent} ms, ${quota}`),
    checkClock(answer.headers.get('date'), (sent + received) / 2),
  ];
}

/** `date` is truncated to whole seconds, so half a second is added. */
function checkClock(date: string | null, now: number): Check {
  const served = date === null ? Number.NaN : Date.parse(date) + 500;
  if (Number.isNaN(served)) return passedCheck('clock', 'the service does not report its time');
  const skew = Math.round((now - served) / 1000);
  if (Math.abs(now - served) <= MOST_SKEW_MS)
    return passedCheck('clock', `within ${Math.abs(skew) + 1} s of the service's`);
  return warningCheck(
    'clock',
    `The clock of this machine is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service's; the service accepts at most 30 s.`,
    'Set the clock, or turn on time synchronization.',
    EXIT.usage,
  );
}

/** Checks that the service accepts the keys of a merchant. `ask` makes one signed call that changes nothing. */
export async function checkKeys(of: string, ask: () => Promise<unknown>): Promise<Check> {
  try {
    await ask();
    return passedCheck('keys', `${of}: accepted`);
  } catch (error) {
    const found = failedCheck('keys', error);
    return { ...found, detail: `${of}: ${found.detail}` };
  }
}

/**
 * The exit code of the doctor: a defect or a wrong configuration takes precedence over a service out of reach. Warnings
 * count only if `strict`.
 */
export function worstCheck(checks: readonly Check[], { strict = false } = {}): number {
  const counted = [EXIT.defect, EXIT.usage, EXIT.outOfReach, ...(strict ? [EXIT.waits] : [])];
  return counted.find((code) => checks.some(({ exit }) => exit === code)) ?? EXIT.done;
}
