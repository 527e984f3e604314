import { createHmac, hkdfSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getFingerprintKey, openVault } from '../../../src/ledger/vault/vault.ts';
import { vaultKey } from '../../../src/ledger/vault/vault-key.ts';

const vault = openVault(Buffer.alloc(32, 1));
const other = openVault(Buffer.alloc(32, 2));

describe('a vault', () => {
  it('opens what it sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.string({ unit: 'binary' }), (bytes, kind) => {
        expect(vault.open(vault.seal(bytes, kind), kind)).toEqual(Buffer.from(bytes));
      }),
    );
    expect(vault.open(vault.seal('Zürich 東京')).toString('utf8')).toBe('Zürich 東京');
  });

  it('seals the same text differently each time, and reveals nothing of it', () => {
    const sealed = [vault.seal('DE89370400440532013000'), vault.seal('DE89370400440532013000')];
    expect(sealed[0]).not.toEqual(sealed[1]);
    expect(sealed[0]!.toString('latin1')).not.toContain('8937');
  });

  it('G5: refuses a value that was changed, cut or extended anywhere', () => {
    const sealed = vault.seal('abc', 'k');
    const wrong: Buffer[] = Array.from({ length: sealed.length }, (_, i) => {
      const copy = Buffer.from(sealed);
      copy[i]! ^= 1;
      return copy;
    });
    wrong.push(sealed.subarray(0, -1), Buffer.concat([sealed, Buffer.of(0)]), Buffer.alloc(0), sealed.subarray(0, 20));
    for (const [i, bytes] of wrong.entries()) {
      // Four of the bytes say which key it was.
      const code = i >= 1 && i <= 4 ? 'vault_key_changed' : 'vault_damaged';
      expect(() => vault.open(bytes, 'k')).toThrowError(expect.objectContaining({ code }));
    }
  });

  it.each([
    ['another kind', () => vault.open(vault.seal('abc', 'k'), 'l')],
    ['no kind', () => vault.open(vault.seal('abc', 'k'))],
  ])('G5: does not open with %s', (_, open) => {
    expect(open).toThrowError(expect.objectContaining({ code: 'vault_damaged' }));
  });

  it('G5: does not open with another key, and says that it is another', () => {
    expect(() => other.open(vault.seal('abc', 'k'), 'k')).toThrowError(
      expect.objectContaining({ code: 'vault_key_changed' }),
    );
  });

  it('makes fingerprints with the given fingerprint key', () => {
    const changed = openVault(Buffer.alloc(32, 2), getFingerprintKey(Buffer.alloc(32, 1)));
    expect(changed.fingerprint('k', 'DE89')).toEqual(vault.fingerprint('k', 'DE89'));
  });

  it('makes fingerprints by HMAC-SHA-256, however long the text', () => {
    const derived = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 1), '', 'payrun fingerprint', 32));
    for (const text of ['', 'DE89', 'Zürich 東京 🏦', 'x'.repeat(63), 'é'.repeat(5000), 'short again', '\ud800'])
      expect(vault.fingerprint('k', text)).toEqual(createHmac('sha256', derived).update(`k\0${text}`, 'utf8').digest());
  });

  it('makes fingerprints that are equal only for the same text, kind and key', () => {
    const fingerprint = vault.fingerprint('account', 'DE89');
    expect(openVault(Buffer.alloc(32, 1)).fingerprint('account', 'DE89')).toEqual(fingerprint);
    expect(fingerprint).toHaveLength(32);
    for (const different of [
      vault.fingerprint('account', 'DE88'),
      vault.fingerprint('profile', 'DE89'),
      other.fingerprint('account', 'DE89'),
    ])
      expect(different).not.toEqual(fingerprint);
  });
});

describe('the key of the vault', () => {
  it('is created once in the home of an embedded database, readable only by its owner', () => {
    const home = mkdtempSync(join(tmpdir(), 'payrun-key-'));
    const key = vaultKey(undefined, 'embedded', home);
    expect(key).toHaveLength(32);
    expect(vaultKey(undefined, 'embedded', home)).toEqual(key);
    expect(statSync(join(home, 'vault.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(home, 'vault.key'), 'utf8').trim()).toBe(key.toString('base64'));
    rmSync(home, { recursive: true });
  });

  it('is the configured one if there is one, and required with a Postgres server', () => {
    const text = Buffer.alloc(32, 9).toString('base64');
    expect(vaultKey(text, 'postgres', '/nowhere')).toEqual(Buffer.alloc(32, 9));
    expect(() => vaultKey(undefined, 'postgres', '/nowhere')).toThrowError(
      expect.objectContaining({ code: 'vault_key_required' }),
    );
  });
});
