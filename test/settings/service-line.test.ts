import { expect, it } from 'vitest';
import { serviceLine } from '../../src/settings/service-line.ts';

it.each([
  [
    { embeddedService: true, serviceUrl: undefined, environment: 'sandbox' },
    'Payout service: the embedded sandbox, in place of Trolley (formerly Payment Rails). To make payments, you need the keys of an account with it.',
  ],
  [
    { embeddedService: false, serviceUrl: 'https://user:secret@api.example.com/x', environment: 'production' },
    'Payout service: Trolley (formerly Payment Rails), at api.example.com, production.',
  ],
] as const)('says which payout service %j pays through, without a password', (config, line) => {
  expect(serviceLine(config)).toBe(line);
});
