import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SECRET_CHARACTERS } from '../../platform/readable-code.ts';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, in base 32. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .match(/.{5}/g)!
    .map((five) => BASE_32[Number.parseInt(five, 2)])
    .join('');
}

/** The URI that an authenticator app reads, directly or from a QR code: `otpauth://totp/Payrun:anna?secret=...`. */
export function totpUri(name: string, secret: string): string {
  return `otpauth://totp/Payrun:${encodeURIComponent(name)}?issuer=Payrun&secret=${secret}&algorithm=SHA1&digits=6&period=${PERIOD_S}`;
}

/**
 * The number of the 30-second period since 1970 that this code belongs to; null if it belongs to none. The periods
 * before and after the current one count too (RFC 6238, 5.2). The caller must accept each period only once. `now` in ms
 * UTC.
 */
export function totpStep(secret: string, code: string, now: number): bigint | null {
  const token = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const step = BigInt(Math.floor(now / 1000 / PERIOD_S));
  const key = keyOf(secret);
  return (
    [step, step - 1n, step + 1n].find((at) => timingSafeEqual(Buffer.from(codeAt(key, at)), Buffer.from(token))) ?? null
  );
}

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function keyOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)));
}

/** The code of a period: RFC 4226, 5.3. */
function codeAt(key: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** Ten codes for a user who loses the device, 12 characters each (59 bits): `kx4m-9tqe-wh2p`. */
export function newRecoveryCodes(): readonly string[] {
  const part = () => Array.from({ length: 4 }, () => SECRET_CHARACTERS[randomInt(SECRET_CHARACTERS.length)]).join('');
  return Array.from({ length: 10 }, () => `${part()}-${part()}-${part()}`);
}

/** A typed recovery code in the form in which it is compared; null if it cannot be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.length === 12 ? plain : null;
}
