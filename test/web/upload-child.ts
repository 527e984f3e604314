/** A process that is sent a sheet of so many rows, to be killed while it reads it. */
import { loadConfig } from '../../src/config.ts';
import { openWorkplace } from '../../src/engine/workplace.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { people, sheetOf } from '../support/payroll.ts';
import { signedIn } from '../support/signed-in.ts';

const [, , name = '', rows = '1', folder = process.cwd()] = process.argv;
// Its lease runs out soon after it is killed.
const workplace = { ...(await openWorkplace(loadConfig(process.env, folder))), leaseMs: 2_000 };
const app = createApp([signedIn({ name: 'mia', role: 'maker' }), pages({ workplace })], workplace.log);
const form = new FormData();
const lines = people(Number(rows), (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com` }));
form.set('sheet', new File([sheetOf(lines)], `${name}.csv`));
await app.request('/upload', { method: 'POST', body: form });
process.stdout.write('{"read":true}\n');
