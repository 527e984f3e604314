import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { planOnce } from '../simulator/plans.ts';
import { embeddedSnapshot, PLANNED } from './database.ts';
import { openInMemory } from './databases-in-memory.ts';

// Files share their workers: what one sets in the environment is not the next one's.
afterAll(() => void vi.unstubAllEnvs());

/**
 * Once per worker: its databases plan a statement once, for tables without statistics. Planning is a quarter of the
 * work.
 */
const PLANS_ONCE = Symbol.for('payrun.test.plansOnce');
if (!(PLANS_ONCE in PGlite)) {
  const create = PGlite.create.bind(PGlite) as (options?: PGliteOptions) => Promise<PGlite>;
  const createPlanning = async (options?: PGliteOptions) => {
    const folder = (options?.fs as { readonly rootDir?: string } | undefined)?.rootDir;
    const inMemory = folder && (await openInMemory(folder, embeddedSnapshot));
    if (inMemory) return inMemory as PGlite;
    const pglite = await create(options);
    // One that is made from nothing makes another one for it.
    if (!options?.fs && !options?.loadDataDir) return pglite;
    await pglite.exec('set plan_cache_mode = force_generic_plan');
    const execute = pglite.execProtocolRawStream.bind(pglite);
    const { backend } = planOnce(Object.create(pglite, { execProtocolRawStream: { value: execute } }));
    return Object.assign(pglite, { execProtocolRawStream: backend.execProtocolRawStream });
  };
  Object.assign(PGlite, { create: createPlanning, [PLANS_ONCE]: true });
}

/** The same on a server, where planning is half of the work: a statement of this process is prepared, not through a pooler. */
const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;
if (SERVER && !(PLANS_ONCE in pg.Client)) {
  const { port } = new pg.Client({ connectionString: SERVER });
  const names = new Map<string, string>();
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const sendPlanned = function (this: pg.Client, text: unknown, values?: unknown, ...more: unknown[]) {
    const isPlanned = this.port === port && this.database?.startsWith(PLANNED);
    // Without values a text may have several statements, which cannot be prepared.
    const isOne = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    if (!isPlanned || !isOne) return send.call(this, text, values, ...more);
    const name = names.get(text) ?? `plan_${names.size + 1}`;
    names.set(text, name);
    return send.call(this, { name, text, values }, ...more);
  };
  Object.assign(pg.Client.prototype, { query: sendPlanned });
  Object.assign(pg.Client, { [PLANS_ONCE]: true });
}
