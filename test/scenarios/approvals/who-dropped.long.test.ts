import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { FileOwners } from '../../../src/engine/inbox/file-maker.ts';
import type { NotificationContent } from '../../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../../src/engine/notifications/notification-templates.ts';
import { writeNotifications } from '../../../src/engine/notifications/write-notifications.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { executeSheet } from '../../../src/engine/runs/execute-run.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import type { UserRole } from '../../../src/ledger/users/user.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { removeInbox, type TestInbox, testInbox } from '../../engine/inbox/inbox-folder.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { anAdmin, person } from '../../support/person.ts';
import { runHere } from '../../support/run-here.ts';
import { signedIn } from '../../support/signed-in.ts';
import { addTestMerchant } from '../../support/test-run.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

const MANUAL = { 'approval.policy': 'manual' };
const carry = { progress: () => {} };
const TWO = 'The person who dropped this file is unknown, so two approvers are required.';

/**
 * The account that owns what is dropped here. The administrator owns everything on some network mounts, so it has to be
 * another one.
 */
const OWNER = process.getuid!() === 0 ? 4_711 : process.getuid!();

describeDatabases('the user who drops a sheet into the inbox', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let inbox: TestInbox;
  let app: Hono;
  let n = 0;
  const open: TestInbox[] = [];

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    await appContext.service(appContext.defaultMerchant);
    app = createApp([signedIn(() => ({ name: 'cleo', role: 'approver' })), pages({ appContext })], appContext.log);
    const deps = { ...appContext, passwords: cheapPasswords };
    const add = async (name: string, role: UserRole, osUser: string | null = null, merchants: string[] | null = null) =>
      addUser(deps, await anAdmin(appContext.ledger), { name, role, merchants, limits: null, password: null, osUser });
    await add('root-admin', 'admin');
    await add('anna', 'approver');
    await add('bert', 'approver', 'svc-bert');
    await add('cleo', 'approver');
    await add('dora', 'approver');
    await add('vera', 'viewer');
    await addTestMerchant(appContext.ledger, 'other');
    await add('otto', 'maker', null, ['other']);
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await removeInbox(one);
  });

  const rowOf = (more: Readonly<Record<string, string>> = {}) => {
    n += 1;
    return { reference: `D-${n}`, email: `drop${n}@example.com`, amount: '20.00', ...more };
  };
  /** As the file system says it: the file is real, and so is its owner. Only what the owner is called is said here. */
  const ownersOf = (account: string, { own = OWNER + 1, silent = [] }: Drop = {}): FileOwners => ({
    own,
    silent,
    nameOf: async (uid) => {
      expect(uid).toBe(OWNER);
      return account;
    },
  });
  interface Drop {
    readonly folder?: string;
    readonly own?: number;
    readonly silent?: readonly number[];
    readonly mode?: number;
    readonly sheet?: string;
  }
  /** The texts that are written now about a run. */
  const notified = async (run: string) => {
    const notifications = { ...appContext.config.notifications, to: { default: ['ann@example.com'] } };
    await writeNotifications(
      { ...appContext, config: { ...appContext.config, notifications } },
      new AbortController().signal,
    );
    const { rows } = await appContext.ledger.db.query<{ content: NotificationContent }>(
      `select content from payrun.notification where run_id = $1 and kind = 'needs_approval' order by id`,
      [run],
    );
    return rows.map(({ content }) => notificationText('needs_approval', content, null).text);
  };
  /** Drops a sheet as an account, and carries its run to where someone has to approve it. Null: there is no run. */
  const drop = async (account: string, given: Drop = {}) => {
    const { folder = '', mode = 0o640, sheet = sheetOf([rowOf()]) } = given;
    inbox = testInbox(appContext);
    open.push(inbox);
    const path = inbox.drop(join(folder, `s${++n}.csv`), sheet);
    if (process.getuid!() === 0) chownSync(path, OWNER, OWNER);
    chmodSync(path, mode);
    await inbox.pass(3, { owners: ownersOf(account, given) });
    const [run] = inbox.queued;
    if (run === undefined) return null;
    await executeSheet(inbox.appContext, BigInt(run), { confirm: null, ...carry });
    return run;
  };
  const approve = (by: string, run: string) => approveRun(appContext, run, { by: person(by), ...carry });
  const made = async (run: string) => {
    const { maker, unknown_maker } = await getRun(appContext.ledger.db, run);
    return { maker, unknown: unknown_maker };
  };
  const droppedBy = async (run: string) =>
    (await appContext.ledger.db.query('select dropped_by from payrun.inbox_file where run_id = $1', [run])).rows[0];

  it('G8: is its maker and does not approve it, by name and by the account that an admin assigned', async () => {
    for (const [account, user] of [
      ['anna', 'anna'],
      ['svc-bert', 'bert'],
    ] as const) {
      const run = (await drop(account))!;
      expect(await made(run)).toEqual({ maker: user, unknown: null });
      expect(await droppedBy(run)).toEqual({ dropped_by: user });
      await expect(approve(user, run)).rejects.toMatchObject({ code: 'maker_is_approver' });
      expect(await approve('cleo', run)).toMatchObject({ state: 'done', counts: { processed: 1 } });
      // The audit log has the accounts and the machine.
      const { rows } = await appContext.ledger.db.query<{ who: string }>(
        `select concat(data->>'osUser', ' on ', data->>'host') as who from payrun.event where chain = $1`,
        [`run-${run}`],
      );
      for (const who of [account, 'tester']) expect(rows).toContainEqual({ who: `${who} on ${hostname()}` });
    }
  });

  const UNKNOWN: readonly [what: string, why: string, account: string, drop: Drop][] = [
    ['a file that Payrun itself copied', 'owner_silent', 'anna', { own: OWNER }],
    [
      'a file that Payrun itself copied, in the folder of a user',
      'owner_silent',
      'anna',
      { own: OWNER, folder: 'anna' },
    ],
    ['a file of nobody', 'owner_silent', 'anna', { silent: [OWNER] }],
    ['a file of an account that is no one here', 'no_user', 'stranger', {}],
    ['a file of an account named like a user who has another one', 'no_user', 'bert', {}],
    ['a file that everybody may write', 'others_may_write', 'anna', { mode: 0o666 }],
    ['a file in the folder of another user', 'folder_disagrees', 'anna', { folder: 'cleo' }],
  ];
  it.each(UNKNOWN)('G8: is unknown for %s, and two must approve it', async (_, why, account, given) => {
    const run = (await drop(account, given))!;
    expect(await made(run)).toEqual({ maker: 'inbox', unknown: why });
    expect(await droppedBy(run)).toEqual({ dropped_by: null });
    const { why: whyTwo, batches } = await approvalSummary(appContext.ledger, run);
    expect(whyTwo.join(' ')).toContain(TWO);
    expect(batches.map(({ approversNeeded }) => approversNeeded)).toEqual([2]);
  });

  it('G8: is unknown: every channel says so and why, and one user is not both approvers', async () => {
    const given = { folder: 'cleo' };
    const run = (await drop('anna', given))!;

    // Page, command line, the notification and the note beside the sheet say why.
    expect(await (await app.request(`/runs/${run}/approve`)).text()).toContain(TWO);
    const env = { ...payroll.env(), PAYRUN_LOG_LEVEL: 'silent' };
    const shown = await runHere(['approve', run, '--dry-run', '--as', 'cleo'], { cwd: payroll.folder, env });
    expect(shown.stdout).toContain(TWO);
    expect((await getRun(appContext.ledger.db, run)).note).toContain(TWO);
    await inbox.pass(2, { owners: ownersOf('anna', given) });
    const place = [given.folder, 'processing'];
    const waiting = inbox.list(...place).find((name) => name.endsWith('.waiting.txt'))!;
    expect(readFileSync(join(inbox.folder, ...place, waiting), 'utf8')).toContain(TWO);

    expect((await notified(run)).at(-1)).toContain(TWO);

    expect(await approve('anna', run)).toMatchObject({ state: 'waiting_approval', counts: { batched: 1 } });
    expect((await notified(run)).at(-1)).toContain(`This run has one of its two approvals. ${TWO}`);
    await expect(approve('anna', run)).rejects.toMatchObject({ code: 'approver_is_same' });
    expect((await getRun(appContext.ledger.db, run)).note).toBe(
      `anna approved. ${TWO} Another approver must sign off.`,
    );
    expect(await approve('cleo', run)).toMatchObject({ state: 'done', counts: { processed: 1 } });
  });

  it('is known by the folder of a user if a network mount hides the owner, also below a merchant', async () => {
    for (const folder of ['anna', join(appContext.defaultMerchant, 'anna')]) {
      const run = (await drop('?', { folder, silent: [OWNER], mode: 0o777 }))!;
      expect(await made(run)).toEqual({ maker: 'anna', unknown: null });
      expect((await getRun(appContext.ledger.db, run)).merchant_id).toBe(appContext.defaultMerchant);
      await expect(approve('anna', run)).rejects.toMatchObject({ code: 'maker_is_approver' });
      expect(await approve('cleo', run)).toMatchObject({ state: 'done' });
      await inbox.pass();
      expect(inbox.list(folder, 'done').some((name) => name.endsWith('.results.xlsx'))).toBe(true);
    }
  });

  it('needs the role and the merchant for it; otherwise nothing is paid, and the note beside the sheet gives the reason', async () => {
    for (const [user, why] of [
      ['vera', 'vera may not submit a sheet: it requires the role maker, not viewer.'],
      ['otto', `otto may not submit a sheet: they do not have access to merchant ${appContext.defaultMerchant}.`],
    ] as const) {
      expect(await drop(user, { folder: appContext.defaultMerchant })).toBeNull();
      const failed = [appContext.defaultMerchant, 'failed'];
      const note = inbox.list(...failed).find((name) => name.endsWith('.why.txt'))!;
      expect(readFileSync(join(inbox.folder, ...failed, note), 'utf8')).toContain(why);
    }
  });

  it('G7: and released changed bank details is not their only approver', async () => {
    const row = rowOf();
    const paid = (await drop('anna', { sheet: sheetOf([row]) }))!;
    await approve('cleo', paid);
    const changed = { ...row, reference: `${row.reference}-next`, iban: germanIban(4_000 + n), amount: '31.00' };
    const run = (await drop('anna', { sheet: sheetOf([changed]) }))!;
    const { rows } = await appContext.ledger.db.query<{ id: string }>(
      `select id from payrun.payment where reference = $1`,
      [changed.reference],
    );
    expect(await (await app.request(`/payments/${rows[0]!.id}`)).text()).toContain('is then the first of two');
    await releasePayments(
      appContext,
      [changed.reference],
      person('cleo'),
      run,
      'Called Mara on the number in her contract.',
    );
    await resumeRuns(appContext, { run, ...carry });
    const page = async () => (await app.request(`/runs/${run}/approve`)).text();
    const sentence =
      'You released a payment to changed bank details in this run, so your approval counts as the first of two.';
    expect(await page()).toContain(sentence);
    expect(await approve('cleo', run)).toMatchObject({ state: 'waiting_approval' });
    expect((await notified(run)).at(-1)).toContain(
      'The first approver released a payment to changed bank details in this run',
    );
    expect((await getRun(appContext.ledger.db, run)).note).toContain(
      'cleo released a payment to changed bank details in this run',
    );
    await expect(approve('cleo', run)).rejects.toMatchObject({ code: 'approver_is_same' });
    expect(await approve('dora', run)).toMatchObject({ state: 'done', counts: { processed: 1 } });
  });
});
