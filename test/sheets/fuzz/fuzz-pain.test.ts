import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz-pain.ts';

describe('a payment order that is cut off, or has something omitted, repeated or inserted', () => {
  it('is refused, disagrees with its own sums, or has every payment: none is lost silently', async () => {
    for (let seed = 0; seed < 500; seed++) expect(await fuzz(seed), `seed ${seed}`).toBeNull();
  });
});
