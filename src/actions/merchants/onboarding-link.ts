import { PayrunError } from '../../errors.ts';
import { BY_MERCHANT, type OperatorActionOfLedger } from '../action.ts';

/** The default address of `payrun webhooks listen`. */
const HERE = 'http://127.0.0.1:4080';

/** Makes a link to the page that verifies a merchant. It is shown only once. */
export const linkToOnboarding: OperatorActionOfLedger = {
  name: 'merchants onboarding-link',
  ...BY_MERCHANT,
  command: {
    arguments: '<name>',
    summary: 'creates a link to the verification page of a merchant, valid for 30 days; it replaces the previous link',
    options: [
      {
        flags: '--public-url <url>',
        summary: 'URL at which merchants reach `payrun webhooks listen`, which serves the page',
      },
    ],
    examples: [
      ['payrun merchants onboarding-link acme --public-url https://pay.example.com', 'a link to send to acme'],
    ],
    makesLedger: true,
  },
  async apply({ ledger, clock, config }, { merchant = '' }, { publicUrl: url = HERE }, { by }) {
    const { randomBytes } = await import('node:crypto');
    const { CONFIG_FILE } = await import('../../config.ts');
    const { frameOf } = await import('../../engine/merchants/onboarding-frame.ts');
    const { makeOnboardingLink } = await import('../../engine/merchants/onboarding-link.ts');
    const { getMerchant } = await import('../../ledger/merchants/merchant.ts');
    const { environment, country } = await getMerchant(ledger.db, merchant);
    // Checked now, so that the operator sees the error and not the merchant.
    if (!frameOf(config, config.serviceUrl ?? HERE, { environment, country }))
      throw new PayrunError('config_invalid', {
        detail: `The onboarding page has nothing to show: "onboarding" in ${CONFIG_FILE} needs "script", and in "templates" one for ${country} or "default".`,
      });
    const asked = { url, now: clock.now(), random: randomBytes };
    const { link, until } = await makeOnboardingLink(ledger, by, merchant, asked);
    return {
      answer: {
        document: { merchant, link, until },
        lines: [
          link,
          `Send the link only to ${merchant}. Anyone who has it can open the page until ${until.toISOString().slice(0, 10)}.`,
          'The link is not shown again, and a new one replaces it. `payrun webhooks listen` serves the page.',
        ],
      },
    };
  },
};
