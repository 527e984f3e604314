import type { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Action, getPermission } from '../../src/actions/action.ts';
import { ENDPOINT_ACTIONS, RUN_ACTIONS, USER_ACTIONS } from '../../src/actions/actions.ts';
import { exportEntries } from '../../src/actions/journal.ts';
import { changeRules } from '../../src/actions/rules.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { addEndpoint } from '../../src/engine/endpoints/endpoints.ts';
import { planToSubmit, shownPlan } from '../../src/engine/review/submit-run.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { addUser } from '../../src/engine/users/users.ts';
import { findUser, setUserDisabled, USER_ROLES, type UserRole } from '../../src/ledger/users/user.ts';
import { hasRole } from '../../src/permissions/access.ts';
import { permission } from '../../src/permissions/permissions.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { approveRun } from '../support/approve-run.ts';
import { testDatabase } from '../support/database.ts';
import { pastRules } from '../support/past-rules.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { anAdmin, person } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { PASSWORD, signedIn } from '../support/signed-in.ts';
import { withPatience } from '../support/visited-pages.ts';
import { cheapPasswords } from '../support/web-visit.ts';

/** A decision as it is sent by a form, and as it is typed. */
interface Attempt {
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

const SCOPES = { everywhere: null, here: ['default'], elsewhere: ['sandbox'] } as const;
const MANUAL = { 'approval.policy': 'manual' };
const because = 'agreed by phone';
const BECAUSE = ['--because', because];

describe('every decision, by its form and by its command,', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  let appContext: AppContext;
  let app: Hono;
  let visitor = { name: 'root', role: 'admin' as UserRole };
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    const deps = { ...appContext, passwords: cheapPasswords };
    const add = async (name: string, role: UserRole, merchants: readonly string[] | null = null) =>
      addUser(deps, await anAdmin(appContext.ledger), { name, role, merchants, limits: null, password: null });
    await add('root', 'admin');
    await add('mia', 'maker');
    await add('cleo', 'approver');
    for (const role of USER_ROLES)
      for (const [scope, merchants] of Object.entries(SCOPES)) await add(`${role} ${scope}`, role, merchants);
    await add('gone', 'admin');
    await setUserDisabled(appContext.ledger.db, 'gone', new Date());
    // The payout service confirms that it is a sandbox, in which no password is asked for.
    await paid();
    app = createApp([signedIn(() => visitor), pages({ appContext: withPatience(appContext) })], appContext.log);
  });

  const query = (sql: string, of: readonly unknown[] = []) => appContext.ledger.db.query(sql, of);
  const paid = async (line: Parameters<typeof sheetOf>[0][number] = {}, lines = 1) => {
    const tag = `d${++sheets}`;
    const all = Array.from({ length: lines }, (_, i) => ({
      ...{ reference: `${tag}-${i}`, email: `${tag}@example.com`, memo: tag, first: 'Ada', last: tag, ...line },
    }));
    const { run } = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(all)), { env: MANUAL });
    const { rows } = await query('select id, reference, state from payrun.payment where run_id = $1 order by row', [
      run,
    ]);
    const found = rows as { id: string; reference: string; state: string }[];
    return { run, one: found.find(({ state }) => state === 'held') ?? found[0]! };
  };
  const sent = async () => {
    const made = await paid();
    await approveRun(appContext, made.run, { by: person('cleo'), progress: () => {} });
    return made;
  };
  const asked = async () => {
    const file = payroll.sheet(
      `a${++sheets}.csv`,
      sheetOf([{ reference: `a${sheets}`, email: `a${sheets}@example.com` }]),
    );
    const id = await createSheetRun(appContext, {
      file,
      maker: person('mia'),
      dryRun: false,
      confirmed: false,
      ask: true,
    });
    await resumeRuns(appContext, { run: String(id), progress: () => {} });
    return { run: String(id), shown: shownPlan((await planToSubmit(appContext, id))!) };
  };
  const added = async () => {
    const name = `user ${++sheets}`;
    const deps = { ...appContext, passwords: cheapPasswords };
    await addUser(deps, person('root'), { name, role: 'viewer', merchants: null, limits: null, password: null });
    return { name, form: { user: name, epoch: String((await findUser(appContext.ledger.db, name))!.epoch) } };
  };
  const ofUser =
    (action: string, form: Record<string, string>, ...words: string[]) =>
    async (): Promise<Attempt> => {
      const { name, form: shown } = await added();
      return {
        path: `/settings/users/${action}`,
        form: { ...shown, ...form },
        words: ['users', action, name, ...words],
      };
    };
  const anEndpoint = () => ({ name: `endpoint-${++sheets}`, url: 'https://erp.example.com/payrun' });
  const ofEndpoint = (action: string) => async (): Promise<Attempt> => {
    const { name, url } = anEndpoint();
    await addEndpoint(appContext, person('root'), { name, url, types: ['run.canceled'], merchants: ['sandbox'] });
    return { path: `/settings/endpoints/${action}`, form: { name }, words: ['endpoints', action, name] };
  };
  const ofWaiting =
    (name: string, form: Record<string, string>, ...words: string[]) =>
    async (): Promise<Attempt> => {
      const { run } = await paid();
      return { path: `/runs/${run}/${name}`, form, words: [name, run, ...words] };
    };

  /** Each about something of its own, with the event that it writes. */
  const TRIED: Readonly<Record<string, readonly [attempt: () => Promise<Attempt>, event: string | null]>> = {
    submit: [
      async () => {
        const { run, shown } = await asked();
        return { path: `/runs/${run}/submit`, form: { shown }, words: ['submit', run, '--yes'] };
      },
      'confirmed',
    ],
    discard: [
      async () => {
        const { run } = await asked();
        return { path: `/runs/${run}/discard`, words: ['discard', run] };
      },
      'not_paid',
    ],
    approve: [
      async () => {
        const { run } = await paid();
        const { hash } = await approvalSummary(appContext.ledger, run);
        return { path: `/runs/${run}/approve`, form: { hash }, words: ['approve', run, '--yes', '--hash', hash] };
      },
      'batch_approved',
    ],
    reject: [ofWaiting('reject', { because }, ...BECAUSE), 'rejected'],
    rerun: [
      async () => {
        const match = { recipientEmail: `d${sheets + 1}@example.com` };
        await payroll.control('outcomes', [{ match, outcome: 'failed', reason: 'Closed' }]);
        const { run } = await sent();
        return { path: `/runs/${run}/rerun`, form: { state: 'failed' }, words: ['rerun', run, '--yes'] };
      },
      'run_created',
    ],
    withdraw: [ofWaiting('withdraw', { because }, ...BECAUSE), 'withdrawn'],
    stop: [ofWaiting('stop', { because }, ...BECAUSE), 'stopped'],
    reschedule: [ofWaiting('reschedule', { on: '' }, '--now'), null],
    release: [
      async () => {
        const { run, one } = await paid({ amount: '70.10', iban: germanIban(700 + sheets) }, 2);
        return { path: `/payments/${one.id}/release`, words: ['release', one.reference, '--run', run] };
      },
      'released',
    ],
    remove: [
      async () => {
        const { one } = await paid();
        return { path: `/payments/${one.id}/remove`, form: { because }, words: ['remove', one.reference, ...BECAUSE] };
      },
      'removed_from_run',
    ],
    dismiss: [
      async () => {
        const { one } = await paid({ amount: '70.10', iban: germanIban(700 + sheets) }, 2);
        return {
          path: `/payments/${one.id}/dismiss`,
          form: { because },
          words: ['dismiss', one.reference, ...BECAUSE],
        };
      },
      'dismissed',
    ],
    resolve: [
      async () => {
        const { one } = await sent();
        await pastRules(
          appContext.ledger,
          `update payrun.payment set state = 'unknown', final_at = null where id = $1`,
          [one.id],
        );
        return {
          path: `/payments/${one.id}/resolve`,
          form: { paid: 'yes', because },
          words: ['resolve', one.reference, '--paid', ...BECAUSE],
        };
      },
      'resolved',
    ],
    accept: [
      async () => {
        const { one } = await sent();
        await pastRules(appContext.ledger, `update payrun.payment set state = 'discrepancy' where id = $1`, [one.id]);
        return { path: `/payments/${one.id}/accept`, form: { because }, words: ['accept', one.reference, ...BECAUSE] };
      },
      'discrepancy_accepted',
    ],
    adopt: [
      async () => ({
        path: '/settings/batches/adopt',
        form: { merchants: '', batches: '' },
        words: ['adopt', '--yes'],
      }),
      null,
    ],
    rules: [
      async () => {
        const { version } = await appContext.rules();
        const days = String(40 + version);
        return {
          path: '/settings/rules',
          form: { replaces: String(version), duplicateDays: days },
          words: ['rules', 'set', 'duplicateDays', days, '--yes'],
        };
      },
      'rules_changed',
    ],
    export: [
      async () => ({
        path: '/reports/journal/export',
        form: { until: '', merchant: 'default' },
        words: ['journal', '--merchant', 'default'],
      }),
      null,
    ],
    'users add': [
      async () => {
        const name = `user ${++sheets}`;
        return {
          path: '/settings/users/add',
          form: { name, role: 'maker', merchants: 'all', limit: 'none' },
          words: ['users', 'add', name, '--role', 'maker', '--generate'],
        };
      },
      'user_added',
    ],
    'users role': [ofUser('role', { role: 'maker', merchants: 'all', limit: 'none' }, 'maker'), 'user_rights_changed'],
    'users notify': [
      ofUser('notify', { told: 'all', email: 'new@example.com' }, '--email', 'new@example.com'),
      'user_notices_changed',
    ],
    'users password': [ofUser('password', { new: '' }, '--generate'), 'user_password_changed'],
    'users disable': [ofUser('disable', {}), 'user_disabled'],
    'users enable': [ofUser('enable', {}), null],
    'users reset-totp': [ofUser('reset-totp', {}), 'user_codes_removed'],
    'tokens add': [
      async () => {
        const name = `program ${++sheets}`;
        return {
          path: '/settings/tokens/add',
          form: { name, role: 'maker', merchants: 'all', until: '2099-12-31', networks: '' },
          words: ['tokens', 'add', name, '--role', 'maker', '--until', '2099-12-31'],
        };
      },
      'token_added',
    ],
    'tokens revoke': [
      async () => {
        const name = `program ${++sheets}`;
        const program = { name, role: 'viewer', merchants: null, until: '2099-12-31', networks: [] };
        await addProgram(appContext, person('root'), program);
        return { path: '/settings/tokens/revoke', form: { user: name }, words: ['tokens', 'revoke', name] };
      },
      'token_revoked',
    ],
    'endpoints add': [
      async () => {
        const endpoint = anEndpoint();
        return {
          path: '/settings/endpoints/add',
          form: { ...endpoint, types: 'run.*', merchants: 'all' },
          words: ['endpoints', 'add', endpoint.name, '--url', endpoint.url],
        };
      },
      'endpoint_added',
    ],
    'endpoints rotate': [ofEndpoint('rotate'), 'endpoint_rotated'],
    'endpoints remove': [ofEndpoint('remove'), 'endpoint_removed'],
    'endpoints replay': [ofEndpoint('replay'), null],
  };
  const nameOf = (action: Action) => {
    const { of, name, command } = action;
    if (ENDPOINT_ACTIONS.some((one) => one === action)) return command.name!;
    return of === 'user' ? (command.name ?? `users ${name}`) : name;
  };
  const ACTIONS = [...RUN_ACTIONS, changeRules, exportEntries, ...USER_ACTIONS, ...ENDPOINT_ACTIONS];

  const send = async ({ path, form }: Attempt, name: string) => {
    visitor = { name, role: 'admin' };
    const body = new URLSearchParams({ password: PASSWORD, ...form });
    const answer = await app.request(path, { method: 'POST', body });
    const to = new URL(answer.headers.get('location') ?? '/', 'http://localhost');
    return { status: answer.status, said: `${to.searchParams.get('refused') ?? ''} ${await answer.text()}` };
  };
  const type = async ({ words }: Attempt, name: string) => {
    const env = { ...payroll.env(), ...MANUAL, PAYRUN_LOG_LEVEL: 'silent' };
    const { code, stdout, stderr } = await runHere([...words, '--as', name], { cwd: payroll.folder, env });
    return { code, said: `${stdout} ${stderr}` };
  };
  const events = async () =>
    (await query('select kind, chain, seq from payrun.event order by at')).rows as { kind: string; chain: string }[];
  /** Everything that a decision could change. */
  const everything = async () =>
    (
      await query(
        `select (select count(*) from payrun.event)::int as events, (select count(*) from payrun.run)::int as runs,
           (select string_agg(state || id, ',' order by id) from payrun.payment) as payments,
           (select string_agg(name || role || epoch, ',' order by name) from payrun.user_account) as users`,
      )
    ).rows[0];

  it('is tried here', () => {
    expect(Object.keys(TRIED)).toEqual(ACTIONS.map(nameOf));
  });

  it.each(ACTIONS.map((action) => [nameOf(action), action] as const))(
    'G7: to %s is for the roles and merchants of its permission, and is done by both doors alike',
    async (name, action) => {
      const [attempt, event] = TRIED[name]!;
      const { role: least, scope } = permission(getPermission(action));
      const tried = await attempt();
      const before = await everything();
      const others = USER_ROLES.flatMap((role) =>
        Object.entries(SCOPES).flatMap(([where, merchants]) => {
          const isTheirs = merchants === null || (scope === 'merchant' && where === 'here');
          return hasRole(role, least) && isTheirs ? [] : `${role} ${where}`;
        }),
      );
      for (const who of [...others, 'gone', 'nobody']) {
        expect((await send(tried, who)).said, `${who} by the form`).toMatch(/may not /);
        expect((await type(tried, who)).said, `${who} by the command`).toMatch(/may not |no user called/);
      }
      expect(await everything()).toEqual(before);
      const who = scope === 'installation' || action.of === 'user' ? 'root' : `${least} here`;
      for (const door of ['form', 'command'] as const) {
        // What others could not do, the first one can.
        const one = door === 'form' ? tried : await attempt();
        const known = (await events()).length;
        if (door === 'form') {
          const { status, said } = await send(one, who);
          if (name !== 'adopt') expect(status, said).toBeOneOf([200, 303]);
        } else {
          const { code, said } = await type(one, who);
          expect(code, said).toBeOneOf([0, 3, 4]);
        }
        const kinds = (await events()).slice(known).map(({ kind }) => kind);
        if (event !== null) expect(kinds, `the ${door}`).toContain(event);
      }
    },
  );
});
