import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { recordDiscrepancies } from '../../../../src/ledger/batches/service-discrepancy.ts';
import {
  openDiscrepancies,
  recordComparison,
  recordFoundBy,
} from '../../../../src/ledger/operations/service-comparison.ts';
import { batchTag, ledgerTag } from '../../../../src/references/payrun-tags.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { anAdmin } from '../../../support/person.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const PAGE = '/settings/audit';
const DAY = 86_400_000;
const NOW = Date.parse('2026-05-05T10:00:00Z');

describeDatabases('a discrepancy that a comparison found', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let pages: VisitedPages;
  let admin: Partial<CurrentUser>;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext);
    admin = { name: (await anAdmin(appContext.ledger)).name, role: 'admin' };
    await payroll.pay(payroll.sheet('first.csv', sheetOf(people(1))));
  });

  it.each([
    ['a later one of everything', {}, 'gone'],
    ['a later one of its run', { run: 1n }, 'gone'],
    ['one that could not be done', { failure: 'out of reach' }, 'open'],
    ['one of another merchant', { merchant: 'other' }, 'open'],
    ['one of another kind', { kind: 'reconcile' }, 'open'],
    ['one of less', { since: new Date(NOW) }, 'open'],
  ] as const)(
    'G8: is resolved if a comparison that covers it does not find it again: %s',
    async (what, later, left) => {
      const { db } = appContext.ledger;
      const code = `RULE${what.toUpperCase().replace(/\W/g, '').slice(-12)}`.padEnd(16, '0');
      const at = new Date(NOW);
      const all = { merchant: code, kind: 'verify', run: null, since: null, at, failure: null } as const;
      await recordDiscrepancies(
        db,
        [{ code, merchant: code, run: '1', payment: null, facts: {}, what: 'It differs.' }],
        at,
      );
      const isOpen = async () => (await openDiscrepancies(db, 99)).open.some((one) => one.code === code);
      expect(await isOpen()).toBe(false);
      await recordFoundBy(db, await recordComparison(db, all), [code]);
      expect(await isOpen()).toBe(true);
      await recordComparison(db, { ...all, ...later, at: new Date(NOW + DAY) });
      expect(await isOpen()).toBe(left === 'open');
      await db.query('delete from payrun.service_discrepancy where code = $1', [code]);
      await db.query('delete from payrun.service_comparison where merchant_id = any($1)', [[code, 'other']]);
    },
  );

  /** The page once the comparison that it began is over. */
  const compare = async () => {
    expect((await pages.post(`${PAGE}/verify`, { with: 'service' }, admin)).status).toBe(303);
    await expect.poll(async () => (await pages.get(PAGE, admin)).text).not.toContain('Verification in progress');
    return (await pages.get(PAGE, admin)).text;
  };
  /** Another installation makes an empty batch. */
  const madeElsewhere = async () => {
    const service = await appContext.service('default');
    const tags = [batchTag(randomUUID()), ledgerTag('0123456789ABCDEF')];
    return (await service.call('createBatch', { body: { sourceCurrency: 'EUR', tags, payments: [] } })).batch.id;
  };

  it('is on a page for admins of all merchants, who accept it there with their password', async () => {
    expect((await pages.get(PAGE, admin)).text).toContain('Not compared with the payout service yet');
    expect(await compare()).toContain('No open discrepancies.');
    const id = await madeElsewhere();
    const page = await compare();
    expect(page).toContain('Merchant default: all of its batches compared');
    for (const text of ['1 discrepancy is open', id]) expect(page).toContain(text);
    expect(page).not.toMatch(/<code>payrun|Stop paying/);
    expect((await pages.get(PAGE, { ...admin, merchants: ['default'] })).text).not.toContain(id);

    const code = /code ([0-9A-Z]{16})/.exec(page)![1]!;
    const accept = (form: object, visitor = admin) =>
      pages.post(
        `${PAGE}/accept`,
        { discrepancy: code, because: 'Berlin made it', password: PASSWORD, ...form },
        visitor,
      );
    expect((await accept({ password: 'wrong' })).status).toBe(422);
    expect((await accept({ because: ' ' })).status).toBe(422);
    expect((await accept({}, { ...admin, merchants: ['default'] })).status).toBe(404);
    expect((await accept({}, { role: 'approver' })).status).toBe(404);
    expect((await accept({ discrepancy: 'NOTACODE00000000' })).status).toBe(409);
    expect((await accept({})).status).toBe(303);
    expect((await accept({})).status).toBe(409);
    expect((await pages.get(PAGE, admin)).text).toContain('No open discrepancies.');
    expect(await compare()).toContain('No open discrepancies.');
  });

  it('stays if the service cannot be compared, with the reason, and is resolved if it no longer applies', async () => {
    const id = await madeElsewhere();
    expect(await compare()).toContain(id);
    await payroll.control('faults', [
      { match: { method: 'GET', path: '^/v1/batches' }, times: 1, do: 'status', status: 401, code: 'invalid_api_key' },
    ]);
    const page = await compare();
    for (const text of ['Merchant default could not be compared', 'rejected the keys', id])
      expect(page).toContain(text);
    const service = await appContext.service('default');
    await service.call('deleteBatch', { params: { id } });
    expect(await compare()).toContain('No open discrepancies.');
  });
});
