import { expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { createApp } from '../../../../src/web/app.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';

describeDatabases('the page of the components', (database) => {
  const payroll = testPayroll(database);

  const statusOf = async (more: (appContext: AppContext) => Partial<AppContext>) => {
    const opened = await payroll.appContext();
    const appContext = { ...opened, ...more(opened) };
    const app = createApp([signedIn({ role: 'viewer' }), pages({ appContext })], opened.log);
    const response = await app.request('/design');
    return { status: response.status, text: await response.text() };
  };

  it('exists with a sandbox on this machine only', async () => {
    const here = await statusOf(() => ({}));
    expect(here.status).toBe(200);
    for (const part of ['Status of payments', 'Steps', 'Lists', 'No rows', 'aria-invalid="true"'])
      expect(here.text).toContain(part);
    const away = (serviceUrl: string) => (opened: AppContext) => ({ config: { ...opened.config, serviceUrl } });
    expect((await statusOf(away('https://api.example.com'))).status).toBe(404);
    expect((await statusOf(away('https://127.0.0.1.example.com'))).status).toBe(404);
    expect((await statusOf(() => ({ sandbox: false }))).status).toBe(404);
  });
});
