import type { KeyKind } from '../../model.ts';
import { maskKey } from '../../references/mask-key.ts';
import { usageError } from '../../references/usage-error.ts';
import { BY_MERCHANT, type OperatorActionOfLedger } from '../action.ts';

/** Stores the keys of a merchant, sealed. */
export const addMerchantKeys: OperatorActionOfLedger = {
  name: 'merchants add',
  ...BY_MERCHANT,
  takesSecretKey: true,
  command: {
    arguments: '<name>',
    summary: "adds a merchant with its keys, or changes a merchant's secret key",
    options: [
      { flags: '--access-key <key>', summary: 'the access key of the merchant' },
      {
        flags: '--country <code>',
        summary: 'country of the merchant, for route minimums (default: the setting merchantCountry)',
      },
      { flags: '--parent', summary: 'the keys of a platform, which create sub-merchants and pay no one' },
    ],
    examples: [
      [
        'payrun merchants add acme --access-key AK --secret-key-stdin < key.txt',
        'stores both keys, sealed in the database',
      ],
      ['payrun merchants add acme --access-key AK --secret-key-env ACME_SECRET', 'the same, from the environment'],
      ['payrun merchants add us --parent --access-key AK --secret-key-env OUR_SECRET', 'the keys of a platform'],
    ],
    makesLedger: true,
    input(_, { accessKey, country, parent }) {
      if (typeof accessKey !== 'string' || accessKey.trim() === '') throw usageError('access_key_missing');
      if (typeof country === 'string' && !/^[A-Z]{2}$/.test(country)) throw usageError('country_invalid');
      return {
        accessKey: accessKey.trim(),
        ...(typeof country === 'string' ? { country } : {}),
        kind: parent ? 'parent' : 'merchant',
      };
    },
  },
  async apply({ ledger, clock, config }, { merchant: id = '' }, { accessKey = '', secretKey = '', ...typed }, { by }) {
    const { setMerchantKeys } = await import('../../engine/merchants/set-merchant-keys.ts');
    const { environment } = config;
    const { country = config.merchantCountry } = typed;
    const kind = typed.kind as KeyKind;
    const keys = { accessKey, secretKey };
    const done = await setMerchantKeys({ ledger, clock }, by, { id, environment, country, keys, kind });
    const masked = maskKey(accessKey);
    const title = kind === 'parent' ? 'Platform' : 'Merchant';
    return {
      answer: {
        document: { merchant: id, kind, environment, country, accessKey: masked, done },
        lines: [`${title} ${id} ${done}: ${environment}, ${country}, access key ${masked}.`],
      },
    };
  },
};
