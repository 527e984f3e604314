import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { approveRun, recordApproval, rejectRun } from '../../src/engine/review/approvals.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { submitRun } from '../../src/engine/review/submit-run.ts';
import { stopRun, withdrawRun } from '../../src/engine/review/take-back.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { rerunFailed } from '../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addUser } from '../../src/engine/users/users.ts';
import type { UserRole } from '../../src/ledger/users/user.ts';
import type { MoneyRules } from '../../src/money-rules.ts';
import { readUploadedSheet } from '../../src/web/pages/uploads/read-uploaded-sheet.ts';
import { type BusyOffice, type Control, OFFICE_PASSWORD } from './busy-office.ts';
import { addSubMerchants, withMerchants } from './merchants.ts';
import { germanIban, type SheetLine, sheetOf } from './payroll.ts';
import { person, VERIFIED } from './person.ts';
import { startTestRun } from './test-run.ts';
import { cheapPasswords } from './web-visit.ts';

/** A page in a state that it is seldom opened in. */
export interface Situation {
  readonly by: string;
  readonly path: string;
  /** What is done on the page before it is looked at. It changes nothing that another situation shows. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const quiet = { progress: () => {} };
const mia = person('mia');
const carla = person('carla');
const DAY_MS = 86_400_000;
const ROLES: readonly (readonly [string, UserRole])[] = [
  ['otto', 'approver'],
  ['aude', 'auditor'],
];
/** What workers are shown to do at the moment. */
const STAGES: readonly (readonly [stage: string, done: number, total: number | null, msLeft: number | null])[] = [
  ['intake', 12_000, null, null],
  ['quote', 0, null, null],
  ['create', 3, 12, 95_000],
  ['settle', 1, 4, 500],
];

interface SituationDeps {
  readonly control: Control;
  /** The keys of sub-merchants are made by it. */
  readonly sandbox: Parameters<typeof addSubMerchants>[0]['sandbox'];
  readonly office: BusyOffice['paths'];
}

/** Pages of the flow of a run in the states that the office of `fillOffice` does not have, by name. */
export async function addSituations(
  opened: AppContext,
  { control, sandbox, office }: SituationDeps,
): Promise<Readonly<Record<string, Situation>>> {
  const { ledger, clock } = opened;
  const folder = await mkdtemp(join(tmpdir(), 'payrun-situations-'));
  const by = (approval: Partial<MoneyRules['approval']>): AppContext => ({
    ...opened,
    rules: async () => {
      const inForce = await opened.rules();
      const rules = { ...inForce.rules, approval: { ...inForce.rules.approval, ...approval } };
      return { ...inForce, rules };
    },
  });
  const auto = by({ policy: 'auto' });
  const manual = by({ policy: 'manual' });
  const two = by({ policy: 'manual', two: { EUR: '1.00' } });
  const lines = (name: string, count: number, more: (n: number) => SheetLine = () => ({})) =>
    Array.from({ length: count }, (_, i): SheetLine => {
      const email = `${name}${i + 1}@example.com`;
      return { reference: `${name.toUpperCase()}-${i + 1}`, email, amount: `${310 + i}.40`, ...more(i + 1) };
    });
  const file = async (name: string, text: string) => {
    const path = join(folder, `${name}.csv`);
    await writeFile(path, text);
    return path;
  };
  const pay = async (context: AppContext, name: string, text: string, payOn?: string) => {
    const options = { maker: mia, onInvalid: 'skip', dryRun: false, confirm: 'yes', payOn, ...quiet } as const;
    return (await paySheet(context, { ...options, file: await file(name, text) })).run;
  };
  const upload = async (name: string, text: string, payOn?: string) => {
    const options = { maker: mia, dryRun: false, confirmed: false, ask: true, payOn } as const;
    const run = await createSheetRun(opened, { ...options, file: await file(name, text) });
    await readUploadedSheet(opened, run, 30_000);
    return String(run);
  };
  const paymentOf = async (run: string, state: string) => {
    const { rows } = await ledger.db.query<{ id: string }>(
      'select id from payrun.payment where run_id = $1 order by (state = $2) desc, row limit 1',
      [run, state],
    );
    return rows[0]!.id;
  };
  try {
    for (const [name, role] of ROLES)
      await addUser({ ledger, clock, passwords: cheapPasswords }, person('ines'), {
        ...{ name, role, password: OFFICE_PASSWORD, merchants: null, limits: null },
      });
    const later = new Date(clock.now() + 19 * DAY_MS).toISOString().slice(0, 10);

    const paid = await pay(auto, 'salaries-june', sheetOf(lines('sal', 4)));
    const dated = await pay(manual, 'rent-july', sheetOf(lines('rent', 3)), later);
    await approveRun(manual, dated, { by: carla, ...quiet });
    const datedWaits = await pay(manual, 'rent-august', sheetOf(lines('rentb', 2)), later);
    const datedAsked = await upload('rent-september', sheetOf(lines('rentc', 2)), later);
    const because = 'The amounts are those of last month';
    const rejected = await pay(manual, 'royalties-rejected', sheetOf(lines('rej', 3)));
    await rejectRun(manual, rejected, { by: carla, because, ...quiet });
    const withdrawn = await pay(manual, 'royalties-withdrawn', sheetOf(lines('wdr', 3)));
    await withdrawRun(manual, withdrawn, { by: mia, because, ...quiet });
    const stopped = await pay(manual, 'royalties-stopped', sheetOf(lines('stp', 3)), later);
    await approveRun(manual, stopped, { by: carla, ...quiet });
    await stopRun(manual, stopped, { by: mia, because, ...quiet });
    const discarded = await upload('royalties-discarded', sheetOf(lines('dis', 3)));
    await submitRun(opened, BigInt(discarded), { by: mia, yes: false, shown: '' });
    const total = sheetOf(lines('tot', 3)).replace(/\n$/, '\nTotal,999.00,EUR,,,,,,,,,\n');
    const disagrees = await upload('commissions-total', total);
    const sure = await upload('refunds-june', sheetOf(lines('sure', 3)));

    const changed = await pay(
      two,
      'salaries-july',
      sheetOf(lines('sal', 4, (n) => ({ reference: `SALJ-${n}`, amount: `${520 + n}.00`, iban: germanIban(40 + n) }))),
    );
    const held = await ledger.db.query<{ reference: string }>(
      `select reference from payrun.payment where run_id = $1 and state = 'held' order by row`,
      [changed],
    );
    await releasePayments(
      two,
      held.rows.slice(0, 3).map(({ reference }) => reference),
      person('ines'),
      changed,
      VERIFIED,
    );
    await resumeRuns(two, { run: changed, ...quiet });
    await recordApproval(two, changed, { by: carla, verified: VERIFIED, ...quiet });

    await control('outcomes', [
      { match: { recipientEmail: 'fail1@example.com' }, outcome: 'failed', reason: 'Account is closed' },
      {
        match: { recipientEmail: 'fail2@example.com' },
        outcome: 'returned',
        reason: 'Name does not match the account',
      },
      { match: { recipientEmail: 'fail3@example.com' }, outcome: 'failed', reason: 'Account is blocked' },
    ]);
    const failed = await pay(auto, 'expenses-june', sheetOf(lines('fail', 5)));
    await control('outcomes', []);
    const again = {
      run: failed,
      states: ['failed'],
      references: ['FAIL-1'],
      maker: mia,
      dryRun: false,
      confirm: 'yes',
    } as const;
    const { run: retried } = await rerunFailed(auto, { ...again, ...quiet });
    await control('faults', [
      { match: { method: 'POST', path: 'start-processing' }, times: 1, effect: 'after', do: 'drop' },
      {
        match: { method: 'GET', path: '^/v1/batches/B-[^/]+$' },
        times: 1,
        do: 'status',
        status: 404,
        code: 'not_found',
      },
    ]);
    const unconfirmed = await pay(auto, 'bonus-june', sheetOf(lines('bon', 2)));

    const merchants = ['atlas', 'boreal', 'ceres'];
    await addSubMerchants({ sandbox, control }, { open: async () => ledger }, merchants);
    const several = await upload(
      'all-merchants',
      withMerchants(sheetOf(lines('multi', 7)), [...merchants, ...merchants, 'atlas']),
    );

    const short: string[] = [];
    for (const name of ['travel', 'travelb'] as const)
      short.push(await pay(manual, `${name}-june`, sheetOf(lines(name, 3, (n) => ({ amount: `${410_000 + n}.00` })))));
    for (const run of short) await approveRun(manual, run, { by: carla, ...quiet });

    const works: string[] = [];
    for (const [stage, done, of, msLeft] of STAGES) {
      const { id } = await startTestRun(ledger, { merchant: 'atelier' });
      await ledger.db.query(
        `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
         values ($1, $2, $3, $4, 12, 40, $5, 50, 60000, now())`,
        [id, stage, done, of, msLeft],
      );
      if (stage !== 'intake')
        await ledger.db.query(
          'update payrun.run set intake_at = now(), confirmed_at = now(), rows_in = 1200 where id = $1',
          [id],
        );
      works.push(String(id));
    }

    const run = (id: bigint | string) => `/runs/${id}`;
    const returned = `/payments/${await paymentOf(failed, 'returned')}`;
    const as = (who: string, paths: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { by: who, path }]));
    const one = { by: 'mia' } as const;
    return {
      ...as('mia', {
        's-paid': run(paid),
        's-dated': run(dated),
        's-dated-waits': run(datedWaits),
        's-dated-asks': run(datedAsked),
        's-rejected': run(rejected),
        's-withdrawn': run(withdrawn),
        's-stopped': run(stopped),
        's-discarded': run(discarded),
        's-disagrees': run(disagrees),
        's-failed': run(failed),
        's-failed-issues': `${run(failed)}#issues`,
        's-retry': run(retried),
        's-returned': returned,
        's-unconfirmed': run(unconfirmed),
        's-unconfirmed-technical': `${run(unconfirmed)}#technical`,
        's-several': run(several),
        's-short': run(short[0]!),
        ...Object.fromEntries(works.map((id, i) => [`s-works-${STAGES[i]![0]}`, run(id)])),
        's-paid-activity': `${run(paid)}#activity`,
        's-paid-technical': `${run(paid)}#technical`,
        's-exceptions-maker': '/exceptions',
        's-exceptions-none': '/exceptions?merchant=atlas',
        's-runs-none': '/runs?status=awaiting_service_approval',
        's-may-not': '/settings',
        's-approve-maker': `${run(changed)}/approve`,
        's-approve-over': `${run(rejected)}/approve`,
      }),
      ...as('carla', {
        's-unconfirmed-payment': `/payments/${await paymentOf(unconfirmed, 'unknown')}`,
        's-approve-first': `${run(changed)}/approve`,
        's-exceptions-returned': '/exceptions?state=returned',
        's-dated-carla': run(dated),
      }),
      ...as('otto', { 's-approve-second': `${run(changed)}/approve`, 's-approve-dated': `${run(datedWaits)}/approve` }),
      ...Object.fromEntries(
        (['vera', 'aude'] as const).flatMap((who) =>
          Object.entries(
            as(who, {
              'run-waits': office['run-waits']!,
              'run-asks': office['run-asks']!,
              'run-broken': office['run-broken']!,
              short: run(short[0]!),
              dated: run(dated),
              approve: office.approve!,
              approvals: '/approvals',
              exceptions: '/exceptions',
              held: office['payment-held']!,
              returned,
              upload: '/upload',
              fix: office.fix!,
              templates: '/templates',
              unconfirmed: run(unconfirmed),
            }),
          ).map(([name, situation]) => [`s-${who}-${name}`, situation] as const),
        ),
      ),
      // Forms that are refused, and panels that are open.
      's-upload-nothing': { ...one, path: '/upload', act: (page) => press(page, 'Check file') },
      's-upload-broken': {
        ...one,
        path: '/upload',
        act: (page) => uploadText(page, 'scan.pdf', '%PDF-1.7 nothing to read'),
      },
      's-upload-empty': { ...one, path: '/upload', act: (page) => uploadText(page, 'blank.csv', '') },
      's-upload-head': { ...one, path: '/upload', act: (page) => uploadText(page, 'head.csv', sheetOf([])) },
      's-upload-options': { ...one, path: '/upload', act: (page) => open(page, 'How to read the file') },
      's-columns-refused': { ...one, path: office.columns!, act: (page) => press(page, 'Save columns and check rows') },
      's-fix-nothing': { ...one, path: office['fix-returned']!, act: (page) => press(page, /^Review/) },
      's-fix-filter': { ...one, path: `${office.fix}?error=iban_check_digits.iban` },
      's-submit-stale': {
        ...one,
        path: run(sure),
        act: async (page) => {
          await set(page, 'shown', '9 payments');
          await press(page, /^Submit \d/);
        },
      },
      's-discard-open': { ...one, path: run(sure), act: (page) => open(page, 'Discard') },
      's-date-open': { ...one, path: run(datedAsked), act: (page) => open(page, 'Change pay date') },
      's-date-refused': {
        ...one,
        path: run(datedAsked),
        act: async (page) => {
          await open(page, 'Change pay date');
          await page.getByLabel('Pay on').fill('2020-01-01');
          await press(page, 'Set pay date');
        },
      },
      's-withdraw-open': { ...one, path: run(datedWaits), act: (page) => open(page, 'Withdraw run') },
      's-withdraw-refused': {
        ...one,
        path: run(datedWaits),
        act: async (page) => {
          await open(page, 'Withdraw run');
          await page.getByLabel('Reason').fill(' ');
          await press(page, 'Withdraw run');
        },
      },
      's-stop-open': { ...one, path: run(dated), act: (page) => open(page, 'Stop run') },
      's-stop-refused': {
        ...one,
        path: run(dated),
        act: async (page) => {
          await open(page, 'Stop run');
          await page.getByLabel('Reason').fill(' ');
          await press(page, 'Stop run');
        },
      },
      's-funds-add': { ...one, path: run(short[0]!), act: (page) => press(page, 'Add funds') },
      's-funds-away': {
        ...one,
        path: run(short[0]!),
        act: async (page) => {
          await control('faults', [{ match: {}, times: 100, do: 'drop' }]);
          await press(page, 'Add funds').finally(() => control('faults', []));
        },
      },
      's-balance-away': {
        ...one,
        path: run(short[0]!),
        act: async (page) => {
          await control('faults', [{ match: {}, times: 100, do: 'drop' }]);
          await press(page, 'Check balance').finally(() => control('faults', []));
        },
      },
      's-retry-nothing': {
        ...one,
        path: '/exceptions',
        act: async (page) => {
          await open(page, 'Retry');
          await press(page, 'Retry payments');
        },
      },
      's-templates-refused': {
        ...one,
        path: '/templates',
        act: async (page) => {
          await page.getByLabel('Countries').fill('XX');
          await press(page, 'Download template');
        },
      },
      's-released-open': { by: 'carla', path: '/exceptions', act: (page) => open(page, 'Release or dismiss') },
      's-release-refused': {
        by: 'carla',
        path: '/exceptions?state=held',
        act: async (page) => {
          await page.getByRole('checkbox').first().check();
          await open(page, 'Release or dismiss');
          await page.getByLabel('Confirm your password').fill('not it');
          await press(page, 'Release payments');
        },
      },
      's-held-refused': {
        by: 'carla',
        path: office['payment-held']!,
        act: async (page) => {
          await open(page, 'Dismiss');
          await page.locator('details[open]').getByLabel('Reason').fill('Paid by card');
          await page.locator('details[open]').getByLabel('Confirm your password').fill('not it');
          await press(page, 'Dismiss payment');
        },
      },
      's-dismiss-all-refused': {
        by: 'carla',
        path: `${office['run-waits']}#issues`,
        act: async (page) => {
          await page.locator('#issues summary').first().click();
          await page.locator('#issues details[open]').getByLabel('Reason').fill('Paid by card');
          await page.locator('#issues details[open]').getByLabel('Confirm your password').fill('not it');
          await press(page, /^Dismiss \d/);
        },
      },
      's-approve-refused': {
        by: 'carla',
        path: office.approve!,
        act: async (page) => {
          await page.locator('.decide').getByLabel('Confirm your password').first().fill('not it');
          await press(page, /^Approve \S/);
        },
      },
      's-approve-stale': {
        by: 'carla',
        path: office.approve!,
        act: async (page) => {
          await set(page, 'hash', '0'.repeat(64));
          await page.locator('.decide').getByLabel('Confirm your password').first().fill(OFFICE_PASSWORD);
          await press(page, /^Approve \S/);
        },
      },
      's-reject-refused': {
        by: 'carla',
        path: office.approve!,
        act: async (page) => {
          await open(page, 'Reject');
          await page.locator('details[open]').getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
          await press(page, 'Reject run');
        },
      },
      's-approvals-nothing': {
        by: 'carla',
        path: '/approvals',
        act: async (page) => {
          await page.getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
          await press(page, 'Approve chosen runs');
        },
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Presses a button whose form is sent even if the browser would hold it back, so that the server refuses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.evaluate('for (const form of document.forms) form.noValidate = true');
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await page.waitForLoadState();
}

async function open(page: Page, summary: string): Promise<void> {
  await page
    .locator('summary', { hasText: new RegExp(`^${summary}$`) })
    .first()
    .click();
}

async function set(page: Page, field: string, value: string): Promise<void> {
  await page.evaluate(`for (const field of document.getElementsByName('${field}')) field.value = '${value}'`);
}

async function uploadText(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await press(page, 'Check file');
}
