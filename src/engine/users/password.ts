import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { PayrunError } from '../../errors.ts';
import { type FairLimit, fairLimit } from '../../platform/fair-limit.ts';
import { LONGEST } from './password-fault.ts';

/** The cost of one hash. Memory is 128 bytes x r x N: 128 MB. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's password storage cheat sheet (2026): N=2^17, r=8, p=1; 0.4 s on one core. */
const COST: ScryptCost = { log2N: 17, r: 8, p: 1 };
/** Hashes that may wait for a turn, and those of one user or address. Beyond that, `login_busy`. */
const WAITING = 30;
const WAITING_EACH = 8;
/** More than people who log in at the same time by chance. */
const MANY = 8;

/**
 * The logins that wait for a turn: of anybody, from a device that the user logged in from before, and of a user who is
 * already logged in. Each kind has its own turns, so that a flood of logins keeps out neither of the others.
 */
export type Turn = 'login' | 'device' | 'confirmation';

/** Parallel hashes, 128 MB each; shared by the whole process. Logins of anybody take half of the cores at most. */
const LOGINS = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
const TURNS: Readonly<Record<Turn, FairLimit>> = {
  login: fairLimit(LOGINS, LOGINS),
  device: fairLimit(1),
  confirmation: fairLimit(1),
};
/** The highest cost that a stored hash may demand, whatever it says. */
const MOST: ScryptCost = { log2N: 20, r: 16, p: 8 };
const LENGTH = 32;

/** Hashes and checks passwords. A hash is `scrypt$17$8$1$<salt>$<hash>`, with its parameters. */
export interface Passwords {
  hash(password: string, turn?: Turn, from?: string): Promise<string>;
  /**
   * `stored` null: no such user; takes the same time. `stale`: the password is right, but the hash has other parameters
   * than now. `from`: the user, or the address before login; each has its own turns. Throws `login_busy` if too many
   * wait.
   */
  check(
    password: string,
    stored: string | null,
    turn?: Turn,
    from?: string,
  ): Promise<{ right: boolean; stale: boolean }>;
}

export function createPasswords({ cost = COST, waiting = WAITING, places = TURNS } = {}): Passwords {
  const each = Math.min(waiting, WAITING_EACH);
  const nobody = { cost, salt: randomBytes(16), hash: randomBytes(LENGTH) };
  const run = (
    password: string,
    salt: Buffer,
    { log2N, r, p }: ScryptCost,
    turn: Turn,
    from: string,
  ): Promise<Buffer> => {
    const turns = places[turn];
    const isFull = turns.open() >= waiting + turns.places || turns.open(from) >= each + turns.places;
    if (isFull) throw new PayrunError('login_busy');
    const done = Promise.withResolvers<Buffer>();
    turns(from, async () => {
      const began = performance.now();
      const N = 2 ** log2N;
      const maxmem = 128 * N * r + 128 * r * p + 1024 * 1024;
      scrypt(password.normalize('NFKC'), salt, LENGTH, { N, r, p, maxmem }, (error, key) =>
        error ? done.reject(error) : done.resolve(key),
      );
      await done.promise;
      // This process also pays, so queued logins get the processor only half of the time.
      if (turns.open() > MANY) await setTimeout(performance.now() - began);
    }).catch(done.reject);
    return done.promise;
  };
  return {
    async hash(password, turn = 'confirmation', from = '') {
      const salt = randomBytes(16);
      const key = await run(password, salt, cost, turn, from);
      return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
    },
    async check(password, stored, turn = 'login', from = '') {
      const hash = stored === null ? nobody : readHash(stored);
      // The input may be as long as a request body, but no password is longer than `LONGEST`.
      const key = await run(password.slice(0, LONGEST + 1), hash.salt, hash.cost, turn, from);
      const right = timingSafeEqual(key, hash.hash) && stored !== null;
      const same = hash.cost.log2N === cost.log2N && hash.cost.r === cost.r && hash.cost.p === cost.p;
      return { right, stale: right && !same };
    },
  };
}

function readHash(stored: string): { cost: ScryptCost; salt: Buffer; hash: Buffer } {
  const [kind, log2N, r, p, salt = '', key = ''] = stored.split('$');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const hash = Buffer.from(key, 'base64');
  const sane = (Object.keys(MOST) as (keyof ScryptCost)[]).every((name) => cost[name] >= 1 && cost[name] <= MOST[name]);
  if (kind !== 'scrypt' || !sane || hash.length !== LENGTH)
    throw new PayrunError('defect', { detail: 'a password in the ledger is not one' });
  return { cost, salt: Buffer.from(salt, 'base64'), hash };
}
