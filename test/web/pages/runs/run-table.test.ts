import { expect, it } from 'vitest';
import type { ListedRun } from '../../../../src/ledger/views/run-list.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runTable } from '../../../../src/web/pages/runs/run-table.ts';

const view = { locale: 'en-US', timeZone: 'UTC', now: 0 } as unknown as View;

it('says what is paid once if it is all that was to be paid', () => {
  const paidOf = (paid: ListedRun['paid']) => {
    const run = {
      ...{ id: 7n, job: 'pay-sheet', sheet: 's.csv', merchant: 'acme', maker: 'mia', parent_run: null, rows: 3 },
      ...{ outcome: 'paid', dry_run: false, created_at: new Date(0), reasons: [], onHold: {}, paid },
      toPay: { EUR: { rows: 1, minor: 100n }, USD: { rows: 2, minor: 250n } },
    } as unknown as ListedRun;
    const cells = String(runTable(view, 'Runs', [run], '')).split('<td');
    return cells.find((cell) => cell.includes('data-title="To pay or paid"'))?.replace(/^[^>]*>|<[^>]+>/g, '') ?? '';
  };
  expect(
    paidOf([
      { currency: 'USD', minor: 250n },
      { currency: 'EUR', minor: 100n },
    ]),
  ).toBe('1.00 EUR2.50 USDpaid');
  expect(paidOf([{ currency: 'EUR', minor: 100n }])).toBe('1.00 EUR2.50 USD1.00 EUR paid');
  expect(
    paidOf([
      { currency: 'EUR', minor: 100n },
      { currency: 'USD', minor: 249n },
    ]),
  ).toBe('1.00 EUR2.50 USD1.00 EUR paid2.49 USD paid');
  expect(paidOf([])).toBe('1.00 EUR2.50 USD');
  expect(paidOf(null)).toBe('1.00 EUR2.50 USDpaid: on its page');
});
