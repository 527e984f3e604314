import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../../src/api/api.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { selectRunList } from '../../src/ledger/views/run-list.ts';
import type { Actor } from '../../src/permissions/actor.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { testFolder } from '../support/test-folder.ts';
import { itWith } from '../support/tools.ts';
import { withPatience } from '../support/visited-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'samples/api');

describeDatabases('the samples of the API', (database) => {
  const payroll = testPayroll(database);
  const folder = testFolder();
  let appContext: AppContext;
  let server: WebServer;
  let admin: Actor;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    admin = await firstAdmin(appContext.ledger);
    server = await serveApp(createApp([api({ appContext: withPatience(appContext) })], createLog('silent')), {
      host: '127.0.0.1',
      port: 0,
    });
    copyFileSync(join(SAMPLES, 'three-payments.json'), join(folder, 'three-payments.json'));
    const client = pathToFileURL(join(ROOT, 'src/client/client.ts')).href;
    const example = readFileSync(join(SAMPLES, 'pay-three.js'), 'utf8').replace('payrun/client', client);
    writeFileSync(join(folder, 'pay-three.mjs'), example);
  });
  afterAll(() => server.close());

  const tokenOf = (name: string) =>
    addProgram(appContext, admin, { name, role: 'maker', merchants: null, until: '2099-12-31', networks: [] });
  const run = async (program: string, file: string, token: string) => {
    const env = { ...process.env, PAYRUN_URL: server.url, PAYRUN_TOKEN: token };
    return (await promisify(execFile)(program, [file], { cwd: folder, env })).stdout;
  };
  const runs = async () => {
    await resumeRuns(appContext, { progress: () => {} });
    const found = await selectRunList(appContext.ledger.db, null, { limit: 10 });
    return found.map(({ status, maker, rows }) => ({ status, maker, rows }));
  };

  it('pay three rows by the client, in at most 15 lines', async () => {
    const lines = readFileSync(join(SAMPLES, 'pay-three.js'), 'utf8').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(await run(process.execPath, 'pay-three.mjs', await tokenOf('erp'))).toBe(
      'INV-1 ready\nINV-2 ready\nINV-3 ready\n',
    );
    expect(await runs()).toEqual([{ status: 'paid', maker: 'erp', rows: 3 }]);
  });

  itWith('curl')('pay three others by curl', async () => {
    const june = readFileSync(join(SAMPLES, 'three-payments.json'), 'utf8');
    const july = june.replaceAll('INV-', 'JUL-').replaceAll('"amount": "', '"amount": "1');
    writeFileSync(join(folder, 'three-payments.json'), july);
    const printed = await run('sh', join(SAMPLES, 'pay-three.sh'), await tokenOf('shop'));
    expect(printed).toContain('{"done":"Payments submitted.","runs":["2"]}');
    expect(printed.match(/JUL-\d/g)).toEqual(['JUL-1', 'JUL-2', 'JUL-3']);
    expect((await runs())[0]).toEqual({ status: 'paid', maker: 'shop', rows: 3 });
  });
});
