import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { openAppContext } from '../../../src/engine/context/app-context.ts';
import { createLog } from '../../../src/platform/log.ts';
import { copyNewDatabases } from '../../support/database.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
beforeAll(() => writeFileSync(join(folder, 'secret'), 'SK-of-the-merchant\n'));

const PRODUCTION = { PAYRUN_ENVIRONMENT: 'production', PAYRUN_SERVICE_URL: 'https://service.example' };
const KEY = { PAYRUN_ACCESS_KEY: 'AK-of-the-merchant', PAYRUN_SECRET_KEY: 'SK-of-the-merchant' };
const { PAYRUN_SECRET_KEY: _, ...ACCESS } = KEY;

copyNewDatabases();

it.each([
  ['in the environment of production', { ...PRODUCTION, ...KEY }, true],
  [
    'in the environment of a sandbox',
    { PAYRUN_ENVIRONMENT: 'sandbox', PAYRUN_SERVICE_URL: 'https://service.example', ...KEY },
    false,
  ],
  ['in a file', { ...PRODUCTION, ...ACCESS, PAYRUN_SECRET_KEY_FILE: join(folder, 'secret') }, false],
  ['nowhere but in the ledger', PRODUCTION, false],
])('a secret key %s causes a warning only in the environment of production', async (_where, env, warned) => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream);
  const appContext = await openAppContext(loadConfig({ ...env, PAYRUN_HOME: join(folder, 'home') }, folder), { log });
  await appContext.close();
  expect(lines.filter((line) => line.includes('PAYRUN_SECRET_KEY is in the environment'))).toHaveLength(warned ? 1 : 0);
  expect(lines.join('')).not.toContain('SK-of-the-merchant');
});
