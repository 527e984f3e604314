import { randomInt } from 'node:crypto';
import { SECRET_CHARACTERS } from '../../platform/readable-code.ts';

const PARTS = 5;

/** A first password: 20 characters, 99 bits, in groups that can be read aloud. */
export function newPassword(): string {
  const part = () => Array.from({ length: 4 }, () => SECRET_CHARACTERS[randomInt(SECRET_CHARACTERS.length)]).join('');
  return Array.from({ length: PARTS }, part).join('-');
}

/** A new password of a user. */
export interface GivenPassword {
  readonly password: string;
  /** It was generated, so it is shown once. */
  readonly isGenerated: boolean;
  /** Another person knows it: the user must choose another one at the next login. */
  readonly toChange: boolean;
}

export const generatedPassword = (): GivenPassword => ({ password: newPassword(), isGenerated: true, toChange: true });
