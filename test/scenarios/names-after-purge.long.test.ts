import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { purge } from '../../src/engine/maintenance/purge.ts';
import { writeNotifications } from '../../src/engine/notifications/write-notifications.ts';
import { saveEdits } from '../../src/engine/review/correct-rows.ts';
import { applyRowEdits, payCorrected } from '../../src/engine/review/submit-edits.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { ingestAndConfirm } from '../../src/engine/runs/ingest-and-confirm.ts';
import { syncRecipientSheet } from '../../src/engine/runs/other-sheets.ts';
import { STATUS_AT_REST } from '../../src/ledger/runs/run-status.ts';
import { selectRowsToFix } from '../../src/ledger/views/correctable-rows.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

/** Part of every name, address, phone number and e-mail of these sheets. */
const NAME = 'Quarkwright';
const ACCOUNTS = [germanIban(9_700_000_001), germanIban(9_700_000_002), germanIban(9_700_000_003)];
const COLUMNS =
  'paymentReference,amount,currency,type,firstName,lastName,name,email,phone,governmentId,birthDate,street1,city,postalCode,state,country,iban,accountHolderName,memo';

describeDatabases('after a purge of rows', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const line = (cells: Readonly<Record<string, string>>) => {
    const all: Readonly<Record<string, string>> = {
      ...{ paymentReference: 'Q-0', amount: '10.00', currency: 'EUR', type: 'individual' },
      ...{ firstName: `Zeb ${NAME}`, lastName: NAME, email: `zeb@${NAME}.example`, street1: `${NAME} Lane 5` },
      ...{ city: NAME, country: 'DE', iban: ACCOUNTS[0]!, memo: 'Salary', ...cells },
    };
    return COLUMNS.split(',')
      .map((name) => all[name] ?? '')
      .join(',');
  };
  const sheet = (name: string, ...lines: readonly Readonly<Record<string, string>>[]) =>
    payroll.sheet(name, `${[COLUMNS, ...lines.map(line)].join('\n')}\n`);

  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  /** The service refuses some recipients, and says who they are. */
  const refusing: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (init?.method !== 'POST' || !/refused@/i.test(body) || !String(input).endsWith('/v1/recipients'))
      return fetch(input, init);
    const message = `Zeb ${NAME} (refused@${NAME}.example, ${ACCOUNTS[1]}) is on a list`;
    return Response.json({ ok: false, errors: [{ code: 'invalid_value', message }] }, { status: 400 });
  };

  const upload = async (file: string) => {
    const options = { file, maker: person('mia'), dryRun: false, confirmed: false, ask: true } as const;
    const run = await createSheetRun(appContext, options);
    await ingestAndConfirm(appContext, run, { progress: () => {}, confirm: null });
    return run;
  };
  const edit = async (run: bigint, cells: Readonly<Record<string, string>>) => {
    const rows = await selectRowsToFix(appContext.ledger.db, null, run, { limit: 100 } as never);
    await saveEdits(appContext, run, rows, () => cells, person('mia'));
  };

  it('no table names a recipient or an account, whatever was wrong, on hold, corrected or refused', async () => {
    const { ledger } = appContext;
    await payroll.control('outcomes', [
      {
        match: { recipientEmail: `failed@${NAME}.example`.toLowerCase() },
        ...{ outcome: 'failed', reason: `Name mismatch: ${ACCOUNTS[2]} is not of Flo ${NAME} ${NAME}` },
      },
    ]);
    const other = (n: number) => ({ email: `other${n}@${NAME}.example`, iban: ACCOUNTS[1]!, firstName: `Al ${NAME}` });
    // Every cell of a person, with an error in it; and what is held.
    await payroll.pay(
      sheet(
        'errors.csv',
        { paymentReference: 'Q-1', email: `zeb at ${NAME}` },
        { paymentReference: 'Q-2', phone: `call ${NAME}` },
        { paymentReference: 'Q-3', country: NAME },
        { paymentReference: 'Q-4', state: NAME, country: 'US' },
        { paymentReference: 'Q-5', birthDate: NAME, governmentId: NAME },
        { paymentReference: 'Q-6', name: `${NAME} Foundry` },
        { paymentReference: 'Q-7', firstName: '', lastName: '', name: `Zeb ${NAME}` },
        { paymentReference: 'Q-8', lastName: `${NAME}\u0007 7` },
        { paymentReference: 'Q-9', accountHolderName: `Other ${NAME}` },
        { paymentReference: 'Q-10', street1: `PO Box ${NAME}`, postalCode: NAME },
        { paymentReference: 'Q-11', type: NAME, currency: NAME, amount: NAME },
        { paymentReference: 'Q-12', iban: `DE00 ${NAME}` },
        { paymentReference: 'Q-13', firstName: NAME.repeat(20) },
        { paymentReference: 'Q-14', memo: `${NAME} ${ACCOUNTS[0]}` },
        { paymentReference: '', memo: 'none', ...other(1) },
        { paymentReference: 'Q-15', ...other(2), amount: '7.00' },
        { paymentReference: 'Q-16', ...other(2), amount: '7.00' },
        { paymentReference: 'Q-17', email: `failed@${NAME}.example`, iban: ACCOUNTS[2]!, firstName: `Flo ${NAME}` },
        { paymentReference: 'Q-18', email: `refused@${NAME}.example`, iban: ACCOUNTS[1]!, firstName: `Ref ${NAME}` },
      ),
      { wire: refusing },
    );
    const recipients = `referenceId,type,firstName,lastName,email,street1,city,country,iban
V-1,individual,${NAME},${NAME},${NAME},Street 1,Berlin,DE,${ACCOUNTS[0]}
V-2,individual,${NAME},${NAME},refused@${NAME}.example,Street 1,Berlin,DE,${ACCOUNTS[0]}
V-3,individual,${NAME},${NAME},imported@${NAME}.example,Street 1,Berlin,DE,${ACCOUNTS[0]}
`;
    await syncRecipientSheet(await payroll.appContext({}, refusing), {
      ...{ file: payroll.sheet('recipients.csv', recipients), maker: person('mia'), dryRun: false },
      progress: () => {},
    });
    // Corrected in place, and as a run of its own.
    const inPlace = await upload(sheet('in place.csv', { paymentReference: 'P-1', email: NAME }));
    await edit(inPlace, { email: `right@${NAME}.example`, firstName: `Right ${NAME}`, iban: ACCOUNTS[1]! });
    expect(await applyRowEdits(appContext, inPlace, person('mia'))).toBe(1);
    await ingestAndConfirm(appContext, inPlace, { progress: () => {}, confirm: null });
    const submitted = await payroll.pay(sheet('own run.csv', { paymentReference: 'O-1', email: NAME }));
    await edit(BigInt(submitted.run), { email: `right@${NAME}.example` });
    const own = (await payCorrected(appContext, BigInt(submitted.run), person('mia')))!;
    await ingestAndConfirm(appContext, own, { progress: () => {}, confirm: null });

    const notifications = { ...appContext.config.notifications, to: { default: ['finance@example.com'] } };
    const notifying = { ...appContext, config: { ...appContext.config, notifications, smtpUrl: 'smtp://127.0.0.1' } };
    expect((await writeNotifications(notifying, new AbortController().signal)).length).toBeGreaterThan(0);

    const named = async () => {
      const { rows: tables } = await ledger.db.query<{ t: string }>(
        `select table_name as t from information_schema.tables where table_schema = 'payrun' and table_type = 'BASE TABLE' order by 1`,
      );
      const found: string[] = [];
      for (const { t } of tables) {
        const { rows: all } = await ledger.db.query<{ text: string }>(`select x::text as text from payrun.${t} x`);
        for (const { text } of all)
          for (const secret of [NAME, ...ACCOUNTS])
            if (text.toLowerCase().includes(secret.toLowerCase()) || text.includes(Buffer.from(secret).toString('hex')))
              found.push(`${t}: ${text}`);
      }
      return found;
    };
    expect((await named()).length).toBeGreaterThan(0);
    await ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      const ago = `- interval '90 days'`;
      for (const statement of [
        `update payrun.payment set state = 'failed' where state = 'held'`,
        `update payrun.payment set state = 'failed' where state = 'ready'`,
        `update payrun.payment set created_at = created_at ${ago}, final_at = coalesce(final_at, created_at) ${ago}`,
        `update payrun.batch set settled_at = settled_at ${ago}`,
        `update payrun.call set at = at ${ago}`,
        `update payrun.recipient set synced_at = synced_at ${ago}, created_at = created_at ${ago}`,
        `update payrun.run set status = 'action_required', lease_until = null, reported_at = now(), created_at = created_at ${ago}, finished_at = coalesce(finished_at, created_at) ${ago}`,
        `update payrun.run r set status = s.status from (${STATUS_AT_REST}) s where s.id = r.id`,
        `update payrun.sheet set created_at = created_at ${ago}`,
      ])
        await db.query(statement);
    });
    const retention = { sheets: 30, payloads: 30, calls: 30, deliveries: 30, inbox: 30, notifications: 30 };
    const deps = { ...appContext, config: { ...appContext.config, retention, returnDays: 30 } };
    const gone = await purge(deps, { by: person('olga') });
    expect(gone.find(({ kind }) => kind === 'payloads')!.items, '22 payments and 3 rows of an import').toBe(25);
    expect(await named()).toEqual([]);
    expect((await verifyLedger({ ledger })).findings).toEqual([]);
  });
});
