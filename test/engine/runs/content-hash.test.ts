import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { contentHash } from '../../../src/engine/runs/content-hash.ts';
import { openVault } from '../../../src/ledger/vault/vault.ts';

const [ours, other] = [1, 2].map((byte) => openVault(Buffer.alloc(32, byte)));
const about = { iban: 'DE89370400440532013000' };

it('G5: the hash of a request tells no account number to a person without the key', async () => {
  const hash = await contentHash(ours!, null, about);
  expect(await contentHash(ours!, null, { ...about })).toEqual(hash);
  expect(await contentHash(other!, null, about)).not.toEqual(hash);
});

it('the hash of a request is of all its bytes, and of what was said about them', async () => {
  const hash = await contentHash(ours!, Readable.from([Buffer.from('a'), Buffer.from('b')]), about);
  expect(await contentHash(ours!, Readable.from([Buffer.from('ab')]), about)).toEqual(hash);
  expect(await contentHash(ours!, Readable.from([Buffer.from('ac')]), about)).not.toEqual(hash);
  expect(await contentHash(ours!, Readable.from([Buffer.from('ab')]), {})).not.toEqual(hash);
});
