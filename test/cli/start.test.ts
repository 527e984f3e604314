import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { loadedAtOnce } from '../support/loaded-at-once.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The file of every command, as the table of commands says. */
const FILES = new Map(
  [
    ...readFileSync(join(ROOT, 'src/cli/command-table.ts'), 'utf8').matchAll(
      /\bname: '([^']+)'[\s\S]*?import\('\.\/(commands\/[^']+)'\)/g,
    ),
  ].map(([, name = '', file]) => [name, `src/cli/${file}`]),
);

describe('the start of a command', () => {
  it('is short for help: it loads nothing but commander', () => {
    const packages = [...loadedAtOnce('src/cli/main.ts')].filter((loaded) => !loaded.endsWith('.ts'));
    expect(packages).toEqual(['commander']);
  });

  it('is known for every command', () => {
    expect([...FILES.keys()]).toEqual(COMMANDS.map(({ name }) => name));
  });

  /** They read sheets, or carry runs on, which reads and checks rows. */
  const ROWS = [
    ...['demo', 'check', 'pay', 'template', 'resume', 'settle', 'approve', 'reject', 'rerun', 'release', 'resolve'],
    ...['report', 'webhooks listen', 'serve', 'worker', 'sandbox'],
  ];
  /** What costs a start most, milliseconds of the processor in brackets, and the only commands that load it at once. */
  const HEAVY: readonly [what: string, is: RegExp, commands: readonly string[]][] = [
    ['the writer of workbooks (60)', /^exceljs|workbook-writer\.ts$/, []],
    ['the embedded database (10)', /^@electric-sql\//, []],
    ['the sandbox (30)', /^src\/sandbox\//, ['sandbox']],
    ['the rules of phone numbers (45)', /^libphonenumber-js/, ROWS],
    ['the rules of national numbers (30)', /^stdnum/, [...ROWS, 'map', 'rules']],
    ['the queue (50)', /^pg-boss/, ['serve', 'worker', 'doctor']],
    ['the web (50)', /^(hono|@hono)/, ['webhooks listen', 'serve']],
    ['mail (60)', /^nodemailer/, ['serve']],
    ['metrics (40)', /^prom-client/, ['serve']],
    ['logins elsewhere (10)', /^openid-client/, ['serve']],
  ];
  it.each(HEAVY)('loads %s only where it is needed', (_, is, commands) => {
    const loading = [...FILES].filter(([, file]) => [...loadedAtOnce(file)].some((loaded) => is.test(loaded)));
    expect(loading.map(([name]) => name).toSorted()).toEqual(commands.toSorted());
  });
});
