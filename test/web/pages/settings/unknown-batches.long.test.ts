import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { listUnknownBatches } from '../../../../src/engine/review/adopt.ts';
import { batchTag, ledgerTag } from '../../../../src/references/payrun-tags.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { anAdmin } from '../../../support/person.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const PAGE = '/settings/batches';
const ADMIN: Partial<CurrentUser> = { name: 'root', role: 'admin' };

describeDatabases('the page of batches that the ledger does not know', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let pages: VisitedPages;
  let admin: Partial<CurrentUser>;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext);
    admin = { ...ADMIN, name: (await anAdmin(appContext.ledger)).name };
    await payroll.pay(sheet('first'));
  });
  const sheet = (tag: string) =>
    payroll.sheet(`${tag}.csv`, sheetOf(people(1, () => ({ reference: tag, email: `${tag}@example.com` }))));
  /** Another installation makes a batch with a payment to someone who is known. */
  const madeElsewhere = async (ledger = '0123456789ABCDEF') => {
    const service = await appContext.service('default');
    const [{ recipientId }] = (await payroll.ledger()).payments as unknown as [{ recipientId: string }];
    const { batch } = await service.call('createBatch', {
      body: {
        sourceCurrency: 'EUR',
        tags: [batchTag(randomUUID()), ledgerTag(ledger)],
        payments: [{ recipient: { id: recipientId }, amount: '77.00', currency: 'EUR', externalId: randomUUID() }],
      },
    });
    return batch.id;
  };
  const unknown = async () =>
    (await listUnknownBatches(appContext, undefined)).flatMap(({ batches }) => batches.map(({ id }) => id));
  const shown = (id: string) => ({ merchants: 'default', batches: `default/${id}`, password: PASSWORD });
  const statusOf = async (run: string) =>
    (await appContext.ledger.db.query('select status, blocked from payrun.run where id = $1', [run])).rows[0];

  it('G7: is where a stopped run leads an admin, who adopts them into the ledger; then the run continues', async () => {
    const id = await madeElsewhere();
    await expect(payroll.pay(sheet('second'))).rejects.toMatchObject({ code: 'other_installation' });
    expect(await statusOf('2')).toMatchObject({ status: 'action_required', blocked: expect.stringContaining(id) });
    const run = (visitor: Partial<CurrentUser>) => pages.get('/runs/2', visitor);
    expect((await run(admin)).text).toContain(`href="${PAGE}">Review unknown batches</a>`);
    expect((await run({ role: 'approver' })).text).not.toContain(PAGE);

    const page = await pages.get(PAGE, admin);
    expect(page.status).toBe(200);
    for (const text of [
      id,
      'another installation',
      'ledger 0123456789ABCDEF',
      '1 batch with 1 payment',
      '/runs/2">run 2</a>',
    ])
      expect(page.text).toContain(text);
    expect(page.text).not.toMatch(/<code>payrun|`payrun/);
    expect((await pages.get(PAGE, { ...admin, merchants: ['default'] })).status).toBe(403);
    expect((await pages.get(PAGE, { role: 'approver' })).status).toBe(403);

    const adopt = (more: object, visitor = admin) => pages.post(`${PAGE}/adopt`, { ...shown(id), ...more }, visitor);
    for (const more of [{ password: 'wrong' }, { batches: 'default/B-other' }, { merchants: '' }])
      expect((await adopt(more)).status).toBe('password' in more ? 422 : 409);
    expect((await adopt({}, { ...admin, merchants: ['default'] })).status).toBe(404);
    expect(await unknown()).toEqual([id]);

    const done = await adopt({});
    expect([done.status, done.headers.get('Location')]).toEqual([303, expect.stringContaining(`${PAGE}?read=3&`)]);
    const after = await pages.get(`${PAGE}?read=3`, admin);
    expect(after.text).toContain(`${id}: 1 payment read into <a href="/runs/3">run 3</a>`);
    expect(await unknown()).toEqual([]);
    expect(await statusOf('2')).toEqual({ status: 'preparing', blocked: null });
    expect((await payroll.resume('2'))[0]).toMatchObject({ counts: { processed: 1 } });
  });
});
