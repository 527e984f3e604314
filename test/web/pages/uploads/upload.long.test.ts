import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { discardRun, submitRun } from '../../../../src/engine/review/submit-run.ts';
import type { Db } from '../../../../src/ledger/db/db.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { serveApp, type WebServer } from '../../../../src/web/serve-app.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { filesMadeIn } from '../../../support/files-made.ts';
import { addSubMerchants, withMerchants } from '../../../support/merchants.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
import { signedIn } from '../../../support/signed-in.ts';

describeDatabases('an uploaded sheet', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let server: WebServer;
  let who: Partial<CurrentUser> = {};
  let sheets = 0;

  beforeAll(async () => {
    // What is left behind is counted in a folder of its own.
    vi.stubEnv('TMPDIR', payroll.folder);
    appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext })], appContext.log);
    server = await serveApp(app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  const send = async (sheet: File | null, more: Record<string, string> = {}) => {
    const form = new FormData();
    if (sheet) form.set('sheet', sheet);
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    const response = await app.request('/upload', { method: 'POST', body: form });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
  };
  const csv = (lines: Parameters<typeof sheetOf>[0], name = 'june.csv') => new File([sheetOf(lines)], name);
  const mine = (count: number) => {
    const name = `u${++sheets}`;
    return people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name }));
  };
  const page = async (path: string) => (await app.request(path)).text();
  const answer = async (path: string, { answer, ...form }: { answer: 'yes' | 'no'; shown: string }) =>
    app.request(`${path}/${answer === 'yes' ? 'submit' : 'discard'}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  const shownIn = (text: string) => /name="shown" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const runs = async () =>
    Number((await appContext.ledger.db.query('select count(*) as n from payrun.run')).rows[0]!.n);
  const counts = (path: string) => countsOf(appContext.ledger.db, BigInt(path.split('/').at(-1)!));

  it('G5: is read and checked, and nothing is paid before someone submits what was shown', async () => {
    who = { name: 'mia', role: 'maker' };
    const { status, to: grid } = await send(
      csv([...mine(2), { reference: 'bad', iban: 'DE00', email: 'bad@example.com' }]),
    );
    expect(status).toBe(303);
    expect(grid, 'first the rows with errors').toMatch(/\/fix$/);
    const to = grid.replace('/fix', '');
    const shown = await page(to);
    expect(shown).toContain('Ready to submit: 2 of 3 rows');
    expect(shown).toContain('1 invalid');
    // Opening the page makes no call, so the balances are not known; loading them leads back to this page.
    expect(shown).toMatch(/Balances, and amounts needed before fees[\s\S]*not known/);
    // The service lists a balance as soon as it was used.
    await payroll.control('fund', { currency: 'EUR', amount: '10.00' });
    const load = new URLSearchParams({ merchant: 'default', run: to.split('/').at(-1)! });
    const loaded = await app.request('/balances', { method: 'POST', body: load });
    expect([loaded.status, loaded.headers.get('location')]).toEqual([303, to]);
    expect(await page(to)).toMatch(/Available[\s\S]*class="amount">[\d,.]+ <abbr>EUR/);
    expect(shown).toContain('Read as UTF-8');
    // A resume in between leaves it as it is.
    await payroll.resume();
    expect(await counts(to)).toMatchObject({ ready: 2, invalid: 1, canceled: 0 });
    expect((await payroll.ledger()).payments).toEqual([]);

    const isRefused = ({ headers }: Response) => headers.get('Location')?.startsWith(`${to}?refused=`) === true;
    expect((await answer(to, { answer: 'yes', shown: '3 payments; EUR 3 1.00' })).status).toBe(409);
    expect(await counts(to)).toMatchObject({ ready: 2 });
    expect(isRefused(await answer(to, { answer: 'yes', shown: shownIn(shown) }))).toBe(false);
    expect(isRefused(await answer(to, { answer: 'yes', shown: shownIn(shown) })), 'answered already').toBe(true);
    await payroll.resume(to.split('/').at(-1));
    expect(await counts(to)).toMatchObject({ processed: 2 });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1, 1]);
    const { rows } = await appContext.ledger.db.query(
      `select actor from payrun.event where kind = 'confirmed' and chain = $1`,
      [to.slice(1).replace('runs/', 'run-')],
    );
    expect(rows).toEqual([{ actor: 'mia' }]);
  });

  it('G7: that was submitted meanwhile cannot be discarded, and the user is told so', async () => {
    who = { name: 'mia', role: 'maker' };
    const { to } = await send(csv(mine(1)));
    const id = to.split('/').at(-1)!;
    const shown = shownIn(await page(to));
    const { db } = appContext.ledger;
    let looked = false;
    const query = async (sql: string, params?: readonly unknown[]) => {
      const found = await db.query(sql, params);
      // The other one is heard between the look at the run and the answer to it.
      if (!looked) {
        looked = true;
        await submitRun(appContext, id, { by: person('moe'), businesses: false, shown });
      }
      return found;
    };
    const late = { ...appContext, ledger: { ...appContext.ledger, db: { query: query as Db['query'] } } };
    await expect(discardRun(late, id, person('mia'))).rejects.toMatchObject({
      code: 'not_asked',
    });
    expect(await counts(to)).toMatchObject({ ready: 1, canceled: 0 });
  });

  it.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['<script>alert(1)</script>.csv', 'script&gt;.csv'],
  ])('with the name %s is stored under a harmless name', async (name, stored) => {
    who = { name: 'mia', role: 'maker' };
    const text = await page((await send(csv(mine(1), name))).to);
    expect(text).toContain(stored);
    expect(text).not.toContain('<script>alert');
  });
  it('is in no temporary file, whether it is read, asks about its columns or is refused', async () => {
    who = { name: 'mia', role: 'maker' };
    const unclear = new File([sheetOf(mine(1)).replace('amount', 'figure')], 'unclear.csv');
    const made = await filesMadeIn(payroll.folder, async () => {
      expect((await send(csv(mine(1)))).status).toBe(303);
      const asked = await send(unclear);
      expect(await page(asked.to)).toContain('action="/upload/columns');
      expect((await send(new File(['x\ny\n'], 'no.csv'))).status).toBe(422);
    });
    expect(made).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is in no file with a name while its results are written and sent',
    async () => {
      who = { name: 'mia', role: 'maker' };
      const { to } = await send(csv(mine(40)));
      const named: string[] = [];
      const made = await filesMadeIn(payroll.folder, async () => {
        const response = await app.request(`${to}/results.xlsx`);
        // It is written; no one has read it yet.
        named.push(...readdirSync(payroll.folder).filter((name) => /^payrun-(download|nameless)-/.test(name)));
        const workbook = Buffer.from(await response.arrayBuffer());
        expect(workbook.subarray(0, 2).toString('latin1')).toBe('PK');
        expect(workbook.length).toBeGreaterThan(5_000);
      });
      expect(named).toEqual([]);
      expect(made.filter((name) => /\.(xlsx|csv|tmp)$/.test(name))).toEqual([]);
    },
  );

  it('left in a folder by a killed process is deleted with the next download', async () => {
    who = { name: 'mia', role: 'maker' };
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['payrun-download-old', 'payrun-download-now', 'somebody-else']) {
      const folder = `${payroll.folder}/${name}`;
      mkdirSync(folder);
      writeFileSync(`${folder}/june.csv`, sheetOf(mine(1)));
      if (!name.endsWith('now')) utimesSync(folder, hoursAgo, hoursAgo);
    }
    const { to } = await send(csv(mine(1)));
    expect((await app.request(`${to}/results.xlsx`)).status).toBe(200);
    const there = readdirSync(payroll.folder);
    expect(there).not.toContain('payrun-download-old');
    expect(there, 'another process may have it').toContain('payrun-download-now');
    expect(there).toContain('somebody-else');
  });

  it('of several merchants shows its plan only to users who may see all of them', async () => {
    await addSubMerchants(payroll, database, ['acme', 'beta']);
    who = { name: 'mia', role: 'maker' };
    const lines = mine(2).map((line, i) => ({ ...line, amount: ['11.11', '7777.77'][i]! }));
    const { to } = await send(new File([withMerchants(sheetOf(lines), ['acme', 'beta'])], 'both.csv'));
    const whole = await page(to);
    expect(whole).toContain('Ready to submit: 2 of 2 rows');
    expect(whole).toContain('7,788.88');
    who = { name: 'otto', role: 'maker', merchants: ['acme'] };
    for (const path of [to, `${to}/history`]) {
      const some = await page(path);
      expect(some, path).not.toMatch(/7,?788\.88|788888|777777/);
      expect(some, path).not.toContain('beta');
    }
    expect(await page(to)).toContain('11.11');
    who = { name: 'ada', role: 'admin', merchants: ['acme'] };
    const audit = await page('/settings/audit');
    expect(audit).toContain('Sheet read');
    expect(audit).not.toMatch(/7,?788\.88|788888|777777|The whole sheet/);
    who = { name: 'ada', role: 'admin' };
    expect(await page('/settings/audit')).toContain('7,788.88');
    who = { name: 'otto', role: 'maker', merchants: ['acme'] };
    expect((await answer(to, { answer: 'yes', shown: shownIn(whole) })).status).toBe(404);
  });

  it('of 200 MB is refused while it arrives, and one that stops halfway leaves nothing', async () => {
    who = { name: 'mia', role: 'maker' };
    const before = await runs();
    const url = new URL('/upload', server.url);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': String(200 * 1024 * 1024) };
    const status = await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (response) => {
        response.resume();
        sent.destroy();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.write('--b\r\n');
    });
    expect(status).toBe(413);
    await new Promise<void>((resolve) => {
      const sent = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': '5000' } });
      sent.on('error', () => resolve());
      sent.write('--b\r\nContent-Disposition: form-data; name="sheet"; filename="half.csv"\r\n\r\namount,curr');
      setTimeout(() => sent.destroy(), 50);
    });
    await eventually(async () => {
      expect((await fetch(new URL('/upload', server.url))).status).toBe(200);
    });
    expect(await runs()).toBe(before);
  });
});
