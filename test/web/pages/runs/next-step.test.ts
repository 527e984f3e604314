import { beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalParties } from '../../../../src/engine/review/approval-parties.ts';
import { createSheetRun } from '../../../../src/engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../../src/engine/runs/read-uploaded-sheet.ts';
import type { UserRole } from '../../../../src/ledger/users/user.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { nextStep, paymentsStep, type RunToAct } from '../../../../src/web/pages/runs/next-step.ts';
import { plain } from '../../../scenarios/figures/read-renderings.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { addBatch, addPayments, startTestRun, type TestPayment } from '../../../support/test-run.ts';
import { openPages, type VisitedPages, withPatience } from '../../../support/visited-pages.ts';

const as = (role: UserRole, name = 'ann') =>
  ({ currentUser: { role, name, merchants: null, limits: null } }) as unknown as View;
const standing = (given: Partial<RunToAct>): RunToAct => ({
  id: 7n,
  status: 'action_required',
  confirmed_at: new Date(0),
  finished_at: null,
  unknown: false,
  discrepancy: false,
  blocked: false,
  parties: null,
  ...given,
});

describe('the next step of a run', () => {
  it.each([
    ['approver', { status: 'awaiting_approval' }, 'Review and approve', '/runs/7/approve'],
    ['maker', { status: 'awaiting_approval' }, 'View', '/runs/7/approve'],
    ['maker', { confirmed_at: null, unknown: true }, 'Review and submit', '/runs/7#answer'],
    ['viewer', { confirmed_at: null }, 'View', '/runs/7#answer'],
    ['approver', { unknown: true }, 'Confirm outcome', '/runs/7?state=unknown#payments'],
    ['maker', { unknown: true }, 'View', '/runs/7?state=unknown#payments'],
    ['approver', { discrepancy: true, unknown: true }, 'Review discrepancies', '/runs/7?state=discrepancy#payments'],
    ['admin', { blocked: true }, 'Review unknown batches', '/settings/batches'],
    ['approver', { blocked: true }, 'View issue', '/runs/7#batches'],
    ['viewer', {}, 'View', '/runs/7#batches'],
    ['maker', { status: 'insufficient_funds' }, 'View shortfall', '/runs/7#funds'],
    ['viewer', { status: 'insufficient_funds' }, 'View', '/runs/7#funds'],
    ['maker', { status: 'awaiting_service_approval' }, 'Approve it in the payout service', '/runs/7#batches'],
  ] as const)('for a %s in the state %o: %s', (role, given, label, path) => {
    expect(nextStep(as(role), standing(given))).toMatchObject({ label, path });
  });

  const parties = (given: Partial<ApprovalParties> = {}): ApprovalParties => ({
    maker: 'mia',
    accountUser: null,
    bankDetailAuthors: [],
    approvedFirstBy: null,
    approvals: { needed: 1, given: 0 },
    debits: [{ currency: 'EUR', minor: 100_01n }],
    ...given,
  });
  const approver = (name: string, limits: Readonly<Record<string, string>> | null = null) =>
    ({ currentUser: { role: 'approver', name, merchants: null, limits } }) as unknown as View;

  it.each<[why: string, user: View, of: Partial<ApprovalParties>, label: string]>([
    ['made it', approver('Mia '), {}, 'View'],
    ['made it from their account of the operating system', approver('otto'), { accountUser: 'Otto' }, 'View'],
    ['entered bank details', approver('ben'), { bankDetailAuthors: [{ name: 'Ben', payments: 2 }] }, 'View'],
    [
      'gave the first of two approvals',
      approver('Carla'),
      { approvedFirstBy: 'carla', approvals: { needed: 2, given: 1 } },
      'View (1 of 2 approvals)',
    ],
    ['has a lower limit', approver('carla', { EUR: '100.00' }), {}, 'View'],
    ['has no limit in the currency', approver('carla', { USD: '100.00' }), {}, 'View'],
  ])('is not the approval for an approver who %s', (_, user, given, label) => {
    const run = standing({ status: 'awaiting_approval', parties: parties(given) });
    expect(nextStep(user, run)).toMatchObject({ isForUser: false, label });
    const other = approver('dora', { EUR: '100.01' });
    expect(nextStep(other, run)).toMatchObject({ isForUser: true, label: 'Review and approve' });
    const unknown = standing({ unknown: true, parties: parties(given) });
    expect(nextStep(user, unknown)).toMatchObject({ isForUser: true, label: 'Confirm outcome' });
  });

  it.each([
    { status: 'preparing' },
    { status: 'processing' },
    { status: 'paid', finished_at: new Date(0) },
    { finished_at: new Date(0) },
  ] as const)('is none for %o', (given) => {
    expect(nextStep(as('admin'), standing(given))).toBeNull();
  });

  it.each([
    ['approver', 'held', 1, 'Review', '/payments/p'],
    ['maker', 'held', 3, 'View', '/runs/7?state=held#payments'],
    ['approver', 'unknown', 2, 'Confirm outcome', '/runs/7?state=unknown#payments'],
  ] as const)('for a %s with %s payments', (role, state, payments, label, path) => {
    expect(paymentsStep(as(role), { run: 7n, state, payments, payment: 'p' })).toMatchObject({ label, path });
  });
});

describeDatabases('an item on the home page', (database) => {
  const payroll = testPayroll(database);
  let pages: VisitedPages;

  beforeAll(async () => {
    const appContext = await payroll.appContext();
    pages = openPages(appContext);
    const { ledger } = appContext;
    const waits = async (state: string, batched: readonly TestPayment[], others: readonly TestPayment[] = []) => {
      const run = await startTestRun(ledger, { merchant: 'acme' });
      await addBatch(ledger, run, batched);
      await addPayments(ledger, run, others);
      // As after their time: what the test wrote for a row opens with no key.
      await ledger.db.query(`update payrun.payment set row_sealed = '' where run_id = $1`, [run.id]);
      await ledger.db.query(
        `update payrun.run set status = $2, lease_until = null, intake_at = now(), confirmed_at = now() where id = $1`,
        [run.id, state],
      );
    };
    await waits('insufficient_funds', [{}]);
    await waits('action_required', [{ state: 'unknown' }, { state: 'unknown' }], [{ state: 'held' }]);
    await waits('action_required', [{}]);
    const asked = await createSheetRun(appContext, {
      file: payroll.sheet('asked.csv', sheetOf(people(2))),
      maker: person('mia'),
      onInvalid: 'skip',
      dryRun: false,
      confirmed: false,
      ask: true,
    });
    await readUploadedSheet(withPatience(appContext), asked);
  });

  it('has a link to an existing page for each item', async () => {
    const { text } = await pages.get('/', { role: 'approver' });
    const items = [...text.slice(text.indexOf('<ul class="todo')).matchAll(/<li>[\s\S]*?<\/li>/g)].map(
      ([item]) => item,
    );
    expect(items.length, 'a run that only waits for its unconfirmed payments is no second item').toBe(5);
    const labels: string[] = [];
    for (const item of items) {
      const [, path = '', label = ''] = /<a class="button" href="([^"]*)">([^<]*)/.exec(item) ?? [];
      labels.push(label);
      const [page = '', place] = path.split('#');
      const there = await pages.get(page, { role: 'approver' });
      expect(there.status, path).toBe(200);
      if (place) expect(there.text, path).toContain(`id="${place}"`);
    }
    expect(items.filter((item) => item.includes('on hold')).map(plain)).toEqual([
      expect.stringMatching(/Review 1 payment on hold.* 10\.00 EUR before fees ?1 payment/),
    ]);
    expect(text).not.toContain('With others');
    expect(labels.toSorted()).toEqual([
      'Confirm outcome',
      'Review',
      'Review and submit',
      'View issue',
      'View shortfall',
    ]);
  });

  it('leads a viewer, who can act on none of them, to a part of a page that exists', async () => {
    const viewer = { name: 'vera', role: 'viewer' } as const;
    const { text } = await pages.get('/', viewer);
    expect(text).not.toContain('<h2>For you</h2>');
    const paths = [...text.matchAll(/<a class="button" href="([^"]*)">View</g)].map(([, path]) => path!);
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      const [page = '', place] = path.split('#');
      const there = await pages.get(page.replaceAll('&amp;', '&'), viewer);
      expect(there.status, path).toBe(200);
      if (place) expect(there.text, path).toContain(`id="${place}"`);
    }
  });

  it('of a draft is its maker’s, also for an approver', async () => {
    const { text } = await pages.get('/', { name: 'carla', role: 'approver' });
    expect(text).not.toContain('Review and submit');
    const others = text.slice(text.indexOf('With others'), text.indexOf('<h2>Runs</h2>'));
    expect(others).toContain('>Submit ');
  });

  it('is separate from what waits on others', async () => {
    const { text } = await pages.get('/', { role: 'maker' });
    const [mine = '', others = ''] = text.split('With others');
    expect(mine).toContain('Review and submit');
    expect(mine).not.toContain('held</a>');
    expect(others.slice(0, others.indexOf('<h2>Runs</h2>'))).toContain('>View<');
    expect(mine).not.toContain('>View<');
  });
});
