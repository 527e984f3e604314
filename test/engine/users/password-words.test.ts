import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { passwordWords } from '../../../src/engine/users/build-password-words.ts';
import { loadPasswordFault, PASSWORD_WORDS } from '../../../src/engine/users/password-fault.ts';

it('the packed words are those of the installed packages', () => {
  const packed = JSON.parse(brotliDecompressSync(readFileSync(PASSWORD_WORDS)).toString('utf8'));
  // Compared as text: a difference in half a million words is not worth printing.
  expect(JSON.stringify(packed) === JSON.stringify(passwordWords())).toBe(true);
});

it('a password of common words of any of the five languages is easy to guess', async () => {
  const faultOf = await loadPasswordFault();
  for (const password of [
    'geburtstag2024!',
    'anniversaire2024',
    'contraseña2024',
    'compleanno2024',
    'password2024!',
    'qwertyuiop123',
  ])
    expect(faultOf(password, 'anna'), password).toContain('easy to guess');
  expect(faultOf('plum rocket tidal barge 71', 'anna')).toBeNull();
});
