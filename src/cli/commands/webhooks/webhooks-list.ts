import { EXIT } from '../../../errors.ts';
import { countDeliveries } from '../../../ledger/webhooks/webhook-delivery.ts';
import { listSubscriptions } from '../../../ledger/webhooks/webhook-subscription.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Command } from '../../command.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { shownMoment } from '../../terminal/relative-time.ts';
import { printedTable } from '../../terminal/table.ts';
import { readLedger } from '../../with-ledger.ts';

/** Lists the webhook subscriptions and the webhook deliveries that came. */
export const webhooksList: Command = ({ args: [merchant = null], terminal }) =>
  readLedger({ terminal, document: { subscriptions: [], deliveries: [] } }, async (ledger, config) => {
    const { db } = ledger;
    const subscriptions = await listSubscriptions(db, merchant);
    const deliveries = await countDeliveries(db, merchant);
    terminal.document({ subscriptions, deliveries });
    for (const line of await bannerLines({ ledger, config })) terminal.print(line);
    if (subscriptions.length === 0)
      terminal.print('The service was not asked to tell of anything. `payrun webhooks subscribe` asks.');
    else
      terminal.print(
        printedTable(
          [
            { title: 'merchant', text: (row) => row.merchant },
            { title: 'tells of', text: (row) => `${row.model} ${row.action}` },
            { title: 'at', text: (row) => row.target },
          ],
          subscriptions,
        ),
      );
    if (deliveries.length === 0) return EXIT.done;
    const now = systemClock.now();
    terminal.print('');
    terminal.print(
      printedTable(
        [
          { title: 'merchant', text: (row) => row.merchant },
          { title: 'deliveries', align: 'right', text: (row) => row.deliveries.toLocaleString('en-US') },
          { title: 'status', text: (row) => row.state },
          { title: 'last', text: (row) => shownMoment(row.last, now) },
        ],
        deliveries,
      ),
    );
    return EXIT.done;
  });
