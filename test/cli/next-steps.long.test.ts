import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { osUserName } from '../../src/permissions/actor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { copyNewDatabases } from '../support/database.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

/** An error in the situation in which it comes: its next step, carried out, helps. */
interface Situation {
  readonly typed: readonly string[];
  readonly code: string;
  /** In the sentence or the next step. */
  readonly says: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How the command of the next step ends; absent if the step is no command, or another program's. */
  readonly ends?: number;
}

const OTHER_KEY = Buffer.alloc(32, 7).toString('base64');
const NO_SERVICE = {
  ...{ PAYRUN_SERVICE_URL: 'http://127.0.0.1:9', PAYRUN_ENVIRONMENT: 'sandbox' },
  ...{ PAYRUN_ACCESS_KEY: 'AK-next-1234', PAYRUN_SECRET_KEY: 'SK-next-step-0123456789' },
};

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'the maker approves their own run': {
    typed: ['approve', '1', '--as', 'anna', '--yes'],
    code: 'maker_is_approver',
    says: '`payrun approve 1 --as NAME`',
    ends: 0,
  },
  'the maker releases a payment to a changed account': {
    typed: ['release', 'HELD-1', '--as', 'anna'],
    code: 'maker_is_approver',
    says: '`payrun release HELD-1 --as NAME`',
    // The other approver is asked for the note of the next situation.
    ends: 2,
  },
  'another approver releases it without a note': {
    typed: ['release', 'HELD-1', '--as', 'carla'],
    code: 'release_unverified',
    says: '--verified',
    ends: 4,
  },
  'a run to retry is unknown, without a terminal': {
    typed: ['rerun', '99', '--as', 'anna'],
    code: 'run_unknown',
    says: 'no run 99',
    ends: 0,
  },
  'a folder to restore is no backup, without a terminal': {
    typed: ['restore', '.'],
    code: 'usage',
    says: 'is not a backup',
    ends: 0,
  },
  'the vault key of the environment is not the current one': {
    typed: ['runs'],
    env: { PAYRUN_VAULT_KEY: OTHER_KEY },
    code: 'vault_key_wrong',
    says: 'the one from the last `payrun vault rotate`',
  },
  'the service has not said that its keys are of the sandbox, and there is no terminal for the password': {
    typed: ['webhooks', 'subscribe', 'default', '--url', 'https://pay.example.com'],
    env: NO_SERVICE,
    code: 'not_proven',
    says: 'or use --confirm-stdin',
  },
};

describe('the next step of an error on the command line', () => {
  copyNewDatabases();
  const cwd = testFolder();
  const home = { PAYRUN_HOME: join(cwd, 'home') };
  const payrun = (args: readonly string[], env = {}) => runHere(args, { cwd, env: { ...home, ...env } });

  // Kept open, so that each command only joins it.
  let ledger: Ledger;
  afterAll(() => ledger.close());
  beforeAll(async () => {
    ledger = await openLedger({ home: home.PAYRUN_HOME, log: createLog('silent'), clock: systemClock });
    expect(await payrun(['rules', 'set', 'approval.policy', 'manual', '--yes'])).toMatchObject({ code: 0 });
    for (const [name, role] of [
      ['anna', 'admin'],
      ['carla', 'approver'],
    ] as const)
      expect(
        await payrun([
          ...['users', 'add', name, '--role', role, '--generate', '--as', name === 'anna' ? 'tester' : 'anna'],
          ...(name === 'anna' ? ['--os-user', osUserName()] : []),
        ]),
      ).toMatchObject({ code: 0 });
    const sample = readFileSync(join(import.meta.dirname, '../../samples/good.csv'), 'utf8')
      .split('\n')
      .slice(0, 2);
    const sheet = sample.join('\n');
    writeFileSync(join(cwd, 'june.csv'), sheet);
    const held = sheet.replace(/\n[^,]+,[^,]+,/, '\nHELD-1,99.00,').replace(/DE51[\d ]+/, 'DE02120300000000202051');
    writeFileSync(join(cwd, 'july.csv'), held);
    expect(await payrun(['pay', 'june.csv', '--yes', '--as', 'anna'])).toMatchObject({ code: 4 });
  }, 120_000);

  it.each(Object.entries(SITUATIONS))('helps if %s', async (_, { typed, code, says, env = {}, ends }) => {
    if (typed[0] === 'release' && typed[3] === 'anna')
      expect(await payrun(['pay', 'july.csv', '--yes', '--as', 'anna'])).toMatchObject({ code: 4 });
    const ended = await payrun([...typed, '--json'], env);
    const { error } = documentOf(ended) as never as { error: { code: string; message: string; next: string } };
    expect([error.code, `${error.message} ${error.next}`]).toEqual([code, expect.stringContaining(says)]);
    expect(error.next).not.toMatch(/\b(RUN|COMMAND|REFERENCE)\b/);
    if (ends === undefined) return;
    const [, command = ''] = /`payrun ([^`]+)`/.exec(error.next)!;
    const words = command.replace('NAME', 'carla').match(/"[^"]*"|\S+/g)!;
    const decides = words[0] === 'approve' || words[0] === 'release';
    const asked = decides && !words.includes('--as') ? [...words, '--as', 'carla'] : words;
    const followed = await payrun(asked.map((word) => (word === '"..."' ? 'called Ada on the number of 2024' : word)));
    expect([asked, followed.code, followed.stderr]).toEqual([asked, ends, followed.stderr]);
  });
});
