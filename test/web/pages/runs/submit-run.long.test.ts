import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { releasePayments } from '../../../../src/engine/review/release.ts';
import { getRun } from '../../../../src/ledger/runs/run.ts';
import { getTypesFromNames } from '../../../../src/ledger/runs/sheet.ts';

import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { uploadSheet } from '../../../support/upload-sheet.ts';

describeDatabases('an upload with a payment on hold', (database) => {
  const payroll = testPayroll(database);
  const mia: Partial<CurrentUser> = { name: 'mia', role: 'maker' };
  let appContext: AppContext;
  let app: Hono;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => mia), pages({ appContext })], appContext.log);
  });

  /** Two payments of which one may be a duplicate of an earlier sheet. */
  const uploaded = async (tag: string, account: number) => {
    const twice = { email: `${tag}@example.com`, iban: germanIban(account), amount: '81.00', first: 'Emma' };
    await upload([{ reference: `${tag}-before`, ...twice }], `${tag}-before.csv`);
    return upload(
      [
        ...people(1, () => ({ reference: `${tag}-1`, email: `${tag}-1@example.com`, iban: germanIban(account + 50) })),
        { reference: `${tag}-2`, ...twice },
      ],
      `${tag}.csv`,
    );
  };
  const upload = async (lines: Parameters<typeof sheetOf>[0], name: string) =>
    (await uploadSheet(app, sheetOf(lines), name)).run;
  const answer = async (run: bigint, answer: 'submit' | 'discard', more: Readonly<Record<string, string>> = {}) => {
    const page = await (await app.request(`/runs/${run}`)).text();
    const shown = /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? '';
    return (
      await app.request(`/runs/${run}/${answer}`, { method: 'POST', body: new URLSearchParams({ shown, ...more }) })
    ).status;
  };
  const counts = (run: bigint) => countsOf(appContext.ledger.db, run);

  it('asks once whether all rows without a type are paid as businesses, and tells the approver', async () => {
    const rows = ['Muster GmbH', 'Finanzamt Muster'].map(
      (name, at) =>
        `typeless-${at},81.0${at},EUR,${name},typeless-${at}@example.com,Lindenstr. 1,Berlin,10969,DE,${germanIban(460 + at)}`,
    );
    const head = 'paymentReference,amount,currency,name,email,street1,city,postalCode,country,iban';
    const { run } = await uploadSheet(app, `${[head, ...rows].join('\n')}\n`, 'typeless.csv');
    const page = await (await app.request(`/runs/${run}`)).text();
    expect(page).toContain('name="businesses" value="yes" required');
    expect(await answer(run, 'submit')).toBe(422);
    expect(await counts(run)).toMatchObject({ ready: 2 });
    expect(await answer(run, 'submit', { businesses: 'yes' })).toBe(303);
    const { sheet_id } = await getRun(appContext.ledger.db, run);
    const told = await getTypesFromNames(appContext.ledger.db, [sheet_id!]);
    expect(told.get(sheet_id!)).toContain('Rows 2 and 3 have no type');
    await payroll.resume(String(run));
    expect(await counts(run)).toMatchObject({ processed: 2 });
  });

  it('shows its maker the present payments before it is submitted', async () => {
    const run = await uploaded('outdated', 403);
    const page = await (await app.request(`/runs/${run}`)).text();
    const shown = /name="shown" value="([^"]*)"/.exec(page)![1]!;
    await releasePayments(appContext, ['outdated-2'], person('carla'));
    const body = new URLSearchParams({ shown });
    const answer = await app.request(`/runs/${run}/submit`, { method: 'POST', body });
    expect(answer.status).toBe(409);
    const there = await answer.text();
    expect(there).toMatch(/class="notice bad"[^>]*role="alert">[^<]*changed/);
    expect(there).toContain('Submit 2 payments');
    expect(await counts(run)).toMatchObject({ ready: 2 });
  });
});
