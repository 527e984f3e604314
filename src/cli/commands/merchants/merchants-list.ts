import { EXIT } from '../../../errors.ts';
import { listMerchants, merchantKeys } from '../../../ledger/merchants/merchant.ts';
import type { Command } from '../../command.ts';
import { maskKey } from '../../terminal/mask-key.ts';
import { printedTable } from '../../terminal/table.ts';
import { readLedger } from '../../with-ledger.ts';

/** The merchants of this installation, with masked keys. */
export const merchantsList: Command = ({ terminal }) =>
  readLedger({ terminal, document: { merchants: [] } }, async (ledger) => {
    const merchants = (await listMerchants(ledger.db)).map((merchant) => {
      const keys = merchantKeys(ledger.vault, merchant);
      return {
        merchant: merchant.id,
        kind: merchant.key_kind,
        environment: merchant.environment,
        country: merchant.country,
        accessKey: keys ? maskKey(keys.accessKey) : null,
        added: merchant.created_at.toISOString(),
      };
    });
    terminal.document({ merchants });
    if (merchants.length === 0) terminal.print('There are no merchants yet. Add one with `payrun merchants add`.');
    else
      terminal.print(
        printedTable(
          [
            { title: 'merchant', text: (row) => row.merchant },
            { title: 'kind', text: (row) => row.kind },
            { title: 'environment', text: (row) => row.environment },
            { title: 'country', text: (row) => row.country },
            { title: 'access key', text: (row) => row.accessKey ?? 'from the environment' },
            { title: 'added', text: (row) => row.added.slice(0, 10) },
          ],
          merchants,
        ),
      );
    return EXIT.done;
  });
