import { readAdopted } from '../../batches/outcomes/read-adopted.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import {
  declareInstallation,
  type Origin,
  type UnknownBatch,
  unknownBatches,
} from '../../ledger/batches/unknown-batches.ts';
import { renewIdentity } from '../../ledger/db/ledger-identity.ts';
import { unblockRuns } from '../../ledger/runs/blocked-runs.ts';
import { merchantsToReconcile } from '../../ledger/verifications/reconciliation.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { unreadableTag } from '../../references/payrun-tags.ts';
import { type PayrunBatch, payrunBatchPages } from '../../service/payrun-batches.ts';
import { updateRunState } from '../claims/update-run-state.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';
import { checkName } from '../users/same-person.ts';
import { ADOPT, type AdoptedBatchOutcome, adoptBatch } from './adopt-batch.ts';

export { ADOPT };

/** Batches of a merchant at the service that the ledger does not know. */
export interface UnknownOfMerchant {
  readonly merchant: string;
  readonly batches: readonly UnknownBatch<PayrunBatch>[];
}

/** A batch that was read into the ledger. */
export interface AdoptedOfMerchant extends AdoptedBatchOutcome {
  readonly merchant: string;
  readonly batch: string;
  readonly status: string;
  readonly origin: Origin;
}

/**
 * The batches of Payrun at the service that the ledger does not know, of these merchants or of all that pay. Only reads, a call per
 * 1,000 batches of each. Throws `merchant_unknown` and what the service throws.
 */
export async function listUnknownBatches(
  appContext: AppContext,
  names: readonly string[] | undefined,
  signal?: AbortSignal,
): Promise<readonly UnknownOfMerchant[]> {
  const { ledger, defaultMerchant, config } = appContext;
  const known = (await merchantsToReconcile(ledger.db, names ?? null)).map(({ merchant }) => merchant);
  const pays = config.embeddedService || config.accessKey !== undefined;
  const wanted = new Set([...(names ?? (pays ? [defaultMerchant] : [])), ...known]);
  const found: UnknownOfMerchant[] = [];
  for (const merchant of wanted) {
    const service = await appContext.service(merchant);
    const batches: UnknownBatch<PayrunBatch>[] = [];
    for await (const page of payrunBatchPages({ service, signal }))
      batches.push(...(await unknownBatches(ledger.db, merchant, page)));
    if (batches.length > 0) found.push({ merchant, batches: batches.toReversed() });
  }
  return found;
}

/**
 * Reads these batches and their payments into the ledger as history, oldest first, each in a transaction of its own: from then on their
 * references are known. Rows that were about to be paid and that these batches pay are held. A call per 1,000 payments;
 * nothing is changed at the service. Throws what `authorize` and the service throw, and `batch_mismatch` of one
 * that cannot be read; those before it stay. `batches_unreadable` if some are listed so: thrown when all others are read.
 */
export async function adoptBatches(
  appContext: AppContext,
  found: readonly UnknownOfMerchant[],
  by: Actor,
  signal?: AbortSignal,
): Promise<readonly AdoptedOfMerchant[]> {
  const { ledger, ids, clock } = appContext;
  await authorize(ledger.db, by, 'adopt');
  const adopted: AdoptedOfMerchant[] = [];
  for (const { merchant, batches } of found) {
    const service = await appContext.service(merchant);
    for (const batch of batches.filter(({ isReadable }) => isReadable)) {
      signal?.throwIfAborted();
      const { id, status, origin, tag } = batch;
      const read = await readAdopted({ service, signal, ids, clock }, batch);
      if (read.payments.length === 0) {
        await declare(appContext, { name: 'without payments', by, ledgers: [], batches: [{ merchant, tag }] });
        adopted.push({ merchant, batch: id, status, origin, run: null, payments: 0, held: 0, twice: 0, left: 0 });
        continue;
      }
      const done = await adoptBatch(appContext, merchant, batch, read, by);
      if (!done) continue;
      for (const run of done.runs) await updateRunState(ledger.db, run);
      adopted.push({ merchant, batch: id, status, origin, ...done.outcome });
    }
  }
  await goOn(appContext, found);
  refuseUnreadable(found, ({ isReadable }) => !isReadable);
  return adopted;
}

/**
 * Notes that the installations which made these batches may pay from the same balance, under a name: their batches do not keep this
 * ledger from paying any more. Of one that was copied from this ledger, or the other way round, both have one identity: this ledger
 * takes a new one. Throws what `authorize` throws, `usage` for a name that cannot be one, and `batches_unreadable` of a batch whose id
 * and tags cannot be read, for nobody could tell it from another one.
 */
export async function declareOther(
  appContext: AppContext,
  found: readonly UnknownOfMerchant[],
  installation: string,
  by: Actor,
): Promise<{ readonly newIdentity: string | null }> {
  const all = found.flatMap(({ merchant, batches }) => batches.map((batch) => ({ ...batch, merchant })));
  const ledgers = [...new Set(all.flatMap(({ ledger }) => ledger ?? []))];
  const batches = all.filter(({ ledger }) => ledger === null);
  const copied = all.some(({ origin }) => origin === 'own');
  await authorize(appContext.ledger.db, by, 'adopt');
  refuseUnreadable(found, ({ tag }) => tag === unreadableTag(undefined));
  const declared = { name: checkName(installation), by, ledgers, batches };
  const newIdentity = await declare(appContext, declared, copied);
  await goOn(appContext, found);
  return { newIdentity };
}

/** Throws `batches_unreadable` if there are such batches. */
function refuseUnreadable(found: readonly UnknownOfMerchant[], which: (batch: PayrunBatch) => boolean): void {
  for (const { merchant, batches } of found) {
    const odd = batches.filter(which);
    if (odd.length > 0)
      throw new PayrunError('batches_unreadable', {
        merchant,
        batches: pluralize(odd.length, 'batch', 'batches'),
        example: odd[0]!.id,
      });
  }
}

interface Declared {
  readonly name: string;
  readonly by: Actor;
  readonly ledgers: readonly string[];
  readonly batches: readonly { readonly merchant: string; readonly tag: string }[];
}

function declare({ ledger, clock }: AppContext, declared: Declared, renews = false): Promise<string | null> {
  const at = new Date(clock.now());
  const { name, by, ledgers, batches } = declared;
  return ledger.tx(async (db) => {
    await declareInstallation(db, { ...declared, by: by.name, at });
    const newIdentity = renews ? await renewIdentity(db) : null;
    const data = {
      ...trace(by),
      name,
      ledgers,
      batches: batches.map(({ tag }) => tag),
      ...(newIdentity ? { newIdentity } : {}),
    };
    await appendEvent(db, { chain: 'system', at, actor: by.name, kind: 'installation_declared', data });
    return newIdentity;
  });
}

/** Runs that waited for this decision do not any more. */
async function goOn({ ledger }: AppContext, found: readonly UnknownOfMerchant[]): Promise<void> {
  const merchants = found.map(({ merchant }) => merchant);
  for (const run of await unblockRuns(ledger.db, merchants)) await updateRunState(ledger.db, run);
}

/** 4 where a person still has to look: at payments that may have been paid twice, or at batches that nobody has sent. */
export function exitCodeOf(adopted: readonly AdoptedOfMerchant[]): number {
  return adopted.some(({ twice, left }) => twice > 0 || left > 0) ? EXIT.waits : EXIT.done;
}

/** Throws `usage` where there is nothing to decide about an installation of this name. */
export function requireUnknown(found: readonly UnknownOfMerchant[]): void {
  if (found.length === 0)
    throw new PayrunError('usage', { detail: 'The payout service has no batches of another installation.' });
}
