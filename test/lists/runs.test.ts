import { expect, it } from 'vitest';
import { type ListedRun, selectRunList } from '../../src/ledger/views/run-list.ts';
import { runList } from '../../src/lists/runs.ts';
import type { View } from '../../src/web/components/view.ts';
import { listTable } from '../../src/web/lists/list-table.ts';
import { describeDatabases } from '../support/database.ts';
import { addPayments, startTestRun } from '../support/test-run.ts';

const view = { locale: 'en-US', timeZone: 'UTC', now: 0, currentUser: { role: 'viewer' } } as unknown as View;

it('shows the total debit by state and funding currency, and nothing for payments that are not debited', () => {
  const cellOf = (debits: ListedRun['debits'], moreUnquoted = false) => {
    const run = {
      ...{ id: 7n, job: 'pay-sheet', sheet: 's.csv', merchant: 'acme', maker: 'mia', parent_run: null, rows: 3 },
      ...{ status: 'paid', created_at: new Date(0), reasons: [], debits, moreUnquoted },
    } as unknown as ListedRun;
    const cells = String(listTable(view, runList, [run])).split('<td');
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

describeDatabases('the list of runs', (database) => {
  it('begins with the newest, and counts their payments if it is asked to', async () => {
    const ledger = await database.open();
    const first = await startTestRun(ledger);
    const second = await startTestRun(ledger);
    await addPayments(ledger, first, [
      { state: 'held', reference: 'INV-1' },
      { state: 'ready', reference: 'INV-2' },
    ]);
    await addPayments(ledger, second, [{ state: 'failed', reference: 'INV-1' }]);
    const runs = await selectRunList(ledger.db, null, { limit: 9, withSummary: true });
    expect(runs).toMatchObject([
      { id: second.id, merchant: 'acme', maker: 'mia', summary: { counts: { failed: 1 }, calls: 0 } },
      { id: first.id, summary: { counts: { held: 1, ready: 1 } } },
    ]);
    expect((await selectRunList(ledger.db, null, { limit: 1 })).map(({ summary }) => summary)).toEqual([null]);
    expect(await selectRunList(ledger.db, null, { run: first.id, limit: 9 })).toMatchObject([{ id: first.id }]);
  });
});
