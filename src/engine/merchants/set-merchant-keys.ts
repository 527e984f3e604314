import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { addMerchant } from '../../ledger/merchants/merchant.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';

type NewMerchant = Omit<Parameters<typeof addMerchant>[2], 'storesKeys'>;

/** Stores the sealed keys of a merchant. Throws what `addMerchant` and `authorize` throw. */
export function setMerchantKeys(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  by: Actor,
  merchant: NewMerchant,
): ReturnType<typeof addMerchant> {
  return ledger.tx(async (db) => {
    await authorize(db, by, 'merchants');
    const done = await addMerchant(db, ledger.vault, { ...merchant, storesKeys: true });
    const data = { merchant: merchant.id, kind: merchant.kind, done, ...trace(by) };
    const at = new Date(clock.now());
    await appendEvent(db, { chain: 'system', at, actor: by.name, kind: 'merchant_keys_set', data });
    return done;
  });
}
