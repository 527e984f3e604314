import { readPayoutMethods } from '../../../engine/merchants/read-merchant.ts';
import { EXIT } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import { withAppContextToRead } from '../../read-only-home.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { payoutMethodTable } from '../../terminal/payout-method-table.ts';

/** A merchant's payout methods, as the payout service shows them. */
export const merchantsPayoutMethods: Command = ({ args: [merchant = ''], terminal, signal }) =>
  withAppContextToRead(terminal, async (appContext) => {
    const payoutMethods = await readPayoutMethods(appContext, { merchant, signal });
    for (const line of await bannerLines(appContext)) terminal.print(line);
    terminal.document({ merchant, payoutMethods });
    terminal.print(payoutMethodTable(payoutMethods));
    return EXIT.done;
  });
