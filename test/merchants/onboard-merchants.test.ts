import { readFileSync } from 'node:fs';
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { getMerchant, merchantKeys } from '../../src/ledger/merchants/merchant.ts';
import { describeDatabases } from '../support/database.ts';
import { partnerWorld, SAMPLE, SAMPLE_ROWS, sheetOfMerchants } from './partner-world.ts';

describeDatabases('onboard-merchants', (database) => {
  const world = partnerWorld(database);
  const { payroll } = world;
  const states = (outcome: { merchants: readonly { merchant: string | null; state: string }[] }) =>
    Object.fromEntries(outcome.merchants.map(({ merchant, state }) => [merchant, state]));
  const sampleSheet = () => payroll.sheet('merchants.csv', readFileSync(SAMPLE, 'utf8'));

  it('a dry run of the sample shows what would be created, and creates nothing', async () => {
    const outcome = await world.run('onboard-merchants', { file: sampleSheet(), parent: 'hub', dryRun: true });
    expect(states(outcome)).toEqual({ 'acme-studios': 'would_change', kranich: 'would_change', maple: 'would_change' });
    expect(await world.changes()).toEqual([]);
  });

  it('the sample creates three sub-merchants, stores their keys and sets them up; what needs the approval waits', async () => {
    const outcome = await world.run('onboard-merchants', { file: sampleSheet(), parent: 'hub' });
    expect(outcome.summaryLines.join('\n')).toContain('awaits approval');
    expect(states(outcome)).toEqual({ 'acme-studios': 'waits', kranich: 'waits', maple: 'waits' });
    expect(outcome.exitCode).toBe(4);
    expect(outcome.state).toBe('on_the_way');
    const { db, vault } = await database.open();
    for (const name of ['acme-studios', 'kranich', 'maple']) {
      const merchant = await getMerchant(db, name);
      expect(merchantKeys(vault, merchant)).toMatchObject({ accessKey: expect.stringMatching(/^AK-/) });
    }
    const made = await world.changes();
    expect(made.filter((call) => call.includes('/v1/profile/'))).toHaveLength(3);
    const acme = outcome.merchants[0]!;
    expect(acme.settings.map(({ setting, what, state }) => `${setting}: ${what}: ${state}`)).toEqual([
      'creation: sub-merchant: changed',
      'onboarding info: all that the row says: same',
      'bank account: bank account: changed',
      'widget colors: primary, background: changed',
      'bank-transfer: enabledCountries: changed',
      'bank-transfer: enabled: waits',
      'paypal: mode, account, clientId, secret, enabled: changed',
      'debit-card: enabled: changed',
      'fee covers: ach USD: changed',
      'fee covers: wire USD: changed',
      'fee covers: domestic USD: changed',
      'revenue streams: sepa EUR: changed',
    ]);
  });

  it('the same sheet again makes no changing call', async () => {
    const outcome = await world.run('onboard-merchants', { file: sampleSheet(), parent: 'hub' });
    expect(states(outcome)).toEqual({ 'acme-studios': 'waits', kranich: 'waits', maple: 'waits' });
    expect(await world.changes()).toEqual([]);
  });

  it('a dry run of settings that await the approval is done when it has reported them', async () => {
    const outcome = await world.run('merchant-settings', { file: sampleSheet(), dryRun: true });
    expect(outcome).toMatchObject({ state: 'done', exitCode: 0 });
    expect(states(outcome).maple).toBe('would_change');
    expect(await world.changes()).toEqual([]);
  });

  it('approval-watch reports when a sub-merchant is approved; resume enables what waited; then it can pay', async () => {
    const before = await world.tell('approval-watch', {});
    expect(before.exitCode).toBe(4);
    expect(before.lines).toContain('acme-studios: awaiting approval by the service.');
    await payroll.control('approve', { merchant: 'Acme Studios' });
    const one = await world.tell('approval-watch', { merchants: ['acme-studios'] });
    expect(one.exitCode).toBe(0);
    expect(one.lines[0]).toContain('not enabled yet');
    await payroll.control('approve', {});
    await world.tell('approval-watch', { wait: 100, every: 10 });

    const appContext = await payroll.appContext();
    const outcomes = await resumeRuns(appContext, { progress: () => {} });
    expect(outcomes.map(({ state, exitCode }) => ({ state, exitCode }))).toContainEqual({ state: 'done', exitCode: 0 });
    await appContext.calls.flush();
    expect(await world.changes()).toHaveLength(3);
    const after = await world.tell('approval-watch', { merchants: ['acme-studios', 'kranich', 'maple'] });
    expect(after.lines).toEqual([
      'acme-studios: approved, and ready to pay.',
      'kranich: approved, and ready to pay.',
      'maple: approved, and ready to pay.',
    ]);
    expect((await world.tell('approval-watch', {})).lines).toEqual(['No sub-merchant is awaiting approval.']);
  });

  it('merchant-settings shows the differences first, changes only those, and shows no secrets', async () => {
    const rows = SAMPLE_ROWS.map((row) =>
      row.merchant === 'acme-studios'
        ? {
            ...row,
            feeCovers: 'ach USD 2.00; wire USD 5.00',
            bankAccountNum: '000987654321',
            businessPpm: '500',
            revenueStreams: 'sepa EUR 2.00',
          }
        : row,
    );
    const file = payroll.sheet('changed.csv', sheetOfMerchants(rows));
    const shown = await world.run('merchant-settings', { file, dryRun: true });
    expect(await world.changes()).toEqual([]);
    const differences = (outcome: typeof shown) =>
      outcome.merchants[0]!.settings.filter(({ state }) => state !== 'same').map(
        ({ setting, what, state, before, after }) => [setting, what, state, before, after],
      );
    expect(states(shown)).toEqual({ 'acme-studios': 'failed', kranich: 'done', maple: 'done' });
    expect(differences(shown)).toEqual([
      ['onboarding info', 'businessPpm', 'would change', 'set, to something else', '500'],
      ['bank account', 'bank account', 'would change', 'set, to something else', 'USD account ***4321 in US, used'],
      ['fee covers', 'ach USD', 'would change', '1.00', '2.00'],
      ['revenue streams', 'sepa EUR', 'refused', '1.00', '2.00'],
    ]);
    const done = await world.run('merchant-settings', { file });
    expect(await world.changes()).toEqual([
      'POST /v1/onboarding/update',
      'POST /v1/direct-debit/bank-account/',
      'PATCH /v1/fees',
    ]);
    expect(done.merchants[0]!.settings.filter(({ state }) => state === 'changed')).toHaveLength(3);
    expect((await world.run('merchant-settings', { file })).merchants[1]!.state).toBe('done');
    expect(await world.changes()).toEqual([]);

    const book = new exceljs.Workbook();
    await book.xlsx.readFile(done.results!);
    expect(book.worksheets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Sub-merchants (SANDBOX)', 'Settings (SANDBOX)', 'Rows to fix (SANDBOX)']),
    );
    const text = JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
    expect(text).toContain('***4321');
    for (const secret of ['000987654321', 'acme-made-up-secret', '12-3456789']) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify([shown, done])).not.toContain(secret);
    }
    const { db } = await database.open();
    const { rows: kept } = await db.query(
      `select (select string_agg(r::text, '') from payrun.merchant_row r) || (select string_agg(e.data::text, '') from payrun.event e)
        || (select string_agg(s::text, '') from payrun.sub_merchant s) as kept`,
    );
    for (const secret of ['000987654321', 'acme-made-up-secret', '12-3456789'])
      expect(JSON.stringify(kept)).not.toContain(secret);
  });
});
