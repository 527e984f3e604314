// Packs Payrun, installs it as a user does, and tries it on several versions of Node: npm run package:try
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { samplesOf } from '../docs/samples.ts';

const ROOT = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'payrun-package-'));
const mistakes: string[] = [];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd: string, path = process.env.PATH): Ended {
  const { NODE_PATH: _, PAYRUN_HOME: __, ...env } = process.env;
  const home = join(work, 'home');
  mkdirSync(home, { recursive: true });
  const ended = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, PATH: path, HOME: home, XDG_DATA_HOME: '', NO_COLOR: '1' },
  });
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

function must(command: string, args: readonly string[], cwd: string): string {
  const { code, stdout, stderr } = run(command, args, cwd);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stderr}`);
  return stdout;
}

function check(what: string, holds: boolean, ended?: Ended): void {
  console.log(`${holds ? 'ok     ' : 'NOT OK '} ${what}`);
  if (holds) return;
  mistakes.push(what);
  if (ended) console.log(`exit ${ended.code}\n${ended.stdout}\n${ended.stderr}`);
}

/** A folder with a file `node` of this version, which npm has as a package. */
function nodeOf(version: string): string {
  const folder = join(work, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  must('npm', ['install', '--no-audit', '--no-fund', `${name}@${version}`], folder);
  return join(folder, 'node_modules', name, 'bin');
}

const empty = (name: string) => {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
};

/** The PATH without the Node of this project, and with another one in front. */
const pathWith = (bin: string) =>
  [bin, ...process.env.PATH!.split(delimiter).filter((one) => !one.startsWith(ROOT))].join(delimiter);

/** The job of the manual. */
const OWN_JOB = samplesOf('docs/jobs.md').find(({ language }) => language === 'ts')!.text;

/** A program that reads by the client. */
const CLIENT = `import { Payrun } from 'payrun/client';
const payrun = new Payrun({ url: 'http://127.0.0.1:4080', token: 'payrun_x' });
for await (const payment of payrun.list('runs/1/payments')) console.log(payment.status);
`;

try {
  const [packed] = JSON.parse(must('npm', ['pack', '--json', '--pack-destination', work], ROOT)) as {
    readonly filename: string;
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string }[];
  }[];
  const archive = join(work, packed!.filename);
  console.log(
    `${packed!.filename}: ${packed!.size} bytes, ${packed!.unpackedSize} unpacked, ${packed!.files.length} files`,
  );
  const unwanted = packed!.files.filter(
    ({ path }) => /^(test|src|jobs|node_modules|\.)/.test(path) || /\.map$/.test(path),
  );
  check('the package has no tests and no sources', unwanted.length === 0);

  const prefix = join(work, 'prefix');
  must('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, archive], work);
  const payrun = join(prefix, 'bin/payrun');

  for (const version of ['22.18.0', '22', '24']) {
    const path = pathWith(nodeOf(version));
    const folder = empty(`demo-${version}`);
    const demo = run(payrun, ['demo'], folder, path);
    check(`payrun demo on Node ${version}`, demo.code === 0 && existsSync(join(folder, 'payrun-demo')), demo);

    const own = empty(`own-${version}`);
    mkdirSync(join(own, 'own'));
    writeFileSync(join(own, 'own/count-days.ts'), OWN_JOB);
    writeFileSync(join(own, 'payrun.config.json'), '{"jobsFolder": "own", "home": "home"}');
    const job = run(payrun, ['run', 'count-days'], own, path);
    check(`a job of a team on Node ${version}`, job.code === 0 && job.stdout.includes(' looks back to '), job);
  }

  const old = run(payrun, ['demo'], empty('demo-20'), pathWith(nodeOf('20')));
  check(
    'Node 20 is refused in one line',
    old.code === 2 && /^Payrun needs Node\.js 22\.18 or newer; this is 20\.[^\n]*\n$/.test(old.stderr),
    old,
  );

  const types = empty('types');
  writeFileSync(join(types, 'package.json'), '{"type": "module"}');
  must('npm', ['install', '--no-audit', '--no-fund', archive], types);
  writeFileSync(join(types, 'count-days.ts'), OWN_JOB);
  writeFileSync(join(types, 'wrong.ts'), OWN_JOB.replace('exitCode: 0', 'exitCode: "0"'));
  const compile = (file: string) =>
    run(
      process.execPath,
      [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...[
          '--noEmit',
          '--strict',
          '--skipLibCheck',
          '--module',
          'nodenext',
          '--target',
          'es2024',
          '--types',
          '',
          file,
        ],
      ],
      types,
    );
  const right = compile('count-days.ts');
  check('the types of the package fit a job of a team', right.code === 0, right);
  const wrong = compile('wrong.ts');
  check('and refuse a wrong one', wrong.code !== 0 && wrong.stdout.includes('exitCode'), wrong);
  writeFileSync(join(types, 'client.ts'), CLIENT);
  writeFileSync(join(types, 'wrong-client.ts'), CLIENT.replace('.status', '.colour'));
  const client = compile('client.ts');
  check('the types of the client fit a program', client.code === 0, client);
  const wrongClient = compile('wrong-client.ts');
  check('and refuse a field that there is not', wrongClient.stdout.includes('colour'), wrongClient);
  const version = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
  check('payrun --version', run(payrun, ['--version'], work).stdout.trim() === version);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(mistakes.length === 0 ? 'The package works.' : `${mistakes.length} not ok.`);
process.exit(mistakes.length === 0 ? 0 : 1);
