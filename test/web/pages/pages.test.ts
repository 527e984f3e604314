import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { sealRow } from '../../../src/ledger/payments/sealed-row.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { addBatch, addPayments, startTestRun } from '../../support/test-run.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../support/visited-pages.ts';

const SCRIPT = '<script>alert(1)</script>';
const BREAKOUT = `"><img src=x onerror=alert(2)>`;
const LINK = 'javascript:alert(3)';
const quoteCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Rows that a hostile clerk or vendor could send; some are paid, some are refused, and all of them are shown. */
const HOSTILE_SHEET = [
  `paymentReference|amount|currency|type|firstName|lastName|name|email|street1|city|country|iban|memo|${SCRIPT}${BREAKOUT}`,
  `REF ${BREAKOUT}|10.00|EUR|business|||Evil ${SCRIPT}|a1@example.com|Street ${BREAKOUT}|Berlin|DE|${germanIban(1)}|${SCRIPT}|${LINK}`,
  `${LINK}|11.00|EUR|business|||Muster GmbH|a2@example.com|Street 2|${SCRIPT}|DE|${germanIban(2)}|${BREAKOUT}|${SCRIPT}`,
  `REF-3|12.00|EUR|individual|${SCRIPT}|${BREAKOUT}||"${SCRIPT}"@example.com|Street 3|Berlin|DE|${germanIban(3)}|${LINK}|${BREAKOUT}`,
  `${SCRIPT}|${SCRIPT}|${BREAKOUT}|${LINK}|A|B||a4@example.com|Street 4|Berlin|${SCRIPT}|${BREAKOUT}|${LINK}|`,
  `REF-5|13.00|EUR|individual|Ada|Lovelace||a5@example.com|Street 5|Berlin|DE|${germanIban(5)}|Salary|`,
]
  .map((row) => row.split('|').map(quoteCell).join(','))
  .join('\n');

/** The twentieth row of the clean sheet, as a sheet of its own. */
const TWENTIETH = {
  reference: 'JUNE-20',
  amount: '120.25',
  first: 'Firstu',
  last: 'Lastu',
  email: 'person20@example.com',
  iban: germanIban(20),
};

/** Whatever stands in a page, nothing of it is code. Comments and text may say anything, escaped. */
function expectHarmless(html: string, path: string): void {
  const tags = html.match(/<[a-zA-Z/!][^>]*>/g) ?? [];
  for (const tag of tags) {
    // What stands between quotes is text: every quote in it is escaped.
    const names = tag.replaceAll(/="[^"]*"/g, '=""');
    expect(names, path).not.toMatch(/\son[a-z]+\s*=|\sstyle\s*=|=[^"]/i);
    expect(tag, path).not.toMatch(/(href|src|action)\s*=\s*"?\s*(javascript|data|vbscript):/i);
    if (/^<script/i.test(tag)) expect(tag, path).toMatch(/^<script src="\/static\/[a-z]+\.[\w-]{12}\.js" defer>$/);
    expect(tag, path).not.toMatch(/^<(style|iframe|object|embed|base|img)\b/i);
  }
  expect(html.replaceAll(/<script src="[^"]+" defer><\/script>/g, ''), path).not.toMatch(/<script/i);
}

describeDatabases('the pages', (database) => {
  const payroll = testPayroll(database);
  let office: VisitedPages;
  let appContext: AppContext;
  let run = '';
  let clean = '';
  let hidden: Record<'run' | 'payment' | 'recipient' | 'export' | 'format', string>;
  /** An export of the journal of the merchant of the payroll; the hidden one has another. */
  let journal = '';
  const ids = { payments: [] as string[], recipients: [] as string[] };

  beforeAll(async () => {
    const file = payroll.sheet(`pay ${SCRIPT.replaceAll('/', '')}${BREAKOUT}.csv`, `${HOSTILE_SHEET}\n`);
    ({ run } = await payroll.pay(file, { maker: person(`mia ${SCRIPT}`) }));
    ({ run: clean } = await payroll.pay(
      payroll.sheet('june.csv', sheetOf(people(60, (n) => (n === 7 ? { iban: 'DE00' } : { reference: `JUNE-${n}` })))),
    ));
    appContext = await payroll.appContext();
    office = openPages(appContext);
    const { ledger } = appContext;
    const find = async (sql: string) => (await ledger.db.query<{ id: string }>(sql)).rows.map(({ id }) => id);
    ids.payments = await find(`select id from payrun.payment where run_id = ${run} order by row`);
    ids.recipients = await find('select id from payrun.recipient order by id');
    // What belongs to another merchant.
    const other = await startTestRun(ledger, { merchant: 'hidden-merchant', maker: 'hidden-maker' });
    const [payment] = await addPayments(ledger, other, [
      { state: 'held', reference: 'HIDDEN-REF' },
      { state: 'failed', reference: 'HIDDEN-2' },
    ]);
    const recipient = randomUUID();
    await ledger.db.query(
      `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id) values ($1, 'hidden-merchant', $2, $2, 'HIDDEN-PERSON')`,
      [recipient, ledger.vault.fingerprint('recipient', 'email:hidden@example.com')],
    );
    await ledger.db.query(
      `insert into payrun.balance (merchant_id, currency, type, minor, asked_by, at) values ('hidden-merchant', 'EUR', '', 7, 'x', now())`,
    );
    await ledger.db.query(
      `update payrun.run set status = 'action_required', lease_until = now() + interval '1 hour' where id = $1`,
      [other.id],
    );
    const { rows: exports } = await ledger.db.query<{ id: bigint }>(
      `insert into payrun.journal_export (made_at, made_by, to_day) values (now(), 'hidden-maker', current_date), (now(), 'mia', current_date) returning id`,
    );
    await ledger.db.query(
      `insert into payrun.journal_entry (payment_id, seq, kind, export_id, merchant_id, day, currency, payables_minor, fees_minor,
         withheld_minor, balance_minor)
       select p.id, 1, 'paid', case when p.id = $1 then $2::bigint else $3::bigint end,
         p.merchant_id, current_date, 'EUR', 1, 0, 0, 1
       from payrun.payment p where p.id = any($4)`,
      [payment, exports[0]!.id, exports[1]!.id, [payment, ids.payments[0]]],
    );
    await ledger.db.query(
      `insert into payrun.journal_export_sum select export_id, merchant_id, currency, count(*), min(day), max(day)
       from payrun.journal_entry group by 1, 2, 3`,
    );
    journal = String(exports[1]!.id);
    hidden = {
      ...{ run: String(other.id), payment: payment!, recipient },
      ...{ export: String(exports[0]!.id), format: 'standard' },
    };
  });

  /** Every page that is read, with ids put in; fails where a new page has a part that no one told here. */
  const everyPath = (given: Record<string, string>): readonly string[] => {
    const paths = office.app.routes
      .filter(({ method, path }) => method === 'GET' && !path.startsWith('/static'))
      .map(({ path }) =>
        path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
          if (given[name] === undefined) throw new Error(`What is :${name} of ${path}? Tell this test.`);
          return given[name];
        }),
      );
    // A statement is of a merchant.
    const whole = paths.map((path) =>
      /^\/reports\/statement(-\w+)?\./.test(path) ? `${path}?merchant=default` : path,
    );
    return [...new Set(whole)].filter((path) => !path.startsWith('/live/'));
  };
  const mine = () =>
    everyPath({
      ...{ run, payment: ids.payments[0]!, recipient: ids.recipients[0]! },
      ...{ export: journal, format: 'standard' },
    });

  it('show a hostile sheet as text, and execute none of it', async () => {
    expect((await office.get(`/runs/${run}/payments.csv`)).text).toContain('"REF ""><img src=x onerror=alert(2)>"');
    expect(mine().length).toBeGreaterThan(8);
    const paths = [
      ...mine(),
      ...everyPath({
        ...{ run: clean, payment: ids.payments[1]!, recipient: ids.recipients[1]! },
        ...{ export: journal, format: 'datev' },
      }),
      ...ids.payments.map((id) => `/payments/${id}`),
      ...ids.recipients.slice(0, 6).map((id) => `/recipients/${id}`),
      ...[SCRIPT, BREAKOUT, LINK].flatMap((text) => {
        const q = encodeURIComponent(text);
        return [
          `/runs?q=${q}&state=${q}&merchant=${q}&before=${q}`,
          `/find?q=${q}`,
          `/recipients?q=${q}&before=${q}`,
          `/runs/${run}?q=${q}&state=${q}&after=${q}`,
        ];
      }),
    ];
    let shown = 0;
    for (const path of new Set(paths)) {
      const { status, headers, text } = await office.get(path, path.startsWith('/settings') ? { role: 'admin' } : {});
      // 409: a page that says why it has nothing to show now. These runs are of no payment order, so no answer to one is there.
      expect(path.endsWith('/answer.xml') ? [404] : [200, 302, 303, 409], path).toContain(status);
      if (!(headers.get('Content-Type') ?? '').startsWith('text/html')) {
        expect(headers.get('Content-Disposition') ?? 'redirect', path).toMatch(
          /^attachment; filename="[^"<>]*[^"]*"|redirect/,
        );
        continue;
      }
      expectHarmless(text, path);
      if (text.includes('&lt;script&gt;')) shown += 1;
    }
    // The names, memos, references, the maker and the file were on those pages.
    expect(shown).toBeGreaterThan(10);
    const page = (await office.get(`/runs/${run}`)).text;
    expect(page).toContain('Evil &lt;script&gt;');
    expect(page).toContain('REF &quot;&gt;&lt;img');
    expect(page).toContain('pay &lt;script&gt;');
    expect(page).toContain('mia &lt;script&gt;');
  });

  it('never show a complete bank detail', async () => {
    for (const path of [...ids.payments.map((id) => `/payments/${id}`), ...mine()]) {
      if (/input|results|to-fix/.test(path)) continue;
      const { text } = await office.get(path);
      for (let n = 1; n <= 5; n++) expect(text, path).not.toContain(germanIban(n));
    }
    expect((await office.get(`/payments/${ids.payments[0]}`)).text).toMatch(/••••\s\d{4}/);
  });

  it('G5: hide everything of other merchants from a visitor who is limited, also by its id', async () => {
    const limited = { merchants: ['default'], role: 'admin' } as const;
    const seen = await office.get('/');
    expect(seen.text).toContain('hidden-merchant');
    for (const path of everyPath(hidden)) {
      const { status, text } = await office.get(path, limited);
      if (Object.values(hidden).some((id) => path.includes(`/${id}`))) {
        expect(status, path).toBe(404);
        // It is not told that it exists.
        expect(
          (
            await office.get(
              path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, randomUUID()).replace(/\/runs\/\d+/, '/runs/999999'),
              limited,
            )
          ).text.replaceAll(/\/runs\/\d+/g, ''),
          path,
        ).toBe(text.replaceAll(/\/runs\/\d+/g, ''));
      }
      expect(text, path).not.toMatch(/hidden-|HIDDEN-/);
    }
    for (const path of [
      '/runs?merchant=hidden-merchant',
      '/recipients?merchant=hidden-merchant',
      `/find?q=HIDDEN-REF`,
      `/find?q=HIDDEN-PERSON`,
      '/find?q=hidden%40example.com',
      `/find?q=${hidden.run}`,
      '/runs?q=hidden',
      `/runs?after=99999999`,
    ]) {
      const { text } = await office.see(path, limited);
      expect(text.replace(/value="[^"]*"/g, '').replace(/with the reference [\w-]+/g, ''), path).not.toMatch(
        /hidden-m|HIDDEN-\d|HIDDEN-REF|href="\/payments|run \d/,
      );
    }
    expect((await office.post('/balances', { merchant: 'hidden-merchant' }, limited)).status).toBe(404);
    expect((await office.post(`/runs/${hidden.run}/rerun`, { state: 'failed' }, limited)).status).toBe(404);
    // The other way round the same: nothing of the payroll is left.
    const other = { merchants: ['hidden-merchant'] };
    for (const path of mine()) {
      const { text } = await office.get(path, other);
      expect(text, path).not.toMatch(/Muster|JUNE-|june\.csv|pay &lt;/);
    }
    // Someone who may see no merchant sees none.
    expect((await office.get('/runs', { merchants: [] })).text).toContain('There are no runs yet');
  });

  it('let a viewer read, and hide bank details and actions', async () => {
    const viewer = { role: 'viewer' } as const;
    for (const path of [`/runs/${run}/input`, `/runs/${run}/results.xlsx`, `/runs/${run}/rows-to-fix.csv`])
      expect((await office.get(path, viewer)).status, path).toBe(403);
    expect((await office.post(`/runs/${run}/rerun`, { state: 'failed' }, viewer)).status).toBe(403);
    expect((await office.post('/balances', { merchant: 'default' }, viewer)).status).toBe(403);
    const page = await office.get(`/runs/${run}`, viewer);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/\/input"|results\.xlsx|rows-to-fix/);
  });

  it('record in the audit who downloaded bank details, and return the file unchanged', async () => {
    const input = await office.get(`/runs/${clean}/input`);
    expect(input.text).toContain(germanIban(1));
    expect(input.headers.get('Content-Disposition')).toContain('filename="june.csv"');
    const toFix = await office.get(`/runs/${clean}/rows-to-fix.csv`);
    expect(toFix.text.split('\r\n')).toHaveLength(3);
    expect(toFix.text).toMatch(/\r\nREF-7,107.25,EUR,.*,8,Invalid,/);
    const results = await office.get(`/runs/${clean}/results.xlsx`);
    expect(results.text.slice(0, 2)).toBe('PK');
    const { text } = await office.get(`/runs/${clean}/history`);
    for (const what of ['The original sheet', 'The rows to fix', 'The results workbook'])
      expect(text).toContain(`${what}, with unmasked bank details`);
  });

  it('say if the cells of a row and its sheet were purged', async () => {
    const { ledger } = appContext;
    const old = await payroll.pay(
      payroll.sheet('old.csv', sheetOf(people(2, (n) => ({ reference: `OLD-${n}`, iban: 'DE00' })))),
    );
    const { rows } = await ledger.db.query<{ id: string }>(
      `update payrun.payment set row_sealed = '' where run_id = $1 returning id`,
      [old.run],
    );
    await ledger.db.query(
      `update payrun.sheet s set purged_at = now() from payrun.run r where r.id = $1 and s.id = r.sheet_id`,
      [old.run],
    );
    expect((await office.get(`/payments/${rows[0]!.id}`)).text).toContain('This row was purged.');
    expect((await office.get(`/runs/${old.run}/input`)).status).toBe(404);
    expect((await office.get(`/runs/${old.run}`)).text).not.toMatch(/\/input"|results\.xlsx/);
    expect((await office.get(`/runs/${old.run}/rows-to-fix.csv`)).text.trimEnd().split('\r\n')).toHaveLength(1);
  });

  const rowsIn = (table: string) =>
    [...table.matchAll(/<th scope="row"[^>]*><a href="\/payments\/.*?\brow (\d+)</gi)].map((match) => Number(match[1]));

  it('page through payments in the order of the sheet, none twice and none left out', async () => {
    const rows: number[] = [];
    let path: string | null = `/runs/${clean}`;
    for (let pages = 0; path && pages < 10; pages++) {
      const { text } = await office.get(path);
      const table = text.slice(text.indexOf('>Payments, in the order'));
      rows.push(...rowsIn(table));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&').replace(/#.*/, '') ?? null;
    }
    expect(rows).toEqual(Array.from({ length: 60 }, (_, i) => i + 2));
  });

  it.each([
    ['state=invalid', [8]],
    ['q=JUNE-12', [13]],
    ['q=june-6', [7, 61]],
    ['q=13', [13, 14]],
    ['q=%25', []],
    ['state=processed&q=JUNE-1', [2, ...Array.from({ length: 10 }, (_, i) => 11 + i)]],
  ])('find payments of a run by %s', async (query, rows) => {
    const { text } = await office.get(`/runs/${clean}?${query}`);
    const table = text.slice(text.indexOf('<section id="payments"'));
    const found = rowsIn(table);
    expect(found.filter((row) => query !== 'q=13' || rows.includes(row))).toEqual(rows);
  });

  it('find a payment by its reference, a recipient by their e-mail, a run by its number', async () => {
    const payment = await office.get('/find?q=JUNE-12');
    expect(payment.status).toBe(302);
    expect((await office.get(payment.headers.get('Location')!)).text).toContain('JUNE-12');
    expect((await office.see('/find?q=Person12%40example.com')).text).toMatch(
      /href="\/recipients\/[0-9a-f-]+">Firstm Lastm/,
    );
    expect((await office.get(`/find?q=${clean}`)).text).toContain(`/runs/${clean}`);
    expect((await office.get('/find?q=nobody')).text).toContain('No results.');
  });

  it.each([
    '/runs/0',
    '/runs/x',
    '/runs/1e3',
    '/runs/99999999999999999999',
    '/payments/x',
    '/recipients/1',
    '/runs/1%00',
    `/payments/${randomUUID()}`,
    '/nowhere',
    '/settings/nowhere',
  ])('report that nothing exists at %s', async (path) => {
    const { status, text } = await office.get(path);
    expect(status).toBe(404);
    expect(text).toContain('Page not found');
    expect(text, 'with the frame, to go on from').toContain('<nav aria-label="Pages">');
  });

  it('have the same figures as the ledger, per currency', async () => {
    const { text } = await office.get(`/runs/${clean}`, {}, { 'Accept-Language': 'de' });
    const { rows } = await appContext.ledger.db.query<{ sum: string }>(
      `select sum(minor)::text as sum from payrun.payment where run_id = $1 and state = 'processed'`,
      [clean],
    );
    const sum = new Intl.NumberFormat('de', { minimumFractionDigits: 2 }).format(Number(rows[0]!.sum) / 100);
    expect(text).toMatch(new RegExp(`>${sum.replaceAll('.', '\\.')} paid</a> \\(59\\)`));
    expect(text).toMatch(/<h1>june\.csv /);
    expect(text).toContain('Run 2, default');
  });

  it('load in less than 90 kB', async () => {
    const { text } = await office.get('/');
    const parts = [...text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map((match) => match[1]!);
    expect(parts.length).toBeGreaterThanOrEqual(3);
    let bytes = Buffer.byteLength(text);
    for (const path of parts) bytes += Buffer.byteLength((await office.get(path)).text);
    expect(bytes).toBeLessThan(90_000);
  });

  it('make no call to the service, except by the button for it', async () => {
    const count = async () => {
      await appContext.calls.flush();
      return (await appContext.ledger.db.query<{ n: number }>('select count(*)::int as n from payrun.call')).rows[0]!.n;
    };
    const before = await count();
    for (const path of mine()) await office.get(path);
    expect(await count()).toBe(before);
    expect((await office.get('/')).text).toContain('Load balances');
    const asked = await office.post('/balances', { merchant: 'default' });
    expect(asked.status).toBe(303);
    expect(await count()).toBe(before + 1);
    expect((await office.get('/')).text).toMatch(/loaded <time[^>]*>just now<\/time> by mia.*?<dt>EUR<\/dt>/s);
    // While the service is away, the overview says so, with the balances of before.
    await payroll.control('faults', [{ match: { path: '.*' }, do: 'drop', effect: 'before', times: 100 }]);
    const away = await office.post('/balances', { merchant: 'default' }).finally(() => payroll.control('faults', []));
    expect((await office.get(away.headers.get('Location')!)).text).toMatch(
      /role="alert">Payrun can’t reach the payout service\..*<dt>EUR<\/dt>/s,
    );
  });

  it('retry failed rows as a new run, which the workers execute', async () => {
    const { ledger } = appContext;
    const [failed] = await pastRules<{ id: string }>(
      ledger,
      `update payrun.payment set state = 'failed', reason = 'No such account' where run_id = $1 and row = 3 returning id`,
      [clean],
    ).then(({ rows }) => rows);
    expect(failed).toBeDefined();
    const page = await office.get(`/runs/${clean}`);
    expect(page.text).toContain('Retry 1 failed payment');
    expect(page.text).toContain('No such account');
    expect((await office.post(`/runs/${clean}/rerun`, { state: 'processed' })).status).toBe(422);
    const answer = await office.post(`/runs/${clean}/rerun`, { state: 'failed' });
    expect(answer.status).toBe(303);
    const made = await getRun(ledger.db, /\/runs\/(\d+)\?notice=Retry/.exec(answer.headers.get('Location')!)![1]!);
    expect(made).toMatchObject({ parent_run: BigInt(clean), maker: 'mia', options: { rerun: { states: ['failed'] } } });
    // Two rows of the list with one name can be told apart.
    expect((await office.get('/runs')).text).toContain(`retry of run ${clean}`);
    expect(made.confirmed_at).not.toBeNull();
    const queued = await ledger.db.query<{ n: number }>(
      'select count(*)::int as n from payrun.run where id = $1 and look_at <= now()',
      [made.id],
    );
    expect(queued.rows[0]!.n).toBe(1);
    expect((await office.get(`/runs/${clean}`)).text).toContain(`run ${made.id}`);
  });

  it('let an approver, and no one else, release a payment on hold, with the password', async () => {
    const { ledger } = appContext;
    // No one knows yet whether it was paid: what is known to be paid would be no question.
    const twentieth = (state: string) =>
      pastRules(ledger, `update payrun.payment set state = $2 where run_id = $1 and reference = 'JUNE-20'`, [
        clean,
        state,
      ]);
    await twentieth('unknown');
    const again = await payroll.pay(payroll.sheet('again.csv', sheetOf([{ ...TWENTIETH, amount: '120.26' }])));
    expect(again.counts.held).toBe(1);
    const { rows } = await ledger.db.query<{ id: string }>('select id from payrun.payment where run_id = $1', [
      again.run,
    ]);
    const path = `/payments/${rows[0]!.id}`;
    const cleo = { name: 'cleo', role: 'approver' } as const;
    expect((await office.get(path)).text).not.toContain('/release"');
    expect((await office.get(path, cleo)).text).toContain(`action="${path}/release"`);
    expect((await office.get('/', cleo)).text).toContain(`/runs/${again.run}?state=held#payments`);
    expect((await office.post(`${path}/release`, { password: PASSWORD })).status).toBe(403);
    expect((await office.post(`${path}/release`, { password: 'wrong' }, cleo)).text).toContain('Incorrect password.');
    expect(
      (await office.post(`${path}/release`, { password: PASSWORD }, { ...cleo, merchants: ['acme'] })).status,
    ).toBe(404);
    expect((await office.get(path)).text).toContain('On hold');
    // The reference may be paid: it stays what it is, whoever says so.
    const refused = await office.post(`${path}/release`, { password: PASSWORD }, cleo);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(`href="${path}">Open the payment</a>`);
    expect(refused.text).toMatch(/row \d+ of run \d+ has its reference, and is being paid or was paid/);
    // Once the other one failed, this one can be paid instead.
    await twentieth('failed');
    expect((await office.post(`${path}/release`, { password: PASSWORD }, cleo)).headers.get('Location')).toMatch(
      `${path}?notice=Released+from+hold`,
    );
    expect((await office.get(path)).text).toMatch(/Released by<\/dt><dd>cleo/);
  });

  it('let an approver confirm the outcome of one unconfirmed payment', async () => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant: 'default' });
    const other = await startTestRun(ledger, { merchant: 'acme' });
    const sealed = async (merchant: string, id: string) =>
      ledger.db.query('update payrun.payment set row_sealed = $2 where id = $1', [
        id,
        sealRow(ledger.vault, merchant, id, { cells: {}, draft: null }),
      ]);
    const batches = [
      await addBatch(ledger, run, [{ reference: 'LOST-1' }]),
      await addBatch(ledger, other, [{ reference: 'LOST-1' }]),
    ];
    await pastRules(ledger, `update payrun.payment set state = 'unknown' where batch_id = any($1)`, [
      batches.map(({ id }) => id),
    ]);
    const { rows } = await ledger.db.query<{ id: string; state: string }>(
      'select id, state from payrun.payment where run_id = $1',
      [run.id],
    );
    await sealed('default', rows[0]!.id);
    const path = `/payments/${rows[0]!.id}`;
    const cleo = { name: 'cleo', role: 'approver', merchants: ['default'] } as const;
    expect((await office.get(path, cleo)).text).toContain('Confirm outcome');
    const say = (form: Record<string, string>) => office.post(`${path}/resolve`, { password: PASSWORD, ...form }, cleo);
    expect((await say({ paid: '', because: 'x' })).text).toContain('Choose whether the payment was paid');
    expect((await say({ paid: 'no', because: ' ' })).status).toBe(422);
    const said = (await say({ paid: 'no', because: 'the bank says so' })).headers.get('Location')!;
    expect((await office.get(said, cleo)).text).toContain('<p class="notice" role="status">Outcome confirmed.</p>');
    expect((await office.get(path, cleo)).text).toContain('cleo found that it was not paid: the bank says so');
    const of = await ledger.db.query<{ state: string }>('select state from payrun.payment where run_id = $1', [
      other.id,
    ]);
    expect(of.rows).toEqual([{ state: 'unknown' }]);
    await ledger.db.query(
      `update payrun.run set status = 'nothing_paid', finished_at = now(), lease_until = null where id = any($1)`,
      [[run.id, other.id]],
    );
  });

  it('show a discrepancy first, with both figures, and let an approver accept it', async () => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant: 'default' });
    await addBatch(ledger, run, [{ reference: 'OTHER-1' }]);
    const reason = 'The payout service paid 150.00 EUR; row 2 says 100.00 EUR.';
    const { rows } = await pastRules<{ id: string }>(
      ledger,
      `update payrun.payment set state = 'discrepancy', reason_code = 'amount_differs', reason = $2, paid_source_minor = minor + 1
       where run_id = $1 returning id`,
      [run.id, reason],
    );
    const id = rows[0]!.id;
    await ledger.db.query('update payrun.payment set row_sealed = $2 where id = $1', [
      id,
      sealRow(ledger.vault, 'default', id, { cells: {}, draft: null }),
    ]);
    const cleo = { name: 'cleo', role: 'approver', merchants: ['default'] } as const;
    const home = (await office.get('/', cleo)).text;
    expect(home.indexOf('with a discrepancy')).toBeGreaterThan(0);
    expect(home.indexOf('with a discrepancy')).toBeLessThan(home.indexOf('<h2>Runs</h2>'));
    expect((await office.get(`/runs/${run.id}`, cleo)).text).toContain('Compare what was paid with what was ordered');
    const path = `/payments/${id}`;
    expect((await office.get(path, cleo)).text).toContain(reason);
    expect((await office.get(path, { name: 'vic', role: 'viewer', merchants: null })).text).toContain(
      'An approver may accept this discrepancy',
    );
    const accept = (because: string) => office.post(`${path}/accept`, { password: PASSWORD, because }, cleo);
    expect((await accept(' ')).status).toBe(422);
    const accepted = (await accept('agreed')).headers.get('Location')!;
    expect((await office.get(accepted, cleo)).text).toContain(
      '<p class="notice" role="status">Discrepancy accepted.</p>',
    );
    expect((await office.get(path, cleo)).text).toContain(`cleo accepted it: agreed. ${reason}`);
    await ledger.db.query(
      `update payrun.run set status = 'nothing_paid', finished_at = now(), lease_until = null where id = $1`,
      [run.id],
    );
  });

  it('show runs in progress, live, and their end', async () => {
    const { ledger } = appContext;
    const live = await startTestRun(ledger, { merchant: 'default' });
    await ledger.db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
       values ($1, 'recipients', 40, 200, 81, 401, 240000, 5000, 60000, now())`,
      [live.id],
    );
    expect((await office.get('/')).text).toMatch(
      /Updating recipients: <[^>]*>40<[^>]*> of 200\. About 4 minutes left\./,
    );
    const response = await office.app.request(`/live/running?run=${live.id}`);
    expect(response.headers.get('Content-Type')).toContain('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader.read()).value!;
    expect(first).toMatch(/^event: part/);
    expect(first).toMatch(/pdating recipients: <strong class="figure">40<\/strong> of 200</);
    expect(first).toContain('About 4 minutes left');
    expect(first, 'calls are technical').not.toContain('calls');
    await ledger.db.query(
      `update payrun.run set status = 'nothing_paid', finished_at = now(), lease_until = null where id = $1`,
      [live.id],
    );
    let output = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) output += part.value;
    expect(output).toContain('event: reload');
    for (const none of ['?run=x', '']) expect((await office.app.request(`/live/running${none}`)).status).toBe(404);
  });
});
