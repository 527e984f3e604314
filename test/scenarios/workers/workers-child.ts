/**
 * A process with workers, to be killed, stopped and woken. Says in lines of JSON when it has begun, and what came of each task;
 * ends when its standard input does.
 */
import { loadConfig } from '../../../src/config.ts';
import { openAppContext } from '../../../src/engine/context/app-context.ts';
import { startWorkers } from '../../../src/engine/queue/start-workers.ts';

const [, , options = '{}', folder = process.cwd()] = process.argv;
const appContext = await openAppContext(loadConfig(process.env, folder));
const say = (line: unknown) => void process.stdout.write(`${JSON.stringify(line)}\n`);
const workers = await startWorkers(appContext, {
  ...JSON.parse(options),
  report: (carried) =>
    say(
      'run' in carried
        ? { run: carried.run, merchant: carried.merchant, state: carried.state, code: carried.error?.code ?? null }
        : { job: carried.job },
    ),
});
say({ ready: process.pid });
process.stdin.resume();
await Promise.race([new Promise((resolve) => process.stdin.on('close', resolve)), workers.failed]).catch((error) =>
  say({ failed: error.code }),
);
await workers.close();
await appContext.close();
process.exit(0);
