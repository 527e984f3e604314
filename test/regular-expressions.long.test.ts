import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, type Parameters } from 'recheck';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');

/**
 * Expressions that take the square of the length of a text, or that the checker cannot judge, with the reason why no
 * text is long there.
 */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of a sum: 30 at most'],
  [
    String.raw`/[^\p{L}\p{N}]+(?:[a-z]{3}|\d{1,7}(?: (?:payments?|rows?|zahlungen))?)[^\p{L}\p{N}]*$/iu`,
    'a label of totals: 60 characters',
  ],
  [String.raw`/[([{（［【](.*?)[)\]}）］】]/gu`, 'a header: 80 characters'],
  [
    String.raw`/^(.*?[^\s])(?:\s*[-–,:/|]\s*|[\s_]+)(?:in[\s_]+|en[\s_]+|em[\s_]+)?([^\s_]+)$/u`,
    'a header: 80 characters',
  ],
  [String.raw`/^([A-Z]{3}|[€$£¥₹₩])[\s_]+(.+)$/u`, 'a header: 80 characters'],
  [String.raw`/^(.*\S)\s+in\s+(.+)$/iu`, 'a header: 80 characters'],
  [String.raw`/\s+(?:only|equivalent)$/iu`, 'a header: 80 characters'],
  [String.raw`/^(.+?)\s+([^\s]+)$/u`, 'a header: 80 characters'],
  [String.raw`/(\p{L}{3,}[ns])-(?:nr|nummer)\b/giu`, 'a header: 200 characters'],
  [String.raw`/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu`, 'a header: 200 characters'],
  ['/^(.+)_in_(.+)_column$/', 'a code of ours: 40 characters'],
  [String.raw`/[\s._-]+\d[\d\s._-]*$/`, 'the name of a file: 255 characters'],
  [String.raw`/^[^@\s]+\.[^@\s]+$/`, 'a setting of the installation'],
  [String.raw`/[^\s@"'<>(),:;]+@[^\s@"'<>(),;]+/`, 'a sentence of the service: 1,200 characters'],
  [String.raw`/\b(?:R|P|B|T|A|OP|M|RSRC)-[A-Za-z0-9]{6,40}\b/`, 'a sentence of the service: 1,200 characters'],
  [String.raw`/[^\s@<>()"';,:]+@[^\s@<>()"';,]+/g`, 'a sentence of the service: 300 characters'],
  [
    String.raw`/^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z]{2,63}$/`,
    'an e-mail address: 254 characters',
  ],
  [String.raw`/\s*\(.*\)/`, 'the names of regions in our own table'],
  [String.raw`/\[([^\]]*)\]|\{([\w.]*)(?::(\w+))?(?::([\w ]+))?\}|([^[{]+)/g`, 'a sentence in our own table of events'],
  [String.raw`/(?<=\/)\^.*\$(?=\/i)/`, 'a table that only the build of the rules reads'],
  [String.raw`/"(?:[^"\\]|\\.)*"|[{}[\],:]/g`, 'the configuration of the installation'],
  [String.raw`/(?:\(|at (?:async )?)((?:file:\/\/)?\/.+?:\d+):\d+\)?$/gm`, 'the stack of an error: ten lines'],
  [String.raw`/\S+@\S+/g`, 'the message of an error: 300 characters'],
  [
    String.raw`/([^\s@"'<>(),:;]+@[^\s@"'<>(),;]+)|(\b[AS]K-\w+)|(\b(?:R|P|B|T|A|OP|M|RSRC)-[A-Za-z0-9]{6,40}\b)|(\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){8,30}\b)|(\b\d{1,12}\.\d{2}\b)|(\b[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}\b)|(\d(?:[ ./-]?\d){4,})|(\b(?=[A-Za-z]*\d)(?=(?:\w*\d){4})\w{7,}\b)|(\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b)/g`,
    'a sentence of the service: 1,200 characters',
  ],
  [
    String.raw`/poštanski (?:pretinac|fah)|poštovní (?:přihrádka|schránka)|poštový priečinok|căsuța poștală|pašto dėžutė|hòm thư|box\s?č|(?:^|[^\p{L}])а\/я\s?\d|абонент\p{L}+ (?:ящик|скринька)|пощенска кутия|поштански (?:преградак|фах)|ταχ(?:υδρομική|\.)?\s?θυρίδα|(?:^|\s)τ\.?\s?θ\.?\s?\d|ת\.?\s?ד\.?\s?\d|תיבת דואר|صندوق (?:ال)?بريد|ص\.?\s?ب\.?\s?[\d٠-٩]|邮政信箱|郵政信箱|信箱|私書箱|사서함|ตู้\s?ปณ|पोस्ट\s?बॉक्स/iu`,
    'a line of an address: 100 characters',
  ],
  [String.raw`/^(.+), ?(\D+)$/`, 'a line of an address: 70 characters'],
  [String.raw`/\p{L}{3}.*\d|\d.*\p{L}{3}/u`, 'a line of an address: 70 characters'],
  ['/[ ,]+$/', 'a line of an address: 70 characters'],
  [String.raw`/\d|(?:\S+\s+){6}/`, 'a name in a payment order: 2,048 characters'],
  [String.raw`/^#[¡¿]?(?=[^!?]*\p{L})[^\p{Ll}\s!?]{1,40}\s?[!?]$/u`, 'an error of a spreadsheet: 45 characters'],
  [
    String.raw`/^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i`,
    'a header of a request: 16 KB with all others',
  ],
]);

/** Limits of steps alone: a time would be another one on a busy machine, and with it the verdict. */
const BY_STEPS: Parameters = { timeout: null, attackTimeout: null, incubationTimeout: null };

/** Expressions that are made of what is given at run time, with the reason why it need not be judged. */
const GIVEN: ReadonlyMap<string, string> = new Map([
  [
    'src/sheets/pain001/address-lines.ts',
    'a line of an address, of which 70 characters are read, in the forms of our own table',
  ],
  ['src/sandbox/control-input.ts', 'who orders the outcomes of a sandbox, which listens on loopback only'],
]);

test('no expression in the code takes longer than its text is long, unless the text is short', {
  timeout: 0,
}, async () => {
  const found = new Map<string, Expression & { files: Set<string> }>();
  const add = (file: string, { source, flags }: Expression) => {
    const key = `/${source}/${flags}`;
    if (!found.has(key)) found.set(key, { source, flags, files: new Set() });
    found.get(key)!.files.add(file);
  };
  const made = new Map<string, readonly number[]>();
  for (const file of globSync('src/**/*.ts', { cwd: ROOT })) {
    const { literals, templates, computed } = expressionsIn(readFileSync(join(ROOT, file), 'utf8'));
    for (const one of [...literals, ...templates]) add(file, one);
    if (templates.length + computed.length > 0) made.set(file, computed);
  }
  const whenLoaded = expressionsMadeBy([...made.keys()]);
  for (const { file, ...one } of whenLoaded) add(file, one);
  const unseen = [...made].flatMap(([file, lines]) =>
    lines.every((line) => whenLoaded.some((one) => one.file === file && one.line === line)) ? [] : [file],
  );
  expect(unseen.toSorted()).toEqual([...GIVEN.keys()].toSorted());
  expect(found.size).toBeGreaterThan(900);

  // Without a repetition, the time for each place in a text is limited.
  const bad: string[] = [];
  for (const [key, { source, flags, files }] of found) {
    if (HARMLESS.has(key) || !/[*+{]/.test(source)) continue;
    const verdict = await check(source, flags, BY_STEPS);
    if (verdict.status !== 'safe') bad.push(`${verdict.status}: ${key} in ${[...files].join(', ')}`);
  }
  expect(bad).toEqual([]);
  expect([...HARMLESS.keys()].filter((key) => !found.has(key))).toEqual([]);
});

interface Expression {
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type?: string;
  readonly start: number;
  readonly regex?: { pattern: string; flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly (Node & { value?: unknown; quasis?: readonly { value: { cooked: string } }[] })[];
}

/**
 * The literals of a file; what it makes of templates, with a letter in the place of each blank, which is a word, a name
 * or an escaped text; and the lines on which it makes others.
 */
function expressionsIn(code: string) {
  const literals: Expression[] = [];
  const templates: Expression[] = [];
  const computed: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, callee, start, arguments: given = [] } = node as Node;
    if (regex !== undefined) literals.push({ source: regex.pattern, flags: regex.flags });
    if (type === 'NewExpression' && callee?.name === 'RegExp') {
      const text = given[0]!.quasis?.map(({ value }) => value.cooked).join('x');
      if (text === undefined) computed.push(code.slice(0, start).split('\n').length);
      else templates.push({ source: text, flags: String(given[1]?.value ?? '') });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return { literals, templates, computed };
}

/** What these files make when they are loaded: the tables of countries, and constants of several parts. */
function expressionsMadeBy(files: readonly string[]): readonly (Expression & { file: string; line: number })[] {
  const script = `
    const made = [];
    globalThis.RegExp = new Proxy(RegExp, {
      construct(target, given, made_) {
        const { source, flags } = Reflect.construct(target, given, made_);
        const at = /\\(?(?:file:\\/\\/)?(\\/[^()\\n]*?):(\\d+):\\d+\\)?$/.exec(new Error().stack.split('\\n')[2]);
        if (at) made.push({ source, flags, file: decodeURI(at[1]), line: Number(at[2]) });
        return Reflect.construct(target, given, made_);
      },
    });
    for (const file of ${JSON.stringify(files.map((file) => pathToFileURL(join(ROOT, file)).href))}) await import(file);
    process.stdout.write(JSON.stringify(made), () => process.exit());`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const all = JSON.parse(answer) as (Expression & { file: string; line: number })[];
  return all.flatMap((one) =>
    one.file.startsWith(`${ROOT}/src/`) ? [{ ...one, file: one.file.slice(ROOT.length + 1) }] : [],
  );
}
