import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Recording, recordSteps } from '../../../src/engine/maintenance/record-steps.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { compareRecordings, recordSandbox } from '../../conformance/compare-recording.ts';
import { copyNewDatabases } from '../../support/database.ts';
import { runHere } from '../../support/run-here.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { testFolder } from '../../support/test-folder.ts';

const AUGUSTA = { type: 'individual', firstName: 'Augusta', lastName: 'Lovelace', email: 'augusta@example.com' };

describe('payrun doctor --record', () => {
  copyNewDatabases();
  let sandbox: RunningSandbox;
  const folder = testFolder();
  afterEach(() => sandbox.close());
  const start = async (provider: string) => {
    sandbox = await startSandbox({ quota: 1_000_000, addressQuota: 1_000_000, settleMs: 100, provider });
    const call = signedFetch({ url: sandbox.url, keys: sandbox.merchant });
    await call('POST', '/v1/recipients/', AUGUSTA);
    const env = {
      PAYRUN_SERVICE_URL: sandbox.url,
      PAYRUN_ENVIRONMENT: 'sandbox',
      PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
      PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
      PAYRUN_HOME: join(folder, `home-${provider}`),
      PAYRUN_QUOTA_PER_MINUTE: '1000',
      PAYRUN_SETTLE_POLL_MS: '30',
    };
    const doctor = (...args: readonly string[]) => runHere(['doctor', ...args], { cwd: folder, env });
    const recipients = async () =>
      (await call('GET', '/v1/recipients?status=incomplete,active')).body.recipients.map(
        ({ email }: { email: string }) => email,
      );
    return { doctor, recipients };
  };
  const faultsOf = async (recording: string) => {
    const recorded: Recording = JSON.parse(readFileSync(join(recording, 'recording.json'), 'utf8'));
    return compareRecordings(recorded, await recordSandbox()).filter(({ faults }) => faults.length > 0);
  };
  const conformance = (recording: string) => {
    const args = ['test/conformance/main.ts', '--recorded', recording];
    try {
      return { code: 0, printed: execFileSync(process.execPath, args, { encoding: 'utf8' }) };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { code: status, printed: stdout };
    }
  };

  it('records what the merchant has, names nobody, and conformance finds no difference', async () => {
    const { doctor } = await start('sandbox');
    const recording = join(folder, 'reading');
    const printed = {
      code: 0,
      stdout: expect.stringMatching(/^401 {2}a wrong signature$[\s\S]*responses .* recorded/m),
    };
    expect(await doctor('--record', recording)).toMatchObject(printed);
    expect(readFileSync(join(recording, 'recording.json'), 'utf8')).not.toMatch(/Augusta|Lovelace|example|R-|AK-/);
    expect(await faultsOf(recording)).toEqual([]);
    // It is never written over.
    expect((await doctor('--record', recording)).code).toBe(2);
  });

  it('records a life cycle with --write, removes it, and conformance names the one field that was changed', async () => {
    const { doctor, recipients } = await start('sandbox');
    const recording = join(folder, 'writing');
    expect(await doctor('--record', recording, '--write')).toMatchObject({ code: 0 });
    expect(await recipients()).toEqual([AUGUSTA.email]);
    const file = join(recording, 'recording.json');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/Augusta|Lovelace|example|R-|AK-|DE89|021000021/);
    expect(await faultsOf(recording)).toEqual([]);
    const changed = join(folder, 'changed');
    mkdirSync(changed);
    writeFileSync(
      join(changed, 'recording.json'),
      text.replace('"batchSummary.batchId": "<text>"', '"batchSummary.id": "<text>"'),
    );
    const { code, printed } = conformance(changed);
    expect([code, printed.match(/^FAIL.*\n.*\n.*/gm)]).toEqual([
      1,
      [
        `FAIL  batch: summary (GET /v1/batches/:id/summary)
      batchSummary.batchId: recorded without it, sandbox <text>
      batchSummary.id: recorded <text>, sandbox without it`,
      ],
    ]);
  });

  it('changes nothing if the balances do not say that it is the sandbox', async () => {
    const { doctor, recipients } = await start('banking_circle');
    const refused = await doctor('--record', join(folder, 'refused'), '--write');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('production environment') });
    expect(await recipients()).toEqual([AUGUSTA.email]);
  });

  it('changes nothing if the balances say nothing', async () => {
    const { doctor, recipients } = await start('');
    const refused = await doctor('--record', join(folder, 'silent'), '--write');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('don’t confirm') });
    expect(await recipients()).toEqual([AUGUSTA.email]);
  });

  it('G5: quotes nothing of a refusal either', async () => {
    sandbox = await startSandbox();
    const message = 'Augusta Lovelace, DE89370400440532013000';
    const signer = { merchant: null, keys: { accessKey: 'AK-1', secretKey: 'SK-1' } };
    const { steps } = await recordSteps({
      send: async () => ({
        ...{ kind: 'answer', status: 422, headers: new Headers(), at: 0 },
        json: { ok: false, errors: [{ code: 'invalid_field', field: message, message }] },
      }),
      ...{
        signers: { merchant: signer, parent: signer },
        clock: systemClock,
        pauseMs: 0,
        tag: 'recorded-1',
        writes: true,
      },
    });
    expect(steps.length).toBeGreaterThan(30);
    expect(JSON.stringify(steps)).not.toMatch(/augusta|lovelace|DE89|3000/i);
  });
});
