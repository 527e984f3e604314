import { describe, expect, it } from 'vitest';
import { getRoute, routeMinimum } from '../../../src/rules/countries/routes.ts';

describe('the route of a bank transfer', () => {
  it.each([
    ['US', 'USD', 'USD', 'ach'],
    ['US', 'EUR', 'USD', 'wire'],
    ['PR', 'USD', 'USD', 'ach'],
    ['CA', 'CAD', 'USD', 'eft'],
    ['CA', 'USD', 'USD', 'eft'],
    ['DE', 'EUR', 'USD', 'sepa'],
    ['BG', 'EUR', 'EUR', 'sepa'],
    ['MQ', 'EUR', 'EUR', 'sepa'],
    ['CH', 'EUR', 'EUR', 'wire_no_fx'],
    // Euros, but no part of SEPA in the registry.
    ['XK', 'EUR', 'USD', 'wire'],
    ['GB', 'GBP', 'EUR', 'fps'],
    ['GB', 'EUR', 'EUR', 'wire_no_fx'],
    ['AU', 'AUD', 'USD', 'npp'],
    ['NZ', 'NZD', 'USD', 'becs'],
    ['HK', 'HKD', 'USD', 'fpshk'],
    ['IN', 'INR', 'USD', 'iach'],
    ['MX', 'MXN', 'USD', 'iach'],
    ['PL', 'PLN', 'EUR', 'iach'],
    ['IN', 'USD', 'USD', 'wire_no_fx'],
    ['JP', 'JPY', 'USD', 'wire'],
    ['JP', 'JPY', 'JPY', 'wire_no_fx'],
  ])('to %s in %s from %s is %s', (country, currency, sourceCurrency, route) => {
    expect(getRoute({ country, currency, sourceCurrency })).toBe(route);
  });
});

describe('the minimum of a route', () => {
  it.each([
    ['ach', 'US', 'USD', 100n],
    ['ach', 'CA', 'USD', 300n],
    ['eft', 'CA', 'CAD', 100n],
    ['sepa', 'US', 'EUR', 300n],
    ['fps', 'US', 'GBP', 300n],
    ['wire', 'US', 'USD', 2000n],
    ['wire_no_fx', 'DE', 'EUR', 2000n],
    ['fps', 'GB', 'GBP', 100n],
    ['sepa', 'DE', 'EUR', 200n],
    ['sepa', 'GB', 'USD', 200n],
    ['npp', 'AU', 'AUD', 300n],
    ['becs', 'NZ', 'NZD', 300n],
    // Nothing is known of other currencies there.
    ['sepa', 'GB', 'CHF', null],
    ['wire', 'US', 'JPY', 20n],
  ] as const)('%s of a merchant in %s from %s is %s', (route, merchant, currency, minimum) => {
    expect(routeMinimum(route, merchant, currency)).toBe(minimum);
  });
});
