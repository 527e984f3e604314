import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Image, restoreImage, takeImage } from '../simulator/image.ts';
import { type Plans, planOnce } from '../simulator/plans.ts';

/** A database that one home after another has. */
interface MemoryDatabase {
  readonly pglite: PGlite;
  readonly planned: ReturnType<typeof planOnce>;
  /** With the newest schema, and nothing else but plans. */
  image: Image;
  plans: Plans;
}

/** The database of a home: in memory, and in its folder for other processes while none of this one has it open. */
interface Home {
  database: MemoryDatabase | null;
  isOpen: boolean;
  /** When it was last written to its folder, ms, and the file that Postgres then changes whenever it is opened. */
  writtenAt: number;
  control: Buffer | null;
}

type Connected = Pick<
  PGlite,
  'runExclusive' | 'execProtocolRawStream' | 'isInTransaction' | '_handleBlob' | '_cleanupBlob' | 'close'
>;

const homes = new Map<string, Home>();
const idle: MemoryDatabase[] = [];
/** Statements that had to be planned, with how many homes asked for them. */
const asked = new Map<string, number>();
/** So many that are asked for again are planned once for all homes: a new image takes as long as 50 plans. */
const WORTH_AN_IMAGE = 50;

/** Before `test-setup.ts` replaces it. */
const create = PGlite.create.bind(PGlite) as typeof PGlite.create;

/**
 * When it is opened first, the database in `folder` has the newest schema, and is in memory. Making one, planning its statements and
 * compiling its functions takes 0.6 s of processor time, restoring the image of another 0.05.
 */
export function beginInMemory(folder: string): void {
  homes.set(folder, { database: null, isOpen: false, writtenAt: 0, control: null });
}

/** The folder is not needed after this. */
export function endInMemory(folder: string): void {
  const home = homes.get(folder);
  homes.delete(folder);
  if (home?.database && !home.isOpen) giveBack(home.database);
}

/** The database in `folder`, in place of that of its files; null if it is not in memory. */
export async function openInMemory(folder: string, snapshot: () => Promise<Blob>): Promise<Connected | null> {
  const home = homes.get(folder);
  if (!home) return null;
  const control = join(folder, CONTROL);
  if (home.control && !(existsSync(control) && home.control.equals(readFileSync(control)))) {
    endInMemory(folder);
    return null;
  }
  home.database ??= await emptyDatabase(snapshot);
  home.isOpen = true;
  const { database } = home;
  return {
    ...(database.planned.backend as Connected),
    async close() {
      home.isOpen = false;
      if (homes.get(folder) === home) await writeTo(folder, home, database);
      else giveBack(database);
    },
  };
}

async function emptyDatabase(snapshot: () => Promise<Blob>): Promise<MemoryDatabase> {
  const database = idle.pop() ?? (await makeDatabase(await snapshot()));
  const { pglite, planned, image, plans } = database;
  restoreImage(pglite, image);
  planned.setPlans(plans);
  const again = [...asked].flatMap(([text, homes]) => (homes > 1 && !plans.has(text) ? [text] : []));
  if (again.length >= WORTH_AN_IMAGE) {
    await planned.prepare(again);
    Object.assign(database, { image: takeImage(pglite), plans: planned.plans() });
  }
  return database;
}

/** Less memory to copy than the default of 128 MB. */
const SHARED_BUFFERS = '8MB';

async function makeDatabase(loadDataDir: Blob): Promise<MemoryDatabase> {
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
  const pglite = await create({ loadDataDir, startParams });
  await pglite.exec('set plan_cache_mode = force_generic_plan');
  // Later loads are in no image.
  await pglite.exec('do $$ begin end $$');
  return { pglite, planned: planOnce(pglite), image: takeImage(pglite), plans: new Map() };
}

function giveBack(database: MemoryDatabase): void {
  for (const text of database.planned.plans().keys())
    if (!database.plans.has(text)) asked.set(text, (asked.get(text) ?? 0) + 1);
  idle.push(database);
}

const CONTROL = 'global/pg_control';
/** PGlite's folder for the files of a database in its memory. */
const DATA = '/pglite/data';

interface Node {
  readonly contents: Uint8Array | Readonly<Record<string, Node>>;
  readonly usedBytes: number;
  readonly mtime: number;
}

/** Writes what has changed since the last time, so that another process can open it. */
async function writeTo(folder: string, home: Home, { pglite }: MemoryDatabase): Promise<void> {
  await pglite.exec('checkpoint');
  const since = home.writtenAt;
  home.writtenAt = Date.now();
  const write = (path: string, { contents, usedBytes, mtime }: Node): void => {
    if (!ArrayBuffer.isView(contents) && !Array.isArray(contents)) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      for (const [name, node] of Object.entries(contents)) write(join(path, name), node);
    } else if (mtime >= since)
      writeFileSync(path, ArrayBuffer.isView(contents) ? contents.subarray(0, usedBytes) : '', { mode: 0o600 });
  };
  write(folder, pglite.Module.FS.lookupPath(DATA, {}).node as unknown as Node);
  home.control = readFileSync(join(folder, CONTROL));
}
