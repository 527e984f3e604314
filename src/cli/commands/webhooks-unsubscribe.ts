import { unsubscribe } from '../../engine/subscribe.ts';
import { EXIT } from '../../errors.ts';
import type { Command } from '../command.ts';
import { withWorkplace } from '../with-workplace.ts';

/** Takes back what `webhooks subscribe` asked for. */
export const webhooksUnsubscribe: Command = ({ args: [merchant], terminal, signal }) =>
  withWorkplace(terminal, async (workplace) => {
    const removed = await unsubscribe(workplace, merchant!, signal);
    terminal.document({ merchant, removed });
    terminal.print(
      removed === 0
        ? `The service was not asked to tell of ${merchant}.`
        : `The service does not tell of ${merchant} any more. Runs ask again.`,
    );
    return EXIT.done;
  });
