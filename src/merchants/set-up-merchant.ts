import { type SettingResult, updateMerchantRow } from '../ledger/merchants/merchant-row.ts';
import { knownSettings, rememberSettings } from '../ledger/merchants/merchant-setting.ts';
import { saveSubscription } from '../ledger/webhooks/webhook-subscription.ts';
import type { Cells } from '../model.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal } from '../service/service-refusal.ts';
import { type ActiveRun, audit, fenced } from '../step.ts';
import { settingPrint } from './create-merchant.ts';
import type { MerchantDeps } from './merchant-step.ts';
import type { AnswerToStore, Change, Setting, SettingContext } from './settings/setting.ts';
import { SETTINGS } from './settings/settings.ts';
import { readSettingsOnce } from './settings/shown.ts';

type Row = { readonly row: number; readonly cells: Cells; readonly before: readonly SettingResult[] };

/**
 * Brings the settings of a sub-merchant to the values of its row: reads, compares, and sends only the differences.
 * Every change is recorded before and after it is sent; a dry run sends nothing. A change that the service refuses is
 * reported, and the others continue. Throws errors that stop the row: keys of the wrong kind, a service out of reach.
 */
export async function setUpMerchant(
  run: ActiveRun,
  deps: MerchantDeps,
  { row, cells, before }: Row,
): Promise<SettingResult[]> {
  const merchant = cells.merchant!;
  const service = await deps.serviceOf(merchant);
  const known = await knownSettings(deps.ledger.db, merchant);
  const fresh = (): SettingContext => ({
    merchant,
    cells,
    known,
    shown: readSettingsOnce(service, deps.signal),
    fingerprint: (key, value) => settingPrint(deps, merchant, key, value),
  });
  const context = fresh();
  const results: SettingResult[] = [...before];

  for (const setting of SETTINGS) {
    if (!setting.columns.some((column) => cells[column] !== undefined)) continue;
    const changes = await setting.differences(context);
    if (changes.length === 0 && !before.some((one) => one.setting === setting.name)) results.push(same(setting));
    for (const change of changes) {
      deps.signal.throwIfAborted();
      results.push(await applySetting(setting, change));
    }
  }
  return results;

  async function applySetting(setting: Setting, change: Change): Promise<SettingResult> {
    const { what, before: was, after } = change;
    const resultOf = (state: SettingResult['state'], reason: string | null = null): SettingResult => ({
      setting: setting.name,
      state,
      what,
      before: was,
      after,
      reason,
    });
    const data = { row, merchant, setting: setting.name, what };
    if (change.refused !== undefined) return resultOf('refused', change.refused);
    if (change.waits !== undefined) return resultOf('waits', change.waits);
    if (run.options.dryRun) return resultOf('would change');
    await fenced(run, deps, (db) => audit(db, run, deps, 'setting_intended', data));
    try {
      const created = await knownOutcome<AnswerToStore | undefined | 'found'>(deps.clock, deps.signal, {
        send: () => change.send(service, deps.signal),
        read: async () => {
          const still = await setting.differences(fresh());
          return still.some((one) => one.what === what && one.after === after) ? null : 'found';
        },
      });
      const result = resultOf('changed');
      await fenced(run, deps, async (db) => {
        await rememberSettings(db, merchant, run.id, change.remember ?? {});
        if (created && created !== 'found' && isOwnSubscription(merchant, created))
          await saveSubscription(
            db,
            deps.ledger.vault,
            { merchant, ...created.subscription },
            created.subscription.signingKey,
          );
        await updateMerchantRow(db, run.id, { row, state: 'ready', reason: null, settings: [...results, result] });
        await audit(db, run, deps, 'setting_changed', { ...data, before: was, after });
      });
      for (const [key, value] of Object.entries(change.remember ?? {})) known.set(key, value);
      return result;
    } catch (error) {
      const refusal = getRefusal(error);
      if (!refusal) throw error;
      await fenced(run, deps, async (db) => {
        await rememberSettings(db, merchant, run.id, change.rememberRefused ?? {});
        await audit(db, run, deps, 'setting_refused', { ...data, code: refusal.code });
      });
      return resultOf('refused', `The service refuses it: ${refusal.sentence}`);
    }
  }
}

const same = ({ name }: Setting): SettingResult => ({
  setting: name,
  state: 'same',
  what: 'all that the row says',
  before: null,
  after: null,
  reason: null,
});

/** True if Payrun itself receives the webhooks of this merchant, so it needs the key that signs them. */
function isOwnSubscription(merchant: string, { subscription }: AnswerToStore): boolean {
  return new URL(subscription.target).pathname.endsWith(`/webhooks/${encodeURIComponent(merchant)}`);
}
