import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret for the codes of an authenticator app, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** What an authenticator app reads, by itself or from a QR code: `otpauth://totp/Payrun:anna?secret=...`. */
export function totpUri(name: string, secret: string): string {
  return totpOf(name, secret).toString();
}

/**
 * The 30 seconds, counted from 1970, whose code this is; null where it is of none. One period before and after counts too
 * (RFC 6238, 5.2). The caller sees to it that a period is used once.
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

/** Without those that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes for whoever loses the device, 12 letters each (59 bits): `kx4m-9tqe-wh2p`. */
export function newRecoveryCodes(): readonly string[] {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 10 }, () => `${part()}-${part()}-${part()}`);
}

/** A recovery code as it was typed, in the one way in which it is compared; null where it cannot be one. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.length === 12 ? plain : null;
}
