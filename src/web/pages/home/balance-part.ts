import type { LoadedBalance } from '../../../ledger/merchants/balances.ts';
import { amount } from '../../components/amount.ts';
import type { Markup } from '../../components/markup.ts';
import { moment } from '../../components/relative-time.ts';
import { empty, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** The balances as last loaded, less what was started since, with the time. */
export function balancePart(view: View, balances: readonly LoadedBalance[]): Markup {
  const several = new Set(balances.map(({ merchant, currency }) => `${merchant} ${currency}`)).size < balances.length;
  return table(
    'Balances as last loaded, less what was started since',
    [
      { title: 'Merchant', cell: ({ merchant }) => merchant, names: true },
      ...(several ? [{ title: 'Which', cell: ({ type }: LoadedBalance) => type.replaceAll('_', ' ') }] : []),
      { title: 'Balance', align: 'right', cell: (one) => amount(view, one) },
      { title: 'Loaded', cell: ({ at }) => moment(view, at) },
      { title: 'By', cell: ({ asked_by }) => asked_by, minor: true },
    ],
    balances,
    empty('Balances not loaded.', 'Opening a page makes no API call, because each call counts against the rate limit.'),
  );
}
