import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BREAKS } from './breaks.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

it.each(BREAKS)('$guarantee, $guard: is once in $file, and a test of its guarantee looks for it', (one) => {
  expect(read(one.file).split(one.from)).toHaveLength(2);
  if ('test' in one) expect(read(one.test)).toMatch(new RegExp(`\\b${one.guarantee}\\b`));
});
