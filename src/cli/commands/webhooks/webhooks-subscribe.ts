import { secretFrom } from '../../../config.ts';
import { subscribe } from '../../../engine/webhooks/subscribe.ts';
import { EXIT } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, textOf } from '../../command.ts';
import { requiredText } from '../../required-text.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Subscribes to webhooks for a merchant's payments and batches. */
export const webhooksSubscribe: Command = ({ args: [merchant], options, terminal, signal }) => {
  const url = requiredText(options, 'url', 'webhook_url_missing');
  const variable = textOf(options, 'signingKeyEnv');
  const signingKey = variable === undefined ? undefined : secretFrom(variable);
  return withAppContext(terminal, async (appContext) => {
    const by = await actingUser(appContext, 'merchants', { options, terminal });
    const { target, subscriptions } = await subscribe(appContext, by, merchant!, { url, signingKey, signal });
    terminal.document({ merchant, target, subscriptions });
    for (const line of await bannerLines(appContext)) terminal.print(line);
    terminal.print(`The service tells of ${merchant} at ${target}:`);
    for (const { model, action } of subscriptions) terminal.print(`  ${model} ${action}`);
    return EXIT.done;
  });
};
