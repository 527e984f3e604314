import { readMerchant } from '../../../engine/merchants/read-merchant.ts';
import { EXIT } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import { withAppContextToRead } from '../../read-only-home.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { payoutMethodTable } from '../../terminal/payout-method-table.ts';
import { printedTable } from '../../terminal/table.ts';

/** A merchant as the payout service shows it: balances, payout methods, webhooks. */
export const merchantsShow: Command = ({ args: [merchant = ''], terminal, signal }) =>
  withAppContextToRead(terminal, async (appContext) => {
    const shown = await readMerchant(appContext, { merchant, signal });
    for (const line of await bannerLines(appContext)) terminal.print(line);
    terminal.document({ ...shown });
    terminal.print(`${shown.merchant}: keys of a ${shown.kind}, ${shown.environment}, ${shown.country}.`);
    const { balances, payoutMethods, webhooks } = shown;
    if (!balances || !payoutMethods || !webhooks) {
      terminal.print('The keys of a platform make sub-merchants and read nothing: there is nothing more to show.');
      return EXIT.done;
    }
    terminal.print('');
    terminal.print(
      printedTable(
        [
          { title: 'balance', text: ({ currency }) => currency },
          { title: 'amount', align: 'right', text: ({ amount }) => amount },
          { title: 'kept at', text: ({ type }) => type },
        ],
        balances,
      ),
    );
    terminal.print('');
    terminal.print(payoutMethodTable(payoutMethods));
    terminal.print('');
    if (webhooks.length === 0) terminal.print('No webhooks: payments are followed by asking.');
    else
      terminal.print(
        printedTable(
          [
            { title: 'webhook', text: ({ action }) => action },
            { title: 'of', text: ({ model }) => model },
            { title: 'to', text: ({ target }) => target },
          ],
          webhooks,
        ),
      );
    return EXIT.done;
  });
