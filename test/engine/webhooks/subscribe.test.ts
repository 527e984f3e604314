import { expect, it } from 'vitest';
import { targetOf } from '../../../src/engine/webhooks/subscribe.ts';

it.each([
  ['https://pay.example.com', 'https://pay.example.com/webhooks/acme'],
  ['https://pay.example.com/', 'https://pay.example.com/webhooks/acme'],
  ['https://example.com/payrun/', 'https://example.com/payrun/webhooks/acme'],
  ['https://pay.example.com/webhooks/acme', 'https://pay.example.com/webhooks/acme'],
])('%s is the URL for %s', (url, target) => expect(targetOf(url, 'acme')).toBe(target));

it.each(['pay.example.com', 'ftp://example.com', 'https://user:word@example.com', 'https://example.com?key=1'])(
  '%s is not a URL for webhooks',
  (url) => expect(() => targetOf(url, 'acme')).toThrow('--url must be the URL'),
);
