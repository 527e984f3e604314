import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { createSheetRun } from '../../../../src/engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../../src/engine/runs/read-uploaded-sheet.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { pathAfterReading } from '../../../../src/web/pages/uploads/run-columns.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { uploadSheet } from '../../../support/upload-sheet.ts';
import { withPatience } from '../../../support/visited-pages.ts';

const MIA: Partial<CurrentUser> = { name: 'mia', role: 'maker' };
const MEANT: Readonly<Record<string, string>> = {
  'Vorn.': 'firstName',
  'Nachn.': 'lastName',
  'Str.': 'street1',
  Kreditorart: 'type',
  Buchtext: 'memo',
};

describeDatabases('the columns of an upload that was read', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = MIA;
  let sheets = 0;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });
  beforeEach(() => {
    who = MIA;
    sheets += 1;
  });

  const page = async (path: string) => (await app.request(path)).text();
  const send = async (path: string, form: Record<string, string>) => {
    const response = await app.request(path, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
  };
  /** Money and accounts are known, what a transfer needs besides is not. `extra`: a header of this sheet alone. */
  const contentOf = ({ known, lines, extra }: { known: boolean; lines: number; extra: string }) => {
    const header = known
      ? ['First name', 'Last name', 'Street', 'Type', 'Memo']
      : ['Vorn.', 'Nachn.', 'Str.', 'Kreditorart', 'Buchtext'];
    const rows = Array.from({ length: lines }, (_, i) => {
      const n = sheets * 10 + i;
      const name = String.fromCharCode(97 + sheets, 97 + i);
      return `ref-${n},${n}.25,EUR,${germanIban(n)},p${n}@example.com,Berlin,DE,Ada${name},Byron${name},Street ${n},individual,Rent,x`;
    });
    return [`reference,amount,currency,iban,email,city,country,${header.join(',')},${extra}`, ...rows, ''].join('\n');
  };
  const upload = async ({
    known = false,
    lines = 2,
    extra = `Extra ${sheets}`,
  }: {
    known?: boolean;
    lines?: number;
    extra?: string;
  } = {}) => {
    const text = contentOf({ known, lines, extra });
    const { run, to } = await uploadSheet(app, text, `sheet-${sheets}.csv`);
    return { to, run, path: `/runs/${run}`, columns: `/runs/${run}/columns` };
  };
  const answers = (text: string, more: Readonly<Record<string, string>> = MEANT): Record<string, string> => ({
    name: `ERP ${sheets}`,
    ...Object.fromEntries(
      [...text.matchAll(/<select name="(column-\d+)" aria-label="Contents of ([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(
        ([, field = '', header = '', options = '']) => [
          field,
          more[header] ?? (/value="([^"]*)" selected/.exec(options)?.[1] || '-'),
        ],
      ),
    ),
  });
  const counts = (run: bigint) => countsOf(appContext.ledger.db, run);
  const runs = async () =>
    Number((await appContext.ledger.db.query<{ n: bigint }>('select count(*) as n from payrun.run')).rows[0]!.n);
  const submit = async (path: string) => {
    const shown = /name="shown" value="([^"]*)"/.exec(await page(path))?.[1] ?? '';
    return send(`${path}/submit`, { shown });
  };
  const findings = async () => (await verifyLedger({ ledger: appContext.ledger })).findings;

  it('are asked if a value is missing in every row and columns are unknown, and the same run is read again', async () => {
    const { to, run, path, columns } = await upload();
    expect(to).toBe(columns);
    const before = await runs();
    expect(await counts(run)).toMatchObject({ ready: 0, invalid: 2 });
    const asked = await page(columns);
    expect(asked).toMatch(/role="alert">Missing from all or nearly all rows: [^<]*type/);
    expect(asked.split('already matched')[0]).toContain('Contents of Vorn.');
    const rows = await page(`${path}/fix`);
    expect(rows).toContain('6 columns with values are not used: &quot;Vorn.&quot; (Adaba, Adabb);');
    expect(rows).toContain(`<li class="past"><a href="${columns}">Columns</a>`);
    expect(rows).toContain(`<a href="${columns}">Match columns</a>`);

    const kept = await send(columns, answers(asked));
    expect([kept.status, kept.to]).toEqual([303, path]);
    expect(await counts(run)).toMatchObject({ ready: 2, invalid: 0 });
    expect(await runs()).toBe(before);
    const answered = await page(path);
    expect(answered).toContain('Read as: ERP 1');
    expect(answered, 'an answer is no warning').not.toMatch(
      /class="notice wait">(?:(?!<\/div>).)*no payment needs it/s,
    );
    expect(answered).toMatch(/class="notice">1 column with values is not used/);
    expect(await page(path)).toContain(`<li class="past"><a href="${columns}">Columns</a>`);
    const { rows: events } = await appContext.ledger.db.query(
      `select actor, data->>'name' as name from payrun.event where chain = $1 and kind = 'columns_taught'`,
      [`run-${run}`],
    );
    expect(events).toEqual([{ actor: 'mia', name: 'ERP 1' }]);
    // The references of the rows are free for no second run: the sheet is paid by this one.
    expect((await submit(path)).status).toBe(303);
    expect(await counts(run)).toMatchObject({ ready: 2 });
    expect((await app.request(columns)).headers.get('location')).toBe(path);
    expect((await send(columns, answers(asked))).to).toBe(path);
    expect(await counts(run)).toMatchObject({ ready: 2 });
    expect(await page(path)).not.toContain(columns);
    expect(await findings()).toEqual([]);
  });

  it('are asked after a sheet that took long was read: the page of its run leads there', async () => {
    const content = contentOf({ known: false, lines: 2, extra: `Extra ${sheets}` });
    const run = await createSheetRun(appContext, {
      file: { name: 'long.csv', content: () => Readable.from([Buffer.from(content)]) },
      ...{ maker: person('mia'), dryRun: false, confirmed: false, ask: true },
    });
    const reading = await pathAfterReading({ appContext }, { ...MIA, merchants: null } as CurrentUser, run);
    expect(reading).toBe(`/runs/${run}?next=check`);
    const shown = await app.request(reading);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Reading file');
    await readUploadedSheet(withPatience(appContext), run);
    const then = await app.request(reading);
    expect([then.status, then.headers.get('location')]).toEqual([302, `/runs/${run}/columns`]);
    const plain = await app.request(`/runs/${run}`);
    expect(plain.status).toBe(200);
    const text = (await plain.text()).replace(/\s+/g, ' ');
    expect(text).toContain('Not submitted</span>');
    expect(text).toMatch(new RegExp(`<a [^>]*href="/runs/${run}/columns"[^>]*>Match (?:the )?columns`, 'i'));
    expect(text).not.toContain('Nothing paid');
  });

  it('are read with the corrections that were typed before, and the audit log has both', async () => {
    const { run, path, columns } = await upload();
    const { rows: found } = await appContext.ledger.db.query<{ id: string }>(
      'select id from payrun.payment where run_id = $1 and row = 2',
      [run],
    );
    await send(`${path}/fix`, { intent: 'save', [`c.${found[0]!.id}.street1`]: '1 Typed Street' });
    await send(columns, answers(await page(columns)));
    expect(await counts(run)).toMatchObject({ ready: 2, invalid: 0 });
    const { rows } = await appContext.ledger.db.query(
      `select kind from payrun.event where chain = $1 and kind in ('columns_taught', 'rows_corrected') order by kind`,
      [`run-${run}`],
    );
    expect(rows).toEqual([{ kind: 'columns_taught' }, { kind: 'rows_corrected' }]);
    expect(await page(`${path}/history`)).toContain('Columns matched');
    expect(await findings()).toEqual([]);
  });

  it.each<[who: string, Partial<CurrentUser>, status: number]>([
    ['another maker', { name: 'moe', role: 'maker' }, 303],
    ['a viewer', { name: 'vera', role: 'viewer' }, 403],
  ])('are matched by their maker only, not by %s', async (_, other, status) => {
    const { run, path, columns } = await upload();
    const form = answers(await page(columns));
    who = other;
    expect((await app.request(columns)).status).toBe(status);
    expect((await send(columns, form)).status).toBe(status);
    expect(await page(path)).not.toContain(columns);
    expect(await counts(run)).toMatchObject({ ready: 0, invalid: 2 });
  });
});
