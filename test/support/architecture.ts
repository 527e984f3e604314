import { basename, dirname, join, normalize } from 'node:path';

/** Source files by their path from the project's folder, with `/`. */
export type Sources = ReadonlyMap<string, string>;

interface Import {
  readonly from: string;
  /** A path of this project, or the name of a package or of a module of Node. */
  readonly to: string;
  readonly ours: boolean;
}

/** Modules that everything may use: the files in `src` itself except the two of the steps, and the folders below. */
const WORDS = 'words';
const GROUND = ['platform', 'settings', 'outcomes', 'references'];
const TOP: Readonly<Record<string, string>> = { 'src/pipeline.ts': 'pipeline', 'src/step.ts': 'step' };

const STEPS = ['intake', 'recipients', 'batches', 'reports', 'merchants'];
const PURE = ['rules', 'payout-methods'];
const DRIVERS = ['service', 'ledger', 'sheets', ...PURE];

/**
 * The arrows of the house: which room may import which. Everything may import the words, the ground and its own room.
 * `intake`, `reports`, `ledger`, `rules` and `sandbox` are open to the command line because it shows what they know; the money is not.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  settings: [],
  outcomes: [],
  references: [],
  events: [],
  [WORDS]: [],
  rules: [],
  'payout-methods': ['rules'],
  sheets: [],
  service: [],
  ledger: [],
  // It runs in programs of others, and knows the API only.
  client: [],
  sandbox: PURE,
  permissions: ['ledger'],
  step: ['service', 'ledger'],
  // Steps find discrepancies, and reports compare: both have to know the same one again.
  discrepancies: ['service', 'ledger', ...PURE],
  intake: ['permissions', 'step', ...DRIVERS],
  recipients: ['permissions', 'step', ...DRIVERS],
  batches: ['permissions', 'step', 'discrepancies', ...DRIVERS],
  reports: ['permissions', 'step', 'discrepancies', ...DRIVERS],
  merchants: ['permissions', 'step', ...DRIVERS],
  pipeline: ['step', ...STEPS],
  engine: ['permissions', 'pipeline', 'step', ...STEPS, 'discrepancies', ...DRIVERS, 'sandbox'],
  // The visible objects: read from the ledger and the engine, worded by the doors.
  actions: ['permissions', 'engine', 'ledger'],
  lists: ['permissions', 'engine', 'reports', 'events', 'ledger'],
  api: ['permissions', 'engine', 'actions', 'lists', 'intake', 'reports', 'ledger', 'http'],
  cli: [
    'permissions',
    'engine',
    'actions',
    'lists',
    'web',
    'api',
    'intake',
    'reports',
    'discrepancies',
    'ledger',
    'sandbox',
    'rules',
  ],
  // Requests as pages and programs send them: bodies, origins, rates, downloads.
  http: ['intake', 'reports', 'ledger'],
  web: ['permissions', 'engine', 'actions', 'lists', 'events', 'intake', 'reports', 'ledger', 'http'],
  jobs: ['permissions', 'engine', 'pipeline', 'step', ...STEPS, 'ledger'],
};

/** The words that a pure room may use, and the packages; `node:module` loads one of these when it is first needed. */
const PURE_WORDS = [
  'src/mask-bank-details.ts',
  'src/messages.ts',
  'src/model.ts',
  'src/money.ts',
  'src/errors.ts',
  'src/states.ts',
  'src/references/spellings.ts',
];
const PURE_PACKAGES = ['ibantools', 'libphonenumber-js/max', 'stdnum', 'any-ascii', 'node:module'];

const VAGUE = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'index', 'misc', 'shared'];
const LONGEST = 350;
/** Characters of a line with a comment. */
const WIDEST_COMMENT = 120;
/** Files on the floor of `src`, and on that of a room: more are looked for, not read. */
const FLOOR = 10;
const ROOM = 30;
/** Its floor has what its rooms share (records, fields) and what leads to them (routes): only the rooms are compared. */
const SHARED_FLOOR = 'sandbox';
/** Tables, one entry after the other: read by searching, so they may be long. */
const TABLES =
  /^src\/(errors|client\/api-schemas|settings\/setting-table|cli\/command-groups\/[a-z-]+|sheets\/headers\/columns|messages|service\/shapes\/endpoints)\.ts$/;

/** Every breach of the house's rules in these files, as sentences; an empty list when there is none. */
export function breaches(sources: Sources): readonly string[] {
  const imports = [...sources].flatMap(([path, source]) => importsOf(path, source));
  return [
    ...arrowBreaches(imports),
    ...cycleBreaches(imports),
    ...mapBreaches(imports),
    ...fileCycleBreaches(imports),
    ...floorBreaches([...sources.keys()]),
    ...nameBreaches(sources),
    ...predicateBreaches(sources),
    ...[...sources].flatMap(([path, source]) => fileBreaches(path, source)),
  ];
}

/** The files that are loaded with a file: what it imports as a value, and so on. */
export function loadedWith(sources: Sources, path: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const left = [path];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (loaded.has(next) || !sources.has(next)) continue;
    loaded.add(next);
    left.push(...valueImportsOf(next, sources.get(next)!));
  }
  return loaded;
}

/** The files whose values a file imports or re-exports when it is loaded. */
export function valueImportsOf(path: string, source: string): readonly string[] {
  const statements = withoutComments(source).matchAll(
    /(?:^|[\n;])\s*(?:import|export)\b(?:([^'"`;]*?)\bfrom\b)?\s*'(\.[^']+)'/g,
  );
  const isType = (names: string) => /^\s*type\b/.test(names) || /^\s*\{(?:\s*type\s[^,}]*,?)*\s*\}\s*$/.test(names);
  return [...statements].flatMap(([, names = '', to = '']) =>
    isType(names) ? [] : normalize(join(dirname(path), to)),
  );
}

/** Columns that SQL in more than one room of the ledger updates, as `table.column`. */
export function columnsOfSeveralRooms(sources: Sources): readonly string[] {
  const rooms = new Map<string, Set<string>>();
  for (const [path, source] of sources)
    for (const [, table = '', set = ''] of source.matchAll(UPDATE))
      for (const column of updatedColumns(set)) {
        const name = `${table}.${column}`;
        rooms.set(name, (rooms.get(name) ?? new Set()).add(path.split('/').slice(0, 3).join('/')));
      }
  return [...rooms].flatMap(([name, of]) => (of.size > 1 ? name : [])).sort();
}

const UPDATE =
  /update\s+payrun\.(\w+)\s+(?:(?!set\b)\w+\s+)?set\s+([\s\S]*?)(?=\bwhere\b|\bfrom\b|\breturning\b|`|'\s*,|$)/g;

/** `a = 1, (b, c) = (...)`: a, b, c. */
function updatedColumns(set: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of set) {
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
    if ('({'.includes(letter)) depth++;
    if (')}'.includes(letter)) depth--;
  }
  return parts.flatMap((part) => {
    const several = part.match(/^\s*\(([\w\s,]+)\)\s*=/)?.[1];
    return several?.split(',').map((column) => column.trim()) ?? part.match(/^\s*(\w+)\s*=/)?.[1] ?? [];
  });
}

/** Imports and re-exports, also of types only and those loaded later. */
export function importsOf(path: string, source: string): readonly Import[] {
  const code = withoutComments(source);
  const named = code.matchAll(/(?:^|[\n;])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])([^'"]+)\1/g);
  const bare = code.matchAll(/(?:^|[\n;])\s*import\s*(['"])([^'"]+)\1/g);
  const later = code.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g);
  return [...named, ...bare, ...later].map((match) => {
    const target = match[2]!;
    const ours = target.startsWith('.');
    return { from: path, to: ours ? normalize(join(dirname(path), target)) : target, ours };
  });
}

function roomOf(path: string): string {
  const [top, room, ...rest] = path.split('/');
  if (top !== 'src') return top!;
  return rest.length > 0 ? room! : (TOP[path] ?? WORDS);
}

function arrowBreaches(imports: readonly Import[]): readonly string[] {
  return imports.flatMap(({ from, to, ours }) => {
    const room = roomOf(from);
    const arrows = ARROWS[room];
    if (!arrows) return [`${from}: the room ${room} is not in the design`];
    if (PURE.includes(room)) {
      if (isTool(from)) return [];
      const lawful = ours
        ? PURE.includes(roomOf(to)) || PURE_WORDS.includes(to)
        : PURE_PACKAGES.includes(to) || to.startsWith('stdnum/lib/');
      if (!lawful) return [`${from} must be pure, and imports ${to}`];
    }
    if (!ours || [room, WORDS, ...GROUND, ...arrows].includes(roomOf(to))) return [];
    return [`${from} imports ${to}, but ${room} may not import ${roomOf(to)}`];
  });
}

/** Run by a developer, not by Payrun: it makes the data of the rules from their sources. */
function isTool(path: string): boolean {
  return path.startsWith('src/rules/build/');
}

/** On each floor, rooms and files that lead back to themselves through another room. */
function cycleBreaches(imports: readonly Import[]): readonly string[] {
  const ours = imports.filter(({ ours }) => ours);
  const floors = new Set(ours.flatMap(({ from }) => foldersOf(from)));
  return [...floors].flatMap((floor) => cyclesOf(floor, ours));
}

/** `''`, `ledger`, `ledger/views`: the floors that a file is on or below, without `src/`. */
function foldersOf(path: string): readonly string[] {
  const folders = path
    .replace(/^src\//, '')
    .split('/')
    .slice(0, -1);
  return ['', ...folders.map((_, at) => folders.slice(0, at + 1).join('/'))];
}

function cyclesOf(floor: string, imports: readonly Import[]): readonly string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [doorOf(floor, from), doorOf(floor, to)];
    const shared = floor === SHARED_FLOOR && (a?.endsWith('.ts') || b?.endsWith('.ts'));
    if (a && b && a !== b && !shared) graph.set(a, (graph.get(a) ?? new Set()).add(b));
  }
  const reachable = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const room of graph.get(from) ?? []) if (!seen.has(room)) reachable(room, seen.add(room));
    return seen;
  };
  const looped = [...graph.keys()].filter((room) => reachable(room).has(room));
  // Files that import each other in one room are a matter of that room.
  return looped.every((room) => room.endsWith('.ts'))
    ? []
    : looped.map((room) => `the room ${room} imports itself through other rooms`);
}

/** Files that lead back to themselves: neither can be read without the other. */
function fileCycleBreaches(imports: readonly Import[]): readonly string[] {
  const graph = Map.groupBy(
    imports.filter(({ ours }) => ours),
    ({ from }) => from,
  );
  const reachable = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const { to } of graph.get(from) ?? []) if (!seen.has(to)) reachable(to, seen.add(to));
    return seen;
  };
  return [...graph.keys()]
    .filter((file) => reachable(file).has(file))
    .map((file) => `${file} imports itself through other files`);
}

/** The room or the file of a floor by which one gets to a path; undefined if it is not below that floor. */
function doorOf(floor: string, path: string): string | undefined {
  const inside = path.replace(/^src\//, '');
  const start = floor === '' ? '' : `${floor}/`;
  return inside.startsWith(start) ? start + inside.slice(start.length).split('/')[0]! : undefined;
}

const MAP = 'src/pipeline.ts';
/** The way back on the map, which the map hands to the steps that need it. */
const WAY_BACK = 'src/batches/reprice.ts';

/** The steps follow each other on the map only: none calls another. */
function mapBreaches(imports: readonly Import[]): readonly string[] {
  const steps = new Set(imports.flatMap(({ from, to, ours }) => (from === MAP && ours ? to : [])));
  steps.delete(WAY_BACK);
  steps.delete('src/step.ts');
  return imports.flatMap(({ from, to }) =>
    steps.has(from) && steps.has(to) ? [`${from} calls the step ${to}, which ${MAP} does not show`] : [],
  );
}

function floorBreaches(paths: readonly string[]): readonly string[] {
  const files = new Map<string, number>();
  for (const path of paths) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
  return [...files].flatMap(([folder, count]) => {
    const most = folder === 'src' ? FLOOR : ROOM;
    return count > most ? [`${folder} has ${count} files on its floor, more than ${most}`] : [];
  });
}

/** Commands are called as one types them, the sandbox as the contract, tools and jobs as they like. */
const OWN_NAMES = /^(jobs|src\/(sandbox|cli\/commands|rules\/build))\//;
const EXPORTED = /^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** A name identifies one thing: no two files export the same one. */
function nameBreaches(sources: Sources): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    if (OWN_NAMES.test(path)) continue;
    for (const [, name] of withoutComments(source).matchAll(EXPORTED))
      files.set(name!, (files.get(name!) ?? new Set()).add(path));
  }
  return [...files].flatMap(([name, paths]) =>
    paths.size > 1 ? [`${name} is exported by ${[...paths].join(' and ')}`] : [],
  );
}

const FUNCTION = /^(?:export )?(?:(?:async )?function\*?|const) (\w+)[\s\S]*?(?:\n\}|;)\n(?![ \t])/gm;
const PREDICATE = /^(?:is|has|may|can|should|needs)[A-Z]/;
const NAMED_IMPORT = /\bimport \{([^}]*)\} from '(\.[^']+)'/g;
const CHANGE =
  /\bfor (?:(?:no key )?update|(?:key )?share)\b|\binsert into\b|\bupdate payrun\.|\bdelete from\b|\b(?:moveBatch|appendEvent|audit|fenced|writeFile\w*|rename|unlink|rm|mkdir)\(/;

interface NamedFunction {
  readonly path: string;
  readonly name: string;
  readonly changes: boolean;
  /** The functions that it calls, as `<path> <name>`. */
  readonly calls: readonly string[];
}

function functionsOf(path: string, source: string): readonly NamedFunction[] {
  const code = withoutComments(source);
  const imported = new Map(
    [...code.matchAll(NAMED_IMPORT)].flatMap(([, names, from]) =>
      names!.split(',').map((one) => {
        const [name = '', local = name] = one
          .replace(/\btype\b/, '')
          .trim()
          .split(' as ');
        return [local, `${normalize(join(dirname(path), from!))} ${name}`] as const;
      }),
    ),
  );
  return [...code.matchAll(FUNCTION)].map(([text, name]) => ({
    path,
    name: name!,
    changes: CHANGE.test(text),
    calls: [...text.matchAll(/(?<![.\w])(\w+)\(/g)].map(([, called]) => imported.get(called!) ?? `${path} ${called}`),
  }));
}

/** A question changes nothing and locks nothing, nor does what it calls: `if (await isPaid())` expects no write. */
function predicateBreaches(sources: Sources): readonly string[] {
  const functions = [...sources].flatMap(([path, source]) => functionsOf(path, source));
  const changing = new Set(functions.flatMap(({ path, name, changes }) => (changes ? [`${path} ${name}`] : [])));
  for (let before = -1; before !== changing.size; ) {
    before = changing.size;
    for (const { path, name, calls } of functions)
      if (calls.some((one) => changing.has(one))) changing.add(`${path} ${name}`);
  }
  return functions.flatMap(({ path, name }) =>
    PREDICATE.test(name) && changing.has(`${path} ${name}`)
      ? [`${path}: ${name} is a question by its name, and changes something`]
      : [],
  );
}

function fileBreaches(path: string, source: string): readonly string[] {
  const found: string[] = [];
  const code = withoutComments(source);
  const name = basename(path, '.ts').replace(/\.test$/, '');
  const lines = source.split('\n').length - 1;
  const product = path.startsWith('src/') || path.startsWith('jobs/');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) found.push(`${path}: a file name is in kebab-case`);
  if (VAGUE.includes(name)) found.push(`${path}: the name says nothing of what is in it`);
  const wide = source.split('\n').findIndex((line) => line.length > WIDEST_COMMENT && /^\s*(\/\/|\/?\*)/.test(line));
  if (wide >= 0) found.push(`${path}: the comment in line ${wide + 1} is wider than ${WIDEST_COMMENT} characters`);
  if (lines > LONGEST && !TABLES.test(path)) found.push(`${path} has ${lines} lines, more than ${LONGEST}`);
  if (product && roomOf(path) !== 'ledger' && hasSql(code))
    found.push(`${path} has SQL, which belongs into src/ledger`);
  if (product && !LASTING.includes(path) && keepsFailure(code))
    found.push(`${path} keeps a promise even if it fails; use once() of src/platform/once.ts`);
  if (product && !READS_ENVIRONMENT.includes(path) && /\bprocess\s*(\.\s*env\b|\[\s*['"]env)/.test(code))
    found.push(`${path} reads process.env, which only src/config.ts does`);
  return found;
}

/** The second reads what Node needs, and no setting. */
const READS_ENVIRONMENT = ['src/config.ts', 'src/platform/variables-of-node.ts'];

/** They end only once (`closing`), or never fail (`returning`, `room`). */
const LASTING = [
  'src/ledger/open-ledger.ts',
  'src/service/rate-limits/rate-limit-level.ts',
  'src/sheets/write/results-sink.ts',
];

/** Whether a promise is made once and never forgotten, so that one failure is the answer to every later call. */
function keepsFailure(code: string): boolean {
  const promises = [...code.matchAll(/\blet (\w+): Promise<.*> \| null = null;/g)].map(([, name]) => name!);
  return promises.some((name) =>
    [...code.matchAll(new RegExp(`\\b${name} \\?\\?= [^;]*;`, 'g'))].some(
      ([made]) => !/\.(?:catch|finally)\(/.test(made),
    ),
  );
}

/** The tables are always named with their schema; a statement without one is known by how it begins. */
const SQL = [
  /\b(from|into|update|join|table|view|function|on)\s+payrun\.[a-z]/i,
  /^.\s*(select|SELECT)\s[^;]*\s(from|FROM)\s/,
  /^.\s*(insert into|INSERT INTO|delete from|DELETE FROM)\s/,
  /^.\s*(update|UPDATE)\s+\S+\s+(set|SET)\s/,
  /^.\s*(create|CREATE|alter|ALTER|drop|DROP|truncate|TRUNCATE)\s+(table|TABLE|index|INDEX|schema|SCHEMA|view|VIEW)\s/,
];

/** Whether a string of this code has a statement of SQL. */
function hasSql(code: string): boolean {
  const strings = code.match(/`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g) ?? [];
  return strings.some((text) => SQL.some((form) => form.test(text)));
}

/** Comments become spaces; what looks like one in a string stays. */
function withoutComments(source: string): string {
  return source.replace(
    /(`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? ' ',
  );
}
