import { text } from 'node:stream/consumers';
import { secretFrom } from '../../../config.ts';
import { setMerchantKeys } from '../../../engine/merchants/set-merchant-keys.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import type { KeyKind } from '../../../model.ts';
import { systemClock } from '../../../platform/clock.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, type Options, textOf } from '../../command.ts';
import { maskKey } from '../../terminal/mask-key.ts';
import { withLedger } from '../../with-ledger.ts';

/**
 * Stores a merchant's keys, sealed. The secret key comes from standard input or the environment, never from an
 * argument.
 */
export const merchantsAdd: Command = async ({ args: [id = ''], options, terminal }) => {
  const accessKey = textOf(options, 'accessKey')?.trim();
  if (!accessKey) throw new PayrunError('usage', { detail: 'Name the access key with --access-key.' });
  const country = textOf(options, 'country');
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new PayrunError('usage', { detail: 'A country is a code of two capital letters, such as US.' });
  const secretKey = await readSecretKey(options);
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

async function readSecretKey(options: Options): Promise<string> {
  const variable = textOf(options, 'secretKeyEnv');
  if (variable !== undefined && options.secretKeyStdin)
    throw new PayrunError('usage', { detail: 'Choose one of --secret-key-stdin and --secret-key-env.' });
  if (variable !== undefined) return secretFrom(variable);
  if (!options.secretKeyStdin)
    throw new PayrunError('usage', {
      detail: 'Say where the secret key comes from: --secret-key-stdin or --secret-key-env.',
    });
  const secret = (await text(process.stdin)).trim();
  if (secret === '') throw new PayrunError('usage', { detail: 'There is no secret key on standard input.' });
  return secret;
}
