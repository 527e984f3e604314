import { MASKED_FUNDING } from '../../../engine/merchants/masked-funding.ts';
import { readFunding } from '../../../engine/merchants/read-merchant.ts';
import { EXIT } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import { withAppContextToRead } from '../../read-only-home.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { printedTable } from '../../terminal/table.ts';

/** The accounts that fund a merchant's balances, with the memo for each transfer. */
export const merchantsFunding: Command = ({ args: [merchant = ''], terminal, signal }) =>
  withAppContextToRead(terminal, async (appContext) => {
    const funding = await readFunding(appContext, { merchant, signal, whole: true });
    for (const line of await bannerLines(appContext)) terminal.print(line);
    terminal.document({ merchant, funding });
    if (funding.length === 0) terminal.print(`The service has no funding account for ${merchant} yet.`);
    for (const account of funding) {
      const { accountCurrency, referenceMemo, ...rest } = account;
      terminal.print(`\n${accountCurrency ?? 'Any currency'}: put ${referenceMemo ?? '(no memo)'} in the memo.`);
      terminal.print(
        printedTable(
          [
            { title: 'field', text: ([field]) => field },
            { title: 'value', text: ([, value]) => value },
          ],
          Object.entries(rest),
        ),
      );
    }
    if (JSON.stringify(funding).includes('**')) terminal.print(`\n${MASKED_FUNDING}`);
    return EXIT.done;
  });
