import { expect, it } from 'vitest';
import type { ListedRun } from '../../../../src/ledger/views/run-list.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runTable } from '../../../../src/web/pages/runs/run-table.ts';

const view = { locale: 'en-US', timeZone: 'UTC', now: 0 } as unknown as View;

it('shows the total debit by state and funding currency, and nothing for payments that are not debited', () => {
  const cellOf = (debits: ListedRun['debits'], moreUnquoted = false) => {
    const run = {
      ...{ id: 7n, job: 'pay-sheet', sheet: 's.csv', merchant: 'acme', maker: 'mia', parent_run: null, rows: 3 },
      ...{ outcome: 'paid', dry_run: false, created_at: new Date(0), reasons: [], debits, moreUnquoted },
    } as unknown as ListedRun;
    const cells = String(runTable(view, 'Runs', [run], '')).split('<td');
    return cells.find((cell) => cell.includes('data-title="Total debit"'))?.replace(/^[^>]*>|<[^>]+>/g, '') ?? '';
  };
  const none = { totalDebit: null, beforeFees: null, notQuoted: 0 };
  expect(
    cellOf([
      { ...none, state: 'processed', currency: 'USD', payments: 15, totalDebit: 22_868_99n },
      { ...none, state: 'ready', currency: 'USD', payments: 2, beforeFees: 5_00n, notQuoted: 1 },
      { ...none, state: 'failed', currency: null, payments: 1 },
    ]),
  ).toBe('22,868.99 USD paid5.00 USD before fees and 1 payment not quoted yet ready');
  expect(cellOf([])).toBe('');
  // A run that is too large to read its payments for a list.
  expect(cellOf([{ ...none, state: 'sent', currency: 'USD', payments: 9, totalDebit: 9_90n }], true)).toBe(
    '9.90 USD sent, as quotedand payments not quoted yet',
  );
  expect(cellOf([], true)).toBe('not quoted yet');
});
