import { randomBytes } from 'node:crypto';
import { CONFIG_FILE } from '../../../config.ts';
import { makeOnboardingLink } from '../../../engine/merchants/onboarding-link.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import { getMerchant } from '../../../ledger/merchants/merchant.ts';
import { systemClock } from '../../../platform/clock.ts';
import { frameOf } from '../../../web/onboarding/frame-of.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, textOf } from '../../command.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { withLedger } from '../../with-ledger.ts';

/** The default address of `payrun webhooks listen`. */
const HERE = 'http://127.0.0.1:4080';

/** Creates a link to the page that verifies a merchant. The link is shown only once. */
export const merchantsOnboardingLink: Command = ({ args: [merchant = ''], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'merchants', { options, terminal });
    const url = textOf(options, 'publicUrl') ?? HERE;
    const { environment, country } = await getMerchant(ledger.db, merchant);
    // Checked here, so that the operator sees the error and not the merchant.
    if (!frameOf(config, config.serviceUrl ?? HERE, { environment, country }))
      throw new PayrunError('config_invalid', {
        detail: `The onboarding page has nothing to show: "onboarding" in ${CONFIG_FILE} needs "script", and in "templates" one for ${country} or "default".`,
      });
    const { link, until } = await makeOnboardingLink(ledger, by, merchant, {
      url,
      now: systemClock.now(),
      random: randomBytes,
    });
    for (const line of await bannerLines({ ledger, config })) terminal.print(line);
    terminal.document({ merchant, link, until });
    terminal.print(link);
    terminal.print(
      `Send it to ${merchant} alone: whoever has it can open the page, until ${until.toISOString().slice(0, 10)}.`,
    );
    terminal.print('It is not shown again, and a new one takes its place. `payrun webhooks listen` shows the page.');
    return EXIT.done;
  });
