import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { PayrunError } from '../errors.ts';

/** Seals what must not be read in the database, and makes fingerprints that can be compared without opening it. */
export interface Vault {
  /** AES-256-GCM. `kind` (a column's name, say) is bound to it: it opens only under the same kind. */
  seal(content: string | Uint8Array, kind?: string): Buffer;
  /** Throws `vault_damaged` when a byte or the kind is not what was sealed. */
  open(sealed: Uint8Array, kind?: string): Buffer;
  /** HMAC-SHA-256 of the text under its kind, 32 bytes: the same text is different under another kind. */
  fingerprint(kind: string, text: string): Buffer;
}

/** The first byte of everything sealed, so that another way can be told apart later. */
const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * A vault with this key of 32 bytes. Sealing and fingerprints use two keys derived from it (HKDF-SHA-256), so that neither
 * tells anything about the other.
 *
 * The nonce is random: NIST SP 800-38D allows 2^32 of them for one key, more cells than Payrun will ever seal.
 */
export function openVault(key: Uint8Array): Vault {
  if (key.length !== 32) throw new PayrunError('defect', { detail: 'a vault key is not 32 bytes' });
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `payrun ${purpose}`, 32));
  const sealKey = derive('seal');
  const fingerprintKey = derive('fingerprint');

  return {
    seal(content, kind = '') {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(associated(kind));
      const text = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      const body = [cipher.update(text), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...body]);
    },
    open(sealed, kind = '') {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const start = 1 + NONCE + TAG;
      if (bytes.length < start || bytes[0] !== VERSION) throw new PayrunError('vault_damaged');
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG });
        decipher.setAAD(associated(kind)).setAuthTag(bytes.subarray(1 + NONCE, start));
        return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
      } catch {
        throw new PayrunError('vault_damaged');
      }
    },
    fingerprint(kind, text) {
      // A kind has no zero byte, so kind and text cannot be cut elsewhere to the same bytes.
      return createHmac('sha256', fingerprintKey).update(`${kind}\0${text}`, 'utf8').digest();
    },
  };
}

function associated(kind: string): Buffer {
  return Buffer.from(`payrun/${VERSION}/${kind}`, 'utf8');
}
