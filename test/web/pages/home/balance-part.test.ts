import { expect, it } from 'vitest';
import type { LoadedBalance } from '../../../../src/ledger/merchants/balances.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { cashPart } from '../../../../src/web/pages/home/home.ts';

const view = { locale: 'en', timeZone: 'UTC', now: Date.parse('2026-11-20T12:00:00Z') } as View;
const balance = (currency: string, minor: bigint, startedSince: bigint, at: string, committed = 0n): LoadedBalance => ({
  ...{ merchant: 'acme', currency, type: '', minor, startedSince, committed, asked_by: 'mia', at: new Date(at) },
});

it('a balance is available, committed, and left or short, with the time of the oldest; an empty one is not shown', () => {
  const shown = [
    balance('EUR', 20_000_00n, 18_434_45n, '2026-11-20T11:00:00Z'),
    balance('GBP', 10_00n, 25_00n, '2026-11-20T10:00:00Z'),
    balance('USD', 500_00n, 0n, '2026-11-19T08:00:00Z', 600_00n),
    balance('CAD', 500_00n, 0n, '2026-11-20T08:00:00Z', 400_00n),
    balance('JPY', 0n, 0n, '2026-11-20T08:00:00Z'),
  ];
  const page = String(cashPart(view, shown, true));
  const words = (text = '') =>
    text
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  expect(words(/<h2.*?<\/h2>/s.exec(page)?.[0])).toBe('Cash: acme loaded 1 day ago by mia');
  expect(words(/<h2.*?<\/h2>/s.exec(String(cashPart(view, shown, false)))?.[0]), 'of the only merchant').toBe(
    'Cash loaded 1 day ago by mia',
  );
  expect([...page.matchAll(/<div>(.*?)<\/div>/gs)].map(([, one]) => words(one))).toEqual([
    'EUR 1,565.55 20,000.00 loaded, 18,434.45 sent since',
    'GBP 0.00 15.00 short 10.00 loaded, 25.00 sent since',
    'USD 500.00 600.00 committed 100.00 short',
    'CAD 500.00 400.00 committed 100.00 left',
  ]);
});
