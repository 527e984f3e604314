import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { USER_ROLES } from '../../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { firstAdmin } from '../../../support/person.ts';
import { addTestMerchant, startTestRun } from '../../../support/test-run.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const PATHS = ['/settings/endpoints', '/settings/endpoints.csv', '/settings/endpoints/messages'];

describeDatabases('the pages of endpoints', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;
  let admin: { name: string; role: 'admin' };

  beforeAll(async () => {
    appContext = await payroll.appContext();
    admin = { name: (await firstAdmin(appContext.ledger)).name, role: 'admin' };
    await addTestMerchant(appContext.ledger);
    pages = openPages(appContext);
  });

  const post = (action: string, form: Record<string, string>) =>
    pages.post(`/settings/endpoints/${action}`, { password: PASSWORD, ...form }, admin);
  const NEW = { name: 'erp', url: 'https://erp.example.com/payrun', types: 'run.*, payment.failed', merchants: 'all' };

  it('are for admins of all merchants', async () => {
    for (const path of PATHS) {
      for (const role of USER_ROLES)
        expect((await pages.get(path, { role })).status, `${role} ${path}`).toBe(role === 'admin' ? 200 : 403);
      expect((await pages.get(path, { role: 'admin', merchants: ['acme'] })).status, path).toBe(403);
    }
  });

  it('say beside the form what is wrong, and show a new secret once', async () => {
    const refused = await post('add', { ...NEW, url: 'http://erp.example.com' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('The URL must start with https://');
    expect(refused.text).toContain('value="http://erp.example.com"');
    expect((await post('add', { ...NEW, password: 'wrong' })).text).toContain('Incorrect password.');
    const secrets = [(await post('add', NEW)).text, (await post('rotate', { name: 'erp' })).text].map(
      (text) => /whsec_[\w+/=]{44}/.exec(text)?.[0],
    );
    expect(new Set(secrets).size).toBe(2);
    const { text } = await pages.get('/settings/endpoints', admin);
    expect(text).toContain('https://erp.example.com/payrun');
    expect(text).not.toContain('whsec_');
  });

  it('list messages, and replay one that was given up', async () => {
    const { id } = await startTestRun(appContext.ledger);
    const { db } = appContext.ledger;
    await db.query(`update payrun.run set status = 'action_required' where id = $1`, [id]);
    await db.query(`update payrun.endpoint_message set state = 'given_up', attempts = 80, last_code = 'HTTP_503'`);
    const { text } = await pages.get('/settings/endpoints/messages?state=given_up', admin);
    expect(text).toMatch(/run\.action_required[\s\S]*Failed[\s\S]*HTTP_503/);
    const [, message = ''] = /name="message" value="([^"]+)"/.exec(text)!;
    const done = await post('replay', { name: 'erp', message });
    expect([done.status, done.headers.get('Location')]).toEqual([303, expect.stringContaining('/messages?')]);
    const { rows } = await db.query('select id, state, attempts from payrun.endpoint_message');
    expect(rows).toEqual([{ id: message, state: 'waiting', attempts: 0 }]);
    expect((await pages.get('/settings/endpoints/messages?state=given_up', admin)).text).toContain('No results.');
    expect((await post('replay', { name: 'erp', message: 'none' })).status).toBe(422);
  });
});
