import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { showApproval } from '../../../../src/cli/terminal/show-approval.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { approvalSummary } from '../../../../src/reports/approval-summary.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';

const MIA: Partial<CurrentUser> = { name: 'mia', role: 'maker' };

describeDatabases('the page of an approval, about rows that were corrected after the upload', (database) => {
  const payroll = testPayroll(database);
  const MANUAL = { 'approval.policy': 'manual' };
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = {};

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
  });

  const look = async (path: string) => (await app.request(path)).text();
  const words = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  const send = async (path: string, body: FormData | Record<string, string>) => {
    const form = body instanceof FormData ? body : new URLSearchParams(body);
    return (await app.request(path, { method: 'POST', body: form })).headers.get('location') ?? '';
  };
  const upload = async (lines: Parameters<typeof sheetOf>[0], name: string) => {
    who = MIA;
    const form = new FormData();
    form.set('sheet', new File([sheetOf(lines)], name));
    return /^\/runs\/(\d+)/.exec(await send('/upload', form))![1]!;
  };
  const field = async (run: string, row: number, column: string) => {
    const { rows } = await appContext.ledger.db.query<{ id: string }>(
      'select id from payrun.payment where run_id = $1 and row = $2',
      [run, row],
    );
    return `${column === 'iban' ? 's' : 'c'}.${rows[0]!.id}.${column}`;
  };
  const submit = async (run: string) => {
    who = MIA;
    const shown = /name="shown" value="([^"]*)"/.exec(await look(`/runs/${run}`))?.[1] ?? '';
    await send(`/runs/${run}/submit`, { shown });
    await payroll.resume(run, MANUAL);
  };
  /** What the list of an approval says about corrected rows. */
  const corrected = async (run: string) => {
    const text = await look(`/runs/${run}/approve/payments?check=corrected`);
    return words(text.slice(text.indexOf('<tbody')).split('</table>')[0]!);
  };
  const onCommandLine = async (run: string) =>
    showApproval(await approvalSummary(appContext.ledger, run), Date.now()).join('\n');

  it('lists each with its cells before and after, masked, and who corrected it', async () => {
    const run = await upload(
      [
        ...people(1, () => ({ reference: 'C-0', email: 'c0@example.com' })),
        { reference: 'C-1', email: 'c1@example.com', first: 'Cora', last: 'One', iban: 'DE00', amount: 'ten' },
        { reference: 'C-2', email: 'c2@example.com', first: 'Carl', last: 'Two', amount: 'two' },
        { reference: 'C-3', email: 'c3@example.com', first: 'Cleo', last: 'Three', amount: 'three' },
      ],
      'corrected.csv',
    );
    const fix = `/runs/${run}/fix`;
    await send(fix, { intent: 'pay', [await field(run, 3, 'amount')]: '10.50' });
    const typed = { [await field(run, 3, 'iban')]: germanIban(601), [await field(run, 4, 'amount')]: '20.00' };
    await send(fix, { intent: 'pay', ...typed });
    await submit(run);

    who = {};
    const text = await look(`/runs/${run}/approve`);
    expect(text).toContain('<strong>2 rows corrected after the upload</strong>');
    const listed = await corrected(run);
    const last4 = germanIban(601).slice(-4);
    expect(listed).toMatch(
      new RegExp(
        `Cora One C-1 , row 3 .* amount ten → 10\\.50; IBAN \\*{3} → •••• ${last4} \\(mia, just now \\) never 10\\.50 EUR Carl Two C-2 , row 4 .* amount two → 20\\.00 \\(mia, just now \\) never 20\\.00 EUR`,
      ),
    );
    expect(listed, 'not paid as it is').not.toContain('Cleo');
    expect(text).not.toContain(germanIban(601));
    const all = words(text.slice(text.indexOf('id="payments"')).split('</table>')[0]!);
    expect(all, 'marked in the list of all payments').toMatch(
      /C-0 , row 2 IBAN •••• \d{4} Germany ● New .*C-1 , row 3 .* Germany ▲ Corrected ● New .*C-2 , row 4 .* Germany ▲ Corrected ● New/,
    );
    const csv = (await look(`/runs/${run}/approve/payments.csv`)).trim().split('\r\n');
    const note = 'corrected after the upload, new recipient';
    expect(csv.map((line) => line.split(',').slice(1, 2).concat(line.split('"').slice(1, 2)))).toEqual([
      ['reference'],
      ['C-0'],
      ['C-1', note],
      ['C-2', note],
    ]);
    expect(csv[2]).toContain('amount ten → 10.50');
    expect(words(await look('/approvals'))).toContain('2 rows corrected');
    const printed = await onCommandLine(run);
    expect(printed).toContain('2 rows corrected after the upload:');
    expect(printed).toMatch(new RegExp(`C-1 .*amount ten → 10\\.50; IBAN \\*{3} → •••• ${last4} \\(mia, `));
  });
});
