import { writeFileSync } from 'node:fs';
import exceljs from 'exceljs';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';
import { withPatience } from '../../../support/visited-pages.ts';

describeDatabases('the page of templates', (database) => {
  const payroll = testPayroll(database);
  let app: Hono;
  let who: Partial<CurrentUser> = {};
  beforeAll(async () => {
    const appContext = await payroll.appContext();
    app = createApp([signedIn(() => who), pages({ appContext: withPatience(appContext) })], appContext.log);
    const [header, ada, ben] = sheetOf(people(2, (i) => ({ first: 'Ada', last: i === 1 ? 'Byron' : 'Boole' })))
      .trim()
      .split('\n');
    const rows = [`${header},referenceId`, `${ada},V-1001`, `${ben},`];
    await payroll.pay(payroll.sheet('known.csv', `${rows.join('\n')}\n`));
  });
  const ask = (query: string) => app.request(`/templates/sheet.xlsx?${query}`);
  const sheetIn = async (response: Response) => {
    expect(response.headers.get('content-disposition')).toContain('payrun-template.xlsx');
    const path = `${payroll.folder}/template.xlsx`;
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(path);
    const texts: string[] = [];
    book.worksheets[0]!.eachRow((row) => row.eachCell((cell) => texts.push(cell.text)));
    return texts;
  };

  it('creates one for some countries', async () => {
    who = { role: 'viewer' };
    expect(await (await app.request('/templates')).text()).toContain('Countries');
    expect(await sheetIn(await ask('countries=DE,mx&currency=EUR'))).toContain('iban');
  });

  it('fills in recipients who were paid by their number, for makers of that merchant', async () => {
    who = { name: 'mia', role: 'maker' };
    const texts = await sheetIn(await ask('countries=DE&merchant=default'));
    expect(texts).toContain('V-1001');
    expect(texts.some((text) => text.includes('Byron'))).toBe(true);
    expect(texts.join()).not.toContain(germanIban(1).slice(-10));
    // A row with the number that Payrun made for a recipient without one would pay no one.
    expect(texts.filter((text) => /Boole|^payrun-/.test(text))).toEqual([]);
    for (const visitor of [{ role: 'viewer' }, { role: 'maker', merchants: ['other'] }] as const) {
      who = visitor;
      const refused = await ask('countries=DE&merchant=default');
      expect([refused.status, (await refused.text()).includes('Byron')]).toEqual([422, false]);
    }
  });

  it.each([['countries=Atlantis'], ['currency=EURO'], ['merchant=nobody'], ['countries=%3Cscript%3E']])(
    'refuses %s in words',
    async (query) => {
      who = { name: 'mia', role: 'maker' };
      const response = await ask(query);
      const text = await response.text();
      expect(response.status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).not.toContain('<script>');
    },
  );
});
