import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { addEndpoint } from '../../src/engine/endpoints/endpoints.ts';
import { exportJournal } from '../../src/engine/journal/export-journal.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { readUploadedSheet } from '../../src/engine/runs/read-uploaded-sheet.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addUser } from '../../src/engine/users/users.ts';
import { appendEvent } from '../../src/ledger/audit/audit-chain.ts';
import { storeSheet } from '../../src/ledger/runs/sheet.ts';
import { saveDraft } from '../../src/ledger/runs/sheet-draft.ts';
import type { UserRole } from '../../src/ledger/users/user.ts';
import { LISTS } from '../../src/lists/lists.ts';
import { germanIban } from './payroll.ts';
import { person } from './person.ts';
import { startTestRun } from './test-run.ts';
import { withPatience } from './visited-pages.ts';
import { cheapPasswords } from './web-visit.ts';

/** The password of all users in `fillOffice`. */
export const OFFICE_PASSWORD = 'seven blue kites fly';

export type Control = (path: string, body: unknown) => Promise<unknown>;

/** Users of an office: `mia` makes, `carla` approves, `ines` is the admin, `vera` looks. */
export async function addPeople({ ledger, clock }: AppContext): Promise<void> {
  const deps = { ledger, clock, passwords: cheapPasswords };
  const people: readonly (readonly [string, UserRole])[] = [
    ['ines', 'admin'],
    ['mia', 'maker'],
    ['carla', 'approver'],
    ['vera', 'viewer'],
  ];
  for (const [name, role] of people)
    await addUser(deps, person('ines'), { name, role, password: OFFICE_PASSWORD, merchants: null, limits: null });
}

export interface BusyOffice {
  /** Pages that have something to show, by what they are. */
  readonly paths: Readonly<Record<string, string>>;
}

const SAME_IN_EVERY_OFFICE = {
  'find-nothing': '/find?q=nobody',
  account: '/account',
  reports: '/reports',
} as const;

/** Pages that there are before anything was uploaded. */
export const EMPTY_PATHS: BusyOffice['paths'] = {
  home: '/',
  runs: '/runs',
  approvals: '/approvals',
  exceptions: '/exceptions',
  upload: '/upload',
  templates: '/templates',
  recipients: '/recipients',
  find: '/find',
  ...SAME_IN_EVERY_OFFICE,
  statement: '/reports/statements',
  journal: '/reports/journal',
  batches: '/settings/batches',
  settings: '/settings',
  users: '/settings/users',
  tokens: '/settings/tokens',
  endpoints: '/settings/endpoints',
  messages: '/settings/endpoints/messages',
  operation: '/settings/operation',
  audit: '/settings/audit',
};

const SAMPLES = join(import.meta.dirname, '../../samples');

const REPORTS_OF_OFFICE = LISTS.flatMap(({ name, path }) =>
  path?.startsWith('/reports/') ? [[`list-${name}`, path]] : [],
);

/**
 * An office in the middle of its month: a run that is paid with a failure and a return, one that waits for approval
 * with changed bank details and held payments, one that is ready to submit, one with only invalid rows, one whose
 * columns are not matched, and one that continues. `rows`: of the larger sheets.
 */
export async function fillOffice(opened: AppContext, control: Control, rows: number): Promise<BusyOffice> {
  const folder = await mkdtemp(join(tmpdir(), 'payrun-office-'));
  const asking: AppContext = {
    ...opened,
    rules: async () => {
      const inForce = await opened.rules();
      const approval = { ...inForce.rules.approval, policy: 'manual' as const };
      return { ...inForce, rules: { ...inForce.rules, approval } };
    },
  };
  const file = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const options = { maker: person('mia'), onInvalid: 'skip', dryRun: false, progress: () => {} } as const;
  const pay = async (appContext: AppContext, name: string, content: string) =>
    (await paySheet(appContext, { ...options, file: await file(name, content), confirm: 'yes' })).run;
  try {
    await addPeople(opened);
    await addEndpoint(opened, person('ines'), {
      ...{ name: 'erp', url: 'https://erp.example.com/payrun', merchants: null },
      types: ['run.*', 'payment.failed', 'payment.returned'],
    });
    const [head, ...june] = readFileSync(join(SAMPLES, 'good-100.csv'), 'utf8').trim().split('\n');
    const sheet = (lines: readonly string[]) => `${[head, ...lines].join('\n')}\n`;
    const may = june.slice(0, rows - 2).map((line) => line.replaceAll('JUN-2026', 'MAY-2026').replace(/june$/, 'may'));
    const references = may.map((line) => line.split(',')[0]!);
    const emailIn = (line = '') => /[^,@]+@example\.com/.exec(line)![0];
    await control('outcomes', [
      { match: { recipientEmail: emailIn(may[3]) }, outcome: 'failed', reason: 'Account is closed' },
      { match: { recipientEmail: emailIn(may[5]) }, outcome: 'returned', reason: 'Name does not match the account' },
    ]);
    const broken = await pay(opened, 'royalties-june.csv', readFileSync(join(SAMPLES, 'broken.csv'), 'utf8'));
    await exportJournal(opened, person('mia'), {});
    const paid = await pay(opened, 'payouts-may.csv', sheet(may));
    await control('outcomes', []);

    // The first recipient has another account now, and one more; the first one was released.
    const changed = june
      .slice(0, rows)
      .map((line, i) =>
        i % 9 === 0 || i === 15 ? movedTo(raised(line), germanIban(700 + i)) : i % 7 === 1 ? line : raised(line),
      );
    const decide = await pay(asking, 'payouts-june.csv', sheet(changed));
    const verified = 'Called on the number in the contract.';
    await releasePayments(asking, [june[0]!.split(',')[0]!], person('carla'), decide, verified).catch(() => {});
    await resumeRuns(asking, { run: decide, progress: () => {} });
    await opened.ledger.db.query(
      `update payrun.endpoint_message set state = case when payment_id is null then 'sent' else 'given_up' end, attempts = 3, ended_at = now(),
         last_code = case when payment_id is not null then 'HTTP_500' end
       where run_id = $1`,
      [paid],
    );

    await paySheet(opened, {
      ...{ ...options, confirm: 'yes', payOn: dayFromNow(5) },
      file: await file('rent-july.csv', sheet(june.slice(rows + 12, rows + 15))),
    });

    const asked = await createSheetRun(opened, {
      ...options,
      file: await file('freelancers-june.csv', sheet([...june.slice(rows, rows + 4), june[1]!.replace('GBP', 'GPB')])),
      confirmed: false,
      ask: true,
    });
    await readUploadedSheet(withPatience(opened), asked);

    // None of its rows is right: the file calls what a transfer needs besides by names of its own.
    const unknown = sheet(june.slice(rows + 6, rows + 10))
      .replace(',type,', ',Kreditorart,')
      .replace('street1', 'Str.');
    const unmatched = await createSheetRun(opened, {
      ...options,
      file: await file('erp-june.csv', unknown),
      confirmed: false,
      ask: true,
    });
    await readUploadedSheet(withPatience(opened), unmatched);

    const { db } = opened.ledger;
    const erp = sheet(june.slice(0, 3)).replace('amount', 'Soll X1').replace('email', 'Kontaktpunkt');
    const { id: draft } = await storeSheet(db, opened.ledger.vault, {
      id: opened.ids(),
      name: 'acme-export.csv',
      content: Readable.from([Buffer.from(erp)]),
    });
    await saveDraft(db, draft, { by: 'ines', settings: {} });
    const { id: live } = await startTestRun(opened.ledger, { merchant: 'atelier' });
    await opened.ledger.tx((tx) =>
      appendEvent(tx, {
        ...{ chain: `run-${live}`, at: new Date(), actor: 'mia', kind: 'run_created' },
        data: { job: 'pay-sheet', merchant: 'atelier', dryRun: false },
      }),
    );
    await db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
       values ($1, 'recipients', 240, 1200, 481, 2409, 1440000, 50, 60000, now())`,
      [live],
    );
    const one = async (sql: string) => (await db.query<{ id: string }>(sql, [paid])).rows[0]!.id;
    const paymentIn = (state: string) =>
      one(`select id from payrun.payment where run_id = $1 and state = '${state}' order by row limit 1`);
    const recipient = await one(
      'select recipient_id as id from payrun.payment where run_id = $1 and recipient_id is not null order by row limit 1',
    );
    return {
      paths: {
        home: '/',
        runs: '/runs',
        'run-paid': `/runs/${paid}`,
        'run-waits': `/runs/${decide}`,
        'run-asks': `/runs/${asked}`,
        'run-broken': `/runs/${broken}`,
        'run-going': `/runs/${live}`,
        'run-unmatched': `/runs/${unmatched}`,
        'run-columns': `/runs/${unmatched}/columns`,
        history: `/runs/${paid}/history`,
        calls: `/runs/${paid}/calls`,
        'run-batches': `/runs/${paid}/batches`,
        approve: `/runs/${decide}/approve`,
        'approve-payments': `/runs/${decide}/approve/payments?after=5`,
        approvals: '/approvals',
        fix: `/runs/${broken}/fix`,
        'fix-returned': `/runs/${paid}/fix`,
        'fix-moved': `/runs/${broken}/fix?error=account_in_iban_column.iban`,
        rows: `/runs/${asked}/fix`,
        columns: `/upload/columns?sheet=${draft}`,
        'pay-one': '/upload/one',
        'pay-one-new': '/upload/one/form?merchant=default&type=business&payoutMethod=bank-transfer&country=US',
        upload: '/upload',
        exceptions: '/exceptions',
        templates: '/templates',
        payment: `/payments/${await paymentIn('processed')}`,
        'payment-converted': `/payments/${await one(`select id from payrun.payment where run_id = $1 and state = 'processed' and paid_target_currency <> source_currency order by row limit 1`)}`,
        'payment-proof': `/payments/${await one(`select id from payrun.payment where run_id = $1 and state = 'processed' and paid_target_currency <> source_currency order by row limit 1`)}/proof`,
        'payment-held': `/payments/${(await db.query<{ id: string }>(`select id from payrun.payment where run_id = $1 and state = 'held' order by row limit 1`, [decide])).rows[0]!.id}`,
        'payment-changed': `/payments/${(await db.query<{ id: string }>(`select id from payrun.payment where run_id = $1 and state = 'held' order by reason_code, row limit 1`, [decide])).rows[0]!.id}`,
        'payment-failed': `/payments/${await paymentIn('failed')}`,
        recipients: '/recipients',
        recipient: `/recipients/${recipient}`,
        find: `/find?q=${references[0]}`,
        'find-many': '/find?q=MAY',
        'find-name': '/find?q=an',
        ...SAME_IN_EVERY_OFFICE,
        statement: `/reports/statements?merchant=default&month=${new Date().toISOString().slice(0, 7)}`,
        ...Object.fromEntries(REPORTS_OF_OFFICE),
        journal: '/reports/journal',
        batches: '/settings/batches',
        settings: '/settings',
        users: '/settings/users',
        tokens: '/settings/tokens',
        endpoints: '/settings/endpoints',
        messages: '/settings/endpoints/messages',
        user: '/settings/users?user=carla',
        operation: '/settings/operation',
        audit: '/settings/audit',
        'audit-filtered': '/settings/audit?kind=batch_approved',
        'not-there': '/runs/999999',
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The same line with another amount than last month: what is the same again is held. */
function raised(line: string): string {
  return line.replace(/,(\d+)\.\d\d,/, (_, whole) => `,${Number(whole) + 35}.40,`);
}

/** The same line, paid to another IBAN; one without stays unchanged. */
function movedTo(line: string, iban: string): string {
  return line.replace(/,DE\d\d [\d ]+,/, `,${iban},`);
}
