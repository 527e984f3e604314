import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What Payrun guarantees. `payrun verify` recomputes G1, G2, G4, G6 and G7 from the tables. */
export const GUARANTEES = {
  G1: 'No row is paid twice, across folders, databases, copies and restores.',
  G2: 'Money moves only at the start of a batch: exactly these payments, at this price, to the account that the row names.',
  G3: 'A timeout is never treated as a failure: after a lost answer or a crash the payout service is read before anything is sent again.',
  G4: 'Nothing is lost: the rows of a sheet equal the rows by state, per currency, to the cent, at every moment.',
  G5: 'No key and no bank detail is in a log, an error, a URL or a temporary file; at rest they are sealed.',
  G6: 'The audit is append-only, keyed, chained and anchored outside.',
  G7: 'An approval is of exact payments, accounts and a price, by people who may give it when the money moves.',
  G8: 'What is shown is true, on every channel, and agrees with the books of the payout service to the cent.',
  G9: 'There is always a way out: some action that Payrun offers ends every state, and the message names it.',
} as const;
export type Guarantee = keyof typeof GUARANTEES;

export interface Guard {
  readonly guarantees: readonly Guarantee[];
  /** The titles around the test and its own, as one sentence. */
  readonly title: string;
  /** The file of the test. */
  readonly file: string;
}

const OPENING = /^( *)(?:describe|it|test)\w*[.(]/;
const TITLE = /(['"`])((?:G[1-9], )*G[1-9]): (.*?)\1[,)]/g;
const DESCRIBED = /^( *)describe\w*(?:\.\w+)*\(.*?(['"`])((?:G[1-9], )*G[1-9]: )?(.*?)\2,/;

/** The tests whose titles name a guarantee, in the order of their files. */
export function guards(): readonly Guard[] {
  const files = globSync('test/**/*.test.ts', { cwd: ROOT }).sort();
  return files.flatMap((file) => guardsIn(file, readFileSync(join(ROOT, file), 'utf8').split('\n')));
}

function guardsIn(file: string, lines: readonly string[]): readonly Guard[] {
  const around: { readonly indent: number; readonly title: string }[] = [];
  let indent = 0;
  return lines.flatMap((line) => {
    const opening = OPENING.exec(line);
    if (opening) indent = opening[1]!.length;
    while (opening && around.length > 0 && around.at(-1)!.indent >= indent) around.pop();
    const found = [...line.matchAll(TITLE)].map(([, , names, title]) => ({
      guarantees: names!.split(', ') as Guarantee[],
      title: [...around.map((one) => one.title), title].join(' '),
      file,
    }));
    const described = DESCRIBED.exec(line);
    if (described) around.push({ indent, title: described[4]! });
    return found;
  });
}

/** The page of all guarantees and the tests that hold them. */
export function guaranteesPage(): string {
  const all = guards();
  const tables = Object.entries(GUARANTEES).map(([name, sentence]) => {
    const rows = all.filter(({ guarantees }) => guarantees.includes(name as Guarantee));
    const lines = rows.map(
      ({ title, file }) => `| ${title.replaceAll('|', '\\|').replaceAll("\\'", "'")} | \`${file}\` |`,
    );
    return `## ${name}\n\n${sentence}\n\n| guard | test |\n|---|---|\n${lines.join('\n')}`;
  });
  const opening =
    'What Payrun guarantees, and the tests that hold it: those whose titles begin with the name of a guarantee.';
  return `# Guarantees\n\n${opening}\n\n${tables.join('\n\n')}`;
}
