import { isError, PayrunError } from '../errors.ts';
import { getMerchant, type MerchantRow as KnownMerchant } from '../ledger/merchants/merchant.ts';
import { rememberSettings } from '../ledger/merchants/merchant-setting.ts';
import { pendingKeys } from '../ledger/merchants/pending-keys.ts';
import {
  findSubMerchant,
  forgetIntendedSubMerchant,
  intendSubMerchant,
  loseSubMerchant,
  saveSubMerchant,
} from '../ledger/merchants/sub-merchant.ts';
import type { Cells, MerchantKeys } from '../model.ts';
import { getRefusal } from '../service/service-refusal.ts';
import { type ActiveRun, audit, fenced } from '../step.ts';
import { CHANGEABLE_LATER, creationBody, getCreationValues } from './creation-values.ts';
import type { MerchantDeps, Platform } from './merchant-step.ts';
import { onboardingKey } from './settings/onboarding-info.ts';

/**
 * `there`: it exists and can be set up. `would_create`: a dry run. Other creations were not possible, for the reason.
 */
export type Creation =
  | { readonly state: 'made' | 'there' | 'would_create'; readonly unlike: readonly string[] }
  | { readonly state: 'failed' | 'unknown'; readonly reason: string };

/** Tries to store new keys if the database is away, and the base of the pause between them, which doubles. */
const SAVE_RETRY = { attempts: 7, pauseMs: 250 };

/**
 * Makes sure that the sub-merchant of a row exists and its keys are stored. The service shows the keys once and has no
 * call that finds a sub-merchant. So a creation is recorded before it is sent, and one without an outcome is never sent
 * again automatically (G3). Throws errors that stop the whole run: refused keys, a service or database out of reach.
 */
export async function createMerchant(
  run: ActiveRun,
  deps: MerchantDeps,
  platform: Platform,
  { row, cells, createAgain }: { row: number; cells: Cells; createAgain: boolean },
): Promise<Creation> {
  const { ledger } = deps;
  const name = cells.merchant!;
  const asked = getCreationValues(cells);
  const prints = fingerprintsOf(deps, asked);
  const noted = await findSubMerchant(ledger.db, name);
  if (await isKnown(deps, name)) {
    const unlike = Object.keys(prints).filter(
      (column) =>
        noted?.state === 'created' && !CHANGEABLE_LATER.includes(column) && noted.asked[column] !== prints[column],
    );
    return { state: 'there', unlike };
  }
  if (noted) {
    const mine = noted.run_id === run.id;
    if (noted.state === 'creating' && !mine)
      return {
        state: 'failed',
        reason: `Run ${noted.run_id} is creating ${name}, or was interrupted while creating it. That run must finish first.`,
      };
    // The keys may be in the file but not in the database yet.
    const pending = noted.state === 'created' ? null : newKeys(deps).get(name);
    if (pending) {
      await saveKeys(run, deps, platform, { row, name, asked, prints }, pending);
      return { state: 'made', unlike: [] };
    }
    // `createAgain` covers a creation that was lost before; one that this run itself lost needs a new request.
    if (mine || !createAgain) return failCreation(run, deps, platform, { row, name });
    await fenced(run, deps, async (db) => {
      await forgetIntendedSubMerchant(db, name);
      await audit(
        db,
        run,
        deps,
        'sub_merchant_again',
        { row, merchant: name, lostBy: String(noted.run_id) },
        run.maker,
      );
    });
  }
  if (run.options.dryRun) return { state: 'would_create', unlike: [] };
  return send(run, deps, platform, { row, name, asked, prints });
}

interface Wanted {
  readonly row: number;
  readonly name: string;
  readonly asked: Readonly<Record<string, string>>;
  readonly prints: Readonly<Record<string, string>>;
}

async function send(run: ActiveRun, deps: MerchantDeps, platform: Platform, wanted: Wanted): Promise<Creation> {
  const { row, name, asked, prints } = wanted;
  const { signal } = deps;
  const { service } = platform;
  // The wait for a permit can be aborted; the call cannot, because an aborted call loses the keys.
  return service.together(
    1,
    async (permits) => {
      const noted = await fenced(run, deps, async (db) => {
        const first = await intendSubMerchant(db, { name, parent_id: platform.id, run_id: run.id, asked: prints });
        if (first) await audit(db, run, deps, 'sub_merchant_intended', { row, merchant: name, parent: platform.id });
        return first;
      });
      if (!noted) return { state: 'failed', reason: `Another run is creating ${name} now.` };
      let answer: { id: string; accessKey?: string | null | undefined; secretKey?: string | null | undefined };
      try {
        const body = creationBody(asked) as never;
        answer =
          platform.environment === 'production'
            ? (await service.call('createSubMerchant', { body }, { permits })).merchant
            : (
                await service.call(
                  'createSandboxMerchant',
                  { body: { apikey: true, ...(body as object) } as never },
                  { permits },
                )
              ).merchant;
      } catch (error) {
        if (isError(error) && error.retry === 'read-first') return failCreation(run, deps, platform, wanted);
        await fenced(run, deps, async (db) => {
          await forgetIntendedSubMerchant(db, name);
          const code = isError(error) ? error.code : 'defect';
          await audit(db, run, deps, 'sub_merchant_refused', { row, merchant: name, code });
        });
        const refusal = getRefusal(error);
        if (!refusal) throw error;
        return { state: 'failed', reason: `The service refuses this sub-merchant: ${refusal.sentence}` };
      }
      const { id: remoteId, accessKey, secretKey } = answer;
      if (!accessKey || !secretKey) return failCreation(run, deps, platform, wanted, remoteId);
      const pending: NewKeys = { remoteId, keys: { accessKey, secretKey } };
      try {
        newKeys(deps).put(name, pending);
      } catch (error) {
        deps.log.warn(
          { merchant: name, code: (error as { code?: unknown }).code },
          'the keys of a new sub-merchant are not in a file yet',
        );
      }
      try {
        await saveKeys(run, deps, platform, wanted, pending);
      } catch (error) {
        if (!isError(error, 'merchant_exists', 'merchant_keys_taken')) throw error;
        await failCreation(run, deps, platform, wanted, remoteId);
        const reason = `The service created ${name} (${remoteId}), but in Payrun the name or its keys belong to another merchant: ${error.message} Its keys are stored sealed in PAYRUN_HOME; correct this, then resume this run.`;
        return { state: 'unknown', reason };
      }
      return { state: 'made', unlike: [] };
    },
    { signal },
  );
}

/** The part of the answer that the service shows only once. */
interface NewKeys {
  readonly remoteId: string;
  readonly keys: MerchantKeys;
}

const newKeys = ({ config, ledger }: MerchantDeps) => pendingKeys<NewKeys>(config.home, ledger.vault);

/**
 * Neither fenced nor tried only once: the process with the answer has the only copy of the keys, even if it was
 * overtaken.
 */
async function saveKeys(
  run: ActiveRun,
  deps: MerchantDeps,
  { id: parent, environment }: Platform,
  { row, name, asked }: Wanted,
  { remoteId, keys }: NewKeys,
): Promise<void> {
  const { ledger, clock, log } = deps;
  const remember = Object.fromEntries(
    CHANGEABLE_LATER.map((field) => [
      onboardingKey(field),
      settingPrint(deps, name, onboardingKey(field), asked[field]!),
    ]),
  );
  for (let attempt = 1; ; attempt++) {
    try {
      await ledger.tx(async (db) => {
        await saveSubMerchant(db, ledger.vault, { name, parent, environment, country: asked.country!, remoteId, keys });
        await rememberSettings(db, name, run.id, remember);
        await audit(db, run, deps, 'sub_merchant_created', { row, merchant: name, remoteId });
      });
      return newKeys(deps).drop(name);
    } catch (error) {
      if (attempt === SAVE_RETRY.attempts || isError(error, 'merchant_exists', 'merchant_keys_taken', 'defect'))
        throw error;
      log.warn({ merchant: name, attempt }, 'the keys of a new sub-merchant are not stored yet');
      await clock.sleep(SAVE_RETRY.pauseMs * 2 ** attempt);
    }
  }
}

/** The outcome of the creation is not known, or only its keys are missing: records that and says how to resolve it. */
async function failCreation(
  run: ActiveRun,
  deps: MerchantDeps,
  { environment }: Platform,
  { row, name }: Pick<Wanted, 'row' | 'name'>,
  remoteId?: string,
): Promise<Creation> {
  await fenced(run, deps, async (db) => {
    const noted = await findSubMerchant(db, name);
    if (noted?.state !== 'creating') return;
    await loseSubMerchant(db, name);
    await audit(db, run, deps, 'sub_merchant_lost', { row, merchant: name, ...(remoteId ? { remoteId } : {}) });
  });
  const again = `run the job again with "createAgain": ["${name}"]`;
  const what = remoteId
    ? `The service created ${name} (${remoteId}) but returned no keys for it.`
    : `The service’s response did not arrive, so ${name} may exist there. Its keys are then lost, because they are shown only once. Payrun does not create it again automatically.`;
  const how =
    environment === 'sandbox'
      ? `Check the service’s dashboard: if ${name} is there, delete it. Then ${again}.`
      : `Ask the service’s support. If ${name} exists, request new keys, add them to Payrun as ${name}, and run the job again. If not, ${again}.`;
  return { state: 'unknown', reason: `${what} ${how}` };
}

/** HMAC in hex of the value of a merchant's setting. */
export function settingPrint(
  { ledger }: Pick<MerchantDeps, 'ledger'>,
  merchant: string,
  key: string,
  value: string,
): string {
  return ledger.vault.fingerprint(`merchant.setting.${key}`, `${merchant}\n${value}`).toString('hex');
}

function fingerprintsOf({ ledger }: MerchantDeps, asked: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asked).map(([column, value]) => [
      column,
      ledger.vault.fingerprint(`sub_merchant.${column}`, value).toString('hex').slice(0, 32),
    ]),
  );
}

/** True if the ledger knows the merchant. Throws `keys_of_wrong_kind` if the name is a platform's. */
async function isKnown({ ledger }: MerchantDeps, name: string): Promise<boolean> {
  let known: KnownMerchant;
  try {
    known = await getMerchant(ledger.db, name);
  } catch (error) {
    if (isError(error, 'merchant_unknown')) return false;
    throw error;
  }
  if (known.key_kind === 'parent')
    throw new PayrunError('keys_of_wrong_kind', {
      call: 'a sub-merchant’s setting',
      needed: 'merchant',
      merchant: name,
      kind: 'parent',
    });
  return true;
}
