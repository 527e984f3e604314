import { expect, it } from 'vitest';
import { slackMessage, teamsMessage } from '../../../src/engine/notices/chat-message.ts';
import type { NoticeContent } from '../../../src/engine/notices/notice.ts';
import { noticeText } from '../../../src/engine/notices/templates.ts';

const content: NoticeContent = {
  sandbox: false,
  run: '12',
  runs: ['12'],
  sheet: '<march> & *co*.xlsx',
  merchants: ['acme'],
  makers: ['mia'],
  rows: 5,
  counts: { batched: 5 },
  totals: { EUR: { rows: 5, minor: '150000' } },
  waiting: { payments: 5, debits: { EUR: { rows: 5, minor: '150500' } } },
  balances: { EUR: '100000', USD: '900000' },
  missing: { EUR: '50500' },
};
const LINK = 'https://pay.example.com/runs/12';
const said = noticeText('needs_funds', content, LINK);

it('says who made it, how much is missing in which currency, what next, and leads there; commands stand in the footer', () => {
  expect(said.subject).toBe('[Payrun] Insufficient funds: 505.00 EUR missing: <march> & *co*.xlsx (run 12)');
  expect(said.text).toContain('Made by:   mia');
  expect(said.text).toContain('What is missing:\n  505.00 EUR\n');
  expect(said.text).toContain('Balances, and what is left after it:\n  Balance 1,000.00 EUR, 505.00 EUR missing');
  expect(said.text).not.toContain('9,000.00 USD');
  const [before, footer] = said.text.split('\n-- \n');
  expect(before).toContain(`${LINK}#funds`);
  expect(before).not.toMatch(/payrun \w+/);
  expect(footer).toContain('payrun resume 12');
});

it('is the same as HTML, of which nothing from outside is markup', () => {
  expect(said.html).toContain('&lt;march&gt; &amp; *co*.xlsx');
  expect(said.html).not.toContain('<march>');
  expect(said.html).toContain(`href="${LINK}#funds"`);
  expect(said.html).not.toMatch(/<(?:script|img|link)/);
  const hostile = noticeText('rows_held', { ...content, sheet: '"><script>x</script>', changed: ['<b>'] }, LINK).html;
  expect(hostile).not.toMatch(/<script|<b>/);
});

it('is a message of Slack and a card of Microsoft Teams with a button that leads there', () => {
  const slack = JSON.stringify(slackMessage(said));
  expect(slack).toContain('&lt;march&gt; &amp;');
  expect(slackMessage(said)).toMatchObject({
    text: expect.stringContaining('505.00 EUR missing'),
    blocks: expect.arrayContaining([
      { type: 'actions', elements: [expect.objectContaining({ type: 'button', url: `${LINK}#funds` })] },
    ]),
  });
  expect(teamsMessage(said)).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: expect.arrayContaining([
            { type: 'FactSet', facts: expect.arrayContaining([{ title: 'Made by', value: 'mia' }]) },
          ]),
          actions: [{ type: 'Action.OpenUrl', title: 'See what is missing', url: `${LINK}#funds` }],
        },
      },
    ],
  });
});
