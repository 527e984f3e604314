import { setMerchantKeys } from '../../../engine/merchants/set-merchant-keys.ts';
import { EXIT } from '../../../errors.ts';
import type { KeyKind } from '../../../model.ts';
import { systemClock } from '../../../platform/clock.ts';
import { maskKey } from '../../../references/mask-key.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, textOf } from '../../command.ts';
import { givenSecretKey } from '../../secret-key.ts';
import { withLedger } from '../../with-ledger.ts';

/**
 * Stores a merchant's keys, sealed. The secret key comes from standard input, a file or the environment, never
 * from an argument.
 */
export const merchantsAdd: Command = async ({ args: [id = ''], options, terminal }) => {
  const accessKey = textOf(options, 'accessKey')?.trim();
  if (!accessKey) throw usageError('access_key_missing');
  const country = textOf(options, 'country');
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw usageError('country_invalid');
  const secretKey = await givenSecretKey(options);
  if (secretKey === undefined) throw usageError('secret_key_missing');
  return withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'merchants', { options, terminal });
    const merchant = { id, environment: config.environment, country: country ?? config.merchantCountry };
    const keys = { accessKey, secretKey };
    const kind: KeyKind = options.parent ? 'parent' : 'merchant';
    const done = await setMerchantKeys({ ledger, clock: systemClock }, by, { ...merchant, keys, kind });
    const shown = {
      merchant: id,
      kind,
      environment: merchant.environment,
      country: merchant.country,
      accessKey: maskKey(accessKey),
    };
    const title = kind === 'parent' ? 'Platform' : 'Merchant';
    terminal.print(`${title} ${id} ${done}: ${shown.environment}, ${shown.country}, access key ${shown.accessKey}.`);
    terminal.document({ ...shown, done });
    return EXIT.done;
  });
};
