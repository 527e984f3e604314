import { expect, it } from 'vitest';
import type { CorrectableRow } from '../../../../src/engine/review/correct-rows.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { correctionRow } from '../../../../src/web/pages/uploads/correction-form.ts';

it.each([
  ['1249.50', '1,249.50 EUR'],
  ['1000000', '1,000,000 EUR'],
  ['O75,00', 'O75,00 EUR'],
  ['', 'INV-1'],
])('shows the amount of a row as people write it, and a text that is none as it is: %s', (amount, shown) => {
  const row = {
    ...{ payment: 'p', row: 2, recipientName: 'Ada', state: 'invalid', reason: null, locked: null },
    ...{ edited: [], problems: [], shown: { amount, currency: 'EUR', paymentReference: 'INV-1' } },
  } as unknown as CorrectableRow;
  expect(String(correctionRow({ locale: 'en-US' } as View, [], row))).toContain(`<span class="quiet">${shown}</span>`);
});
