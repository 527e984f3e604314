import { expect, it } from 'vitest';
import { createApp } from '../src/web/app.ts';
import { pages } from '../src/web/pages/pages.ts';
import { removeInbox, testInbox } from './engine/inbox/inbox-folder.ts';
import { describeDatabases } from './support/database.ts';
import { people, sheetOf, testPayroll } from './support/payroll.ts';
import { runHere } from './support/run-here.ts';
import { documentOf } from './support/run-payrun.ts';
import { signedIn } from './support/signed-in.ts';
import { withPatience } from './support/visited-pages.ts';

/** One whole run per door; everything else about them is in the tests of their rooms, and in the long ones. */
describeDatabases('a sheet of two payments is paid once, and not again if it comes again,', (database) => {
  const payroll = testPayroll(database);
  const content = (name: string) =>
    sheetOf(people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com` })));
  const timesPaid = async (name: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(`${name}.`))
      .map((payment) => payment.timesPaid);
  const payrun = async (...args: string[]) =>
    documentOf(await runHere([...args, '--json'], { cwd: payroll.folder, env: payroll.env() }));

  it('by a command', async () => {
    payroll.sheet('command.csv', content('command'));
    expect(await payrun('pay', 'command.csv', '--yes')).toMatchObject({ state: 'done', counts: { processed: 2 } });
    expect(await payrun('pay', 'command.csv', '--yes')).toMatchObject({ state: 'done', counts: { already_paid: 2 } });
    expect(await timesPaid('command')).toEqual([1, 1]);
  });

  it('by a job', async () => {
    payroll.sheet('job.csv', content('job'));
    const job = () => payrun('run', 'pay-sheet', '--input', JSON.stringify({ file: 'job.csv' }));
    expect(await job()).toMatchObject({ state: 'done', counts: { processed: 2 } });
    expect(await job()).toMatchObject({ state: 'done', counts: { already_paid: 2 } });
    expect(await timesPaid('job')).toEqual([1, 1]);
  });

  it('by a file in the inbox', async () => {
    const inbox = testInbox(await payroll.appContext());
    try {
      for (const name of ['inbox.csv', 'inbox-again.csv']) {
        inbox.drop(name, content('inbox'));
        await inbox.pass(2);
        expect(await payroll.resume(inbox.queued.at(-1))).toMatchObject([{ state: 'done' }]);
      }
      expect(await timesPaid('inbox')).toEqual([1, 1]);
    } finally {
      await removeInbox(inbox);
    }
  });

  it('by a page', async () => {
    const appContext = await payroll.appContext();
    const app = createApp(
      [signedIn({ name: 'mia', role: 'maker' }), pages({ appContext: withPatience(appContext) })],
      appContext.log,
    );
    const post = async (path: string, body: FormData | URLSearchParams) =>
      (await app.request(path, { method: 'POST', body })).headers.get('location')!;
    for (const name of ['page.csv', 'page-again.csv']) {
      const form = new FormData();
      form.set('sheet', new File([content('page')], name));
      const page = await post('/upload', form);
      const [, shown = ''] = /name="shown" value="([^"]*)"/.exec(await (await app.request(page)).text()) ?? [];
      if (name === 'page.csv') await post(`${page}/submit`, new URLSearchParams({ shown }));
      await payroll.resume(page.split('/').at(-1));
    }
    expect(await timesPaid('page')).toEqual([1, 1]);
  });
});
