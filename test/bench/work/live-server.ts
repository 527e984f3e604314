import { loadConfig } from '../../../src/config.ts';
import { openAppContext } from '../../../src/engine/context/app-context.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { serveApp } from '../../../src/web/serve-app.ts';
import { signedIn } from '../../support/signed-in.ts';

// The pages of `live.ts`, in a process of their own, so that what they cost is known. Ends with its standard input.
const appContext = await openAppContext(loadConfig(process.env, process.cwd()), { log: createLog('silent') });
const web = await serveApp(createApp([signedIn({ name: 'anna' }), pages({ appContext })], appContext.log), {
  host: '127.0.0.1',
  port: 0,
});
console.log(JSON.stringify({ url: web.url, pid: process.pid }));
process.stdin.resume().on('end', async () => {
  await web.close();
  await appContext.close();
});
