import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz-ods.ts';

describe('an OpenDocument workbook that is cut off or has bits flipped', () => {
  it('is refused with an error, or read as the whole one: never a crash, a hang or another value', async () => {
    for (let seed = 0; seed < 200; seed++) expect(await fuzz(seed), `seed ${seed}`).toBeNull();
  });
});
