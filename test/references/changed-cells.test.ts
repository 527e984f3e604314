import { expect, it } from 'vitest';
import { changedCells } from '../../src/references/changed-cells.ts';

it('says from what to what a cell changed, and only that it did if both are masked alike', () => {
  expect(
    changedCells({
      iban: { before: 'IBAN ***1111', now: 'IBAN ***3000' },
      email: { before: 'a***', now: 'a***' },
      memo: { before: '', now: 'J***' },
    }),
  ).toBe('IBAN IBAN •••• 1111 → IBAN •••• 3000; email changed; memo (blank) → J***');
});
