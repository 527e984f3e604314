import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { copyNewDatabases } from '../support/database.ts';
import { people, sheetOf } from '../support/payroll.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

describe('a user', () => {
  copyNewDatabases();
  const ana = testFolder();
  const recorded = join(tmpdir(), `payrun-recorded-${process.pid}`);
  let sandbox: RunningSandbox;
  let env: Record<string, string>;

  beforeAll(async () => {
    sandbox = await startSandbox({ settleMs: 20, pricingMs: 0, quota: 1000, windowMs: 1000 });
    env = {
      HOME: ana,
      PAYRUN_SERVICE_URL: sandbox.url,
      PAYRUN_ENVIRONMENT: 'sandbox',
      PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
      PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
      PAYRUN_QUOTA_PER_MINUTE: '1000',
      PAYRUN_QUOTA_WINDOW_MS: '1000',
    };
    for (const folder of ['may', 'june']) mkdirSync(join(ana, folder));
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(recorded, { recursive: true, force: true });
  });

  const inFolder = (folder: string, ...args: string[]) => runHere([...args, '--json'], { cwd: join(ana, folder), env });
  const timesPaid = async () => {
    const answer = await fetch(`${sandbox.url}/_sandbox/ledger`);
    return ((await answer.json()) as { payments: { timesPaid: number }[] }).payments.map((one) => one.timesPaid);
  };
  const filesOfAna = () => readdirSync(ana, { recursive: true }).map(String).sort();

  /** What only reads, and what it answers if nothing was paid yet: a document, or the code of an error. */
  const READING: readonly [command: string, exit: number, answer: object | string][] = [
    ['runs', 0, { runs: [], more: false }],
    ['payments', 0, { payments: [], more: false }],
    ['resume', 0, { runs: [] }],
    ['settle', 0, { runs: [] }],
    ['rules', 0, { inForce: false, version: null, history: [] }],
    ['doctor --local', 0, { ok: true }],
    ['merchants show default', 0, { merchant: 'default' }],
    [`doctor --record ${recorded}`, 0, {}],
    ['purge', 2, 'ledger_missing'],
  ];
  it.each(READING)('G8: who has paid no one creates nothing with `%s`', async (command, exit, answer) => {
    const before = filesOfAna();
    const ended = await inFolder('june', ...command.split(' '));
    expect([ended.code, ended.stderr]).toEqual([exit, expect.any(String)]);
    const document = documentOf(ended);
    if (typeof answer === 'object') expect(document).toMatchObject(answer);
    else {
      expect(document.error).toMatchObject({ code: answer, message: expect.stringContaining('.local/share/payrun') });
      expect(document.error!.next).toContain('`payrun pay FILE`');
    }
    expect(filesOfAna()).toEqual(before);
  });
  it('G3: who pays a sheet in one folder, and again in another one, has one ledger: no one is paid twice', async () => {
    const sheet = sheetOf(people(4));
    for (const folder of ['may', 'june']) writeFileSync(join(ana, folder, 'sheet.csv'), sheet);
    const ledger = `embedded, ${join(ana, '.local/share/payrun')}`;
    const first = await inFolder('may', 'pay', 'sheet.csv', '--yes');
    expect([first.code, documentOf(first)]).toMatchObject([0, { ledger, counts: { processed: 4 } }]);
    const again = await inFolder('june', 'pay', 'sheet.csv', '--yes');
    expect([again.code, documentOf(again)]).toMatchObject([0, { ledger, counts: { already_paid: 4, processed: 0 } }]);
    expect(again.stderr).toContain(`Ledger: ${ledger}`);
    expect(await timesPaid()).toEqual([1, 1, 1, 1]);
    expect(documentOf(await inFolder('june', 'resume'))).toMatchObject({ ledger });
    expect(documentOf(await inFolder('june', 'rerun', '1', '--dry-run', '--state', 'processed'))).toBeDefined();
    expect(documentOf(await inFolder('june', 'verify'))).toMatchObject({ ok: true });
    expect(readdirSync(join(ana, 'june'))).not.toContain('.payrun');
  });
});
