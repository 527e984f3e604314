import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import { getPermission } from '../../src/actions/action.ts';
import { API_ACTIONS } from '../../src/api/action-routes.ts';
import { api } from '../../src/api/api.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { setRules } from '../../src/engine/context/money-rules.ts';
import { addEndpoint } from '../../src/engine/endpoints/endpoints.ts';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import { exportJournal } from '../../src/engine/journal/export-journal.ts';
import { importHome } from '../../src/engine/maintenance/import-home.ts';
import { purge } from '../../src/engine/maintenance/purge.ts';
import { rotateVault } from '../../src/engine/maintenance/rotate-vault.ts';
import { makeOnboardingLink } from '../../src/engine/merchants/onboarding-link.ts';
import { callOperation } from '../../src/engine/merchants/service-operation.ts';
import { acceptDiscrepancy } from '../../src/engine/review/accept-discrepancy.ts';
import { adoptBatches } from '../../src/engine/review/adopt.ts';
import { changePayDate } from '../../src/engine/review/change-pay-date.ts';
import { dismissHolds } from '../../src/engine/review/dismiss.ts';
import { releasePayments, resolveUnknown } from '../../src/engine/review/release.ts';
import { removeFromRun } from '../../src/engine/review/remove-from-run.ts';
import { discardRun } from '../../src/engine/review/submit-run.ts';
import { rejectRun, stopRun, withdrawRun } from '../../src/engine/review/take-back.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { createRerun } from '../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram, revokeProgram } from '../../src/engine/users/programs.ts';
import { setNotifications } from '../../src/engine/users/set-notifications.ts';
import { addUser } from '../../src/engine/users/users.ts';
import { subscribe, unsubscribe } from '../../src/engine/webhooks/subscribe.ts';
import {
  findUser,
  setUserDisabled,
  setUserNotifications,
  USER_ROLES,
  type UserRole,
} from '../../src/ledger/users/user.ts';
import { ACTOR_CHANNELS, type Actor, type ActorChannel } from '../../src/permissions/actor.ts';
import { authorize } from '../../src/permissions/authorize.ts';
import { PERMISSIONS, type PermissionName } from '../../src/permissions/permissions.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { removeInbox, testInbox } from '../engine/inbox/inbox-folder.ts';
import { approveRun } from '../support/approve-run.ts';
import { correctRun } from '../support/correct-run.ts';
import { testDatabase } from '../support/database.ts';
import { pastRules } from '../support/past-rules.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { anAdmin, person } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { PASSWORD, signedIn } from '../support/signed-in.ts';
import { withPatience } from '../support/visited-pages.ts';
import { cheapPasswords } from '../support/web-visit.ts';

/** Who may do what, written down once more: the least role, and whether it has to be of all merchants. */
const LEAST: Readonly<
  Record<PermissionName, readonly [UserRole, 'their merchants' | 'all merchants', 'alone' | 'a person']>
> = {
  see: ['viewer', 'their merchants', 'alone'],
  upload: ['maker', 'their merchants', 'alone'],
  submit: ['maker', 'their merchants', 'alone'],
  reschedule: ['maker', 'their merchants', 'a person'],
  discard: ['maker', 'their merchants', 'a person'],
  withdraw: ['maker', 'their merchants', 'a person'],
  stop: ['maker', 'their merchants', 'a person'],
  remove: ['maker', 'their merchants', 'a person'],
  correct: ['maker', 'their merchants', 'a person'],
  rerun: ['maker', 'their merchants', 'alone'],
  start_job: ['maker', 'their merchants', 'alone'],
  export_journal: ['maker', 'their merchants', 'alone'],
  approve: ['approver', 'their merchants', 'a person'],
  reject: ['approver', 'their merchants', 'a person'],
  release: ['approver', 'their merchants', 'a person'],
  dismiss: ['approver', 'their merchants', 'a person'],
  resolve: ['approver', 'their merchants', 'a person'],
  accept: ['approver', 'their merchants', 'a person'],
  rules: ['admin', 'all merchants', 'a person'],
  merchants: ['admin', 'all merchants', 'a person'],
  service_read: ['auditor', 'their merchants', 'a person'],
  service_change: ['admin', 'all merchants', 'a person'],
  own_notifications: ['viewer', 'their merchants', 'a person'],
  users: ['admin', 'all merchants', 'a person'],
  endpoints: ['admin', 'all merchants', 'a person'],
  adopt: ['admin', 'all merchants', 'a person'],
  import_home: ['admin', 'all merchants', 'a person'],
  purge: ['admin', 'all merchants', 'alone'],
  rotate_vault: ['admin', 'all merchants', 'a person'],
};

/** The account that owns what is dropped here: what the administrator or this process owns says nothing of a person. */
const OWNER = process.getuid!() === 0 ? 4_711 : process.getuid!();

const SCOPES = { everywhere: null, here: ['default'], elsewhere: ['sandbox'] } as const;
type Scope = keyof typeof SCOPES;
const nameOf = (role: UserRole, scope: Scope) => `${role} ${scope}`;

/** Who may do nothing of it, by what they lack. Each tries every permission by every channel. */
const OUTSIDERS: readonly string[] = [
  'viewer here',
  'auditor here',
  'approver elsewhere',
  'gone',
  'nobody',
  'ｖｉｅｗｅｒ here',
];

describe('every permission, by every channel,', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  const MANUAL = { 'approval.policy': 'manual' };
  let appContext: AppContext;
  let app: Hono;
  let visitor: { readonly name: string; readonly role: UserRole } = { name: 'gone', role: 'admin' };
  /** Runs by what they wait for. */
  const runs = { waits: '', asks: '', done: '', held: '', unknown: '' };
  let held = '';
  let unknown = '';
  let differing = '';
  let hash = '';
  /** Tokens of programs that may do nothing of it, by what they lack. */
  const tokens: Record<string, string> = { 'not known': `payrun_${'x'.repeat(43)}` };

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    const deps = { ...appContext, passwords: cheapPasswords };
    const { ledger } = appContext;
    const pay = async (name: string, lines: Parameters<typeof sheetOf>[0]) =>
      (await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { env: MANUAL })).run;
    const approve = (run: string) => approveRun(appContext, run, { by: person('cleo'), progress: () => {} });

    runs.unknown = await pay('unknown', [{ reference: 'U-1', email: 'u@example.com', amount: '11' }]);
    await approve(runs.unknown);
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'f@example.com' }, outcome: 'failed', reason: 'Closed' },
    ]);
    runs.done = await pay('done', [
      { reference: 'F-1', email: 'f@example.com', amount: '12' },
      { reference: 'H-0', email: 'h@example.com', amount: '13' },
    ]);
    await approve(runs.done);
    runs.held = await pay('held', [
      {
        reference: 'H-1',
        email: 'h@example.com',
        amount: '9078',
        first: 'FirstB',
        last: 'LastB',
        iban: germanIban(77),
      },
    ]);
    runs.waits = await pay('waits', [{ reference: 'W-1', email: 'w@example.com', amount: '9078' }]);
    await pastRules(ledger, `update payrun.payment set state = 'unknown', final_at = null where run_id = $1`, [
      runs.unknown,
    ]);
    await pastRules(ledger, `update payrun.payment set state = 'discrepancy' where reference = 'H-0'`);
    const asks = await createSheetRun(appContext, {
      file: payroll.sheet('asks.csv', sheetOf([{ reference: 'A-1', email: 'a@example.com', amount: '14' }])),
      maker: person('mia'),
      dryRun: false,
      confirmed: false,
      ask: true,
    });
    runs.asks = String(asks);
    await resumeRuns(appContext, { run: runs.asks, progress: () => {} });
    const idOf = async (run: string) =>
      (await ledger.db.query<{ id: string }>('select id from payrun.payment where run_id = $1', [run])).rows[0]!.id;
    held = await idOf(runs.held);
    unknown = await idOf(runs.unknown);
    differing = (await ledger.db.query<{ id: string }>(`select id from payrun.payment where reference = 'H-0'`))
      .rows[0]!.id;
    ({ hash } = await approvalSummary(ledger, runs.waits));

    const add = async (name: string, role: UserRole, merchants: readonly string[] | null, limits = null as never) =>
      addUser(deps, await anAdmin(ledger), { name, role, merchants, limits, password: null });
    await add('root', 'admin', null);
    for (const role of USER_ROLES)
      for (const scope of Object.keys(SCOPES) as Scope[]) await add(nameOf(role, scope), role, SCOPES[scope]);
    await add('gone', 'admin', null);
    await add('mia', 'approver', null);
    await add('ten', 'approver', null, { EUR: '10.00' } as never);
    await setUserDisabled(ledger.db, 'gone', new Date());
    for (const [name, role, merchants] of [
      ['only reads', 'viewer', ['default']],
      ['of another merchant', 'maker', ['sandbox']],
      ['revoked', 'maker', null],
    ] as const)
      tokens[name] = await addProgram(appContext, person('root'), {
        ...{ name, role, merchants, until: '2099-12-31', networks: [] },
      });
    await revokeProgram(appContext, person('root'), 'revoked');
    app = createApp([signedIn(() => visitor), pages({ appContext: withPatience(appContext) })], appContext.log);
  });

  const actor = (name: string, channel: ActorChannel): Actor => ({ ...person(name), channel });
  const may = (name: string, permission: PermissionName, channel: ActorChannel, unattended = false) =>
    authorize(
      appContext.ledger.db,
      { ...actor(name, channel), ...(unattended ? { unattended: true } : {}) },
      permission,
      {
        merchants: ['default'],
      },
    ).then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ code: 'may_not_decide' });
        return false;
      },
    );

  it('is for the roles and merchants of the table, on every channel', async () => {
    expect(Object.keys(LEAST)).toEqual(Object.keys(PERMISSIONS));
    for (const [permission, [least, whose]] of Object.entries(LEAST) as [PermissionName, (typeof LEAST)['see']][])
      for (const channel of ACTOR_CHANNELS) {
        for (const role of USER_ROLES)
          for (const scope of Object.keys(SCOPES) as Scope[]) {
            // What an auditor reads beyond a viewer, only admins read too.
            const enough =
              least === 'auditor'
                ? role === 'auditor' || role === 'admin'
                : USER_ROLES.indexOf(role) >= USER_ROLES.indexOf(least);
            const theirs = scope === 'everywhere' || (scope === 'here' && whose === 'their merchants');
            const name = nameOf(role, scope);
            expect(await may(name, permission, channel), `${name}: ${permission} by ${channel}`).toBe(enough && theirs);
          }
        for (const name of ['gone', 'nobody'])
          expect(await may(name, permission, channel), `${name}: ${permission}`).toBe(false);
      }
  });

  it('is for no unattended actor if it is a decision', async () => {
    for (const [permission, [, , who]] of Object.entries(LEAST) as [PermissionName, (typeof LEAST)['see']][])
      for (const channel of ['inbox', 'job'] as const)
        expect(await may('schedule', permission, channel, true), `${permission} by ${channel}`).toBe(who === 'alone');
  });

  /** A form of a page, sent by someone whom the session takes for an admin: what it says is not believed. */
  const post = (path: string, form: Readonly<Record<string, string>>) => async (name: string) => {
    visitor = { name, role: 'admin' };
    const body = new URLSearchParams({ password: PASSWORD, ...form });
    const answer = await app.request(path, { method: 'POST', body });
    // The run page says it, where the form of the run leads back to.
    const to = new URL(answer.headers.get('location') ?? '/', 'http://localhost');
    return `${answer.status} ${to.searchParams.get('refused') ?? ''} ${await answer.text()}`;
  };
  const typed =
    (...line: readonly string[]) =>
    async (name: string) => {
      const env = { ...payroll.env(), ...MANUAL, PAYRUN_LOG_LEVEL: 'silent' };
      const { code, stdout, stderr } = await runHere([...line, '--as', name], { cwd: payroll.folder, env });
      return `${code} ${stdout} ${stderr}`;
    };
  const called = (work: (by: Actor) => Promise<unknown>) => (name: string) =>
    work(actor(name, 'job')).then(
      () => 'done',
      (error: Error) => error.message,
    );
  const carry = { progress: () => {} };

  /** Its users are asked before the other database is opened, or a key is changed. */
  const moving = () => {
    mkdirSync(join(payroll.folder, 'db'), { recursive: true });
    writeFileSync(join(payroll.folder, 'db/payrun.made'), '');
    const { ledger, log, clock, config: own } = appContext;
    const config = { ...own, databaseUrl: 'postgres://127.0.0.1:1/none' };
    return { config, log, clock, openLedger: async () => ({ ...ledger, close: async () => {} }) };
  };

  /** A sheet that the account of this name drops, and what the note beside it says then. */
  const dropped = async (name: string) => {
    const inbox = testInbox(appContext);
    try {
      const path = inbox.drop(join('default', 'dropped.csv'), sheetOf([{ reference: 'D-1', email: 'd@example.com' }]));
      if (process.getuid!() === 0) chownSync(path, OWNER, OWNER);
      chmodSync(path, 0o640);
      await inbox.pass(3, { owners: { own: OWNER + 1, silent: [], nameOf: async () => name } });
      const place = ['default', 'failed'];
      const note = inbox.list(...place).find((file) => file.endsWith('.why.txt'));
      return note ? readFileSync(join(inbox.folder, ...place, note), 'utf8') : 'taken';
    } finally {
      await removeInbox(inbox);
    }
  };

  type Attempt = (name: string) => Promise<string>;
  /** Why a channel does not have a permission. */
  type Missing =
    | 'only sheets come by the inbox'
    | 'no page does it'
    | 'no command does it'
    | 'by the function above'
    | 'in test/actions/doors.test.ts';
  /** Programs have tokens of their own: `BY_PROGRAMS`. */
  type ByChannel = Readonly<Record<Exclude<ActorChannel, 'api'>, Attempt | Missing>>;
  const INBOX: Missing = 'only sheets come by the inbox';
  const BY_ACTION = { page: 'in test/actions/doors.test.ts', cli: 'in test/actions/doors.test.ts' } as const;
  /** Every permission by every channel, as it is really tried. */
  const ATTEMPTS = (): Readonly<
    Record<Exclude<PermissionName, 'see' | 'own_notifications' | 'service_read'>, ByChannel>
  > => {
    const lines = sheetOf([{ reference: 'N-1', email: 'n@example.com', amount: '15' }]);
    const file = payroll.sheet('new.csv', lines);
    const upload = { file, merchant: 'default', dryRun: false, confirmed: false, ask: true };
    const fixed = (by: Actor) => correctRun(appContext, runs.done, { memo: 'x' }, by);
    const replaces = async () => (await appContext.rules()).version;
    return {
      upload: {
        page: async (name) => {
          visitor = { name, role: 'admin' };
          const body = new FormData();
          body.set('sheet', new File([lines], 'new.csv'));
          body.set('merchant', 'default');
          const answer = await app.request('/upload', { method: 'POST', body });
          return `${answer.status} ${await answer.text()}`;
        },
        cli: typed('pay', file, '--merchant', 'default', '--dry-run'),
        inbox: dropped,
        job: called((maker) => createSheetRun(appContext, { ...upload, maker })),
      },
      submit: {
        ...BY_ACTION,
        inbox: dropped,
        job: called((maker) =>
          runJob(appContext, { job: 'pay-sheet', input: { file, merchant: 'default' } }, { maker, ...carry }),
        ),
      },
      reschedule: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => changePayDate(appContext, BigInt(runs.waits), { on: null, by })),
      },
      discard: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => discardRun(appContext, runs.asks, by)),
      },
      correct: {
        page: post(`/runs/${runs.done}/fix`, { intent: 'pay' }),
        cli: 'no command does it',
        inbox: INBOX,
        job: called(fixed),
      },
      rerun: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((maker) =>
          createRerun(appContext, {
            run: runs.done,
            maker,
            states: ['failed'],
            references: [],
            dryRun: false,
            confirmed: true,
          }),
        ),
      },
      start_job: {
        page: 'no page does it',
        cli: typed('run', 'rerun-failed', '--input', JSON.stringify({ run: runs.done })),
        inbox: INBOX,
        job: called((maker) =>
          runJob(appContext, { job: 'rerun-failed', input: { run: runs.done } }, { maker, ...carry }),
        ),
      },
      export_journal: {
        page: post('/reports/journal/export', { until: '', merchant: 'default' }),
        cli: typed('journal', '--merchant', 'default'),
        inbox: INBOX,
        job: called((by) => exportJournal(appContext, by, { merchant: 'default' })),
      },
      approve: {
        page: post(`/runs/${runs.waits}/approve`, { hash }),
        cli: typed('approve', runs.waits, '--yes'),
        inbox: INBOX,
        job: called((by) => approveRun(appContext, runs.waits, { by, ...carry })),
      },
      reject: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => rejectRun(appContext, runs.waits, { by, because: 'x', ...carry })),
      },
      withdraw: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => withdrawRun(appContext, runs.waits, { by, because: 'x', ...carry })),
      },
      stop: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => stopRun(appContext, runs.waits, { by, because: 'x', ...carry })),
      },
      remove: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => removeFromRun(appContext, { references: ['W-1'], because: 'x', by, ...carry })),
      },
      release: {
        page: post(`/payments/${held}/release`, {}),
        cli: typed('release', 'H-1'),
        inbox: INBOX,
        job: called((by) => releasePayments(appContext, ['H-1'], by)),
      },
      dismiss: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => dismissHolds(appContext, { references: ['H-1'] }, 'x', by)),
      },
      resolve: {
        page: post(`/payments/${unknown}/resolve`, { paid: 'yes', because: 'x' }),
        cli: typed('resolve', 'U-1', '--paid', '--because', 'x'),
        inbox: INBOX,
        job: called((by) => resolveUnknown(appContext, { reference: 'U-1', paid: true, because: 'x' }, by)),
      },
      accept: {
        page: post(`/payments/${differing}/accept`, { because: 'x' }),
        cli: typed('accept', 'H-0', '--because', 'x'),
        inbox: INBOX,
        job: called((by) => acceptDiscrepancy(appContext, { reference: 'H-0', because: 'x' }, by)),
      },
      rules: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called(async (by) => setRules(appContext, { duplicateDays: '10' }, { by, replaces: await replaces() })),
      },
      merchants: {
        page: 'no page does it',
        cli: typed('merchants', 'add', 'new', '--access-key', 'AK', '--secret-key-env', 'PAYRUN_SECRET_KEY'),
        inbox: INBOX,
        job: called((maker) =>
          runJob(appContext, { job: 'onboard-merchants', input: { file, parent: 'platform' } }, { maker, ...carry }),
        ),
      },
      users: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) =>
          addUser({ ...appContext, passwords: cheapPasswords }, by, {
            ...{ name: 'eve', role: 'admin', merchants: null, limits: null, password: null },
          }),
        ),
      },
      endpoints: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) =>
          addEndpoint(appContext, by, { name: 'eve', url: 'http://127.0.0.1:9/', types: ['run.*'], merchants: null }),
        ),
      },
      adopt: {
        ...BY_ACTION,
        inbox: INBOX,
        job: called((by) => adoptBatches(appContext, [], by)),
      },
      import_home: {
        page: 'no page does it',
        // The command needs another database; who acts is asked of the same function.
        cli: 'by the function above',
        inbox: INBOX,
        job: called((by) => importHome(moving(), { home: payroll.folder, by: async () => by })),
      },
      purge: {
        page: 'no page does it',
        cli: typed('purge', '--yes'),
        inbox: INBOX,
        job: called((by) => purge(appContext, { by })),
      },
      service_change: {
        page: 'no page does it',
        cli: typed('service', 'deleteRecipient', '--id', 'R-1', '--yes'),
        inbox: INBOX,
        job: called((by) =>
          callOperation(appContext, { name: 'deleteRecipient', merchant: 'default', fields: { id: 'R-1' }, by }),
        ),
      },
      rotate_vault: {
        page: 'no page does it',
        cli: typed('vault', 'rotate', '--new-key-env', 'PAYRUN_VAULT_KEY'),
        inbox: INBOX,
        job: called((by) => rotateVault(moving(), { next: Buffer.alloc(32, 7), by })),
      },
    };
  };
  /** Those that a channel has. */
  const tried = (permissions: Readonly<Record<string, ByChannel>>) =>
    Object.entries(permissions).flatMap(([permission, channels]) =>
      Object.entries(channels).flatMap(([channel, attempt]) =>
        typeof attempt === 'string' ? [] : [{ permission, channel: channel as ActorChannel, attempt }],
      ),
    );
  /** A file of an account that is no user's is nobody's: it is read, and two have to approve it. */
  const isOfNobody = (channel: ActorChannel, name: string) => channel === 'inbox' && name === 'nobody';
  /** That a file came and was refused is noted, as it should be. */
  const everything = async () =>
    (
      await appContext.ledger.db.query(
        `select (select count(*) from payrun.event where chain <> 'users' and kind not like 'inbox%')::int as events,
           (select count(*) from payrun.user_account)::int as users, (select count(*) from payrun.merchant)::int as merchants,
           (select string_agg(state || id, ',' order by id) from payrun.payment) as payments,
           (select count(*) from payrun.run)::int as runs`,
      )
    ).rows[0];

  it('G7: is refused without the permission, and nothing is changed', async () => {
    const before = await everything();
    for (const { permission, channel, attempt } of tried(ATTEMPTS()))
      for (const name of OUTSIDERS.filter((one) => !isOfNobody(channel, one))) {
        const output = await attempt(name);
        expect(output, `${name}: ${permission} by ${channel}`).toMatch(/may not |no user called/);
      }
    expect(await everything()).toEqual(before);
  });

  /** What a program asks for, by the permission that it needs. No path of the API needs any other. */
  const BY_PROGRAMS = (): Readonly<Partial<Record<PermissionName, readonly [path: string, body: object | null]>>> => ({
    see: [`/runs/${runs.done}`, null],
    upload: ['/runs', { rows: [{ email: 'n@example.com', amount: '15', currency: 'EUR' }], merchant: 'default' }],
    submit: [`/runs/${runs.asks}/submit`, { shown: 'x' }],
    reschedule: [`/runs/${runs.waits}/reschedule`, { on: '' }],
    discard: [`/runs/${runs.asks}/discard`, {}],
    withdraw: [`/runs/${runs.waits}/withdraw`, { because: 'x' }],
    stop: [`/runs/${runs.waits}/stop`, { because: 'x' }],
    remove: [`/runs/${runs.waits}/remove`, { references: ['W-1'], because: 'x' }],
    rerun: [`/runs/${runs.done}/rerun`, { state: 'failed' }],
  });

  it('G7: is refused to programs without it, and decisions to all of them', async () => {
    const asked = new Hono();
    api({ appContext: withPatience(appContext) })(asked);
    const before = await everything();
    const permissions = API_ACTIONS.map(getPermission);
    expect(['see', 'upload', ...permissions].toSorted()).toEqual(Object.keys(BY_PROGRAMS()).toSorted());
    for (const permission of permissions) expect(LEAST[permission][0], permission).toBe('maker');
    for (const [permission, [path, body]] of Object.entries(BY_PROGRAMS()))
      for (const [name, token] of Object.entries(tokens)) {
        if (permission === 'see' && name === 'only reads') continue;
        const { status } = await asked.request(`http://localhost/api/v1${path}`, {
          method: body === null ? 'GET' : 'POST',
          headers: { Host: 'localhost', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(body === null ? {} : { body: JSON.stringify(body) }),
        });
        expect([401, 403, 404], `${name}: ${permission}`).toContain(status);
      }
    expect(await everything()).toEqual(before);
  });

  it('covers the queue of exceptions, which decides about several payments at once, and a sheet paid at once', async () => {
    const before = await everything();
    const chosen = { [`p-${held}`]: 'on' };
    for (const attempt of [
      typed('pay', payroll.sheet('new.csv', sheetOf([{ reference: 'N-2' }])), '--merchant', 'default', '--yes'),
      post('/exceptions/release', chosen),
      post('/exceptions/dismiss', { ...chosen, because: 'x' }),
    ])
      for (const name of OUTSIDERS) expect(await attempt(name), name).toMatch(/may not |no user called/);
    expect(await everything()).toEqual(before);
  });

  it('G7: covers the keys of webhooks, and the onboarding page of a merchant', async () => {
    const before = await everything();
    const attempts: readonly Attempt[] = [
      typed('webhooks', 'subscribe', 'default', '--url', 'https://pay.example.com'),
      called((by) => subscribe(appContext, by, 'default', { url: 'https://pay.example.com' })),
      typed('webhooks', 'unsubscribe', 'default'),
      called((by) => unsubscribe(appContext, by, 'default')),
      typed('merchants', 'onboarding-link', 'default'),
      called((by) =>
        makeOnboardingLink(appContext.ledger, by, 'default', {
          url: 'https://pay.example.com',
          now: Date.now(),
          random: randomBytes,
        }),
      ),
    ];
    for (const attempt of attempts)
      for (const name of [...OUTSIDERS, nameOf('approver', 'here'), nameOf('admin', 'here')])
        expect(await attempt(name), name).toMatch(/may not change merchants|no user called/);
    const { rows } = await appContext.ledger.db.query(
      `select (select count(*) from payrun.webhook_subscription)::int as subscriptions,
         (select count(*) from payrun.onboarding)::int as links`,
    );
    expect(rows).toEqual([{ subscriptions: 0, links: 0 }]);
    expect((await (await appContext.service('default')).call('listWebhooks', {})).subscriptions).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it('of notifications is for their owner and for an admin of all merchants', async () => {
    const owner = nameOf('viewer', 'here');
    const { ledger } = appContext;
    const reported = async () => {
      const { email, notification_kinds } = (await findUser(ledger.db, owner))!;
      return { email, kinds: notification_kinds };
    };
    const notifications = (email: string) => ({ email, kinds: ['finished'] });
    const channels: Readonly<Record<string, (email: string) => Attempt>> = {
      page: (email) =>
        post('/settings/users/notify', {
          ...{ user: owner, epoch: '0', told: 'chosen', 'kind-finished': 'yes' },
          email,
        }),
      cli: (email) => typed('users', 'notify', owner, '--email', email, '--kinds', 'finished'),
      job: (email) =>
        called((by) => setNotifications({ ...appContext, passwords: cheapPasswords }, by, owner, notifications(email))),
    };
    const nobody = { email: null, kinds: null };
    for (const [channel, attempt] of Object.entries(channels)) {
      for (const name of [
        ...OUTSIDERS.filter((one) => !/^(v|ｖ|auditor)/.test(one)),
        nameOf('approver', 'here'),
        nameOf('admin', 'here'),
      ])
        expect(await attempt('x@example.com')(name), `${name} by ${channel}`).toMatch(
          /may not change users|no user called/,
        );
      expect(await reported(), channel).toEqual(nobody);
      // The page of one's own is the account page.
      for (const name of [nameOf('admin', 'everywhere'), ...(channel === 'page' ? [] : [owner])]) {
        await attempt(`${channel}@example.com`)(name);
        expect(await reported(), `${name} by ${channel}`).toEqual(notifications(`${channel}@example.com`));
        await setUserNotifications(ledger.db, owner, nobody);
      }
    }
    expect(await typed('users', 'notify', '--email', 'own@example.com')(owner)).toContain(
      'gets notifications at own@example.com',
    );
    expect(await reported()).toEqual({ ...nobody, email: 'own@example.com' });
  });

  it('G7: is refused above a limit, and to the maker', async () => {
    const before = await everything();
    const { approve, release, resolve, accept } = ATTEMPTS();
    for (const { permission, channel, attempt } of tried({ approve, release, resolve, accept }))
      expect(await attempt('ten'), `ten: ${permission} by ${channel}`).toContain('is above the limit of 10.00 EUR');
    for (const { permission, channel, attempt } of tried({ approve, release }))
      for (const name of ['mia', 'ＭＩＡ'])
        expect(await attempt(name), `${name}: ${permission} by ${channel}`).toMatch(/created this run/);
    const past = `update payrun.payment set state = 'ready', reason_code = null, released_by = 'ＭＩＡ' where id = $1`;
    await expect(appContext.ledger.db.query(past, [held])).rejects.toMatchObject({
      constraint: 'author_is_not_releaser',
    });
    expect(await everything()).toEqual(before);
  });
});
