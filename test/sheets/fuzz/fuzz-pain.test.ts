import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz-pain.ts';

describe('a payment order that is cut off, or has something left out, repeated or put in', () => {
  it('is refused, disagrees with its own sums, or has every payment: none is lost without a word', async () => {
    for (let seed = 0; seed < 500; seed++) expect(await fuzz(seed), `seed ${seed}`).toBeNull();
  });
});
