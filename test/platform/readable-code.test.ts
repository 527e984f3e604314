import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableCode } from '../../src/platform/readable-code.ts';

const CASES: readonly [bytes: string, code: string][] = [
  ['00'.repeat(32), '0'.repeat(16)],
  ['ff'.repeat(32), 'Z'.repeat(16)],
  [`00000000000000000001${'ff'.repeat(22)}`, '0000000000000001'],
  [`80000000000000000000${'00'.repeat(22)}`, 'G000000000000000'],
  [`00443214c74254b635cf${'00'.repeat(22)}`, '0123456789ABCDEF'],
];

it.each(CASES)('the first 80 bits of %s are read as %s', (bytes, code) => {
  expect(readableCode(Buffer.from(bytes, 'hex'))).toBe(code);
});

it('a code has 16 characters, none of which is mistaken for another when read aloud', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(readableCode(Buffer.from(bytes))).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    }),
  );
});

it('two codes are equal only if the first 80 bits are', () => {
  const ten = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(ten, ten, (one, other) => {
      const [a, b] = [Buffer.from(one), Buffer.from(other)];
      expect(readableCode(a) === readableCode(b)).toBe(a.equals(b));
      // Close neighbours too: random bytes hardly ever differ in one bit only.
      const near = Buffer.from(a);
      near[9]! ^= 1;
      expect(readableCode(near)).not.toBe(readableCode(a));
    }),
  );
});
