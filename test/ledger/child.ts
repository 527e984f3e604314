/**
 * Another process on the same database. `node child.ts SCENE`, with the settings of `TestDatabase.env`; it writes a
 * line of JSON per thing that happens, and ends when its standard input does.
 */

import { loadConfig } from '../../src/config.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { createRateLimitSlots } from '../../src/ledger/operations/rate-limit-slots.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';

const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
const ended = new Promise<void>((resolve) => process.stdin.resume().once('end', resolve));

const SCENES: Record<string, (ledger: Ledger) => Promise<void>> = {
  async stay() {
    await ended;
  },
  /** Inserts and says each row only after the database has said that it is saved. */
  async insert({ db }) {
    for (let n = 1; ; n += 1) {
      await db.query('insert into payrun.scratch (n) values ($1)', [n]);
      say(n);
    }
  },
  async 'hold a transaction'({ tx }) {
    await tx(async (db) => {
      await db.query('insert into payrun.scratch (n) values (-1)');
      say('holding');
      await ended;
    });
  },
  async 'take slots'({ db }) {
    const slots = createRateLimitSlots(db, systemClock);
    for (let i = 0; i < 40; i += 1) say(await slots.take('shared', 30, systemClock.now() + 60_000, 1));
    await ended;
  },
};

const config = loadConfig();
const ledger = await openLedger({ ...config, log: createLog('silent'), clock: systemClock });
say('open');
await SCENES[process.argv[2]!]!(ledger);
await ledger.close();
say('closed');
