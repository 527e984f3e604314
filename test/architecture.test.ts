import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  breaches,
  columnsOfSeveralRooms,
  importsOf,
  loadedWith,
  type Sources,
  valueImportsOf,
} from './support/architecture.ts';

const ROOT = join(import.meta.dirname, '..');

function projectSources(): Sources {
  const paths = globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: ROOT });
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(`${ROOT}/${path}`, 'utf8')]));
}

const one = (path: string, source: string): Sources => new Map([[path, source]]);

describe('the house', () => {
  it('keeps its rules', () => {
    const sources = projectSources();
    expect(sources.size).toBeGreaterThan(50);
    expect(breaches(sources)).toEqual([]);
  });
});

describe('the way of a sheet', () => {
  const sources = projectSources();

  it('leads through few files, which become fewer', () => {
    expect(loadedWith(sources, 'src/engine/runs/pay.ts').size).toBeLessThanOrEqual(284);
  });

  it('has one executor: a single file runs the steps, and nothing else takes a run from one to the next', () => {
    const runners = [...sources].flatMap(([path, source]) =>
      /\brun(Pipeline|ToTheStart)\b/.test(source) && valueImportsOf(path, source).includes('src/pipeline.ts')
        ? path
        : [],
    );
    expect(runners).toEqual(['src/engine/runs/advance.ts']);
  });

  it('writes a fact from one room', () => {
    expect(columnsOfSeveralRooms(sources)).toEqual([]);
  });
});

describe('the architecture check', () => {
  const BREACHES: readonly [name: string, path: string, source: string, says: string][] = [
    [
      'a comment that is too wide',
      'src/batches/plan.ts',
      `const a = 1;\n// ${'wide '.repeat(24)}`,
      'the comment in line 2 is wider than 120 characters',
    ],
    [
      'a step that imports a step',
      'src/batches/plan.ts',
      `import { intake } from '../intake/intake.ts';`,
      'batches may not import intake',
    ],
    [
      'a step that imports only a type of one',
      'src/batches/plan.ts',
      `import type { A } from '../reports/a.ts';`,
      'batches may not import reports',
    ],
    [
      'an arrow upwards',
      'src/ledger/run.ts',
      `import { paySheet } from '../engine/pay.ts';`,
      'ledger may not import engine',
    ],
    [
      'an arrow upwards that is loaded later',
      'src/ledger/run.ts',
      `await import('../engine/pay.ts');`,
      'ledger may not import engine',
    ],
    [
      'an arrow upwards that is re-exported',
      'src/sheets/a.ts',
      `export { b } from '../intake/b.ts';`,
      'sheets may not import intake',
    ],
    [
      'an arrow over several lines',
      'src/sheets/a.ts',
      `import {\n  a,\n  b,\n} from '../intake/b.ts';`,
      'sheets may not import intake',
    ],
    ['an import for its effect', 'src/sheets/a.ts', `import '../intake/b.ts';`, 'sheets may not import intake'],
    [
      'a sandbox that imports the client it is to check',
      'src/sandbox/sign.ts',
      `import { sign } from '../service/sign.ts';`,
      'sandbox may not import service',
    ],
    [
      'a sandbox that imports the ledger',
      'src/sandbox/state.ts',
      `import { run } from '../ledger/run.ts';`,
      'sandbox may not import ledger',
    ],
    [
      'a command line that moves money itself',
      'src/cli/commands/pay.ts',
      `import { start } from '../../batches/start.ts';`,
      'cli may not import batches',
    ],
    ['a word that imports a room', 'src/money.ts', `import { a } from './rules/a.ts';`, 'words may not import rules'],
    ['a rule that reads a file', 'src/rules/iban.ts', `import { readFileSync } from 'node:fs';`, 'must be pure'],
    [
      'a rule that reads the settings',
      'src/rules/iban.ts',
      `import { loadConfig } from '../config.ts';`,
      'must be pure',
    ],
    ['a room that no one planned', 'src/misc/a.ts', `import { a } from '../money.ts';`, 'not in the design'],
    [
      'SQL in a step',
      'src/batches/plan.ts',
      'await db.query(`select id\n from payrun.batch where state = $1`);',
      'has SQL',
    ],
    ['SQL that changes', 'src/engine/pay.ts', `db.query("update payrun.run set state = 'done'");`, 'has SQL'],
    ['SQL that removes', 'src/cli/a.ts', `db.query('delete from payrun.run');`, 'has SQL'],
    ['SQL that adds', 'src/cli/a.ts', `db.query('insert into payrun.run values (1)');`, 'has SQL'],
    ['a reader of the environment', 'src/service/a.ts', `const key = process.env.PAYRUN_SECRET_KEY;`, 'process.env'],
    [
      'a promise that is kept even if it fails',
      'src/engine/a.ts',
      'let read: Promise<string> | null = null;\nconst once = () => {\n  read ??= load();\n  return read;\n};\n',
      'keeps a promise even if it fails',
    ],
    ['a file called utils', 'src/sheets/utils.ts', '', 'says nothing'],
    ['a file in camel case', 'src/sheets/readSheet.ts', '', 'kebab-case'],
    [
      'a question that writes',
      'src/batches/start.ts',
      `async function hasFunds(db: Db) {\n  await moveBatch(db);\n  return false;\n}\n`,
      'hasFunds is a question by its name',
    ],
    [
      'a question that locks',
      'src/ledger/a.ts',
      'export const isLeased = (db: Db) =>\n  db.query(`select 1 from payrun.run for no key update`);\n',
      'isLeased is a question by its name',
    ],
    ['a file of 351 lines', 'src/sheets/read.ts', 'a;\n'.repeat(351), '351 lines'],
  ];
  it.each(BREACHES)('finds %s', (_, path, source, says) => {
    expect(breaches(one(path, source))).toEqual([expect.stringContaining(says)]);
  });

  const LAWFUL: readonly [name: string, path: string, source: string][] = [
    [
      'the words of English in a sentence',
      'src/engine/pay.ts',
      `note('Select a file from the list, or update it and set a name. Moves payments from payrun to the service.');`,
    ],
    ['SQL in the ledger', 'src/ledger/run.ts', 'db.query(`select id from payrun.run`);'],
    [
      'an import in a comment',
      'src/ledger/run.ts',
      `// import { a } from '../engine/pay.ts';\n/* import '../cli/main.ts'; */`,
    ],
    ['process.env in a comment', 'src/ledger/run.ts', '// never process.env'],
    ['the map that imports the steps', 'src/pipeline.ts', `import { plan } from './batches/plan.ts';`],
    [
      'a question before a function that writes',
      'src/batches/start.ts',
      `const isPaid = (row: Row) =>\n  row.paid;\n\nasync function pay(db: Db) {\n  await moveBatch(db);\n}\n`,
    ],
    ['a file of 350 lines', 'src/sheets/read.ts', 'a;\n'.repeat(350)],
  ];
  it.each(LAWFUL)('allows %s', (_, path, source) => {
    expect(breaches(one(path, source))).toEqual([]);
  });

  it('finds a cycle of rooms, and also each import that may not be', () => {
    const found = breaches(
      new Map([
        ['src/ledger/slots.ts', `import type { SlotStore } from '../service/slot-store.ts';`],
        ['src/service/quota.ts', `import { slots } from '../ledger/slots.ts';`],
      ]),
    );
    expect(found).toContain('the room ledger imports itself through other rooms');
    expect(found).toContain('the room service imports itself through other rooms');
  });

  it('finds a cycle of rooms within a room, and one through a file on its floor', () => {
    const found = breaches(
      new Map([
        ['src/ledger/runs/run.ts', `import { pay } from '../payments/payment.ts';`],
        ['src/ledger/payments/payment.ts', `import type { Ledger } from '../ledger.ts';`],
        ['src/ledger/ledger.ts', `import type { Run } from './runs/run.ts';`],
      ]),
    );
    expect(found).toEqual(
      expect.arrayContaining(
        ['runs', 'payments', 'ledger.ts'].map((room) => `the room ledger/${room} imports itself through other rooms`),
      ),
    );
  });

  it('finds a cycle of files in one room', () => {
    const loop = new Map([
      ['src/reports/a.ts', `import type { B } from './b.ts';`],
      ['src/reports/b.ts', `import { a } from './a.ts';`],
    ]);
    expect(breaches(loop)).toEqual([
      'src/reports/a.ts imports itself through other files',
      'src/reports/b.ts imports itself through other files',
    ]);
  });

  it('finds a step that calls another step, which the map does not show', () => {
    const found = breaches(
      new Map([
        ['src/pipeline.ts', `import { start } from './batches/start.ts';\nimport { quote } from './batches/quote.ts';`],
        ['src/batches/start.ts', `import { quote } from './quote.ts';`],
      ]),
    );
    expect(found).toEqual([
      'src/batches/start.ts calls the step src/batches/quote.ts, which src/pipeline.ts does not show',
    ]);
  });

  it('finds a question that calls a function of another file that writes', () => {
    const found = breaches(
      new Map([
        ['src/batches/a.ts', `import { noteIt as note } from './b.ts';\nexport const isPaid = (db: Db) => note(db);\n`],
        [
          'src/batches/b.ts',
          `export async function noteIt(db: Db) {\n  await write(db);\n}\n\nconst write = (db: Db) =>\n  moveBatch(db);\n`,
        ],
      ]),
    );
    expect(found).toEqual(['src/batches/a.ts: isPaid is a question by its name, and changes something']);
  });

  it('finds a name that two files export, except in commands and the sandbox', () => {
    const source = 'export interface Paid {}\n';
    expect(breaches(new Map(['src/ledger/paid.ts', 'src/sandbox/paid.ts'].map((path) => [path, source])))).toEqual([]);
    expect(breaches(new Map(['src/ledger/paid.ts', 'src/reports/paid.ts'].map((path) => [path, source])))).toEqual([
      'Paid is exported by src/ledger/paid.ts and src/reports/paid.ts',
    ]);
  });

  it.each([
    ['src', 10],
    ['src/ledger/runs', 30],
  ] as const)('finds that %s has more than %d files', (folder, most) => {
    const files = (count: number) => new Map(Array.from({ length: count }, (_, n) => [`${folder}/a${n}.ts`, '']));
    expect(breaches(files(most))).toEqual([]);
    expect(breaches(files(most + 1))).toEqual([`${folder} has ${most + 1} files on its floor, more than ${most}`]);
  });

  it('follows values, not types, and what is loaded later', () => {
    const all: Sources = new Map([
      ['src/a.ts', `import { b } from './b.ts';\nimport type { C } from './c.ts';\nawait import('./d.ts');`],
      ['src/b.ts', `import './e.ts';\nexport { type F, type G } from './f.ts';\nexport * from './h.ts';`],
      ...['c', 'd', 'e', 'f', 'h'].map((name) => [`src/${name}.ts`, ''] as const),
    ]);
    expect([...loadedWith(all, 'src/a.ts')].sort()).toEqual(['src/a.ts', 'src/b.ts', 'src/e.ts', 'src/h.ts']);
  });

  it('finds columns that two rooms update', () => {
    const update = (set: string) => `db.query(\`update payrun.run r set ${set} where id = $1\`)`;
    const all = new Map([
      ['src/ledger/runs/a.ts', update('state = $2, note = case when $3 then 1 end')],
      ['src/ledger/batches/b.ts', update('(state, fence) = (1, 2)')],
      ['src/ledger/batches/c.ts', update('fence = fence + 1')],
    ]);
    expect(columnsOfSeveralRooms(all)).toEqual(['run.state']);
  });

  it('does not take a comment sign in a string for a comment', () => {
    const source = `const url = 'https://a';\nimport { b } from './b.ts'; // './c.ts'`;
    expect(importsOf('src/service/a.ts', source)).toEqual([
      { from: 'src/service/a.ts', to: 'src/service/b.ts', ours: true },
    ]);
  });
});
