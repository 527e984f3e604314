import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECRET_CHARACTERS } from '../../platform/readable-code.ts';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The URI that an authenticator app reads, directly or from a QR code: `otpauth://totp/Payrun:anna?secret=...`. */
export function totpUri(name: string, secret: string): string {
  return totpOf(name, secret).toString();
}

/**
 * The number of the 30-second period since 1970 that this code belongs to; null if it belongs to none. The periods
 * before and after the current one count too (RFC 6238, 5.2). The caller must accept each period only once. `now` in ms
 * UTC.
 */
export function totpStep(secret: string, code: string, now: number): bigint | null {
  const token = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf('', secret).validate({ token, timestamp: now, window: 1 });
  return delta === null ? null : BigInt(Math.floor(now / 1000 / PERIOD_S) + delta);
}

function totpOf(label: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Payrun', label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret });
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
