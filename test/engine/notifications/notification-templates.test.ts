import { expect, it } from 'vitest';
import type { NotificationContent } from '../../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../../src/engine/notifications/notification-templates.ts';
import { NOTIFICATION_KINDS } from '../../../src/settings/setting-forms.ts';

const content = (more: Partial<NotificationContent> = {}): NotificationContent => ({
  sandbox: false,
  run: '12',
  runs: ['12'],
  sheet: 'march.xlsx',
  merchants: ['acme'],
  rows: 5,
  outcome: 'partly_paid',
  counts: { processed: 3, failed: 1, invalid: 1 },
  debits: [
    { state: 'processed', currency: 'EUR', payments: 3, totalDebit: '1240.50', beforeFees: null, notQuoted: 0 },
    { state: 'held', currency: 'JPY', payments: 2, totalDebit: null, beforeFees: '5000', notQuoted: 1 },
    { state: 'failed', currency: null, payments: 1, totalDebit: null, beforeFees: null, notQuoted: 0 },
  ],
  ...more,
});

it('has a subject with the event and the sheet', () => {
  const waiting = { payments: 4, debits: { EUR: { rows: 4, minor: '130000' } } };
  const expected = { merchant: 'acme', by: '09:00 Europe/Berlin', day: '2026-03-02' };
  const file = { name: 'broken.csv', reason: 'broken.csv is empty.' };
  const subjects = {
    finished: notificationText('finished', content(), null),
    well: notificationText('finished', content({ outcome: 'paid', counts: { processed: 5 } }), null),
    approval: notificationText('needs_approval', content({ waiting }), null),
    second: notificationText('needs_approval', content({ waiting, second: true }), null),
    funds: notificationText('needs_funds', content({ waiting }), null),
    failed: notificationText('rows_failed', content({ counts: { failed: 1, returned: 2 } }), null),
    held: notificationText('rows_held', content({ counts: { held: 1 } }), null),
    person: notificationText('needs_person', content({ counts: { unknown: 2 } }), null),
    refused: notificationText('sheet_refused', content({ run: null, sheet: null, file }), null),
    nothing: notificationText('nothing_arrived', content({ run: null, sheet: null, expected }), null),
    sandbox: notificationText(
      'finished',
      content({ sandbox: true, outcome: 'nothing_paid', counts: { invalid: 1 } }),
      null,
    ),
  };
  expect(Object.fromEntries(Object.entries(subjects).map(([name, { subject }]) => [name, subject]))).toEqual({
    finished: '[Payrun] Partly paid, 2 rows not paid: march.xlsx (run 12)',
    well: '[Payrun] Paid: march.xlsx (run 12)',
    approval: '[Payrun] Awaiting approval: march.xlsx (run 12)',
    second: '[Payrun] Awaiting second approval: march.xlsx (run 12)',
    funds: '[Payrun] Insufficient funds: march.xlsx (run 12)',
    failed: '[Payrun] Rows not paid: 1 failed, 2 returned: march.xlsx (run 12)',
    held: '[Payrun] 1 row on hold: march.xlsx (run 12)',
    person: '[Payrun] Action required: march.xlsx (run 12)',
    refused: '[Payrun] A file could not be read: broken.csv',
    nothing: '[Payrun] Nothing arrived by 09:00 Europe/Berlin',
    sandbox: '[Payrun SANDBOX] Nothing paid: march.xlsx (run 12)',
  });
  expect(subjects.approval.text).toContain('  payrun approve 12 --as NAME');
  expect(subjects.approval.text).toContain('  1,300.00 EUR (4 payments)');
  expect(subjects.sandbox.text).toContain('SANDBOX, NO MONEY MOVES');
  expect(subjects.refused.text).toContain('broken.csv is empty.');
  expect(subjects.nothing.text).toContain('On 2026-03-02 a sheet for acme was expected by 09:00 Europe/Berlin');
});

it('says why two approvers are required, and never that it is the amount if it is not', () => {
  const text = (more: Partial<NotificationContent>) => notificationText('needs_approval', content(more), null).text;
  const dropper = 'The person who dropped this file is unknown, so two approvers are required.';
  expect(text({ whyTwo: 'unknown_dropper' })).toContain(dropper);
  expect(text({ whyTwo: 'unknown_dropper', second: true })).toContain(
    `This run has one of its two approvals. ${dropper}`,
  );
  expect(text({ whyTwo: 'released', second: true })).toContain(
    'The first approver released a payment to changed bank details in this run',
  );
  expect(text({ second: true })).toContain('The amount requires a second approver.');
  for (const whyTwo of ['unknown_dropper', 'released'] as const)
    expect(text({ whyTwo, second: true })).not.toContain('amount needs');
  expect(text({})).not.toContain('two approvers');
});

it('has the total debit by state and currency, counts in words, and the link if there is one', () => {
  const { text } = notificationText('finished', content(), 'https://pay.example.com/runs/12');
  expect(text).toContain('Sheet:       march.xlsx\nRun:         12\nMerchant:    acme\nRows:        5');
  expect(text).toContain('  3 paid\n  1 failed');
  expect(text).toContain(
    'Total debit by status:\n  Paid: 1,240.50 EUR (3 payments)\n  On hold: 5,000 JPY before fees and 1 payment not quoted yet (2 payments)\n\n',
  );
  expect(text.trimEnd().split('\n').at(-1)).toBe('https://pay.example.com/runs/12');
  expect(notificationText('finished', content(), null).text).not.toContain('http');
});

it('states the required action first, and then the outcome of the rows', () => {
  const first = (more: Partial<NotificationContent>) =>
    notificationText('finished', content(more), null).parts.lines.join(' ');
  expect(first({ outcome: 'action_required', counts: { processed: 3, held: 2 } })).toBe(
    '2 rows on hold. They are not paid until a user releases, dismisses or corrects them. 3 of 5 rows are paid. The others: 2 on hold.',
  );
  const conflict = { outcome: 'action_required', counts: { processed: 3, held: 2 }, releasable: false } as const;
  const notReleased = 'They are not paid, and cannot be released: a user must dismiss or correct them.';
  expect(first(conflict)).toContain(`2 rows on hold. ${notReleased} `);
  expect(notificationText('rows_held', content(conflict), null).text).toContain(notReleased);
  expect(first({})).toMatch(
    /^3 of 5 rows are paid\. The others: 1 invalid, 1 failed\. Invalid and failed rows can be corrected and paid\./,
  );
  expect(first({ outcome: 'paid', counts: { processed: 5 } })).toBe('All 5 rows are paid.');
  expect(first({ counts: { processed: 3, canceled: 2 } })).toBe('3 of 5 rows are paid. The others: 2 canceled.');
  const repeated = { outcome: 'already_paid', counts: { already_paid: 3, dismissed: 2 } } as const;
  expect(first(repeated)).toBe(
    'Earlier runs paid 3 rows of this sheet, and users dismissed the other 2. Nothing is paid again.',
  );
  expect(notificationText('finished', content(repeated), null).subject).toMatch('Already paid, 2 rows dismissed:');
});

it('says that "Rows to fix" does not have the canceled rows, if there are some', () => {
  const text = (counts: NotificationContent['counts']) =>
    notificationText('rows_failed', content({ counts }), null).text;
  expect(text({ invalid: 3, canceled: 26 })).toContain(
    'has only the rows to correct, not the 26 canceled. To pay both,',
  );
  expect(text({ invalid: 3, processed: 26 })).not.toContain('canceled');
});

it('names ten merchants, and the number of the others', () => {
  const merchants = Array.from({ length: 300 }, (_, i) => `m${i}`);
  expect(notificationText('finished', content({ merchants }), null).text).toContain('m9 and 290 more');
});

it.each(NOTIFICATION_KINDS)('has a text for %s, even if hardly anything is known', (kind) => {
  const bare = content({ run: null, runs: [], sheet: null, merchants: [], rows: 0, counts: {}, debits: [] });
  const { subject, text } = notificationText(kind, bare, null);
  expect(`${subject}\n${text}`).not.toMatch(/undefined|null|NaN|\[object/);
  expect(text.length).toBeGreaterThan(40);
});

const HOSTILE = [
  'a.csv\r\nBcc: thief@example.com\r\n\r\nhello',
  'a\u2028Bcc: thief@example.com',
  'a\u0000b\u0085c',
  '\u202Exslx.live\u202C.csv',
  'x'.repeat(5_000),
  '\ud800.csv',
];
it.each(HOSTILE)('a sheet called %j breaks no line of the subject', (sheet) => {
  for (const kind of NOTIFICATION_KINDS) {
    const { subject, text } = notificationText(kind, content({ sheet, file: { name: sheet, reason: sheet } }), null);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect([...subject].length).toBeLessThanOrEqual(200);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
  }
});

it('promises nothing about the rest of a run that requires action: some of it may be paid meanwhile', () => {
  for (const counts of [{}, { discrepancy: 1 }, { processed: 3 }]) {
    const { text } = notificationText('needs_person', content({ counts }), null);
    expect(text).toContain('The run page gives the reason and the next step.');
    expect(text).not.toMatch(/paid until|stopped/);
  }
});
