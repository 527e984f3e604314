/** The characters of secrets that people type: without those that look alike. */
export const SECRET_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters of Crockford's base 32 (the first 80 bits): short enough to read aloud, long enough to be unique. */
export function readableCode(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.subarray(0, 10).toString('hex')}`);
  let text = '';
  for (let i = 0; i < 16; i++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}
