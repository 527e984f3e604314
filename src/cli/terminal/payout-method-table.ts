import type { ShownPayoutMethod } from '../../engine/merchants/read-merchant.ts';
import { printedTable } from './table.ts';

/** The payout methods of a merchant, one line each. */
export function payoutMethodTable(methods: readonly ShownPayoutMethod[]): string {
  return printedTable(
    [
      { title: 'method', text: ({ method }) => method },
      { title: 'enabled', text: ({ enabled }) => (enabled ? 'yes' : 'no') },
      { title: 'status', text: ({ status, suspended }) => (suspended ? `${status}, suspended` : status) },
      { title: 'countries', text: ({ countries }) => inWords(countries) },
      { title: 'settings', text: ({ settings }) => Object.entries(settings).map(setting).join(', ') },
    ],
    methods,
  );
}

function inWords(countries: readonly string[] | null): string {
  if (countries === null) return '';
  return countries.length === 0 ? 'all' : countries.join(' ');
}

function setting([name, value]: [string, unknown]): string {
  if (Array.isArray(value)) return `${name} ${value.length === 0 ? 'none' : value.join(' ')}`;
  return `${name} ${value === true ? 'yes' : value === false ? 'no' : String(value)}`;
}
