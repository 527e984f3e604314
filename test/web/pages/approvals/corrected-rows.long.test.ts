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
import { PASSWORD, signedIn } from '../../../support/signed-in.ts';

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
  const approve = async (run: string) => {
    who = {};
    const hash = /name="hash" value="([0-9a-f]{64})"/.exec(await look(`/runs/${run}/approve`))![1]!;
    await send(`/runs/${run}/approve`, { hash, password: PASSWORD });
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

  it('says nothing if no row was', async () => {
    const run = await upload(
      people(1, () => ({ reference: 'N-0', email: 'n0@example.com' })),
      'plain.csv',
    );
    await submit(run);
    who = {};
    expect(await look(`/runs/${run}/approve`)).not.toContain('corrected after the upload<');
    expect(await onCommandLine(run)).not.toContain('orrected after the upload');
  });

  it('says what the totals row of the file says, and what the rows come to as corrected', async () => {
    const sheet = sheetOf([
      ...people(1, () => ({ reference: 'T-0', email: 't0@example.com', amount: '100.00' })),
      { reference: 'T-1', email: 't1@example.com', amount: 'many' },
    ]);
    const cells = sheet.split('\n')[0]!.split(',');
    const total = cells.map((name) => ({ amount: '1400.00', paymentReference: 'Total' })[name] ?? '').join(',');
    who = MIA;
    const form = new FormData();
    form.set('sheet', new File([`${sheet.trimEnd()}\n${total}\n`], 'with-total.csv'));
    const run = /^\/runs\/(\d+)/.exec(await send('/upload', form))![1]!;
    await send(`/runs/${run}/fix`, { intent: 'pay', [await field(run, 3, 'amount')]: '50.00' });
    await submit(run);
    who = {};
    const title = (quote: string) => `Totals row 4 (${quote}Total${quote}): the rows total 1,250.00 EUR less`;
    const reason = 'It says 1,400.00 EUR. The rows of the file as corrected total 150.00 EUR.';
    const text = words(await look(`/runs/${run}/approve`));
    expect(text).toContain(title('&quot;'));
    expect(text).toContain(reason);
    expect(words(await look('/approvals'))).toContain(title('&quot;'));
    expect(await onCommandLine(run)).toContain(`${title('"')}: ${reason}`);
  });

  it('lists those of a run made of corrected rows, each with its own corrections, also with earlier ones', async () => {
    const first = await upload(
      [
        ...people(1, () => ({ reference: 'M-0', email: 'm0@example.com' })),
        { reference: 'M-1', email: 'm1@example.com', first: 'Mara', last: 'One', amount: 'one', iban: 'DE00' },
        { reference: 'M-2', email: 'm2@example.com', first: 'Milo', last: 'Two', amount: 'two' },
        { reference: 'M-3', email: 'm3@example.com', first: 'Mona', last: 'Three', amount: 'three' },
      ],
      'parent.csv',
    );
    await send(`/runs/${first}/fix`, { intent: 'pay', [await field(first, 3, 'amount')]: '11.00' });
    await submit(first);
    await approve(first);
    who = MIA;
    const to = await send(`/runs/${first}/fix`, {
      intent: 'pay',
      [await field(first, 3, 'iban')]: germanIban(602),
      [await field(first, 5, 'amount')]: '33.00',
    });
    const made = /^\/runs\/(\d+)/.exec(to)![1]!;
    expect(made).not.toBe(first);
    await submit(made);
    who = {};
    const listed = await corrected(made);
    expect(listed).toMatch(
      /Mara One M-1 , row 3 .* amount one → 11\.00 \(mia, just now \); then IBAN \*{3} → •••• \d{4} \(mia, just now \).* 11\.00 EUR Mona Three M-3 , row 5 .* amount t\*\*\* → 33\.00 \(mia, just now \)/,
    );
  });
});
