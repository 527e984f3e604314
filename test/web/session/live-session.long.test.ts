import { get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser, setEnabled, setRights } from '../../../src/engine/users/users.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { liveUpdates } from '../../../src/web/pages/home/live-updates.ts';
import type { WebServer } from '../../../src/web/serve-app.ts';
import { describeDatabases } from '../../support/database.ts';
import { firstAdmin } from '../../support/person.ts';
import { addTestMerchant, startTestRun } from '../../support/test-run.ts';
import { browse, cheapPasswords, MINUTE, movableClock, servePages } from '../../support/web-visit.ts';

const PASSWORD = 'seven blue kites fly';

describeDatabases('a live update', (database) => {
  let ledger: Ledger;
  let server: WebServer;
  let users = 0;
  let run: bigint;
  const standing = movableClock();
  /** What happens while someone looks. */
  let change: Promise<unknown> = Promise.resolve();
  /**
   * Time goes by while someone looks, a second for each look, and stands while the change is done: it may take its time.
   */
  const clock = {
    ...standing,
    sleep: async (ms = 1_000) => {
      await change;
      standing.pass(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
  const deps = () => ({ ledger, clock, passwords: cheapPasswords });

  beforeAll(async () => {
    ledger = await database.open();
    const appContext = { ledger, clock, config: { timeZone: 'UTC' }, log: { warn: () => {} } } as never;
    server = await servePages(ledger, clock, liveUpdates({ appContext }));
    run = (await startTestRun(ledger, { merchant: 'acme' })).id;
  });
  afterAll(() => server.close());

  const loggedIn = async () => {
    for (const merchant of ['acme', 'other']) await addTestMerchant(ledger, merchant);
    const name = `user-${++users}`;
    await addUser(deps(), await firstAdmin(ledger), {
      name,
      role: 'maker',
      merchants: ['acme'],
      limits: null,
      password: PASSWORD,
    });
    const browser = browse(server.url);
    await browser.logIn(name, PASSWORD);
    return { name, browser };
  };

  /**
   * Looks at what runs until the stream ends; `meanwhile` happens after the first part has come. What was sent, and how
   * long it took.
   */
  const look = ({ jar }: ReturnType<typeof browse>, meanwhile: () => Promise<unknown>) =>
    new Promise<{ readonly output: string; readonly ms: number }>((resolve, reject) => {
      get(
        `${server.url}/live/running?run=${run}`,
        { headers: { Cookie: [...jar].map((one) => one.join('=')).join('; '), Accept: 'text/event-stream' } },
        (answer) => {
          let output = '';
          let since = clock.now();
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => {
            if (output === '') {
              since = clock.now();
              change = meanwhile().then(() => {
                since = clock.now();
              });
              change.catch(reject);
            }
            output += piece;
          });
          answer.on('end', () => resolve({ output, ms: clock.now() - since }));
        },
      ).on('error', reject);
    });

  const ENDS: readonly [
    what: string,
    change: (name: string, browser: ReturnType<typeof browse>) => Promise<unknown>,
  ][] = [
    ['logs out', async (_, browser) => browser.post('/logout', { csrf: browser.csrf() })],
    ['is disabled', async (name) => setEnabled(deps(), await firstAdmin(ledger), name, false)],
    ['gets another role', async (name) => setRights(deps(), await firstAdmin(ledger), name, { role: 'viewer' })],
    [
      'may see other merchants',
      async (name) => setRights(deps(), await firstAdmin(ledger), name, { merchants: ['other'] }),
    ],
    [
      'may see other merchants by the hand of who runs the database',
      (name) => ledger.db.query(`update payrun.user_account set merchants = '{other}' where name = $1`, [name]),
    ],
  ];
  it.each(ENDS)('G7: ends soon after its reader %s, and says so', async (_, change) => {
    const { name, browser } = await loggedIn();
    const { output, ms } = await look(browser, () => change(name, browser));
    expect(output).toMatch(/^event: part/);
    expect(output).toContain('Beginning');
    expect(output.trimEnd()).toMatch(/event: over\ndata:$/);
    expect(ms).toBeLessThanOrEqual(6_000);
  });

  it('can be open twelve times for one user, and then for others', async () => {
    // Time stands, so that none of them ends.
    const stands = Promise.withResolvers<void>();
    change = stands.promise;
    const open = ({ jar }: ReturnType<typeof browse>) =>
      new Promise<{ status: number; end: () => Promise<void> }>((resolve, reject) => {
        const asked = get(
          `${server.url}/live/running?run=${run}`,
          { headers: { Cookie: [...jar].map((one) => one.join('=')).join('; '), Accept: 'text/event-stream' } },
          (answer) => {
            answer.resume();
            const closed = new Promise<void>((done) => answer.on('close', () => done()));
            const end = async () => {
              asked.destroy();
              await closed;
            };
            resolve({ status: answer.statusCode!, end });
          },
        ).on('error', reject);
      });
    const { browser } = await loggedIn();
    const streams = [];
    for (let i = 0; i < 12; i++) streams.push(await open(browser));
    expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await open(browser)).status).toBe(204);
    const other = await open((await loggedIn()).browser);
    expect(other.status).toBe(200);
    stands.resolve();
    for (const stream of [...streams, other]) await stream.end();
    await expect.poll(async () => (await open(browser)).status).toBe(200);
  });

  it('G7: continues while nothing changes, and does not keep an unused session alive by itself', async () => {
    const { browser } = await loggedIn();
    for (let minutes = 0; minutes < 27; minutes += 9) {
      clock.pass(8 * MINUTE);
      expect((await look(browser, async () => {})).output).not.toContain('event: over');
    }
    clock.pass(4 * MINUTE);
    // The browser asks again by itself: it is told, and not let in.
    expect((await look(browser, async () => {})).output).toBe('event: over\ndata:\n\n');
    expect((await browser.get('/')).headers.location).toBe('/login?over');
    expect((await browser.get('/login?over')).text).toContain('Session expired. Log in to continue.');
  });
});
