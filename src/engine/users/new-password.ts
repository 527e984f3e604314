import { randomInt } from 'node:crypto';

/** Without those that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PARTS = 5;

/** A password for somebody to begin with: 20 letters, 99 bits, in groups that can be read out. */
export function newPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: PARTS }, part).join('-');
}
