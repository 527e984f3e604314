import { randomInt } from 'node:crypto';

/** Without characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PARTS = 5;

/** A first password: 20 characters, 99 bits, in groups that can be read aloud. */
export function newPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: PARTS }, part).join('-');
}
