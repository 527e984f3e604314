import { readMerchantFees, type ShownFee } from '../../../engine/merchants/read-merchant.ts';
import { EXIT } from '../../../errors.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Command, textOf } from '../../command.ts';
import { withAppContextToRead } from '../../read-only-home.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { printedTable } from '../../terminal/table.ts';

/** The fees of the payout service by route, and the part of them that the merchant covers. */
export const merchantsFees: Command = async ({ args: [merchant = ''], options, terminal, signal }) => {
  const currency = textOf(options, 'currency');
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) throw usageError('currency_invalid');
  return withAppContextToRead(terminal, async (appContext) => {
    const fees = await readMerchantFees(appContext, { merchant, signal, currency });
    for (const line of await bannerLines(appContext)) terminal.print(line);
    terminal.document({ merchant, fees });
    if (fees.length === 0) terminal.print(`${merchant} has no fees${currency ? ` in ${currency}` : ''}.`);
    else
      terminal.print(
        printedTable(
          [
            { title: 'currency', text: (row: ShownFee) => row.currency },
            { title: 'route', text: (row) => row.route },
            { title: 'fee', align: 'right', text: (row) => priced(row.fee, row.feeType) },
            { title: 'at least', align: 'right', text: (row) => row.minimumFee ?? '' },
            { title: 'merchant bears', align: 'right', text: (row) => priced(row.cover, row.coverType) },
            { title: 'at most', align: 'right', text: (row) => row.maximumFee ?? '' },
          ],
          fees,
        ),
      );
    return EXIT.done;
  });
};

function priced(amount: string | null, type: string | null): string {
  if (amount === null) return '';
  return type === 'percentage' ? `${amount} %` : amount;
}
