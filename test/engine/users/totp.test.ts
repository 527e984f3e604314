import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { newTotpSecret, totpStep, totpUri } from '../../../src/engine/users/totp.ts';

const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;

it('codes are those of RFC 6238, for the period before and after too', () => {
  // Appendix B, the last six digits.
  for (const [seconds, code] of [
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [20_000_000_000, '353130'],
  ] as const) {
    const step = BigInt(Math.floor(seconds / 30));
    for (const shift of [-30, 0, 30]) expect(totpStep(RFC_SECRET, code, (seconds + shift) * 1000)).toBe(step);
    for (const shift of [-60, 60]) expect(totpStep(RFC_SECRET, code, (seconds + shift) * 1000)).toBeNull();
  }
  for (const none of ['', '05047', '0504711', 'abcdef'])
    expect(totpStep(RFC_SECRET, none, 1_111_111_111_000)).toBeNull();
});

it('an app reads the secret and shows the same codes', () => {
  const secret = newTotpSecret();
  const app = new TOTP({ secret });
  expect([secret.length, new Set([secret, newTotpSecret(), newTotpSecret()]).size]).toEqual([32, 3]);
  expect(totpStep(secret, app.generate({ timestamp: 1e12 }), 1e12)).toBe(BigInt(Math.floor(1e9 / 30)));
  expect(totpUri('Änne & Co', secret)).toBe(
    `otpauth://totp/Payrun:%C3%84nne%20%26%20Co?issuer=Payrun&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});
