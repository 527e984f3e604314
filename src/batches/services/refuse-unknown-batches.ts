import { PayrunError } from '../../errors.ts';
import { recordCopies } from '../../ledger/batches/orphan-batch.ts';
import { type Origin, sortBatches, type UnknownBatch } from '../../ledger/batches/unknown-batches.ts';
import { recordBlocked } from '../../ledger/runs/blocked-runs.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { PayrunBatch } from '../../service/payrun-batches.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { listedBatches, refuseOtherService } from './refuse-other-service.ts';

interface Blocking {
  readonly merchant: string;
  readonly batches: string;
  readonly example: string;
}

/** The error for each origin of an unknown batch; if there are several origins, the first of this list is reported. */
const MEANS: readonly (readonly [Origin, (what: Blocking) => PayrunError])[] = [
  ['own', ({ merchant, batches, example }) => new PayrunError('ledger_outdated', { merchant, batches, example })],
  ['other', ({ merchant, batches, example }) => new PayrunError('other_installation', { merchant, batches, example })],
  ['unsaid', ({ merchant, batches, example }) => new PayrunError('batches_unknown', { merchant, batches, example })],
  [
    'unreadable',
    ({ merchant, batches, example }) => new PayrunError('batches_unreadable', { merchant, batches, example }),
  ],
];

interface Comparison {
  readonly at: number;
  readonly seen: Promise<ReadonlySet<string>>;
}

/** After this time the batches are compared again, in ms: a pass may wait long for a rate limit or an approval. */
const HOLDS_MS = 60_000;

/** The comparison of a pass over a run, which has dependencies of its own. It serves all its creations and starts. */
const compared = new WeakMap<StepDeps, Comparison>();

/**
 * Compares the service's batches with the ledger before a pass over a run creates or starts any (G1). If the ledger
 * does not know all of Payrun's batches, it may be about to pay again. One call per pass, plus one per 1,000 batches
 * that other installations made since this ledger's newest; older ones were compared when that one was created. Two
 * installations that begin within the same seconds do not see each other's batches; the next run of either does. A
 * batch that the service has twice is looked for later. Returns the tags that it saw. Throws `service_changed`,
 * `ledger_outdated`, `other_installation`, `batches_unknown` or `batches_unreadable`; then the run is blocked until
 * `payrun adopt`.
 */
export function refuseUnknownBatches(run: ActiveRun, deps: StepDeps): Promise<ReadonlySet<string>> {
  const now = deps.clock.now();
  const before = compared.get(deps);
  if (before && now - before.at < HOLDS_MS) return before.seen;
  const seen = compare(run, deps);
  compared.set(deps, { at: now, seen });
  // A comparison whose call failed says nothing.
  seen.catch(() => compared.delete(deps));
  return seen;
}

async function compare(run: ActiveRun, deps: StepDeps): Promise<ReadonlySet<string>> {
  const listed: PayrunBatch[] = [];
  let isOwn = false;
  for await (const page of listedBatches(deps)) {
    listed.push(...page);
    const { unknown, hasOwn } = await sortBatches(deps.ledger.db, run.merchant, page);
    if (unknown.length > 0) await block(run, deps, unknown);
    isOwn = hasOwn;
    if (isOwn) break;
  }
  if (!isOwn) await refuseOtherService(run, deps);
  await fenced(run, deps, async (db) => {
    await recordBlocked(db, run.id, null);
    await recordCopies(db, run.merchant, listed, new Date(deps.clock.now()));
  });
  return new Set(listed.map(({ tag }) => tag));
}

async function block(run: ActiveRun, deps: StepDeps, unknown: readonly UnknownBatch<PayrunBatch>[]): Promise<never> {
  const [origin, errorOf] = MEANS.find(([one]) => unknown.some((batch) => batch.origin === one))!;
  const { id, status, createdAt } = unknown.find((batch) => batch.origin === origin)!;
  const example = [id, status, createdAt?.slice(0, 10)].filter(Boolean).join(', ');
  const batches = pluralize(unknown.length, 'batch', 'batches');
  const error = errorOf({ merchant: run.merchant, batches, example });
  await fenced(run, deps, async (db) => {
    if (!(await recordBlocked(db, run.id, error.message))) return;
    await audit(db, run, deps, 'run_blocked', { code: error.code, batches: unknown.length, remoteId: id });
  });
  throw error;
}
