import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MerchantKeys } from '../../src/model.ts';
import { startChild } from '../support/child-process.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const SCRIPT = join(import.meta.dirname, 'child.ts');

interface Started {
  readonly url: string;
  readonly merchant: MerchantKeys;
}

test('kill -9 in the middle of many calls loses nothing that was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'state.jsonl');
  const acknowledged = new Set<string>();
  let keys: MerchantKeys | undefined;

  for (let round = 0; round < 3; round++) {
    const child = startChild(SCRIPT, [file]);
    const { url, merchant } = (await child.until(() => true)) as Started;
    keys ??= merchant;
    expect(merchant).toEqual(keys);
    const call = signedFetch({ url, keys: merchant });
    let answers = 0;
    let killed: Promise<void> | undefined;
    const worker = async (name: string) => {
      for (let at = 0; !killed; at++) {
        const email = `${name}-${round}-${at}@example.com`;
        const reply = await call('POST', '/v1/recipients', {
          type: 'individual',
          firstName: 'A',
          lastName: 'B',
          email,
        }).catch(() => null);
        if (reply?.status === 200) acknowledged.add(email);
        if (++answers === 60 + round * 7) killed = child.kill('SIGKILL');
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(worker));
    await killed;
  }

  const child = startChild(SCRIPT, [file]);
  onTestFinished(() => child.kill('SIGKILL'));
  const { url, merchant } = (await child.until(() => true)) as Started;
  const { body } = await signedFetch({ url, keys: merchant })('GET', '/v1/recipients?pageSize=1000');
  const kept = new Set(body.recipients.map(({ email }: { email: string }) => email));
  expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(150);
});
