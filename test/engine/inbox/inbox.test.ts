import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { realDisk } from '../../../src/engine/inbox/inbox-disk.ts';
import { inboxState } from '../../../src/engine/inbox/inbox-state.ts';
import { startInbox } from '../../../src/engine/inbox/start-inbox.ts';
import { writeRunResults } from '../../../src/engine/runs/report-run.ts';
import { outdateCopies } from '../../../src/ledger/operations/inbox-file.ts';
import { unreportedRuns } from '../../../src/ledger/runs/run-looks.ts';
import { merchantKeysPlace } from '../../../src/ledger/vault/sealed-place.ts';
import type { RunStatus } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { setRunStatus } from '../../support/set-run-status.ts';
import { testFolder } from '../../support/test-folder.ts';
import { diskError, diskWith, newSheet, removeInbox, type TestInbox, testInbox } from './inbox-folder.ts';

const DAY = /^\d{4}-\d\d-\d\d /;

describeDatabases('the inbox', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const open: TestInbox[] = [];
  beforeAll(async () => {
    appContext = await payroll.appContext();
    // The merchant of this payroll's keys, and one more.
    await appContext.service(appContext.defaultMerchant);
    await appContext.ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp, keys_sealed) values ('acme', 'sandbox', 'US', $2, $1)`,
      [
        appContext.ledger.vault.seal('{"accessKey":"a","secretKey":"b"}', merchantKeysPlace('acme')),
        appContext.ledger.vault.fingerprint('merchant.access', 'a'),
      ],
    );
  });
  afterEach(async () => {
    for (const inbox of open.splice(0)) await removeInbox(inbox);
  });
  const newInbox = (env?: Record<string, string>, context = appContext) => {
    const inbox = testInbox(context, env);
    open.push(inbox);
    return inbox;
  };
  const db = () => appContext.ledger.db;
  /** What a worker leaves: all is taken in and stands there. */
  const stand = async (run: string, status: RunStatus | 'ended', note: string | null = null) => {
    await db().query(`update payrun.run set intake_at = now(), rows_in = 1, totals_in = '{}' where id = $1`, [run]);
    await setRunStatus(db(), run, status, note);
  };
  const runsCalled = async (name: string) =>
    (
      await db().query<{ id: bigint; merchant: string; options: { file: string }; maker: string; confirmed: boolean }>(
        `select r.id, r.merchant_id as merchant, r.options, r.maker, r.confirmed_at is not null as confirmed
         from payrun.run r join payrun.sheet s on s.id = r.sheet_id where s.name like '%' || $1 order by r.id`,
        [name],
      )
    ).rows;
  const undated = (names: readonly string[]) =>
    names.map((name) => name.replace(DAY, '').replace(/run-\d+/, 'run-N')).sort();

  it('takes a file, has its run created and queued, and moves it with its results to its final folder', async () => {
    const inbox = newInbox();
    const content = newSheet();
    inbox.drop('taken.csv', content);
    await inbox.pass(1);
    // One look says nothing of whether it grows.
    expect(inbox.list()).toEqual(['taken.csv']);
    await inbox.pass(1);
    const [run] = await runsCalled('taken.csv');
    expect(run).toMatchObject({ merchant: appContext.defaultMerchant, maker: 'inbox', confirmed: true });
    expect(inbox.queued).toEqual([String(run!.id)]);
    expect(inbox.list()).toEqual(['processing']);
    expect(undated(inbox.list('processing'))).toEqual(['taken.csv.waiting.txt']);
    expect(inbox.list('processing')[0]).toMatch(DAY);
    await inbox.pass();
    expect(inbox.list('done')).toEqual([]);

    await stand(String(run!.id), 'ended');
    // Whoever carried it out leaves the results to the process with the inbox.
    expect(await writeRunResults(appContext, run!.id)).toBeNull();
    expect(await unreportedRuns(db())).not.toContain(run!.id);
    await inbox.pass(1);
    expect(undated(inbox.list('done'))).toEqual(['taken.csv', 'taken.run-N.results.csv', 'taken.run-N.results.xlsx']);
    expect(inbox.list()).toEqual(['done', 'processing']);
    expect(inbox.list('processing')).toEqual([]);
    expect(readFileSync(join(inbox.folder, 'done', inbox.list('done')[0]!), 'utf8')).toBe(content);
    expect(await unreportedRuns(db())).not.toContain(run!.id);
    // If they change later, they are written to the home, and copied there again; what lies there is not read for it.
    for (const name of inbox.list('done')) writeFileSync(join(inbox.folder, 'done', name), 'changed by hand');
    // Its payments were on hold, and a user has released them.
    writeFileSync(join(inbox.folder, 'done', `${inbox.list('done')[0]!}.note.txt`), '1 on hold');
    const results = await writeRunResults(appContext, run!.id);
    expect(results).toMatch(/results\/[\d-]+ taken\.run-\d+\.results\.xlsx$/);
    expect(results).toContain(appContext.config.home);
    await inbox.pass(1);
    expect(undated(inbox.list('done'))).toEqual(['taken.csv', 'taken.run-N.results.csv', 'taken.run-N.results.xlsx']);
    expect(readFileSync(join(inbox.folder, 'done', inbox.list('done')[0]!), 'utf8')).toBe(content);
    expect(
      readFileSync(join(inbox.folder, 'done', inbox.list('done')[2]!))
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const { rows: events } = await db().query<{ kind: string }>(
      `select kind from payrun.event where chain = 'system' and data->>'source' = 'taken.csv' order by seq`,
    );
    expect(events.map(({ kind }) => kind)).toEqual(['inbox_taken', 'inbox_done']);
  });

  it('G4: writes the copies once more if the results change while it writes them', async () => {
    const inbox = newInbox();
    inbox.drop('twice-changed.csv');
    await inbox.pass();
    const [run] = await runsCalled('twice-changed.csv');
    await stand(String(run!.id), 'ended');
    await inbox.pass(1);
    const outdated = async () =>
      (await db().query('select 1 from payrun.inbox_file where run_id = $1 and outdated', [run!.id])).rows.length > 0;
    await outdateCopies(db(), run!.id);
    const whileWriting = diskWith({
      write: async (...given) => {
        await outdateCopies(db(), run!.id);
        await realDisk.write(...given);
      },
    });
    await inbox.pass(1, { disk: whileWriting });
    expect(await outdated()).toBe(true);
    await db().query('update payrun.inbox_file set lease_until = now() where run_id = $1', [run!.id]);
    await inbox.pass(1);
    expect(await outdated()).toBe(false);
  });

  const NAMES = [
    'with spaces .csv',
    'Löhne März – €.csv',
    'line\nbreak.csv',
    '-rf.csv',
    '--help.csv',
    'quote\'".csv',
    'C:\\Users\\mia\\june.csv',
    'CON.csv',
    'JUNE.CSV',
    `${'x'.repeat(251)}.csv`,
    `${'ü'.repeat(125)}.csv`,
    '%s$(reboot)`id`.csv',
    'processing.csv',
    '2026.11.csv',
  ];
  it('takes files with any name', async () => {
    const inbox = newInbox();
    const contents = NAMES.map((name) => readFileSync(inbox.drop(name), 'utf8'));
    await inbox.pass();
    expect(inbox.list()).toEqual(['processing']);
    expect(inbox.queued).toHaveLength(NAMES.length);
    for (const run of inbox.queued) await stand(run, 'ended');
    await inbox.pass(1);
    const done = inbox.list('done').filter((name) => !name.includes('.results.'));
    expect(done.map((name) => readFileSync(join(inbox.folder, 'done', name), 'utf8')).sort()).toEqual(contents.sort());
    expect(inbox.list('done')).toHaveLength(3 * NAMES.length);
    expect(inbox.list('processing')).toEqual([]);
  });

  it('leaves files that are no sheet or incomplete, and names them if that helps', async () => {
    const inbox = newInbox();
    for (const name of [
      '.hidden.csv',
      '~$june.xlsx',
      'june.csv.part',
      'june.tmp',
      'june.crdownload',
      'README.txt',
      'june.control.json',
    ])
      inbox.drop(name);
    await inbox.pass(3);
    expect(inbox.list()).toHaveLength(7);
    expect(inbox.issues()).toEqual([
      { code: 'inbox_no_sheet', file: 'README.txt' },
      { code: 'inbox_sidecar_alone', file: 'june.control.json' },
    ]);
    expect(inbox.queued).toEqual([]);
  });

  it('takes a growing file only when it has stopped growing, and an empty one after it stayed empty for long', async () => {
    const inbox = newInbox();
    const path = inbox.drop('slow.csv', '');
    inbox.drop('empty.csv', '');
    const content = newSheet(2);
    for (let at = 0; at < content.length; at += 100) {
      appendFileSync(path, content.slice(at, at + 100));
      await inbox.pass(1);
      expect(inbox.list()).toContain('slow.csv');
    }
    await inbox.pass(1);
    expect(undated(inbox.list('processing'))).toEqual(['slow.csv.waiting.txt']);
    expect(undated(inbox.list('failed'))).toEqual(['empty.csv', 'empty.csv.why.txt']);
    expect(readFileSync(join(inbox.folder, 'failed', inbox.list('failed')[1]!), 'utf8')).toMatch(
      /empty\.csv is empty\./,
    );
  });

  it('waits for the marker file if one is configured, and removes it', async () => {
    const inbox = newInbox({ PAYRUN_INBOX_MARKER: 'done' });
    inbox.drop('marked.csv');
    await inbox.pass();
    expect(inbox.list()).toEqual(['marked.csv']);
    inbox.drop('marked.csv.done', '');
    await inbox.pass();
    expect(inbox.list()).toEqual(['processing']);
    expect(inbox.queued).toHaveLength(1);
  });

  it('takes a control total with its sheet, even one that two sheets share, and enforces it', async () => {
    const inbox = newInbox();
    const control = '{"rows": 9, "totals": {"EUR": "1.00"}}';
    inbox.drop('own.csv');
    inbox.drop('own.csv.control.json', control);
    const shared = [inbox.drop('both.csv'), inbox.drop('both.tsv')];
    inbox.drop('both.control.json', control);
    expect(shared).toHaveLength(2);
    await inbox.pass();
    expect(inbox.list()).toEqual(['processing']);
    for (const name of ['own.csv', 'both.csv', 'both.tsv']) {
      const { rows } = await db().query<{ control: unknown[] }>(
        `select s.understood->'control' as control from payrun.sheet s where s.name like '%' || $1`,
        [name],
      );
      expect(rows.map((row) => row.control)).toEqual([
        [{ from: 'sidecar', rows: 9, totals: [{ currency: 'EUR', amount: '1.00' }] }],
      ]);
    }
    for (const run of inbox.queued) await stand(run, 'ended');
    await inbox.pass(1);
    expect(inbox.list('processing')).toEqual([]);
    expect(inbox.list('done').filter((name) => name.endsWith('.control.json'))).toHaveLength(3);
  });

  it('G1: lets only the merchant pay whose folder has the sheet, and names folders of nobody', async () => {
    const inbox = newInbox();
    inbox.drop('acme/mine.csv');
    inbox.drop(
      'acme/other.csv',
      newSheet()
        .replace(/^(.*)\n/, 'merchant,$1\n')
        .replace(/\nDROP/, `\n${appContext.defaultMerchant},DROP`),
    );
    inbox.drop('acme/older/below.csv');
    inbox.drop('globex/lost.csv');
    inbox.drop('x.csv/inside.csv');
    await inbox.pass();
    expect(inbox.issues()).toEqual([
      { code: 'inbox_sub_folder', file: 'acme/older' },
      { code: 'inbox_folder_unknown', file: 'globex' },
      { code: 'inbox_folder_unknown', file: 'x.csv' },
    ]);
    expect(inbox.list('globex')).toEqual(['lost.csv']);
    expect(undated(inbox.list('acme', 'processing'))).toEqual(['mine.csv.waiting.txt', 'other.csv.waiting.txt']);
    expect((await runsCalled('mine.csv'))[0]).toMatchObject({ merchant: 'acme' });
    // Its rows name someone else; they are refused when it is taken in, for the run has no leave to pay by row.
    expect((await runsCalled('other.csv'))[0]).toMatchObject({ merchant: 'acme', options: { onInvalid: 'skip' } });
    expect((await runsCalled('other.csv'))[0]!.options).not.toHaveProperty('byRow');
    const state = await inboxState(inbox.appContext);
    expect(state).toMatchObject({
      waiting: 0,
      processing: 2,
      strangers: [
        { folder: 'globex', sheets: 1 },
        { folder: 'x.csv', sheets: 1 },
      ],
    });
    expect(state!.folders.map(({ folder, writable }) => [folder, writable])).toEqual([
      ['', true],
      ['acme', true],
    ]);
  });

  it('follows no link', async () => {
    const inbox = newInbox();
    const outside = payroll.sheet('outside.csv', newSheet());
    symlinkSync(outside, join(inbox.folder, 'link.csv'));
    symlinkSync(payroll.folder, join(inbox.folder, 'acme'));
    mkdirSync(join(inbox.folder, appContext.defaultMerchant));
    symlinkSync(payroll.folder, join(inbox.folder, appContext.defaultMerchant, 'failed'));
    inbox.drop(`${appContext.defaultMerchant}/held.csv`, '');
    inbox.drop('held2.csv');
    symlinkSync(outside, join(inbox.folder, 'held2.csv.control.json'));
    await inbox.pass(30);
    expect(inbox.queued).toEqual([]);
    expect(
      inbox
        .issues()
        .map(({ code, file }) => `${code} ${file}`)
        .sort(),
    ).toEqual(
      [
        `inbox_disk ${appContext.defaultMerchant}`,
        'inbox_symlink acme',
        `inbox_symlink ${appContext.defaultMerchant}/failed`,
        'inbox_symlink held2.csv.control.json',
        'inbox_symlink link.csv',
      ].sort(),
    );
    expect(existsSync(outside)).toBe(true);
    expect(readdirSync(payroll.folder).filter((name) => name.includes('held.csv'))).toEqual([]);
  });

  it('takes no file with a second name elsewhere until that is gone', async () => {
    const inbox = newInbox();
    const outside = payroll.sheet('outside-linked.csv', newSheet());
    linkSync(outside, join(inbox.folder, 'linked.csv'));
    await inbox.pass(3);
    expect(inbox.queued).toEqual([]);
    expect(inbox.issues().map(({ code, file }) => `${code} ${file}`)).toEqual(['inbox_hard_link linked.csv']);
    rmSync(outside);
    await inbox.pass(3);
    expect(inbox.queued).toHaveLength(1);
  });

  it('never overwrites a file of the same name', async () => {
    const inbox = newInbox();
    const contents: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      contents.push(readFileSync(inbox.drop('same.csv'), 'utf8'));
      await inbox.pass();
      if (n === 0) await stand(inbox.queued[0]!, 'ended');
      if (n === 0) await inbox.pass(1);
    }
    const [second] = inbox.list('processing').map((name) => name.replace('.waiting.txt', ''));
    expect(second).toMatch(/ same \(2\)\.csv$/);
    // Someone puts a file where the next one would go to.
    writeFileSync(join(inbox.folder, 'done', second!), 'by hand');
    await stand(inbox.queued[1]!, 'ended');
    await stand(inbox.queued[2]!, 'ended');
    await inbox.pass(1);
    const done = inbox.list('done').filter((name) => !name.includes('.results.'));
    expect(done.map((name) => readFileSync(join(inbox.folder, 'done', name), 'utf8')).sort()).toEqual(
      [...contents, 'by hand'].sort(),
    );
    expect(undated(done)).toContain('same (2) (2).csv');
  });

  it('G1: gives each file to one of two processes that watch the same folder', async () => {
    const inbox = newInbox();
    for (let n = 0; n < 12; n += 1) inbox.drop(`two-${n}.csv`);
    const other = testInbox(appContext);
    open.push(other);
    const { inbox: _, ...config } = other.appContext.config;
    const theirs = {
      appContext: { ...other.appContext, config: { ...config, inbox: inbox.folder } },
      inbox: inbox.folder,
    };
    await Promise.all([inbox.pass(1), other.pass(1, theirs)]);
    await Promise.all([inbox.pass(1), other.pass(1, theirs)]);
    await Promise.all([inbox.pass(1), other.pass(1, theirs)]);
    expect(undated(inbox.list('processing'))).toHaveLength(12);
    const { rows } = await db().query<{ runs: number; sheets: number }>(
      `select count(*)::int as runs, count(distinct s.name)::int as sheets from payrun.run r join payrun.sheet s on s.id = r.sheet_id
       where s.name like '% two-%'`,
    );
    expect(rows[0]).toEqual({ runs: 12, sheets: 12 });
    for (const run of new Set([...inbox.queued, ...other.queued])) await stand(run, 'ended');
    await Promise.all([inbox.pass(1), other.pass(1, theirs)]);
    expect(inbox.list('processing')).toEqual([]);
    expect(inbox.list('done')).toHaveLength(36);
  });

  it.each(['EACCES', 'ENOSPC'])('G1: reports %s once, loses nothing, and continues when it is over', async (code) => {
    const inbox = newInbox();
    inbox.drop('a.csv');
    inbox.drop('b.csv');
    inbox.drop('acme/c.csv');
    const disk = diskWith({
      rename: (from, to) =>
        /\/[ab]\.csv$/.test(from) ? Promise.reject(diskError(code)) : diskWith({}).rename(from, to),
    });
    await inbox.pass(3, { disk });
    expect(inbox.issues()).toEqual([{ code: 'inbox_disk', file: '' }]);
    expect(inbox.list()).toEqual(['a.csv', 'acme', 'b.csv']);
    // What stays where it is, is not paid, or it would be paid with every pass. Another folder is on another disk, or has other rights.
    expect(inbox.queued).toHaveLength(1);
    await inbox.pass();
    expect(inbox.issues()).toEqual([]);
    expect(inbox.queued).toHaveLength(3);
  });

  it('shows that a file is not finished on a full disk until its results are written', async () => {
    const inbox = newInbox();
    inbox.drop('full.csv');
    await inbox.pass();
    await stand(inbox.queued[0]!, 'ended');
    mkdirSync(join(inbox.folder, 'done'));
    const disk = diskWith({ write: () => Promise.reject(diskError('ENOSPC')) });
    await inbox.pass(2, { disk });
    expect(inbox.issues()).toEqual([{ code: 'inbox_disk', file: '' }]);
    expect(undated(inbox.list('processing'))).toEqual(['full.csv.waiting.txt']);
    expect(inbox.list('done')).toEqual([]);
    await inbox.pass(1);
    expect(undated(inbox.list('done'))).toEqual(['full.csv', 'full.run-N.results.csv', 'full.run-N.results.xlsx']);
  });

  it('waits for an inbox that disappears, and continues when it is back', async () => {
    const inbox = newInbox();
    inbox.drop('kept.csv');
    await inbox.pass();
    const away = `${inbox.folder}.away`;
    renameSync(inbox.folder, away);
    await expect(inbox.pass(1)).rejects.toThrow('ENOENT');
    expect(await inboxState(inbox.appContext)).toMatchObject({ issues: [{ code: 'inbox_away' }], processing: 0 });
    // Its mount is away, and the empty folder below it is there.
    mkdirSync(inbox.folder);
    await stand(inbox.queued[0]!, 'ended');
    await expect(inbox.pass(1)).rejects.toMatchObject({ code: 'ENOTCONN' });
    await inbox.restart();
    await expect(inbox.pass(1)).rejects.toMatchObject({ code: 'ENOTCONN' });
    rmSync(inbox.folder, { recursive: true });
    renameSync(away, inbox.folder);
    await inbox.pass(1);
    expect(undated(inbox.list('done'))).toContain('kept.csv');
    expect(await runsCalled('kept.csv')).toHaveLength(1);
  });

  it('continues if its id is removed, also in a new process', async () => {
    const inbox = newInbox();
    inbox.drop('nameless.csv');
    await inbox.pass();
    rmSync(join(inbox.folder, '.payrun-inbox'));
    await inbox.restart();
    await stand(inbox.queued[0]!, 'ended');
    await inbox.pass();
    expect(undated(inbox.list('done'))).toContain('nameless.csv');
  });

  it('remembers its id in a home that nothing else has created, as with PostgreSQL', async () => {
    const home = join(testFolder(), 'data', 'payrun');
    const inbox = newInbox({}, { ...appContext, config: { ...appContext.config, home } });
    inbox.drop('home.csv');
    await inbox.pass();
    expect(inbox.queued).toHaveLength(1);
    expect(readdirSync(home)).toEqual([expect.stringMatching(/^inbox-.+\.id$/)]);
  });

  it('says beside a file what it waits for, as long as it waits', async () => {
    const inbox = newInbox();
    inbox.drop('waits.csv');
    await inbox.pass();
    const [run] = inbox.queued as [string];
    const note = () => {
      const [name] = inbox.list('processing').filter((one) => one.endsWith('.waiting.txt'));
      return name === undefined ? null : readFileSync(join(inbox.folder, 'processing', name), 'utf8');
    };
    expect(note()).toMatch(/Payrun is processing this file\./);
    await stand(run, 'awaiting_approval', null);
    await inbox.pass(1);
    expect(note()).toMatch(/^[\d-]{10} waits\.csv\n\nRun \d+\nAwaiting approval\.\nApprove or reject it on its page/);
    await stand(run, 'insufficient_funds', 'Waits for EUR 20.');
    await inbox.pass(1);
    expect(note()).toMatch(/Awaiting funds.*\nWaits for EUR 20\./);
    await stand(run, 'processing');
    await inbox.pass(1);
    expect(note()).toMatch(/being processed/);
    await stand(run, 'ended');
    await inbox.pass(1);
    expect(inbox.list('processing')).toEqual([]);
    expect(undated(inbox.list('done'))).toHaveLength(3);
  });

  it('returns a file although someone removed the folder of its note while it was processed', async () => {
    const inbox = newInbox();
    const content = newSheet();
    inbox.drop('removed.csv', content);
    await inbox.pass();
    rmSync(join(inbox.folder, 'processing'), { recursive: true });
    await stand(inbox.queued[0]!, 'ended');
    await inbox.pass(1);
    const name = inbox.list('done').find((one) => one.endsWith('removed.csv'))!;
    expect(readFileSync(join(inbox.folder, 'done', name), 'utf8')).toBe(content);
  });

  it('leaves a run to the workers although it could not wake them', async () => {
    const inbox = newInbox();
    inbox.drop('forgotten.csv');
    await inbox.pass(2, { enqueue: () => Promise.reject(diskError('ECONNREFUSED')) }).catch(() => {});
    await inbox.pass(2);
    const [run, ...others] = await runsCalled('forgotten.csv');
    expect(others).toEqual([]);
    const { rows } = await appContext.ledger.db.query('select look_at from payrun.run where id = $1', [run!.id]);
    expect(rows).toEqual([{ look_at: expect.any(Date) }]);
  });

  it('scans 1,000 files quickly, and takes the oldest first', async () => {
    const inbox = newInbox();
    for (let n = 0; n < 1_000; n += 1) inbox.drop(`many-${String(n).padStart(4, '0')}.csv`, 'x');
    const stop = new AbortController();
    let taken = 0;
    const disk = diskWith({
      async rename(from, to) {
        await diskWith({}).rename(from, to);
        taken += 1;
        if (taken === 5) stop.abort();
      },
    });
    await inbox.pass(1);
    await inbox.pass(1, { disk, signal: stop.signal }).catch(() => {});
    const left = inbox.list().filter((name) => name.startsWith('many'));
    expect(left).toHaveLength(995);
    expect(left[0]).toBe('many-0005.csv');
    expect(await inboxState(inbox.appContext)).toMatchObject({ waiting: 995 });
  });

  it('is refused if none is configured', async () => {
    await expect(startInbox(appContext)).rejects.toMatchObject({ code: 'usage' });
    expect(await inboxState(appContext)).toBeNull();
  });

  it('moves a sheet that was already paid to done, and says so', async () => {
    const inbox = newInbox();
    const content = sheetOf(people(2, (n) => ({ reference: `TWICE-${n}`, email: `twice${n}@example.com` })));
    const { executeSheet } = await import('../../../src/engine/runs/execute-run.ts');
    for (const name of ['first.csv', 'again.csv']) {
      inbox.drop(name, content);
      await inbox.pass();
      await executeSheet(appContext, BigInt(inbox.queued.at(-1)!), { confirm: null, progress: () => {} });
      await inbox.pass(1);
    }
    expect(undated(inbox.list('done').filter((name) => !name.includes('.results.')))).toEqual([
      'again.csv',
      'again.csv.note.txt',
      'first.csv',
    ]);
    const note = inbox.list('done').find((name) => name.endsWith('.note.txt'))!;
    expect(readFileSync(join(inbox.folder, 'done', note), 'utf8')).toMatch(
      /This is the same sheet as [\d-]{10} first\.csv of run \d+ .*\nAlready paid: 0 of 2 rows paid\.\n2 already paid\. They are not paid again/,
    );
    const { payments } = await payroll.ledger();
    expect(payments.filter(({ recipientEmail }) => recipientEmail.startsWith('twice'))).toHaveLength(2);
  });
});
