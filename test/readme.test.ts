import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { printedReadme, README } from './support/readme.ts';

it('the README lists the columns, commands and settings that the code has (else: npm run readme)', () => {
  const text = readFileSync(README, 'utf8');
  expect(text).toBe(printedReadme(text));
});
