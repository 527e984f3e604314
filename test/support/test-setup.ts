import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { afterAll, vi } from 'vitest';
import { planOnce } from '../simulator/plans.ts';
import { embeddedSnapshot } from './database.ts';
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
