import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { runHere } from '../../support/run-here.ts';
import { runPayrun } from '../../support/run-payrun.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('`payrun reject`', (database) => {
  const payroll = testPayroll(database);
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  });

  it('ends with exit code 0, because it did what it was asked to do', async () => {
    const { run } = await payroll.pay(payroll.sheet('reject.csv', sheetOf(people(2))), { env: MANUAL });
    const env = { ...payroll.env(), PAYRUN_LOG_LEVEL: 'silent' };
    const words = ['reject', run, '--as', 'anna', '--because', 'wrong month', '--json'];
    const { code, stdout } = await runHere(words, { cwd: payroll.folder, env });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, outcome: 'rejected', counts: { canceled: 2 } });
  });

  /** The payout service at another address; once a deletion was carried out, `deleted` is called and nobody gets its answer. */
  async function serviceThatKeepsDeletions(deleted: () => void): Promise<string> {
    const server = createServer(async (request, response) => {
      const body = await bytesOf(request);
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length)$/.test(name),
      );
      const answer = await fetch(new URL(request.url!, payroll.sandbox.url), {
        method: request.method!,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
      });
      const text = await answer.text();
      if (request.method === 'DELETE') return deleted();
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
      response.end(text);
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const killed = (n: number) => ({ reference: `KILLED-${n}`, email: `killed${n}@example.com`, amount: '20.00' });

  it('that is killed with -9 between the deletion at the service and its commit is completed by resume', async () => {
    const sheet = payroll.sheet('killed.csv', sheetOf(people(2, killed)));
    const { run } = await payroll.pay(sheet, { env: MANUAL });
    const { ledger } = await payroll.appContext();
    const batch = async () =>
      (
        await ledger.db.query<{ state: string; remote_id: string }>(
          'select state, remote_id from payrun.batch where run_id = $1',
          [run],
        )
      ).rows[0]!;
    const { remote_id: id } = await batch();
    const found = async () =>
      (await signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant })('GET', `/v1/batches/${id}`))
        .status;
    expect(await found()).toBe(200);

    let kill = () => {};
    const url = await serviceThatKeepsDeletions(() => kill());
    const env = { ...payroll.env(), PAYRUN_SERVICE_URL: url };
    const words = ['reject', run, '--as', 'anna', '--because', 'wrong month'];
    const ended = await runPayrun(words, {
      cwd: payroll.folder,
      env,
      onSpawn: (process) => {
        kill = () => process.kill('SIGKILL');
      },
    });
    expect(ended.signal).toBe('SIGKILL');
    expect(await found()).toBe(404);
    expect(await batch()).toMatchObject({ state: 'quoted' });

    const [resumed] = await payroll.resume(run);
    expect(resumed).toMatchObject({ state: 'done', outcome: 'rejected', counts: { canceled: 2, processed: 0 } });
    expect(await batch()).toMatchObject({ state: 'void' });
    const { payments } = await payroll.ledger();
    expect(payments.reduce((sum, { timesPaid }) => sum + timesPaid, 0)).toBe(0);
    const again = await payroll.pay(sheet);
    expect(again.counts).toMatchObject({ processed: 2 });
  });
});

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
