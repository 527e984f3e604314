import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { PayrunError } from '../../errors.ts';
import type { SealedPlace } from './sealed-place.ts';

/**
 * Encrypts values that must not be readable in the database, and makes fingerprints that can be compared without
 * decryption.
 */
export interface Vault {
  /**
   * AES-256-GCM. Binds the value to its place in the database, or to a kind if it is in a file: it opens only with the
   * same one.
   */
  seal(content: string | Uint8Array, place?: SealedPlace | string): Buffer;
  /**
   * Throws `vault_damaged` if a byte or the place differs from the sealed value, and `vault_key_changed` if the value
   * was sealed with a key that this vault does not have.
   */
  open(sealed: Uint8Array, place?: SealedPlace | string): Buffer;
  /** HMAC-SHA-256 of the text with its kind, 32 bytes: the same text gives another result with another kind. */
  fingerprint(kind: string, text: string): Buffer;
  /** The start of every value that this vault seals for a place: the format version and the id of the key. */
  readonly prefix: Buffer;
}

/** Format version, the first byte of every sealed value: 3 is bound to a place of the database, 2 to a kind. */
const OF_PLACE = 3;
const OF_KIND = 2;
const KEY_ID = 4;
const PREFIX = 1 + KEY_ID;
const NONCE = 12;
const TAG = 16;
/** Nonces per request for random bytes: a request for 12 bytes costs as much as sealing a row. */
const NONCES = 500;

/**
 * A vault with this key of 32 bytes. Derives separate keys for sealing and for fingerprints (HKDF-SHA-256), so that
 * neither reveals the other. After a change of the key, `fingerprintKey` (32 bytes) is that of the first one.
 *
 * Nonces are random: NIST SP 800-38D allows 2^32 of them per key, more cells than Payrun will ever seal.
 */
export function openVault(key: Uint8Array, fingerprintKey: Uint8Array = getFingerprintKey(key)): Vault {
  const nextNonce = nonces();
  const seals = sealOf(key);
  const hmac = hmacSha256(fingerprintKey);

  return {
    prefix: Buffer.concat([Buffer.of(OF_PLACE), seals.id]),
    seal(content, place = '') {
      const nonce = nextNonce();
      const version = typeof place === 'string' ? OF_KIND : OF_PLACE;
      const cipher = createCipheriv('aes-256-gcm', seals.key, nonce).setAAD(associated(version, place));
      const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
      // In GCM `final` returns no bytes, but the tag is available only after it.
      cipher.final();
      const sealed = Buffer.allocUnsafe(PREFIX + NONCE + TAG + body.length);
      sealed[0] = version;
      sealed.set(seals.id, 1);
      sealed.set(nonce, PREFIX);
      sealed.set(cipher.getAuthTag(), PREFIX + NONCE);
      sealed.set(body, PREFIX + NONCE + TAG);
      return sealed;
    },
    open(sealed, place = '') {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const version = typeof place === 'string' ? OF_KIND : OF_PLACE;
      if (bytes.length < PREFIX + NONCE + TAG || bytes[0] !== version) throw new PayrunError('vault_damaged');
      if (!seals.id.equals(bytes.subarray(1, PREFIX))) throw new PayrunError('vault_key_changed');
      return decrypt(seals.key, bytes.subarray(PREFIX), associated(version, place));
    },
    fingerprint(kind, text) {
      // A kind has no zero byte, so two different pairs of kind and text never give the same bytes.
      return hmac(`${kind}\0${text}`);
    },
  };
}

/** The fingerprint key of a vault whose key was never rotated. */
export function getFingerprintKey(key: Uint8Array): Buffer {
  return derive(key, 'fingerprint');
}

function derive(key: Uint8Array, purpose: string): Buffer {
  if (key.length !== 32) throw new PayrunError('defect', { detail: 'a vault key is not 32 bytes' });
  return Buffer.from(hkdfSync('sha256', key, '', `payrun ${purpose}`, 32));
}

/** Uses a key object: with raw bytes Node parses the key on every use, and sealing a row takes 18 us instead of 5. */
function sealOf(key: Uint8Array): { key: KeyObject; id: Buffer } {
  return { key: createSecretKey(derive(key, 'seal')), id: derive(key, 'key id').subarray(0, KEY_ID) };
}

/** Opens nonce, tag and body. Throws `vault_damaged` if this key did not seal them, or for another place. */
function decrypt(key: KeyObject, bytes: Buffer, aad: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(aad).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    throw new PayrunError('vault_damaged');
  }
}

const BLOCK = 64;

/**
 * HMAC-SHA-256 (RFC 2104) of a text with a key of at most 64 bytes. Uses Node's one-shot hashes: `createHmac` objects
 * for the five fingerprints of a row cost twice as much, plus garbage collection.
 */
function hmacSha256(key: Uint8Array): (text: string) => Buffer {
  let inner = Buffer.alloc(1024);
  const outer = Buffer.alloc(BLOCK + 32);
  for (let i = 0; i < BLOCK; i++) {
    const byte = key[i] ?? 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  return (text) => {
    // A UTF-16 unit takes at most 3 bytes.
    const needed = BLOCK + 3 * text.length;
    if (needed > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], 2 * needed);
    const length = BLOCK + inner.write(text, BLOCK, 'utf8');
    // As a binary string: a buffer takes the hash half as long again.
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK, 'binary');
    return Buffer.from(hash('sha256', outer, 'binary'), 'binary');
  };
}

/** Random nonces, each used once. */
function nonces(): () => Uint8Array {
  const pool = new Uint8Array(NONCES * NONCE);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += NONCE;
    return pool.subarray(used - NONCE, used);
  };
}

function associated(version: number, place: SealedPlace | string): Buffer {
  return Buffer.from(`payrun/${version}/${typeof place === 'string' ? place : place.bound}`, 'utf8');
}
