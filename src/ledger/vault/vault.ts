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

/** Seals what must not be read in the database, and makes fingerprints that can be compared without opening it. */
export interface Vault {
  /** AES-256-GCM. `kind` (a column's name, say) is bound to it: it opens only under the same kind. */
  seal(content: string | Uint8Array, kind?: string): Buffer;
  /**
   * Throws `vault_damaged` when a byte or the kind is not what was sealed, and `vault_key_changed` when a key sealed it that this
   * vault does not have.
   */
  open(sealed: Uint8Array, kind?: string): Buffer;
  /** HMAC-SHA-256 of the text under its kind, 32 bytes: the same text is different under another kind. */
  fingerprint(kind: string, text: string): Buffer;
  /** What everything that this vault seals begins with: the version of the form, and which key it was. */
  readonly prefix: Buffer;
}

/** Keys beside the one that seals. */
export interface OtherKeys {
  /** What makes fingerprints, 32 bytes, where the key was changed since the first; else it is derived from the key. */
  readonly fingerprintKey?: Uint8Array | undefined;
  /** The key before, while values that it sealed are left. */
  readonly previous?: Uint8Array | undefined;
}

/** The first byte of everything sealed, so that ways can be told apart. Before 2 a value did not say which key sealed it. */
const VERSION = 2;
const WITHOUT_KEY_ID = 1;
const KEY_ID = 4;
const PREFIX = 1 + KEY_ID;
const NONCE = 12;
const TAG = 16;
/** Random bytes for so many nonces are asked for at once: a call for 12 bytes costs as much as sealing a row. */
const NONCES = 500;

/**
 * A vault with this key of 32 bytes. Sealing and fingerprints use two keys derived from it (HKDF-SHA-256), so that neither
 * tells anything about the other.
 *
 * The nonce is random: NIST SP 800-38D allows 2^32 of them for one key, more cells than Payrun will ever seal.
 */
export function openVault(key: Uint8Array, { fingerprintKey, previous }: OtherKeys = {}): Vault {
  const nextNonce = nonces();
  const seals = sealOf(key);
  const opens = previous === undefined ? [seals] : [seals, sealOf(previous)];
  const hmac = hmacSha256(fingerprintKey ?? fingerprintKeyOf(key));

  return {
    prefix: seals.prefix,
    seal(content, kind = '') {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', seals.key, nonce).setAAD(associated(VERSION, kind));
      const body = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
      // GCM ends with no bytes of its own, but only then has a tag.
      cipher.final();
      const sealed = Buffer.allocUnsafe(PREFIX + NONCE + TAG + body.length);
      sealed.set(seals.prefix);
      sealed.set(nonce, PREFIX);
      sealed.set(cipher.getAuthTag(), PREFIX + NONCE);
      sealed.set(body, PREFIX + NONCE + TAG);
      return sealed;
    },
    open(sealed, kind = '') {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const version = bytes[0];
      const head = version === WITHOUT_KEY_ID ? 1 : PREFIX;
      if (bytes.length < head + NONCE + TAG || (version !== VERSION && version !== WITHOUT_KEY_ID))
        throw new PayrunError('vault_damaged');
      const asked = opens.filter(
        ({ prefix }) => version === WITHOUT_KEY_ID || prefix.equals(bytes.subarray(0, PREFIX)),
      );
      if (asked.length === 0) throw new PayrunError('vault_key_changed');
      for (const { key: with_ } of asked) {
        const opened = tryOpen(with_, bytes.subarray(head), associated(version, kind));
        if (opened) return opened;
      }
      throw new PayrunError('vault_damaged');
    },
    fingerprint(kind, text) {
      // A kind has no zero byte, so kind and text cannot be cut elsewhere to the same bytes.
      return hmac(`${kind}\0${text}`);
    },
  };
}

/** What makes the fingerprints of a vault that has this key and never had another. */
export function fingerprintKeyOf(key: Uint8Array): Buffer {
  return derive(key, 'fingerprint');
}

function derive(key: Uint8Array, purpose: string): Buffer {
  if (key.length !== 32) throw new PayrunError('defect', { detail: 'a vault key is not 32 bytes' });
  return Buffer.from(hkdfSync('sha256', key, '', `payrun ${purpose}`, 32));
}

/** A key object: Node looks at a key of bytes anew for every use, and sealing a row took 18 us instead of 5. */
function sealOf(key: Uint8Array): { key: KeyObject; prefix: Buffer } {
  const prefix = Buffer.concat([Buffer.of(VERSION), derive(key, 'key id').subarray(0, KEY_ID)]);
  return { key: createSecretKey(derive(key, 'seal')), prefix };
}

/** Nonce, tag and body; null where this is not what the key sealed. */
function tryOpen(key: KeyObject, bytes: Buffer, aad: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(aad).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}

const BLOCK = 64;

/**
 * HMAC-SHA-256 (RFC 2104) of a text under a key of at most 64 bytes. Written with Node's one-call hashes: an object of
 * `createHmac` for each of the five fingerprints of a row costs twice as much, and more again when it is collected.
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
    // A character is at most 3 bytes.
    const needed = BLOCK + 3 * text.length;
    if (needed > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], 2 * needed);
    const length = BLOCK + inner.write(text, BLOCK, 'utf8');
    // As text of a character a byte: as a buffer a hash takes half as long again.
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK, 'binary');
    return Buffer.from(hash('sha256', outer, 'binary'), 'binary');
  };
}

/** Random nonces, each handed out once. */
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

function associated(version: number, kind: string): Buffer {
  return Buffer.from(`payrun/${version}/${kind}`, 'utf8');
}
