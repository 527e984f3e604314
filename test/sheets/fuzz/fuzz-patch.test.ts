import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz-patch.ts';

describe('the results of a workbook that is odd or damaged', () => {
  it('open again, hold the same cells, and have each row’s reference beside it: never a crash or a hang', async () => {
    for (let seed = 0; seed < 60; seed++) expect(await fuzz(seed), `seed ${seed}`).toBeNull();
  });
});
