/** A process that is sent a sheet of so many rows, and stays in the midst of reading it, to be killed there. */
import { loadConfig } from '../../../../src/config.ts';
import { openAppContext } from '../../../../src/engine/context/app-context.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { createApp } from '../../../../src/web/app.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { people, sheetOf } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';

const [, , name = '', rows = '1', folder = process.cwd()] = process.argv;
// Its lease runs out soon after it is killed.
const appContext = { ...(await openAppContext(loadConfig(process.env, folder))), leaseMs: 2_000 };
const { ledger } = appContext;
const stays: Ledger = {
  ...ledger,
  async tx(work) {
    const result = await ledger.tx(work);
    // Rows are in, and not all is done that the reading is: however quick this process is, it is not through.
    if ((await ledger.db.query('select 1 from payrun.payment_row limit 1')).rowCount > 0) await new Promise(() => {});
    return result;
  },
};
const app = createApp(
  [signedIn({ name: 'mia', role: 'maker' }), pages({ appContext: { ...appContext, ledger: stays } })],
  appContext.log,
);
const form = new FormData();
const lines = people(Number(rows), (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com` }));
form.set('sheet', new File([sheetOf(lines)], `${name}.csv`));
await app.request('/upload', { method: 'POST', body: form });
process.stdout.write('{"read":true}\n');
