import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadedAtOnce } from '../support/loaded-at-once.ts';
import { runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = testFolder();

/** The file of every command, as the tables of commands say. */
const FILES = new Map(
  ['command-table.ts', ...globSync('command-groups/*.ts', { cwd: join(ROOT, 'src/cli') })]
    .flatMap((table) => [
      ...readFileSync(join(ROOT, 'src/cli', table), 'utf8').matchAll(
        /\bname: '([^']+)'[\s\S]*?import\('\.\.?\/(commands\/[^']+|shell-completion\.ts)'\)/g,
      ),
    ])
    .map(([, name = '', file]) => [name, `src/cli/${file}`]),
);

describe('the start of a command', () => {
  it('is fast for help: it loads nothing but commander', () => {
    const packages = [...loadedAtOnce('src/cli/main.ts')].filter((loaded) => !loaded.endsWith('.ts'));
    expect(packages).toEqual(['commander']);
  });

  /** What costs a start most, milliseconds of the processor in brackets, and the only commands that load it at once. */
  const HEAVY: readonly [what: string, is: RegExp, commands: readonly string[]][] = [
    ['the writer of workbooks (60)', /^exceljs|workbook-writer\.ts$/, []],
    ['the embedded database (10)', /^@electric-sql\//, ['backup', 'restore']],
    ['the sandbox (30)', /^src\/sandbox\//, ['sandbox']],
    ['the rules of phone numbers (45)', /^libphonenumber-js/, []],
    ['the rules of national numbers (30)', /^stdnum/, []],
    ['the queue (50)', /^pg-boss/, ['init', 'serve', 'worker', 'doctor']],
    ['the web (50)', /^(hono|@hono)/, ['webhooks listen', 'serve']],
    ['mail (60)', /^nodemailer/, ['serve']],
    ['metrics (40)', /^prom-client/, ['serve']],
    ['logins elsewhere (10)', /^openid-client/, ['serve']],
  ];
  it.each(HEAVY)('loads %s only if needed', (_, is, commands) => {
    const loading = [...FILES].filter(([, file]) => [...loadedAtOnce(file)].some((loaded) => is.test(loaded)));
    expect(loading.map(([name]) => name).toSorted()).toEqual(commands.toSorted());
  });
});

describe('the embedded database', () => {
  /** WebAssembly that goes round a loop; then: was it optimised? V8 does it at once here, where it would do it at all. */
  const LOOP = `
    const { baselineWasm } = await import(${JSON.stringify(join(ROOT, 'src/cli/baseline-wasm.ts'))});
    if (process.argv[1] === 'baseline') baselineWasm();
    const code = '0061736d0100000001050160017f00030201000707010372756e00000a130111000340200041016b220041004a0d000b0b';
    const { instance } = await WebAssembly.instantiate(Buffer.from(code, 'hex'));
    for (let i = 0; i < 3; i++) instance.exports.run(20_000_000);
    console.log(%IsTurboFanFunction(instance.exports.run));`;
  const optimised = async (how: string) =>
    (
      await runPayrun(['--allow-natives-syntax', '--wasm-sync-tier-up', '--input-type=module', '--eval', LOOP, how], {
        cwd: folder,
        command: process.execPath,
      })
    ).stdout.trim();

  it('is not optimized by a command, which would take half a second and 600 MB', async () => {
    expect(await optimised('as it is')).toBe('true');
    expect(await optimised('baseline')).toBe('false');
  });

  /**
   * Opens the embedded database of a home as commands do, and prints the most memory that the process had, in MB. That of
   * `resourceUsage` begins with the memory of the process that started it.
   */
  const OPENED = `
    const { readFileSync } = await import('node:fs');
    const { baselineWasm } = await import(${JSON.stringify(join(ROOT, 'src/cli/baseline-wasm.ts'))});
    const { openLedger } = await import(${JSON.stringify(join(ROOT, 'src/ledger/open-ledger.ts'))});
    const { createLog } = await import(${JSON.stringify(join(ROOT, 'src/platform/log.ts'))});
    const { systemClock } = await import(${JSON.stringify(join(ROOT, 'src/platform/clock.ts'))});
    baselineWasm();
    const ledger = await openLedger({ home: process.argv[1], log: createLog('silent'), clock: systemClock });
    await ledger.close();
    console.log(Math.round(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024));`;

  it('takes less than 400 MB, also when a home is made', async () => {
    const most = async (home: string) =>
      Number(
        (
          await runPayrun(['--input-type=module', '--eval', OPENED, join(folder, home)], {
            cwd: folder,
            command: process.execPath,
          })
        ).stdout.trim(),
      );
    const made = [await most('small-home'), await most('another-home')];
    const opened = [await most('small-home'), await most('another-home')];
    for (const megabytes of [made, opened]) {
      expect(Math.min(...megabytes)).toBeGreaterThan(100);
      // On a busy machine garbage is collected later.
      expect(Math.min(...megabytes)).toBeLessThan(400);
    }
  });
});
