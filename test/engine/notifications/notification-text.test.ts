import { expect, it } from 'vitest';
import type { NotificationContent } from '../../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../../src/engine/notifications/notification-templates.ts';
import { slackMessage } from '../../../src/engine/notifications/slack-message.ts';
import { NOTIFICATION_KINDS } from '../../../src/settings/setting-forms.ts';
import { COUNTED_STATES } from '../../../src/states.ts';

const content: NotificationContent = {
  sandbox: false,
  run: '12',
  runs: ['12'],
  sheet: '<march> & *co*.xlsx',
  merchants: ['acme'],
  makers: ['mia'],
  rows: 5,
  counts: { batched: 5 },
  waiting: { payments: 5, debits: { EUR: { rows: 5, minor: '150500' } } },
  balances: { EUR: '100000', USD: '900000' },
  missing: { EUR: '50500' },
};
const LINK = 'https://pay.example.com/runs/12';
const output = notificationText('needs_funds', content, LINK);

it('names the maker, the shortfall by currency and the next step, with a link; commands are in the footer', () => {
  expect(output.subject).toBe('[Payrun] Insufficient funds: 505.00 EUR short: <march> & *co*.xlsx (run 12)');
  expect(output.text).toContain('Uploaded by: mia');
  expect(output.text).toContain('Shortfall:\n  505.00 EUR\n');
  expect(output.text).toContain('Balances:\n  1,000.00 EUR available, 505.00 EUR short');
  expect(output.text).not.toContain('9,000.00 USD');
  const [before, footer] = output.text.split('\n-- \n');
  expect(before).toContain(`${LINK}#funds`);
  expect(before).not.toMatch(/payrun \w+/);
  expect(footer).toContain('payrun resume 12');
});

it('G8: does not say of a rejected run that nothing was sent if a payment was returned', () => {
  const rejected = { ...content, outcome: 'rejected', counts: { canceled: 4, returned: 1 } } as const;
  const { text } = notificationText('finished', rejected, LINK);
  expect(text).not.toContain('No payments were sent.');
  expect(text).toContain('0 of 5 rows are paid.');
});

it('as HTML says the same, and nothing from outside is markup', () => {
  expect(output.html).toContain('&lt;march&gt; &amp; *co*.xlsx');
  expect(output.html).not.toContain('<march>');
  expect(output.html).toContain(`href="${LINK}#funds"`);
  expect(output.html).not.toMatch(/<(?:script|img|link)/);
  const hostile = notificationText(
    'rows_held',
    { ...content, sheet: '"><script>x</script>', changed: ['<b>'] },
    LINK,
  ).html;
  expect(hostile).not.toMatch(/<script|<b>/);
});

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'];
/** As long as a notification can be. */
const longest: NotificationContent = {
  ...content,
  sandbox: true,
  sheet: '&'.repeat(300),
  merchants: Array.from({ length: 30 }, (_, i) => `merchant-${i}-${'m'.repeat(60)}`),
  counts: Object.fromEntries(COUNTED_STATES.map((state) => [state, 9_999_999])),
  reasons: COUNTED_STATES.map((state) => ({ state, reason: '&<>'.repeat(300), payments: 9 }) as never),
  debits: COUNTED_STATES.flatMap((state) =>
    CURRENCIES.map((currency) => ({
      ...{ state, currency, payments: 9_999, totalDebit: '9'.repeat(15), beforeFees: '9'.repeat(15), notQuoted: 999 },
    })),
  ),
  changed: Array.from({ length: 5 }, () => '&'.repeat(600)),
};

it.each<[string, NotificationContent, string | null]>([
  ['of missing funds', content, LINK],
  ['without an address of the pages', content, null],
  [
    'with a file name that is Markdown',
    { ...content, sheet: '[pay](https://evil.example.com) <!channel> @here' },
    LINK,
  ],
  ['as long as it can be', longest, LINK],
])('a notification %s is a text that Slack accepts, without links or mentions from the sheet', (_, of, link) => {
  for (const kind of NOTIFICATION_KINDS) {
    const text = notificationText(kind, of, link);
    const slack = slackMessage(text) as { readonly text: string };
    expect(slack.text.length, kind).toBeLessThanOrEqual(40_000);
    expect(slack.text, kind).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  }
});
