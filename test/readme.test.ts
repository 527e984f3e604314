import { describe, expect, it } from 'vitest';
import { generatedPages, readPage } from './docs/generate.ts';

const pages = await generatedPages();

describe('the manual lists what the code has (else: npm run docs:generate)', () => {
  it.each([...pages])('%s', (path, text) => {
    expect(readPage(path)).toBe(text);
  });
});
