import { unsubscribe } from '../../../engine/webhooks/subscribe.ts';
import { EXIT } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Removes the subscriptions of `webhooks subscribe`. */
export const webhooksUnsubscribe: Command = ({ args: [merchant], options, terminal, signal }) =>
  withAppContext(terminal, async (appContext) => {
    const by = await actingUser(appContext, 'merchants', { options, terminal });
    const removed = await unsubscribe(appContext, by, merchant!, signal);
    terminal.document({ merchant, removed });
    terminal.print(
      removed === 0
        ? `The service was not asked to tell of ${merchant}.`
        : `The service does not tell of ${merchant} any more. Runs ask again.`,
    );
    return EXIT.done;
  });
