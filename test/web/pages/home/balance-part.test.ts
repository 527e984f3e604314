import { expect, it } from 'vitest';
import type { LoadedBalance } from '../../../../src/ledger/merchants/balances.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { balancePart } from '../../../../src/web/pages/home/home.ts';

const view = { locale: 'en', timeZone: 'UTC', now: Date.parse('2026-11-20T12:00:00Z') } as View;
const balance = (currency: string, minor: bigint, startedSince: bigint, at: string, committed = 0n): LoadedBalance => ({
  ...{ merchant: 'acme', currency, type: '', minor, startedSince, committed, asked_by: 'mia', at: new Date(at) },
});

it('a balance is available, committed and short, with the time at which its own currency was loaded', () => {
  const page = String(
    balancePart(view, [
      balance('EUR', 20_000_00n, 18_434_45n, '2026-11-20T11:00:00Z'),
      balance('GBP', 10_00n, 25_00n, '2026-11-20T10:00:00Z'),
      balance('USD', 500_00n, 0n, '2026-11-19T08:00:00Z', 600_00n),
      balance('CAD', 500_00n, 0n, '2026-11-19T08:00:00Z', 400_00n),
    ]),
  );
  const rows = [...page.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    row!
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  expect(rows.slice(1)).toEqual([
    'EUR 1,565.55 EUR 20,000.00 EUR loaded, 18,434.45 EUR sent since 1 hour ago by mia',
    'GBP 0.00 GBP 10.00 GBP loaded, 25.00 GBP sent since 15.00 GBP 2 hours ago by mia',
    'USD 500.00 USD 600.00 USD 100.00 USD 1 day ago by mia',
    'CAD 500.00 CAD 400.00 CAD 1 day ago by mia',
  ]);
});
