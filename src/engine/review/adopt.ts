import { readUnknownBatch } from '../../batches/outcomes/read-unknown-batch.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import {
  declareInstallation,
  type Origin,
  type UnknownBatch,
  unknownBatches,
} from '../../ledger/batches/unknown-batches.ts';
import { renewIdentity } from '../../ledger/db/ledger-identity.ts';
import { unblockRuns } from '../../ledger/runs/blocked-runs.ts';
import { checkName } from '../../ledger/users/name-key.ts';
import { merchantsToReconcile } from '../../ledger/verifications/reconciliation.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { unreadableTag } from '../../references/payrun-tags.ts';
import { usageError } from '../../references/usage-error.ts';
import { type PayrunBatch, payrunBatchPages } from '../../service/payrun-batches.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunAtRest } from '../leases/update-run-at-rest.ts';
import { type AdoptedBatchOutcome, adoptBatch } from './adopt-batch.ts';

/** Remote batches of a merchant that the ledger does not know. */
export interface UnknownOfMerchant {
  readonly merchant: string;
  readonly batches: readonly UnknownBatch<PayrunBatch>[];
}

/** A batch that was adopted into the ledger. */
export interface AdoptedOfMerchant extends AdoptedBatchOutcome {
  readonly merchant: string;
  readonly batch: string;
  readonly status: string;
  readonly origin: Origin;
}

/**
 * Lists Payrun's batches in the payout service that the ledger does not know, for these merchants or for all that pay.
 * Only reads, with one call for each 1,000 batches of a merchant. Throws `merchant_unknown` and the errors of API
 * calls; with `onFailure`, each is given to it, and the other merchants are listed.
 */
export async function listUnknownBatches(
  appContext: AppContext,
  names: readonly string[] | undefined,
  signal?: AbortSignal,
  onFailure?: (merchant: string, error: PayrunError) => void,
): Promise<readonly UnknownOfMerchant[]> {
  const { ledger, defaultMerchant, config } = appContext;
  const known = (await merchantsToReconcile(ledger.db, names ?? null)).map(({ merchant }) => merchant);
  const pays = config.embeddedService || config.accessKey !== undefined;
  const wanted = new Set([...(names ?? (pays ? [defaultMerchant] : [])), ...known]);
  const found: UnknownOfMerchant[] = [];
  for (const merchant of wanted) {
    try {
      const batches = await unknownBatchesOf(appContext, merchant, signal);
      if (batches.length > 0) found.push({ merchant, batches });
    } catch (error) {
      if (!onFailure || !(error instanceof PayrunError)) throw error;
      onFailure(merchant, error);
    }
  }
  return found;
}

/** These batches as text, to compare them with what a user saw. */
export const batchesText = (found: readonly UnknownOfMerchant[]): string =>
  found
    .flatMap(({ merchant, batches }) => batches.map(({ id }) => `${merchant}/${id}`))
    .toSorted()
    .join(' ');

/**
 * The unknown batches that a user saw: `merchants` with spaces, `batches` as `batchesText`. Throws what `authorize`
 * throws, before any API call, and `batches_changed` if others are unknown by now.
 */
export async function requireShown(
  appContext: AppContext,
  by: Actor,
  { merchants = '', batches }: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<readonly UnknownOfMerchant[]> {
  await authorize(appContext.ledger.db, by, 'adopt');
  const names = merchants.split(' ').filter(Boolean);
  const found = names.length === 0 ? [] : await listUnknownBatches(appContext, names, signal);
  if (batchesText(found) !== batches) throw new PayrunError('batches_changed');
  requireUnknown(found);
  return found;
}

/** Those of one merchant, the oldest first. */
async function unknownBatchesOf(
  appContext: AppContext,
  merchant: string,
  signal?: AbortSignal,
): Promise<UnknownOfMerchant['batches']> {
  const service = await appContext.service(merchant);
  const batches: UnknownBatch<PayrunBatch>[] = [];
  for await (const page of payrunBatchPages({ service, signal }))
    batches.push(...(await unknownBatches(appContext.ledger.db, merchant, page)));
  return batches.toReversed();
}

/**
 * Adopts these batches and their payments into the ledger as history, oldest first, each in its own transaction. From
 * then on their references are used, and ready payments that they already pay are put on hold. One call for each 1,000
 * payments; changes nothing in the payout service. Throws what `authorize` and API calls throw, and `batch_mismatch`,
 * `adopt_conflict` for a batch that cannot be adopted; earlier ones stay adopted. Throws `batches_unreadable` after all
 * others if some could not be read.
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
      const read = await readUnknownBatch({ service, signal, ids, clock }, batch);
      if (read.payments.length === 0) {
        await declare(appContext, { name: 'without payments', by, ledgers: [], batches: [{ merchant, tag }] });
        adopted.push({ merchant, batch: id, status, origin, run: null, payments: 0, held: 0, twice: 0, left: 0 });
        continue;
      }
      const done = await adoptBatch(appContext, merchant, batch, read, by);
      if (!done) continue;
      for (const run of done.runs) await updateRunAtRest(ledger.db, run);
      adopted.push({ merchant, batch: id, status, origin, ...done.outcome });
    }
  }
  await goOn(appContext, found);
  refuseUnreadable(found, ({ isReadable }) => !isReadable);
  return adopted;
}

/**
 * Declares under a name that the installations that created these batches may pay from the same balance, so that their
 * batches do not stop this ledger from paying. If one is a copy of this ledger, or this ledger is a copy of it, both
 * have the same identity, and this ledger gets a new one. Throws what `authorize` throws, `usage` for an invalid name,
 * and `batches_unreadable` for a batch without a readable id or tag, because it could not be distinguished from others.
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

/** Throws `batches_unreadable` if some batches match. */
function refuseUnreadable(found: readonly UnknownOfMerchant[], which: (batch: PayrunBatch) => boolean): void {
  for (const { merchant, batches } of found) {
    const unreadable = batches.filter(which);
    if (unreadable.length > 0)
      throw new PayrunError('batches_unreadable', {
        merchant,
        batches: pluralize(unreadable.length, 'batch', 'batches'),
        example: unreadable[0]!.id,
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

/** Unblocks runs that waited for this decision. */
async function goOn({ ledger }: AppContext, found: readonly UnknownOfMerchant[]): Promise<void> {
  const merchants = found.map(({ merchant }) => merchant);
  for (const run of await unblockRuns(ledger.db, merchants)) await updateRunAtRest(ledger.db, run);
}

/** 4 if payments may have been paid twice or batches have payments that no ledger created; otherwise 0. */
export function adoptionExitCode(adopted: readonly AdoptedOfMerchant[]): number {
  return adopted.some(({ twice, left }) => twice > 0 || left > 0) ? EXIT.waits : EXIT.done;
}

/** Throws `usage` if there are no unknown batches. */
export function requireUnknown(found: readonly UnknownOfMerchant[]): void {
  if (found.length === 0) throw usageError('nothing_to_adopt');
}
