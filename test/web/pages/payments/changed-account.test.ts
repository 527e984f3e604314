import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { paySheet } from '../../../../src/engine/runs/pay.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

const APPROVER = { name: 'carla', role: 'approver' } as const;

describeDatabases('the page of a payment on hold for its account', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext);
  });

  const pay = (reference: string, iban: string, maker: string) =>
    paySheet(appContext, {
      file: payroll.sheet(`${reference}.csv`, sheetOf([{ reference, email: 'ana@example.com', iban }])),
      ...{ maker: person(maker), onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} },
    });
  const idOf = async (reference: string) =>
    (
      await appContext.ledger.db.query<{ id: string }>('select id from payrun.payment where reference = $1', [
        reference,
      ])
    ).rows[0]!.id;

  it('G8: shows the account last paid and the new one side by side, masked, with who entered it', async () => {
    const [before, now] = [germanIban(1), germanIban(2)];
    await pay('a-1', before, 'mia');
    await pay('a-2', now, 'otto');
    const path = `/payments/${await idOf('a-2')}`;
    const { text } = await pages.get(path, APPROVER);
    const [, was, is] = /class="diff".*?<strong>(.*?)<\/strong>.*?<strong>(.*?)<\/strong>/s.exec(text)!;
    expect([was, is].map((html) => html!.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' '))).toEqual(
      [before, now].map((iban) => `IBAN •••• ${iban.slice(-4)}`),
    );
    const marked = (html = '') => [...html.matchAll(/<mark>(.)<\/mark>/g)].map(([, digit]) => digit).join('');
    const differ = (of: string, other: string) => [...of].filter((digit, i) => digit !== other[i]).join('');
    expect([marked(was), marked(is)], 'the digits that differ, of those that are shown').toEqual([
      differ(before.slice(-4), now.slice(-4)),
      differ(now.slice(-4), before.slice(-4)),
    ]);
    expect(marked(is)).not.toBe('');
    expect(text).toContain('New account entered by <strong>otto</strong>, in a run uploaded by otto');
    expect(text).toContain('Changed: IBAN.');
    expect(text.indexOf('How did you verify the new account?')).toBeGreaterThan(text.indexOf('class="diff"'));
    expect(text).not.toContain(before);
    expect(text).not.toContain(now);
    const viewer = await pages.get(path, { name: 'vera', role: 'viewer' });
    expect(viewer.text).toContain('class="diff"');
    expect(viewer.text).not.toContain('Release payment');
  });

  it('has no comparison if the payment is on hold for another reason', async () => {
    const iban = germanIban(3);
    for (const reference of ['b-1', 'b-2'])
      await paySheet(appContext, {
        file: payroll.sheet(`${reference}.csv`, sheetOf([{ reference, email: 'ben@example.com', iban }])),
        ...{ maker: person('mia'), onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} },
      });
    const { text } = await pages.get(`/payments/${await idOf('b-2')}`, APPROVER);
    expect(text).toContain('Release payment');
    expect(text).not.toContain('class="diff"');
  });
});
