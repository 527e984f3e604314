import { beforeAll, expect, it } from 'vitest';
import type { UserRole } from '../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants, withMerchants } from '../../support/merchants.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { openPages, type VisitedPages } from '../../support/visited-pages.ts';

/** Looked at by one reader before the walk gives up. */
const MOST_PAGES = 120;

describeDatabases('users who may see one merchant of several', (database) => {
  const payroll = testPayroll(database);
  let pages: VisitedPages;
  let runs: { readonly north: bigint; readonly south: bigint };

  beforeAll(async () => {
    await addSubMerchants(payroll, database, ['north', 'south']);
    const lines = people(6, (n) => ({ reference: `both-${n}`, iban: germanIban(400 + n) }));
    const broken = lines.map((line, n) => (n >= 4 ? { ...line, amount: 'none' } : line));
    const sheet = withMerchants(sheetOf(broken), ['south', 'north', 'south', 'north', 'south', 'north']);
    await payroll.pay(payroll.sheet('both.csv', sheet));
    const appContext = await payroll.appContext();
    pages = openPages(appContext);
    const of = async (merchant: string) =>
      (
        await appContext.ledger.db.query<{ id: bigint }>(
          'select id from payrun.run where merchant_id = $1 order by id desc limit 1',
          [merchant],
        )
      ).rows[0]!.id;
    runs = { north: await of('north'), south: await of('south') };
  });

  it.each(['viewer', 'auditor', 'maker', 'approver', 'admin'] as const)(
    'find nothing but existing pages behind every link and button, as %s',
    async (role: UserRole) => {
      const visitor = { role, merchants: ['north'] };
      const seen = new Set<string>();
      const open = ['/', `/runs/${runs.north}`, `/runs/${runs.north}/history`, '/recipients', '/reports'];
      while (open.length > 0 && seen.size < MOST_PAGES) {
        const path = open.shift()!;
        if (seen.has(path)) continue;
        seen.add(path);
        const { status, headers, text } = await pages.get(path, visitor);
        expect([200, 302, 303], path).toContain(status);
        if (!(headers.get('Content-Type') ?? '').startsWith('text/html')) continue;
        for (const [, href] of text.matchAll(/href="(\/[^"#]*)/g)) {
          const to = href!.replaceAll('&amp;', '&');
          // Where the login answers, and what pages load.
          if (!/^\/(account|static|logout)/.test(to)) open.push(to);
        }
      }
      expect(seen.size).toBeGreaterThan(10);
      expect([...seen].filter((path) => path.startsWith(`/runs/${runs.south}`))).toEqual([]);
    },
  );

  it('see no button for the sheet of all merchants, and may download their own part', async () => {
    const page = `/runs/${runs.north}`;
    const mine = (await pages.get(page, { merchants: ['north'] })).text;
    for (const gone of ['results.xlsx', `${page}/input`]) expect(mine).not.toContain(gone);
    expect(mine).toContain('only users who may see all of them can');
    expect(mine).toContain('Payments (CSV)');
    const { status, text } = await pages.get(`${page}/payments.csv`, { merchants: ['north'] });
    expect(status).toBe(200);
    expect(text.trim().split('\r\n')).toHaveLength(4);
    for (const merchants of [null, ['north', 'south']]) {
      const whole = (await pages.get(page, { merchants })).text;
      for (const there of ['results.xlsx', `${page}/input`]) {
        expect(whole).toContain(there);
        expect((await pages.get(there.startsWith('/') ? there : `${page}/${there}`, { merchants })).status).toBe(200);
      }
    }
  });
});
