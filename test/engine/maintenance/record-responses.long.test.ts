import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordResponses } from '../../../src/engine/maintenance/record-responses.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { shapeOf } from '../../../src/service/shapes/shape-of.ts';
import { checkRecording } from '../../conformance/check-recording.ts';
import { copyNewDatabases } from '../../support/database.ts';
import { runHere } from '../../support/run-here.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { testFolder } from '../../support/test-folder.ts';
import { createTestService } from '../../support/test-service.ts';

describe('the shape of a response', () => {
  it.each([
    ['name', 'Zoë Müller-O’Neil', 'Aaa Aaaaaa-A?Aaaa'],
    ['id', 'R-91XQ4VDaMbFNzqMu3dZBqh', 'A-11AA1AAaAaAAaaAa1aAAaa'],
    ['amount', '1240.50', '1111.11'],
    ['amount', '0.00', '0.00'],
    ['status', 'awaiting_approval', 'awaiting_approval'],
    ['status', 'Secret Person', 'Aaaaaa Aaaaaa'],
    ['currency', 'EUR', 'EUR'],
    ['lastName', 'EUR', 'AAA'],
    ['createdAt', '2026-06-01T12:34:56.789Z', '2000-01-01T00:00:00.000Z'],
    ['dob', '1990-04-17', '2000-01-01'],
    ['count', 4711, 1111],
    ['ok', true, true],
    ['memo', null, null],
  ])('%s: %j becomes %j', (field, value, shape) => expect(shapeOf({ [field]: value })).toEqual({ [field]: shape }));

  it('has no key that identifies anybody', () => {
    expect(shapeOf({ EUR: '1.00', 'bank-transfer': 1, 'ada@example.com': 'x', 'R-1234': 2 })).toEqual({
      EUR: '1.11',
      'bank-transfer': 1,
      'aaa@aaaaaaa.aaa': 'a',
      'A-1111': 1,
    });
  });
});

describe('payrun doctor --record', () => {
  copyNewDatabases();
  let sandbox: RunningSandbox;
  const folder = testFolder();
  beforeAll(async () => {
    sandbox = await startSandbox();
    const call = signedFetch({ url: sandbox.url, keys: sandbox.merchant });
    await call('POST', '/v1/recipients/', {
      type: 'individual',
      firstName: 'Augusta',
      lastName: 'Lovelace',
      email: 'augusta@example.com',
    });
  });
  afterAll(async () => {
    await sandbox.close();
  });

  it('writes responses that name nobody, and conformance reads them', async () => {
    const env = {
      PAYRUN_SERVICE_URL: sandbox.url,
      PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
      PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
      PAYRUN_HOME: join(folder, 'home'),
    };
    const file = join(folder, 'answers.json');
    expect(await runHere(['doctor', '--record', file], { cwd: folder, env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('4 answers of the payout service recorded'),
    });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/augusta|lovelace|example|R-|AK-/i);
    const lines = checkRecording(JSON.parse(text));
    expect(lines.map(({ call, fault }) => [call.replace(/,.*/, ''), fault])).toEqual([
      ['GET /v1/balances', null],
      ['GET /v1/recipients', null],
      ['GET /v1/batches', null],
      ['GET /v1/payout-methods', null],
    ]);
    const printed = execFileSync(process.execPath, ['test/conformance/main.ts', '--recorded', file], {
      encoding: 'utf8',
    });
    expect(printed.match(/^ok {4}/gm)).toHaveLength(4);
    // It is never written over.
    expect((await runHere(['doctor', '--record', file], { cwd: folder, env })).code).toBe(2);
  });

  it('quotes nothing of a refusal either', async () => {
    const refusing: typeof fetch = async () =>
      Response.json(
        { ok: false, errors: [{ code: 'invalid_field', message: 'Augusta Lovelace, DE89370400440532013000' }] },
        { status: 422 },
      );
    let close = async () => {};
    const answers = await recordResponses(refusing, async (recording) => {
      const made = createTestService('http://127.0.0.1:1', { fetch: recording });
      close = made.close;
      return made.service;
    });
    await close();
    expect(answers.map(({ refused }) => refused)).toEqual(Array(4).fill('service_read_refused'));
    expect(JSON.stringify(answers)).not.toMatch(/augusta|lovelace|DE89|3000/i);
  });

  it('finds a field of unknown form', () => {
    const body = { ok: true, balances: [{ currency: 'EUR', amount: 12.5 }] };
    expect(checkRecording({ payrun: 1, answers: [{ call: 'listBalances', status: 200, body }] })[0]!.fault).toMatch(
      /amount/,
    );
  });
});
