import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { planOnce } from '../simulator/plans.ts';

// Files share their workers: what one sets in the environment is not the next one's.
afterAll(() => void vi.unstubAllEnvs());

/** Once a worker: its databases plan a statement once, for tables of which nothing is known. Planning is a quarter of the work. */
const PLANS_ONCE = Symbol.for('payrun.test.plansOnce');
if (!(PLANS_ONCE in PGlite)) {
  const create = PGlite.create.bind(PGlite) as (options?: PGliteOptions) => Promise<PGlite>;
  const createPlanning = async (options?: PGliteOptions) => {
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

/** The same for PostgreSQL, where planning is half of the work: named statements, on connections of a ledger's pool. */
const { PAYRUN_TEST_DATABASE_URL } = process.env;
if (PAYRUN_TEST_DATABASE_URL && !(PLANS_ONCE in pg.Client)) {
  const { host, port } = new pg.Client(PAYRUN_TEST_DATABASE_URL);
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const names = new Map<string, string>();
  const planning = new WeakSet<pg.Client>();
  const COUNT = 'select payrun.count_payments()';
  function queryPlanning(this: pg.Client, ...given: unknown[]): unknown {
    const [text, values] = given;
    // The first statement on a connection of a pool. A PgBouncer keeps nothing for the next transaction.
    if (text === 'set jit = off' && this.host === host && this.port === port) {
      planning.add(this);
      return query.call(this, `${text}; set plan_cache_mode = force_generic_plan`);
    }
    // What counts a table forgets its plans, and none is better for a few rows.
    if (text === COUNT && planning.has(this))
      return query.call(this, `${COUNT} where pg_relation_size('payrun.payment_row') > 1e6`);
    const isOfLedger = typeof text === 'string' && !text.includes('payrun_queue') && Array.isArray(values);
    if (given.length !== 2 || !isOfLedger || !planning.has(this)) return query.apply(this, given);
    if (!names.has(text)) names.set(text, `plan_${names.size}`);
    return query.call(this, { name: names.get(text), text, values });
  }
  Object.assign(pg.Client.prototype, { query: queryPlanning });
  Object.assign(pg.Client, { [PLANS_ONCE]: true });
}
